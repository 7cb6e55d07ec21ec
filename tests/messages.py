"""What the socket of a design sends, read as a page reads it."""

import gzip
import json
from typing import Any


def read_message(data: str | bytes) -> Any:
    """JSON, or a line of JSON with the HTML of its fragment behind it as gzip."""
    if isinstance(data, str):
        return json.loads(data)
    head, _, packed = data.partition(b"\n")
    message = json.loads(head)
    for fragment in message["fragments"].values():
        fragment["html"] = gzip.decompress(packed).decode()
    return message

"""One question to an OpenAI-compatible address: no redirects, a deadline for the whole answer, and a bounded size.

Requests go only to the declared address, and no proxy of the environment is used, so that no setting of another program
sends the text elsewhere.
"""

from __future__ import annotations

import http.client
import json
import time
from typing import Final
from urllib.parse import urlsplit

from exporter.language_model.declaration import LanguageModel
from exporter.language_model.errors import LanguageModelFailed

BYTES_MAX: Final = 1_000_000
_CHUNK: Final = 65_536
_OK: Final = 200


def chat(model: LanguageModel, instructions: str, text: str) -> str:
    """Return the text of the answer. Raises LanguageModelFailed with a sentence."""
    said = {
        "model": model.model,
        "temperature": 0,
        "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": text}],
    }
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if model.key:
        headers["Authorization"] = f"Bearer {model.key}"
    try:
        return _content(_posted(model, json.dumps(said).encode(), headers))
    except TimeoutError as error:
        raise LanguageModelFailed(f"it did not answer within {model.seconds:g} s") from error
    except (OSError, http.client.HTTPException) as error:
        raise LanguageModelFailed("its address does not answer") from error


def _posted(model: LanguageModel, body: bytes, headers: dict[str, str]) -> bytes:
    url = urlsplit(model.url)
    deadline = time.monotonic() + model.seconds
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = kind(url.hostname or "", url.port, timeout=model.seconds)
    try:
        connection.request("POST", f"{url.path.rstrip('/')}/chat/completions", body, headers)
        with connection.getresponse() as answer:
            if answer.status != _OK:
                raise LanguageModelFailed(f"its address answered with status {answer.status}")
            return _read(connection, answer, deadline)
    finally:
        connection.close()


def _read(connection: http.client.HTTPConnection, answer: http.client.HTTPResponse, deadline: float) -> bytes:
    """Return the body, read in pieces: a server that sends a byte now and then must not hold the request."""
    found = bytearray()
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if connection.sock is not None:
            connection.sock.settimeout(left)
        piece = answer.read1(_CHUNK)
        if not piece:
            return bytes(found)
        found += piece
        if len(found) > BYTES_MAX:
            raise LanguageModelFailed(f"its answer has more than {BYTES_MAX:,} bytes")


def _content(body: bytes) -> str:
    try:
        content = json.loads(body)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise LanguageModelFailed("its address did not answer in the OpenAI format") from error
    if not isinstance(content, str) or not content.strip():
        raise LanguageModelFailed("its answer is empty")
    return content

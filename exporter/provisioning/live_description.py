"""Tables that are deployed, described for a comparison, with the credentials of the person who runs a command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import TRUST, Endpoint, EndpointKind, refuse_address
from exporter.provisioning.reading import read_settings
from modeler.core.errors import Missing

AWS: Final = "AWS"


def described_tables(names: Sequence[str], region: str, url: str = "") -> bytes:
    """Return the settings of the tables of these names that exist, in the form that an import reads.

    `url` is that of an emulator; '' is the account of the person's own credentials (environment, profile, role). Raises
    EndpointUnreachable, RequestRefused; Invalid for an address that is not allowed.
    """
    if url:
        refuse_address(url)
    where = url or AWS
    endpoint = Endpoint(where, EndpointKind.OTHER, region, url, "", "", "", TRUST[EndpointKind.OTHER])
    dynamodb = DynamoDB(endpoint, is_own=True)
    tables = []
    for name in names:
        try:
            tables.append(read_settings(dynamodb, name))
        except Missing:
            continue
    about = {"keysheet_scan": 1, "endpoint": where, "region": region, "name": where}
    return json.dumps({**about, "tables": tables}).encode()

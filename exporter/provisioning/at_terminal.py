"""The endpoint that a command names: an emulator, or AWS with the credentials of the person who runs it."""

from __future__ import annotations

from typing import Final

from exporter.provisioning.endpoints import TRUST, Endpoint, EndpointKind, refuse_address

PREFIX: Final = "keysheet-"


def own_endpoint(url: str, region: str, access_key: str) -> Endpoint:
    """Return the endpoint at an address ('': AWS). Raises Invalid for an address that is refused."""
    if url:
        refuse_address(url)
    kind = EndpointKind.OTHER if url else EndpointKind.AWS
    key = access_key if url else ""
    return Endpoint(
        url or "AWS", kind, region, url, "", "", PREFIX, TRUST[kind], access_key_id=key, secret_access_key=key
    )

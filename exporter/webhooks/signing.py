"""Signatures of messages, as Standard Webhooks says: HMAC with SHA-256 over id, time and body."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from standardwebhooks import Webhook as Signer

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32


def new_secret() -> str:
    """A secret in the form that receivers' libraries take."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed_headers(message_id: str, at: datetime, body: str, keys: Iterable[str]) -> dict[str, str]:
    """The headers of a message, with one signature for each secret that a receiver can still have."""
    moment = at.astimezone(UTC)
    signatures = [Signer(key).sign(msg_id=message_id, timestamp=moment, data=body) for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(signatures),
    }

"""Secrets in links: shown once, stored only as a hash."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """Return a secret of 256 bits that can be part of a URL."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return the stored hash. The secret is random, so a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

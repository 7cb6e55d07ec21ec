"""Secrets that travel in links: given out once, kept only as a hash."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """A secret of 256 bits that may stand in a URL."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is stored of it. The secret is random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

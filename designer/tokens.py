"""Secrets in links: shown once, stored only as a hash, and replaced in lines of the log."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from typing import Final

_IN_ADDRESS: Final = re.compile(r"(?<!\w)/(s|join|sign-in/local|password/reset/[^/\s]+)/[^/\s?\"']+")


def new_token() -> str:
    """Return a secret of 256 bits that can be part of a URL."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return the stored hash. The secret is random, so a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class WithoutTokens(logging.Filter):
    """Replaces the token in each address of a link, an invitation, a local sign-in or a new password: a person who
    reads the log cannot open what it mentions.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the line; every line passes."""
        said = record.getMessage()
        masked = _IN_ADDRESS.sub(r"/\1/[token]", said)
        if masked != said:
            record.msg, record.args = masked, None
        return True

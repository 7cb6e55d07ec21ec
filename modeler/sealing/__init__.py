"""Secrets that the server must read again are stored encrypted: a copy of the database alone does not reveal them."""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class Unreadable(Exception):
    """It was encrypted with a key that this server does not have."""


def seal(purpose: str, text: str) -> str:
    """Encrypt with a key that SECRET_KEY gives; each purpose has its own."""
    return _box(purpose).encrypt(text.encode()).decode()


def unseal(purpose: str, sealed: str) -> str:
    """Decrypt, also what was encrypted with a key of SECRET_KEY_FALLBACKS. Raises Unreadable."""
    try:
        return _box(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error


def _box(purpose: str) -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [hashlib.sha256(f"{purpose} {key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])

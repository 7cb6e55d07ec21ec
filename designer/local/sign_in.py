"""The one-time address that signs in the local owner. Only the hash of its token is stored; it is deleted on use."""

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Final

from designer.local.ports import HOST
from designer.local.state import StateFolder

FILE: Final = "sign-in"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_address(state: StateFolder, web_port: int) -> str:
    """Create a new address; the previous one no longer works."""
    token = secrets.token_urlsafe(24)
    state.write(FILE, digest(token))
    return f"http://{HOST}:{web_port}/sign-in/local/{token}/"


def use(folder: Path, token: str) -> bool:
    """Is this the stored token? If so, it is deleted."""
    path = folder / FILE
    try:
        if not hmac.compare_digest(path.read_text(), digest(token)):
            return False
        # Of two requests with the same token, one finds that the file was deleted.
        path.unlink()
    except FileNotFoundError:
        return False
    return True

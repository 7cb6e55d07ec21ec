"""What can go wrong, as one tree with stable codes.

::

    KeysheetError
    ├── Invalid        the caller sent something of the wrong shape; `path` names the place
    │   └── DocumentInvalid   a file is no design document
    ├── Missing        it does not exist, or the caller must not learn that it does
    ├── Forbidden      it exists, the caller may see it, and may not do this
    └── Conflict       somebody was faster
        └── Stale      a field holds another value than the caller saw; both values are carried

The families become HTTP status numbers in two files only: exporter/api/errors.py and designer/middleware.py.
"""

from __future__ import annotations

from typing import Any


class KeysheetError(Exception):
    """Base of all refusals: a stable `code`, a `message` for people, and the `path` of the place."""

    code = "keysheet"

    def __init__(self, message: str, *, path: str = "", code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        if code is not None:
            self.code = code


class Invalid(KeysheetError):
    """What was sent has the wrong shape."""

    code = "invalid"


class DocumentInvalid(Invalid):
    """A file is not a design document of any known version."""

    code = "document.invalid"


class Missing(KeysheetError):
    """There is no such thing, as far as the caller may know."""

    code = "missing"


class Forbidden(KeysheetError):
    """The caller's role does not allow this."""

    code = "forbidden"


class Conflict(KeysheetError):
    """The world changed in between."""

    code = "conflict"


class Stale(Conflict):
    """A field no longer holds what the caller saw. `theirs` is what it holds now, `yours` what was sent."""

    code = "design.stale"

    def __init__(self, message: str, *, path: str = "", theirs: Any = None, yours: Any = None) -> None:
        super().__init__(message, path=path)
        self.theirs = theirs
        self.yours = yours

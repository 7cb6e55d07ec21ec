"""All errors, as one tree with stable codes.

::

    KeysheetError
    ├── Invalid        the caller sent something of the wrong shape; `path` names the place
    │   └── DocumentInvalid   a file is not a design document
    ├── Missing        it does not exist, or the caller must not learn that it does
    ├── Forbidden      it exists and the caller can see it, but is not allowed to do this
    ├── Conflict       somebody else made a conflicting change first
    │   └── Stale      a field has another value than the caller saw; both values are included
    └── Busy           nothing is wrong with the request; the server could not do it in time, send it again

Only exporter/api/errors.py and designer/middleware.py map these classes to HTTP status codes.
"""

from __future__ import annotations

from typing import Any


class KeysheetError(Exception):
    """Base class of all errors: a stable `code`, a `message` for people, and the `path` of the place."""

    code = "keysheet"

    def __init__(self, message: str, *, path: str = "", code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        if code is not None:
            self.code = code


class Invalid(KeysheetError):
    """The input has the wrong shape."""

    code = "invalid"


class DocumentInvalid(Invalid):
    """A file is not a design document of any known version."""

    code = "document.invalid"


class Missing(KeysheetError):
    """It does not exist, as far as the caller may know."""

    code = "missing"


class Forbidden(KeysheetError):
    """The caller's role does not allow this."""

    code = "forbidden"


class Conflict(KeysheetError):
    """Somebody else made a conflicting change first."""

    code = "conflict"


class Stale(Conflict):
    """A field no longer has the value that the caller saw. `theirs` is its current value, `yours` the submitted one."""

    code = "design.stale"

    def __init__(self, message: str, *, path: str = "", theirs: Any = None, yours: Any = None) -> None:
        super().__init__(message, path=path)
        self.theirs = theirs
        self.yours = yours


class Busy(KeysheetError):
    """Nothing is wrong with the request, and nothing was changed; the same request succeeds later."""

    code = "busy"

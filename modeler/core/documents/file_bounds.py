"""The maximum size of a file, checked on its bytes before parsing."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_BYTES_MAX, DOCUMENT_DEPTH_MAX, MIB

# Strings are skipped, so that brackets inside them do not count; an unclosed string consumes the rest.
_STRUCTURE: Final = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\Z)|[\[{\]}]', re.DOTALL)


def check_size(raw: bytes) -> None:
    """Reject a file over 20 MB. Raises DocumentInvalid with the fix."""
    if len(raw) > DOCUMENT_BYTES_MAX:
        raise DocumentInvalid(
            f"the file has {len(raw) / MIB:.1f} MB; the limit is {DOCUMENT_BYTES_MAX // MIB} MB: remove "
            "sample items, or split it by table",
            code="document.too_large",
        )


def check_bounds(raw: bytes) -> None:
    """Reject a file over 20 MB or nested deeper than 40 levels. Raises DocumentInvalid with the place and the fix."""
    check_size(raw)
    depth = 0
    for found in _STRUCTURE.finditer(raw):
        mark = raw[found.start()]
        if mark in b"[{":
            depth += 1
            if depth > DOCUMENT_DEPTH_MAX:
                line = raw.count(b"\n", 0, found.start()) + 1
                raise DocumentInvalid(
                    f"line {line}: brackets nested deeper than {DOCUMENT_DEPTH_MAX} levels; flatten the value there",
                    path=f"line {line}",
                    code="document.too_deep",
                )
        elif mark in b"]}":
            depth -= 1

"""Gzip files, such as DynamoDB exports: unpacked within the size limit of every other file."""

from __future__ import annotations

import zlib
from typing import Final

from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_BYTES_MAX, MIB

_MAGIC: Final = b"\x1f\x8b"
_GZIP: Final = 31
"""zlib's window parameter for a gzip header with the largest window."""
_MEMBERS_MAX: Final = 1000


def unpacked(raw: bytes, filename: str = "") -> tuple[bytes, str]:
    """Return the bytes and the name without ``.gz``; other files are returned unchanged.

    Raises DocumentInvalid if the file is damaged or would be over 20 MB: no more than that is ever unpacked.
    """
    if not raw.startswith(_MAGIC):
        return raw, filename
    name = filename[:-3] if filename.lower().endswith(".gz") else filename
    pieces: list[bytes] = []
    left = DOCUMENT_BYTES_MAX
    rest = raw
    for _ in range(_MEMBERS_MAX):
        reader = zlib.decompressobj(_GZIP)
        try:
            pieces.append(reader.decompress(rest, left + 1))
        except zlib.error as error:
            raise _damaged("it cannot be unpacked") from error
        left -= len(pieces[-1])
        if left < 0:
            raise DocumentInvalid(
                f"the unpacked file has more than {DOCUMENT_BYTES_MAX // MIB} MB; keep a few items of each kind",
                code="document.too_large",
            )
        if not reader.eof:
            raise _damaged("its end is missing")
        rest = reader.unused_data
        if not rest.startswith(_MAGIC):
            return b"".join(pieces), name
    raise _damaged("it has too many parts")


def _damaged(why: str) -> DocumentInvalid:
    return DocumentInvalid(f"the gzip file is damaged: {why}; download it again", code="document.gzip")

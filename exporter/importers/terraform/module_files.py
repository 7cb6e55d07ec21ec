"""Several Terraform files of one module, read as one text: from a folder or a zip. Pure.

`located` maps a line of the combined text to its file and the line in that file.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_BYTES_MAX, MIB

ENDINGS: Final = (".tf", ".tofu")
_ZIP: Final = b"PK\x03\x04"
_ZIP_BYTES_MAX: Final = 2 * MIB
_MEMBERS_MAX: Final = 1000
_PLACE: Final = re.compile(r"line (\d{1,9})")
_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError, ValueError)
"""What the library raises for archives that are damaged, password-protected, or packed by an unknown method."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One of several files that were read as one: its name, and the line before its first."""

    name: str
    before: int


def joined(files: Iterable[tuple[str, bytes]]) -> tuple[bytes, tuple[Piece, ...]]:
    """Join the files. Raises DocumentInvalid if they are over 20 MB in total."""
    pieces: list[Piece] = []
    text = bytearray()
    line = 0
    for name, raw in files:
        if len(raw) + len(text) > DOCUMENT_BYTES_MAX:
            raise DocumentInvalid(
                f"{name}: the files of this module are over 20 MB in total", code="document.too_large"
            )
        own = raw.removeprefix(b"\xef\xbb\xbf").rstrip(b"\n") + b"\n"
        pieces.append(Piece(name, line))
        text += own
        line += own.count(b"\n")
    return bytes(text), tuple(pieces)


def located(pieces: Sequence[Piece], line: int) -> tuple[str, int]:
    """Return the file, and the line in it, of a line in the combined text."""
    piece = next((one for one in reversed(pieces) if one.before < line), pieces[0])
    return piece.name, max(line - piece.before, 0)


def refused(error: DocumentInvalid, pieces: Sequence[Piece]) -> DocumentInvalid:
    """Return the error of the combined text with the file and the line in that file."""
    found = _PLACE.match(error.message)
    if found is None:
        return error
    name, line = located(pieces, int(found.group(1)))
    place = f"{name}, line {line}"
    return DocumentInvalid(f"{place}{error.message[found.end() :]}", path=place, code=error.code)


def is_zip(raw: bytes) -> bool:
    """Does it begin as a zip does?"""
    return raw.startswith(_ZIP)


def unzipped(raw: bytes) -> list[tuple[str, bytes]]:
    """Return the Terraform files of a zip's topmost folder that has any, by name; nothing else is unpacked.

    Raises DocumentInvalid with a sentence: it is damaged, locked, too large, or has no such file.
    """
    if len(raw) > _ZIP_BYTES_MAX:
        raise DocumentInvalid(f"a zip can have at most {_ZIP_BYTES_MAX // MIB} MB", code="document.too_large")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = sorted(name for name in archive.namelist() if name.lower().endswith(ENDINGS))
            names = [name for name in names if ".terraform/" not in name and "__MACOSX/" not in name]
            top = min((name.count("/") for name in names), default=0)
            folder = next((name.rpartition("/")[0] for name in names if name.count("/") == top), "")
            chosen = [name for name in names if name.rpartition("/")[0] == folder]
            if not chosen:
                raise DocumentInvalid("the zip contains no Terraform file (*.tf)", code="document.no_model")
            if len(chosen) > _MEMBERS_MAX:
                raise DocumentInvalid(f"the zip contains more than {_MEMBERS_MAX:,} files", code="document.too_large")
            return list(_members(archive, chosen))
    except _DAMAGED as error:
        raise DocumentInvalid(f"the zip cannot be read: {str(error)[:200]}", code="document.zip") from error


def _members(archive: zipfile.ZipFile, names: Sequence[str]) -> Iterable[tuple[str, bytes]]:
    left = DOCUMENT_BYTES_MAX
    for name in names:
        with archive.open(name) as file:
            # Never unpack more than a file can have, whatever the archive declares about its members.
            raw = file.read(left + 1)
        left -= len(raw)
        if left < 0:
            raise DocumentInvalid(f"{name}: the files of this zip are over 20 MB in total", code="document.too_large")
        yield name, raw

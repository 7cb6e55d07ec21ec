"""Files that were given together, in a folder or a zip: read by their path when something needs them. Pure.

Lines are numbered over all files in the order in which they are read: `located` maps such a number to a file and the
line in it.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_BYTES_MAX, MIB

NAMES_MAX: Final = 20_000
_ZIP: Final = b"PK\x03\x04"
_ZIP_BYTES_MAX: Final = 2 * MIB
_FILES_MAX: Final = 1000
_PEEKED: Final = MIB
_PLACE: Final = re.compile(r"line (\d{1,9})")
_NOT_READ: Final = frozenset({".terraform", "__MACOSX", "node_modules", ".git", ".serverless", "cdk.out", ".aws-sam"})
_DAMAGED: Final = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError, ValueError)
"""What the library raises for archives that are damaged, password-protected, or packed by an unknown method."""


@dataclass(frozen=True, slots=True)
class JoinedFile:
    """One of several files that were read as one: its name, and the line before its first."""

    name: str
    before: int


class Folder:
    """Files by their path below what was given, with ``/``. `read` returns at most so many bytes of one of them.

    `prefix` is in front of each path in messages.
    """

    def __init__(self, paths: Iterable[str], read: Callable[[str, int], bytes], prefix: str = "") -> None:
        self.paths = tuple(sorted(path for path in paths if is_readable(path)))
        self.pieces: list[JoinedFile] = []
        self._known = frozenset(self.paths)
        self._read = read
        self._prefix = prefix
        self._line = 0
        self._left = DOCUMENT_BYTES_MAX
        self._texts: dict[str, tuple[bytes, int]] = {}

    def __contains__(self, path: str) -> bool:
        """Was a file of this path given?"""
        return path in self._known

    def bytes_of(self, path: str) -> tuple[bytes, int]:
        """Return a file's bytes, ending with a line break, and the number of the line before its first.

        Raises DocumentInvalid if more than 1,000 files or 20 MB are needed.
        """
        if path not in self._texts:
            raw = self._read(path, self._left + 1)
            self._left -= len(raw)
            if self._left < 0 or len(self._texts) >= _FILES_MAX:
                raise DocumentInvalid(
                    f"{self._prefix}{path}: the files that are needed are over {DOCUMENT_BYTES_MAX // MIB} MB in "
                    f"total, or more than {_FILES_MAX:,}",
                    code="document.too_large",
                )
            own = raw.removeprefix(b"\xef\xbb\xbf").rstrip(b"\n") + b"\n"
            self._texts[path] = (own, self._line)
            self.pieces.append(JoinedFile(f"{self._prefix}{path}", self._line))
            self._line += own.count(b"\n")
        return self._texts[path]

    def peeked(self, path: str) -> bytes:
        """Return the first bytes of a file to see what it is; its lines are not numbered."""
        return self._read(path, _PEEKED)

    def joined(self, paths: Iterable[str]) -> tuple[bytes, int]:
        """Return files that were not read before as one, and the number of the line before the first."""
        before = self._line
        return b"".join(self.bytes_of(path)[0] for path in paths), before

    def below(self, folder: str) -> list[str]:
        """Return the paths of the files that are directly in a folder ('' for the topmost one)."""
        return [path for path in self.paths if posixpath.dirname(path) == folder]


def is_readable(path: str) -> bool:
    """Is it a path below what was given, and not in a folder of packages or of other tools?"""
    steps = path.split("/")
    return not any(step in _NOT_READ or step == ".." for step in steps) and not path.startswith("/") and "" not in steps


def main_of(folder: Folder, names: Iterable[str]) -> str | None:
    """Return the path of the topmost file with one of these names."""
    found = [path for path in folder.paths if posixpath.basename(path) in names]
    return min(found, key=lambda path: (path.count("/"), path), default=None)


def inside(folder: str, path: str) -> str | None:
    """Return a path that is written relative to a folder; None if it is outside what was given."""
    made = posixpath.normpath(posixpath.join(folder, path))
    if made.startswith(("../", "/")) or made == "..":
        return None
    return "" if made == "." else made


def located(pieces: Sequence[JoinedFile], line: int) -> tuple[str, int]:
    """Return the file, and the line in it, of a line in the common numbering."""
    piece = next((one for one in reversed(pieces) if one.before < line), pieces[0])
    return piece.name, max(line - piece.before, 0)


def refused(error: DocumentInvalid, pieces: Sequence[JoinedFile]) -> DocumentInvalid:
    """Return the error of files that were read as one, with the file and the line in that file."""
    found = _PLACE.match(error.message)
    if found is None or not pieces:
        return error
    name, line = located(pieces, int(found.group(1)))
    place = f"{name}, line {line}"
    return DocumentInvalid(f"{place}{error.message[found.end() :]}", path=place, code=error.code)


def is_zip(raw: bytes) -> bool:
    """Does it begin as a zip does?"""
    return raw.startswith(_ZIP)


def unzipped(raw: bytes, prefix: str = "") -> Folder:
    """Return the files of a zip; each is unpacked when it is needed.

    Raises DocumentInvalid with a sentence: it is damaged or too large, and later if a file in it is locked or damaged.
    """
    if len(raw) > _ZIP_BYTES_MAX:
        raise DocumentInvalid(f"a zip can have at most {_ZIP_BYTES_MAX // MIB} MB", code="document.too_large")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = [one.filename for one in archive.infolist()[:NAMES_MAX] if not one.is_dir()]
    except _DAMAGED as error:
        raise _damaged(error) from error

    def read(path: str, most: int) -> bytes:
        try:
            # Never unpack more than a file can have, whatever the archive declares about its members.
            with zipfile.ZipFile(io.BytesIO(raw)) as archive, archive.open(path) as file:
                return file.read(most)
        except _DAMAGED as error:
            raise _damaged(error) from error

    return Folder(names, read, prefix)


def _damaged(error: Exception) -> DocumentInvalid:
    return DocumentInvalid(f"the zip cannot be read: {str(error)[:200]}", code="document.zip")

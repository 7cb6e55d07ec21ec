"""Where the files of an export are: in a bucket, or in a folder that was downloaded."""

from __future__ import annotations

import base64
import hashlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Protocol

from ..problems import Stopped

SUMMARY = "manifest-summary.json"
_CHUNK = 1024 * 1024


class Place(Protocol):
    """The files of one export."""

    def text(self, key: str) -> str:
        """Return a small file. Raises Stopped if it is not there."""
        ...

    def file(self, key: str, md5: str) -> Any:
        """Open a data file, as a context. Raises Stopped if it is not there, or is not the file that was exported."""
        ...


class Folder:
    """A folder with the manifests of an export, and its data files in `data` there or beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def text(self, key: str) -> str:
        """Return a small file."""
        return self._found(key).read_text("utf-8")

    @contextmanager
    def file(self, key: str, md5: str) -> Iterator[IO[bytes]]:
        """Open a data file."""
        with self._found(key).open("rb") as opened:
            refuse_damaged(opened, key, md5)
            yield opened

    def _found(self, key: str) -> Path:
        name = key.rpartition("/")[2]
        for one in (self.path / name, self.path / "data" / name, self.path.parent / "data" / name):
            if one.is_file():
                return one
        raise Stopped(f"{self.path} has no file {name} of the export")


class Bucket:
    """The bucket of an export. Data files are downloaded whole before an item of them is written: writing is slow, and
    a download that waits for it breaks off.
    """

    def __init__(self, s3: Any, name: str, folder: str) -> None:
        self.s3 = s3
        self.name = name
        self.folder = folder

    def text(self, key: str) -> str:
        """Return a small file: its key is whole, or a name in the folder of the export."""
        return str(self._body(key if "/" in key else f"{self.folder}/{key}").read().decode("utf-8"))

    @contextmanager
    def file(self, key: str, md5: str) -> Iterator[IO[bytes]]:
        """Open a data file."""
        with TemporaryFile() as opened:
            shutil.copyfileobj(self._body(key), opened, _CHUNK)
            opened.seek(0)
            refuse_damaged(opened, key, md5)
            yield opened

    def _body(self, key: str) -> Any:
        try:
            return self.s3.get_object(Bucket=self.name, Key=key)["Body"]
        except self.s3.exceptions.NoSuchKey as error:
            raise Stopped(f"s3://{self.name}/{key} does not exist") from error


def place_of(address: str, s3: Callable[[], Any]) -> Place:
    """Return the place of an export: s3://BUCKET/.../AWSDynamoDB/ID, or a folder; both may end with the name of the
    summary.
    """
    inside = address.removesuffix(SUMMARY).rstrip("/")
    if not address.startswith("s3://"):
        return Folder(Path(inside))
    bucket, _, folder = inside.removeprefix("s3://").partition("/")
    return Bucket(s3(), bucket, folder)


def refuse_damaged(opened: IO[bytes], key: str, md5: str) -> None:
    """Raise Stopped if a file does not have the checksum of its manifest; go back to its beginning."""
    found = hashlib.md5(usedforsecurity=False)
    while chunk := opened.read(_CHUNK):
        found.update(chunk)
    opened.seek(0)
    if md5 and base64.b64encode(found.digest()).decode() != md5:
        raise Stopped(f"{key} is not the file that was exported: its checksum differs")

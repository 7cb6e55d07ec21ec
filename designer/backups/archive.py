"""One archive: a zip with a member for each table and a manifest, which has their columns, rows and checksums.

The rows are in Postgres's own text format of COPY, so a backup needs no other programs, and another version of Postgres
can read it. The manifest has the migrations of the database: a restore applies exactly these, loads the rows, and then
applies the migrations that came later.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from django.utils import timezone

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
CHUNK: Final = 1 << 20


class BackupInvalid(Exception):
    """An archive that cannot be restored, with a sentence that says why."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """The rows of one table in an archive. `sha256` is of the uncompressed member."""

    name: str
    columns: tuple[str, ...]
    rows: int
    sha256: str

    @property
    def member(self) -> str:
        return f"tables/{self.name}.copy"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive contains: the migrations by application, in the order of their application, and the tables."""

    made_at: str
    keysheet: str
    migrations: Mapping[str, tuple[str, ...]]
    tables: tuple[StoredTable, ...]


def write_archive(
    path: Path, migrations: Mapping[str, Iterable[str]], tables: Iterable[tuple[str, tuple[str, ...], Iterable[bytes]]]
) -> Manifest:
    """Write an archive that only its owner can read; `path` appears when it is complete. Each table is its name, its
    columns, and its rows as chunks of bytes. Raises FileExistsError.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    stored = []
    try:
        handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, columns, chunks in tables:
                stored.append(_write_table(archive, name, columns, chunks))
            applied = {app: tuple(names) for app, names in migrations.items()}
            manifest = Manifest(timezone.now().isoformat(), version("keysheet"), applied, tuple(stored))
            archive.writestr(MANIFEST, json.dumps(_as_json(manifest), indent=1))
        os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _write_table(archive: zipfile.ZipFile, name: str, columns: tuple[str, ...], chunks: Iterable[bytes]) -> StoredTable:
    digest, rows = hashlib.sha256(), 0
    with archive.open(f"tables/{name}.copy", "w", force_zip64=True) as member:
        for chunk in chunks:
            member.write(chunk)
            digest.update(chunk)
            # A line end inside a value is escaped, so each line is a row.
            rows += bytes(chunk).count(b"\n")
    return StoredTable(name, columns, rows, digest.hexdigest())


def _as_json(manifest: Manifest) -> dict[str, Any]:
    tables = [
        {"name": one.name, "columns": one.columns, "rows": one.rows, "sha256": one.sha256} for one in manifest.tables
    ]
    return {
        "keysheet_backup": FORMAT,
        "made_at": manifest.made_at,
        "keysheet": manifest.keysheet,
        "migrations": manifest.migrations,
        "tables": tables,
    }


def read_manifest(path: Path) -> Manifest:
    """The manifest of an archive whose members were all compared with their checksums. Raises BackupInvalid."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(json.loads(archive.read(MANIFEST)))
            for table in manifest.tables:
                if _digest(archive, table) != table.sha256:
                    raise BackupInvalid(f"{table.member} is damaged: its checksum differs")
    except (OSError, zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise BackupInvalid(f"{path} is not a complete backup of Keysheet: {error}") from error
    return manifest


def _manifest(raw: Any) -> Manifest:
    if raw["keysheet_backup"] != FORMAT:
        raise BackupInvalid(f"this version reads backups of format {FORMAT}, not {raw['keysheet_backup']}")
    tables = tuple(
        StoredTable(one["name"], tuple(one["columns"]), int(one["rows"]), one["sha256"]) for one in raw["tables"]
    )
    applied = {app: tuple(names) for app, names in raw["migrations"].items()}
    return Manifest(raw["made_at"], raw["keysheet"], applied, tables)


def _digest(archive: zipfile.ZipFile, table: StoredTable) -> str:
    digest = hashlib.sha256()
    with archive.open(table.member) as member:
        while chunk := member.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def rows_of(path: Path, table: StoredTable) -> Iterator[bytes]:
    """The rows of a table as chunks."""
    with zipfile.ZipFile(path) as archive, archive.open(table.member) as member:
        while chunk := member.read(CHUNK):
            yield chunk

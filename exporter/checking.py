"""`keysheet check` apart from the rules: files of one module, finding lines, and baselines. Pure except for reading
files.

A baseline is a file that lists known findings: they are left out, and only new ones count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from exporter.importers import Imported, import_folder, import_text
from exporter.importers.support.folders import NAMES_MAX, Folder, JoinedFile, is_readable, is_zip, located, unzipped
from exporter.importers.support.json_reading import read_json
from exporter.targets.documents.sarif import fingerprints, lines_of_parts
from modeler.core import analysis
from modeler.core.errors import DocumentInvalid
from modeler.core.findings import Finding

BASELINE: Final = "keysheet_baseline"


type Files = Sequence[JoinedFile]
"""The files that were read as one, in their order."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was read to be checked: its findings, with the file and line of each if known.

    `muted` are the findings that are muted in the design, with a reason; `not_compared` as in the analysis.
    """

    imported: Imported
    findings: tuple[Finding, ...]
    place_of: Callable[[Finding], tuple[str, int]]
    muted: tuple[Finding, ...] = ()
    not_compared: int = 0

    def line_of(self, finding: Finding) -> int | None:
        """Return the line, from 1, in its file; None if the finding has no line."""
        return self.place_of(finding)[1] or None


def read_file(name: str, raw: bytes, given: Mapping[str, str] | None = None) -> tuple[Imported, Files, bytes]:
    """Read a file of any known format, or a zip of files that belong together. Raises DocumentInvalid."""
    if is_zip(raw):
        folder = unzipped(raw, f"{name}:")
        return import_folder(folder, f"{Path(name).stem}.tf", given), folder.pieces, b""
    return import_text(raw, "" if name == "-" else name, given), (JoinedFile(name, 0),), raw


def read_folder(path: Path, given: Mapping[str, str] | None = None) -> tuple[Imported, Files, bytes]:
    """Read the files of a folder that belong together. Raises DocumentInvalid if it has none."""
    folder = Folder(_paths(path), lambda name, most: _bytes(path / name, most), f"{path}/")
    return import_folder(folder, f"{path.resolve().name}.tf", given), folder.pieces, b""


def _paths(folder: Path) -> Iterator[str]:
    """Return the files below a folder. Links are not followed: they can lead out of it."""
    count = 0
    for above, folders, names in os.walk(folder):
        folders[:] = [one for one in folders if is_readable(one) and not one.startswith(".")]
        for name in names:
            path = Path(above, name)
            count += 1
            if count > NAMES_MAX:
                raise DocumentInvalid(f"{folder}: more than {NAMES_MAX:,} files", code="document.too_large")
            if not path.is_symlink():
                yield path.relative_to(folder).as_posix()


def _bytes(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def check(imported: Imported, pieces: Files, raw: bytes) -> Checked:
    """Return the findings of what was read, with the places that the file's format has."""
    analysed = analysis.analyse(imported.design)
    of_parts = lines_of_parts(raw.decode("utf-8-sig")) if imported.importer == "keysheet" else None

    def place(finding: Finding) -> tuple[str, int]:
        places = imported.places
        line = places.get(f"{finding.part}.{finding.field}") or places.get(finding.part) or 0
        line = line or (of_parts(finding) or 0 if of_parts else 0)
        return located(pieces, line)

    return Checked(imported, analysed.findings, place, analysed.muted, analysed.not_compared)


def actual_places(actual: Imported, pieces: Files, otherwise: str) -> Callable[[Finding], tuple[str, int]]:
    """Return where each difference is in the file that describes what is deployed; else the name `otherwise`."""

    def place(finding: Finding) -> tuple[str, int]:
        part = str(finding.facts.get("actual_part", ""))
        name = finding.path.rpartition(".")[2]
        line = actual.places.get(f"{part}.settings.{name}") or actual.places.get(f"{part}.{name}")
        line = line or actual.places.get(part) or 0
        return located(pieces, line) if line else (otherwise, 0)

    return place


def without_known(checked: Checked, known: frozenset[str]) -> Checked:
    """Return the same without findings whose fingerprints are in a baseline."""
    pairs = zip(checked.findings, fingerprints(checked.findings), strict=True)
    new = tuple(finding for finding, fingerprint in pairs if fingerprint not in known)
    return replace(checked, findings=new)


def baseline_of(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return a baseline that accepts these findings. Its rules and paths are for readers; only fingerprints count."""
    listed = tuple(findings)
    return {
        BASELINE: 1,
        "findings": [
            {"fingerprint": fingerprint, "rule": finding.rule, "path": finding.path}
            for finding, fingerprint in zip(listed, fingerprints(listed), strict=True)
        ],
    }


def read_baseline(raw: bytes) -> frozenset[str]:
    """Return the fingerprints that a baseline accepts. Raises DocumentInvalid if it is not a baseline."""
    data = read_json(raw)[0]
    found = data.get("findings")
    if data.get(BASELINE) != 1 or not isinstance(found, list):
        raise DocumentInvalid(f'not a baseline of findings (with "{BASELINE}": 1); create one with --write-baseline')
    return frozenset(str(one.get("fingerprint")) for one in found if isinstance(one, Mapping))


def relocated(log: dict[str, Any], checked: Checked, uri: Callable[[str], str]) -> dict[str, Any]:
    """Return a SARIF log in which each result refers to its own file, of several files that were read as one."""
    every = (*checked.findings, *checked.muted)
    for result, finding in zip(log["runs"][0]["results"], every, strict=True):
        for location in result["locations"]:
            location["physicalLocation"]["artifactLocation"]["uri"] = uri(checked.place_of(finding)[0])
    return log


def report_lines(imported: Imported, pieces: Files) -> list[str]:
    """Return what was dropped, converted, or inferred during the import, one line each: file, line,
    level, place, and reason.
    """
    said = []
    for line in imported.report:
        name, number = located(pieces, line.line)
        where = f"{name}:{number}" if line.line else name
        said.append(f"{where}: {line.level.value}: {line.path}: {line.message}")
    return said


def dumped(value: Any) -> str:
    """Return JSON as it is written to a file or a terminal."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"

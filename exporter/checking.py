"""`keysheet check` beside the rules: files of a module as one, lines of findings, and baselines. Pure but for reading.

A baseline is a file that says which findings are known: they are left out, and only what is new counts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exporter.importers import Imported, import_text
from exporter.importers.reading import read_json
from exporter.targets.sarif import fingerprints, lines_of_parts
from modeler.core import analysis
from modeler.core.errors import DocumentInvalid
from modeler.core.findings import Finding
from modeler.core.limits import DOCUMENT_BYTES_MAX

BASELINE: Final = "keysheet_baseline"
_OF_PATTERNS: Final = frozenset({"index.lsi_where_gsi"})
"""Rules that conclude from there being no access pattern of a kind: of a template, which has none, they say nothing."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was read to be checked: its findings, and the file and line of each where they are known."""

    imported: Imported
    findings: tuple[Finding, ...]
    place_of: Callable[[Finding], tuple[str, int]]

    def line_of(self, finding: Finding) -> int | None:
        """The line, from 1, of its file; None where no line speaks of it."""
        return self.place_of(finding)[1] or None


@dataclass(frozen=True, slots=True)
class Piece:
    """One of several files that were read as one: its name, and the line before its first."""

    name: str
    before: int


def read_file(name: str, raw: bytes) -> tuple[Imported, tuple[Piece, ...], bytes]:
    """A file of any known format. Raises DocumentInvalid."""
    return import_text(raw, "" if name == "-" else name), (Piece(name, 0),), raw


def read_folder(folder: Path) -> tuple[Imported, tuple[Piece, ...], bytes]:
    """The Terraform files of a folder, which are one module. Raises DocumentInvalid where it has none."""
    paths = sorted(folder.glob("*.tf"))
    if not paths:
        raise DocumentInvalid(f"{folder}: a folder is read as a Terraform module, and no *.tf stands in this one")
    pieces: list[Piece] = []
    joined = bytearray()
    line = 0
    for path in paths:
        if path.stat().st_size + len(joined) > DOCUMENT_BYTES_MAX:
            raise DocumentInvalid(f"{path}: the files of this folder are over 20 MB", code="document.too_large")
        raw = path.read_bytes().removeprefix(b"\xef\xbb\xbf").rstrip(b"\n") + b"\n"
        pieces.append(Piece(str(path), line))
        joined += raw
        line += raw.count(b"\n")
    return import_text(bytes(joined), f"{folder.resolve().name}.tf"), tuple(pieces), bytes(joined)


def check(imported: Imported, pieces: Sequence[Piece], raw: bytes) -> Checked:
    """The findings of what was read, with the places that the file's format knows."""
    found = analysis.analyse(imported.design).findings
    if not imported.design.patterns:
        found = tuple(finding for finding in found if finding.rule not in _OF_PATTERNS)
    of_parts = lines_of_parts(raw.decode("utf-8-sig")) if imported.importer == "keysheet" else None

    def place(finding: Finding) -> tuple[str, int]:
        places = imported.places
        line = places.get(f"{finding.part}.{finding.field}") or places.get(finding.part) or 0
        line = line or (of_parts(finding) or 0 if of_parts else 0)
        return located(pieces, line)

    return Checked(imported, found, place)


def located(pieces: Sequence[Piece], line: int) -> tuple[str, int]:
    """The file and its line, of a line of all of them together."""
    piece = next((one for one in reversed(pieces) if one.before < line), pieces[0])
    return piece.name, max(line - piece.before, 0)


def without_known(checked: Checked, known: frozenset[str]) -> Checked:
    """The same without the findings whose fingerprints a baseline has."""
    pairs = zip(checked.findings, fingerprints(checked.findings), strict=True)
    new = tuple(finding for finding, fingerprint in pairs if fingerprint not in known)
    return Checked(checked.imported, new, checked.place_of)


def baseline_of(findings: Iterable[Finding]) -> dict[str, Any]:
    """A baseline that accepts these findings; rules and paths stand in it for its readers, fingerprints count."""
    listed = tuple(findings)
    return {
        BASELINE: 1,
        "findings": [
            {"fingerprint": fingerprint, "rule": finding.rule, "path": finding.path}
            for finding, fingerprint in zip(listed, fingerprints(listed), strict=True)
        ],
    }


def read_baseline(raw: bytes) -> frozenset[str]:
    """The fingerprints that a baseline accepts. Raises DocumentInvalid where it is none."""
    data = read_json(raw)[0]
    found = data.get("findings")
    if data.get(BASELINE) != 1 or not isinstance(found, list):
        raise DocumentInvalid(
            f'this is no baseline of findings (with "{BASELINE}": 1); write one with --write-baseline'
        )
    return frozenset(str(one.get("fingerprint")) for one in found if isinstance(one, Mapping))


def relocated(log: dict[str, Any], checked: Checked, uri: Callable[[str], str]) -> dict[str, Any]:
    """A SARIF log whose results stand in the file that each is about, of several that were read as one."""
    for result, finding in zip(log["runs"][0]["results"], checked.findings, strict=True):
        for location in result["locations"]:
            location["physicalLocation"]["artifactLocation"]["uri"] = uri(checked.place_of(finding)[0])
    return log


def report_lines(imported: Imported, pieces: Sequence[Piece]) -> list[str]:
    """What was dropped, mended or guessed on the way in, a line each: file, line, what, where and why."""
    said = []
    for line in imported.report:
        name, number = located(pieces, line.line)
        where = f"{name}:{number}" if line.line else name
        said.append(f"{where}: {line.level.value}: {line.path}: {line.message}")
    return said


def dumped(value: Any) -> str:
    """JSON as it is written to a file or a terminal."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"

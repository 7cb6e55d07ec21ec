"""What every export target provides: a design in, files and what they cannot represent out. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from modeler.core.design.model import Design


@dataclass(frozen=True, slots=True)
class ExportFile:
    """One file: its `text`, or its bytes if it is not text (`binary`).

    `path` is relative, with safe characters only, whatever the design's name.
    """

    path: str
    text: str = ""
    binary: bytes = b""

    @property
    def content(self) -> bytes:
        """The bytes to write to a disk or into an archive; text as UTF-8."""
        return self.binary or self.text.encode()


@dataclass(frozen=True, slots=True)
class Loss:
    """Something of the design that the format cannot represent: where, and in one sentence what."""

    path: str
    message: str

    def as_json(self) -> dict[str, str]:
        """Return the form that the REST API and the page use."""
        return {"path": self.path, "message": self.message}


@dataclass(frozen=True, slots=True)
class Export:
    """The files of one target, and what they cannot represent; each loss is also listed in the files themselves."""

    files: tuple[ExportFile, ...]
    report: tuple[Loss, ...] = ()


class TargetKind(StrEnum):
    """The purpose of a target; the targets are grouped by it, in this order."""

    DESIGN = "design"
    INFRASTRUCTURE = "infrastructure"
    SCRIPTS = "scripts"
    CODE = "access code"
    SECURITY = "security"
    DOCUMENTS = "documents"
    DATA = "data"


@dataclass(frozen=True, slots=True)
class Target:
    """One export format. `filenames` are the names of its files, for people; `build` does the work.

    `is_slow`: takes longer than a second for a large design, so that the REST API answers with a job. `versions` are
    the same format for other versions of its tool, each named ``name@version``; the target itself is for the newest.
    """

    name: str
    title: str
    filenames: tuple[str, ...]
    media_type: str
    build: Callable[[Design], Export]
    kind: TargetKind = TargetKind.DESIGN
    is_slow: bool = False
    versions: tuple[Target, ...] = ()

    def export(self, design: Design) -> Iterator[ExportFile]:
        """Yield the files of a design."""
        yield from self.build(design).files


def safe_name(text: str, taken: Iterable[str] = (), *, otherwise: str = "design") -> str:
    """Return a name for a file or a resource: letters, digits, ``_`` and ``-``, starting with a letter,
    not in `taken`.
    """
    base = re.sub(r"[^A-Za-z0-9_-]+", "_", text).strip("_-")[:100] or otherwise
    if not base[0].isalpha():
        base = f"{otherwise}_{base}"
    used = {name.lower() for name in taken}
    name, number = base, 2
    while name.lower() in used:
        name, number = f"{base}_{number}", number + 1
    return name


def comment_text(text: str) -> str:
    """Return a text that is safe in a comment of any format: one line, with nothing that a parser reads
    as a line end.
    """
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


def text_block(lines: Iterable[str]) -> str:
    """Return lines of text for a terminal or a file: a name in them cannot move the cursor, change colors, or begin a
    line.
    """
    return "".join(f"{comment_text(line)}\n" for line in lines)


def comment_block(lines: Iterable[str], mark: str = "#") -> str:
    """Return comment lines, each with a line end."""
    return "".join(f"{mark} {comment_text(line)}".rstrip() + "\n" for line in lines)


def header(design: Design, what: str, losses: Iterable[Loss]) -> list[str]:
    """Return the first lines of an exported text file: what it is, and what it cannot represent."""
    lines = [f"{design.name}: {what}, written by Keysheet."]
    return lines + [f"Not in this file: {loss.path}: {loss.message}" for loss in losses]


def markdown_code(text: str) -> str:
    """Return a code span that holds any text: its fence is longer than every run of backticks in the text."""
    line = comment_text(text)
    fence = "`" * (1 + max((len(run) for run in re.findall(r"`+", line)), default=0))
    pad = " " if line.startswith("`") or line.endswith("`") or not line.strip() else ""
    return f"{fence}{pad}{line}{pad}{fence}"

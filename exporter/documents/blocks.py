"""The document as blocks of text, in reading order: what every document format writes."""

from __future__ import annotations

from dataclasses import dataclass

from exporter.documents.contents import TableMap, TemplatePiece


@dataclass(frozen=True, slots=True)
class TextRun:
    """Plain words; nothing in them is markup."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Emphasized words."""

    text: str


@dataclass(frozen=True, slots=True)
class Quiet:
    """De-emphasized words."""

    text: str


@dataclass(frozen=True, slots=True)
class CodeRun:
    """A name, a key, or an expression; `is_quiet` if it is an example of what precedes it."""

    text: str
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class TemplateRun:
    """A key template: literal text, and its attributes marked as such."""

    pieces: tuple[TemplatePiece, ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """A severity: error, warning, or advice."""

    severity: str


@dataclass(frozen=True, slots=True)
class Break:
    """The next inline starts a new line."""


type Inline = TextRun | Strong | Quiet | CodeRun | TemplateRun | Grade | Break
type Inlines = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `anchor` is the target for the list of contents, '' if it is not listed."""

    level: int
    inlines: Inlines
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph. `is_own`: a person wrote it, in any script."""

    inlines: Inlines
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table: its head, and whether it holds numbers."""

    head: Inlines
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table; `is_group` if it is the heading of the rows below it."""

    cells: tuple[Inlines, ...]
    is_group: bool = False


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table of rows; `is_wide` if it may need a page's full width."""

    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class FactsBlock:
    """Names and their values."""

    pairs: tuple[tuple[str, Inlines], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The map of a table."""

    flow: TableMap


@dataclass(frozen=True, slots=True)
class StepsBlock:
    """A calculation step by step: its name, its result, and for each step its depth, description, and result."""

    title: Inlines
    steps: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: tuple[Inlines, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """The list of contents: anchors and titles of the level 2 headings."""

    entries: tuple[tuple[str, str], ...]


type Block = Heading | Paragraph | TableBlock | FactsBlock | Drawing | StepsBlock | Bullets | Contents


def inline_words(text: str) -> Inlines:
    """Return only words, each on a separate line; nothing for an empty text."""
    lines = [line for line in text.split("\n") if line.strip()]
    parts: list[Inline] = []
    for line in lines:
        parts += [Break(), TextRun(line)] if parts else [TextRun(line)]
    return tuple(parts)


def code(text: str) -> Inlines:
    """Return only code; nothing for an empty text."""
    return (CodeRun(text),) if text else ()


def facts(pairs: tuple[tuple[str, str], ...]) -> FactsBlock:
    """Return facts as text."""
    return FactsBlock(tuple((name, inline_words(text)) for name, text in pairs))

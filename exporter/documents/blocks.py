"""The document as blocks of text: what every format for reading writes, in the order in which it is read."""

from __future__ import annotations

from dataclasses import dataclass

from exporter.documents.contents import Flow, Piece


@dataclass(frozen=True, slots=True)
class Text:
    """Words as they are; nothing in them is markup."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    text: str


@dataclass(frozen=True, slots=True)
class Quiet:
    """Words that stand back."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A name, a key or an expression; `is_quiet` where it is an example of what stands before it."""

    text: str
    is_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """A key template: literal text, and the attributes in it told apart."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Grade:
    """A severity: error, warning or advice."""

    severity: str


@dataclass(frozen=True, slots=True)
class Break:
    """The next inline stands on a line of its own."""


type Inline = Text | Strong | Quiet | Code | Template | Grade | Break
type Inlines = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `anchor` is what the list of contents points at, '' where it is not listed."""

    level: int
    inlines: Inlines
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, and whether it holds numbers."""

    head: Inlines
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `is_group` where it heads the rows below it."""

    cells: tuple[Inlines, ...]
    is_group: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of rows; `is_wide` where it may need a page's width of its own."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and what is said of them."""

    pairs: tuple[tuple[str, Inlines], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The map of a table."""

    flow: Flow


@dataclass(frozen=True, slots=True)
class Steps:
    """A calculation step by step: its name, its result, and for each step how deep, what, and what it gives."""

    title: Inlines
    steps: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: tuple[Inlines, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """The list of contents: anchors and titles of the headings of level 2."""

    entries: tuple[tuple[str, str], ...]


type Block = Heading | Paragraph | Grid | Facts | Drawing | Steps | Bullets | Contents


def words(text: str) -> Inlines:
    """Words alone, a line of them below the other; nothing for an empty text."""
    lines = [line for line in text.split("\n") if line.strip()]
    parts: list[Inline] = []
    for line in lines:
        parts += [Break(), Text(line)] if parts else [Text(line)]
    return tuple(parts)


def code(text: str) -> Inlines:
    """Code alone; nothing for an empty text."""
    return (Code(text),) if text else ()


def facts(pairs: tuple[tuple[str, str], ...]) -> Facts:
    """Facts in words."""
    return Facts(tuple((name, words(text)) for name, text in pairs))

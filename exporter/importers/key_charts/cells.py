"""A cell of a key chart as a key template: placeholders in any brackets, and example values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import LiteralText, Reference

type Piece = LiteralText | Reference

_NOTHING: Final = re.compile(
    r"[\s\-–—−]*|n/?a|none|null|nil|∅|(?:\\?<)none(?:\\?>)|not (?:set|used|indexed)", re.IGNORECASE
)
_HOLE: Final = re.compile(
    r"\$?\{\{?\s*(?P<curly>[^{}]{1,100}?)\s*\}\}?|\\?<\s*(?P<angle>[^<>]{1,100}?)\s*\\?>|\[\s*(?P<square>[^\[\]]{1,100}?)\s*\]"
)
_QUOTED: Final = re.compile(r"\"(?P<literal>[^\"]*)\"|'(?P<other>[^']*)'|(?P<name>[A-Za-z_][\w ]*?)(?=\s*(?:\+|$))")
_OTHER_FORM: Final = re.compile(r"\s+(?:\*?or\*?|/)\s+(?=[`<{\"$A-Z])")
_MARKS: Final = re.compile(r"`|\*\*|(?<![A-Za-z0-9])__|__(?![A-Za-z0-9])")
_PADDED: Final = re.compile(r"(?P<name>\w+):0(?P<width>\d{1,2})d?")
_BOLD: Final = re.compile(r"(?<![A-Za-z0-9_])__(\w+?)__(?![A-Za-z0-9_])")
_GENERIC: Final = frozenset({"id", "uuid", "ulid", "guid"})
"""Names of an id that is named by the text before it."""
_VAGUE: Final = frozenset({"name", "type", "slug", "code", "key", "number"})
"""Names that mean another thing after each text: AGENT#<slug> and TASK#<slug>."""
_DATES: Final = frozenset({"yyyy-mm-dd", "date"})
_LOWER: Final = re.compile(r"[a-z][A-Za-z0-9_]*")
_SEPARATOR: Final = "#"
_WORDS_MAX: Final = 2


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell gives: the pieces of its template, the other forms that it lists, and the values read as examples."""

    pieces: tuple[Piece, ...]
    others: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the attributes that the template needs."""
        return tuple(one.attribute for one in self.pieces if isinstance(one, Reference))


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How the cells of a chart are written.

    `has_quotes`: literals are in quotation marks, and words without them are attributes. `has_holes`: attributes are in
    brackets, so that a word without them is a literal.
    """

    has_quotes: bool
    has_holes: bool


def style_of(cells: Sequence[str]) -> CellStyle:
    """Return the style of the key cells of one chart."""
    bare = [plain_text(one) for one in cells]
    return CellStyle(
        any(one.count('"') >= 2 for one in bare), any(_HOLE.search(one) for one in bare if not is_nothing(one))
    )


def is_nothing(text: str) -> bool:
    """Return whether a cell says that there is no key: empty, a dash, n/a."""
    return _NOTHING.fullmatch(_MARKS.sub("", text).strip()) is not None


def plain_text(text: str) -> str:
    """Return a cell without Markdown marks; a name in bold is a placeholder."""
    return _MARKS.sub("", _BOLD.sub(r"<\1>", text)).strip()


def is_prose(text: str) -> bool:
    """Return whether a cell describes a key and does not give it: "same as the order"."""
    return not re.search(r"[#`<{\"]|__", text) and len(text.split()) > _WORDS_MAX


def cell(text: str, style: CellStyle, whole: str) -> Cell:
    """Return a cell's template. `whole` names the attribute of a cell that is one example value."""
    first, *others = _OTHER_FORM.split(text)
    bare = plain_text(first)
    if style.has_quotes:
        return Cell(tuple(_added(bare)), tuple(others))
    pieces: list[Piece] = []
    examples: list[str] = []
    at = 0
    for hole in _HOLE.finditer(bare):
        pieces += _plain(bare[at : hole.start()], style, whole, examples, pieces)
        pieces.append(_reference(hole["curly"] or hole["angle"] or hole["square"], _joined(pieces)))
        at = hole.end()
    pieces += _plain(bare[at:], style, whole, examples, pieces)
    return Cell(_joined(pieces), tuple(others), tuple(examples))


def _added(text: str) -> Iterator[Piece]:
    """Yield the pieces of `"category#" + categoryId`."""
    for found in _QUOTED.finditer(text):
        if found["name"]:
            yield Reference(_named(found["name"]))
        elif literal := found["literal"] or found["other"]:
            yield LiteralText(literal)


def _reference(said: str, before: Sequence[Piece]) -> Reference:
    """Return the attribute of a placeholder. An id without a name of its own is named after the text before it."""
    padded = _PADDED.fullmatch(said)
    if padded and int(padded["width"]) <= 38:
        return Reference(padded["name"], (FormatCall("pad", max(int(padded["width"]), 1)),))
    if said.lower() in _DATES:
        return Reference("date")
    name = _named(said)
    word = _word_before(before)
    if word and name.lower() in _GENERIC:
        return Reference(f"{word}Id")
    return Reference(f"{word}{name.capitalize()}" if word and word != name and name in _VAGUE else name)


def _word_before(before: Sequence[Piece]) -> str:
    """Return the literal segment right before a placeholder, as the beginning of a name."""
    if not before or not isinstance(before[-1], LiteralText):
        return ""
    segments = [one for one in re.split(r"[#:|/@]", before[-1].text) if one]
    return _named(segments[-1].lower()) if segments else ""


def _named(said: str) -> str:
    """Return an attribute's name: as written if it is one, else its words joined."""
    if re.fullmatch(r"[A-Za-z_]\w*", said):
        return said
    first, *rest = re.findall(r"[^\W_]+", said) or ["value"]
    name = first + "".join(word[:1].upper() + word[1:] for word in rest)
    return name if not name[0].isdigit() else f"value{name}"


def _plain(text: str, style: CellStyle, whole: str, examples: list[str], before: Sequence[Piece]) -> list[Piece]:
    """Return the pieces of text outside brackets: literals, and segments that are examples of a value."""
    segments = text.split(_SEPARATOR)
    found: list[Piece] = []
    for place, segment in enumerate(segments):
        literal = _SEPARATOR if place else ""
        if segment and _is_value(segment, style, is_first=place == 0 and not before, is_only=len(segments) == 1):
            examples.append(segment)
            found += [LiteralText(literal)] * bool(literal)
            is_word = _LOWER.fullmatch(segment) and not any(map(str.isdigit, segment))
            word = _word_before(_joined([*before, *found]))
            named = Reference(whole) if not word else Reference(f"{word}Id")
            found.append(_reference(segment, _joined([*before, *found])) if is_word else named)
        else:
            found.append(LiteralText(literal + segment))
    return [one for one in found if not isinstance(one, LiteralText) or one.text]


def _is_value(segment: str, style: CellStyle, *, is_first: bool, is_only: bool) -> bool:
    """Return whether a segment is an example: it has digits, or it is a lower-case name where nothing has brackets."""
    if is_first and not is_only:
        return False
    if any(map(str.isdigit, segment)) and not re.fullmatch(r"[A-Za-z_]+v?\d", segment):
        return True
    return not style.has_holes and not is_first and _LOWER.fullmatch(segment) is not None


def _joined(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return pieces with literals that follow one another as one."""
    made: list[Piece] = []
    for one in pieces:
        if made and isinstance(one, LiteralText) and isinstance(made[-1], LiteralText):
            made[-1] = LiteralText(made[-1].text + one.text)
        else:
            made.append(one)
    return tuple(made)

"""The document of a design as a PDF. The template reads it as data: no text of a design is ever markup."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import asdict
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal

import typst

from exporter.documents.contents import Document, TableMap
from exporter.documents.drawing import drawn
from exporter.documents.hand_out import HandOut

TEMPLATE: Final = Path(__file__).with_name("document.typ")
HAND_OUT: Final = Path(__file__).with_name("hand_out.typ")

TEXT_MAX: Final = 4_000
_USUAL_MAX: Final = 0x24F
"""The last character of the Latin alphabets, which typst's own typefaces have."""
_PROBED_MAX: Final = 1_000
_NOBODYS: Final = "\U0010fffd"
_PROBE: Final = b"""#set page(width: 40pt, height: 20pt, margin: 2pt)
#set text(font: "Libertinus Serif", fallback: true)
#for one in json(bytes(sys.inputs.characters)) { page(one) }"""

type Part = Literal["document", "sheet"]


def as_pdf(document: Document, part: Part = "document", *, changed: datetime | None = None) -> bytes:
    """Return the whole document, or only its key sheet, as a tagged PDF. `changed` is its date."""
    at = changed and changed.replace(microsecond=0)
    made = _set(document, part, format="pdf", timestamp=at)
    assert isinstance(made, bytes)
    return made


def as_images(document: Document, part: Part = "document", *, pixels_per_inch: int = 80) -> list[bytes]:
    """Return its pages as PNG."""
    made = _set(document, part, format="png", ppi=pixels_per_inch)
    return [made] if isinstance(made, bytes) else list(made or ())


def hand_out_as_pdf(page: HandOut, *, changed: datetime | None = None) -> bytes:
    """Return the cost of a design on one page, as a tagged PDF. `changed` is its date."""
    inputs = {"document": json.dumps(asdict(page), ensure_ascii=False)}
    at = changed and changed.replace(microsecond=0)
    made = typst.compile(HAND_OUT.read_bytes(), font_paths=_fonts(), sys_inputs=inputs, format="pdf", timestamp=at)
    assert isinstance(made, bytes)
    return made


def _set(document: Document, part: Part, **how: Any) -> bytes | list[bytes] | None:
    given = shortened(asdict(document)) | {"drawings": [_drawing(flow) for flow in document.flows]}
    inputs = {"document": json.dumps(given, ensure_ascii=False), "part": part}
    # The root holds only the template, so that nothing else can be read from it.
    made: bytes | list[bytes] | None = typst.compile(
        TEMPLATE.read_bytes(), font_paths=_fonts(), sys_inputs=inputs, **how
    )
    return made


def missing_characters(text: str) -> str:
    """Return the characters of a text that no typeface of this machine has, in their order: they are set as boxes.

    Typst does not say so. Each unusual character is set on a page of its own; one that looks like the last character of
    Unicode, which no typeface has, is missing.
    """
    unusual = [one for one in dict.fromkeys(text) if ord(one) > _USUAL_MAX and _is_drawn(one)]
    return "".join(_missing(tuple(sorted(unusual)[:_PROBED_MAX])))


def _is_drawn(character: str) -> bool:
    """Is it more than a control, a space, or a mark on another character?"""
    kind = unicodedata.category(character)
    return kind == "Co" or kind[0] not in "CZM"


@lru_cache(maxsize=64)
def _missing(characters: tuple[str, ...]) -> tuple[str, ...]:
    if not characters:
        return ()
    inputs = {"characters": json.dumps([_NOBODYS, *characters], ensure_ascii=False)}
    made = typst.compile(_PROBE, font_paths=_fonts(), sys_inputs=inputs, format="svg")
    box, *pages = [made] if isinstance(made, bytes) else list(made or ())
    return tuple(one for one, page in zip(characters, pages, strict=True) if page == box)


def shortened(value: Any) -> Any:
    """Return the same data with texts of at most TEXT_MAX characters; each that is cut reports its length. Setting text
    takes two hundred times its size in memory, and nobody reads a number of a million digits.
    """
    match value:
        case str() if len(value) > TEXT_MAX:
            return f"{value[:TEXT_MAX]} … ({len(value):,} characters)"
        case dict():
            return {name: shortened(one) for name, one in value.items()}
        case list() | tuple():
            return [shortened(one) for one in value]
    return value


def _drawing(flow: TableMap) -> dict[str, object]:
    made = drawn(flow, is_printed=True)
    return {
        "table": flow.table,
        "svg": made.text,
        "width": made.width,
        "height": made.height,
        "left_out": flow.left_out,
    }


@cache
def _fonts() -> typst.Fonts:
    """Return typst's typefaces; of the machine's, only those for missing scripts, such as Chinese."""
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True)

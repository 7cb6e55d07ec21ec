"""The document of a design as a PDF. The template reads it as data: no text of a design is ever markup."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import typst

from exporter.documents.contents import Document, TableMap
from exporter.documents.drawing import drawn
from exporter.documents.hand_out import HandOut

TEMPLATE: Final = Path(__file__).with_name("document.typ")
HAND_OUT: Final = Path(__file__).with_name("hand_out.typ")

TEXT_MAX: Final = 4_000

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

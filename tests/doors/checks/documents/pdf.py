"""PDF: set, with the headings of every section, its pages rendered; and the pages are not blank."""

from __future__ import annotations

import io

from PIL import Image

from exporter.documents.typesetting import as_images
from exporter.targets.documents.common import document_and_losses
from tests.doors.checks import Door


def check(door: Door) -> str:
    content = door.file(".pdf").read_bytes()
    assert content.startswith(b"%PDF-1.")
    assert content.rstrip().endswith(b"%%EOF")
    # Tagged: the structure that a screen reader walks through.
    assert b"/MarkInfo" in content
    pages = as_images(document_and_losses(door.design)[0], pixels_per_inch=40)
    assert pages
    for page in pages:
        with Image.open(io.BytesIO(page)) as image:
            # A page has ink on it, and its margin has none.
            shades = image.convert("L").histogram()
            assert any(shades[:128])
            assert any(shades[129:])
    return f"{len(pages)} pages, {len(content):,} bytes"

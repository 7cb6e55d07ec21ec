"""Markdown: a CommonMark parser with GitHub's tables finds every section and row and no markup of the design's, and
Mermaid draws every map in a browser.
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from exporter.documents import document_of
from exporter.documents.outline import SECTIONS
from tests.doors.checks import Door
from tests.doors.fetched import npm_package
from tests.exporter.targets.designs.markup import tokens_of

MERMAID = "11.12.0"


def check(door: Door) -> str:
    text = door.file(".md").read_text("utf-8")
    tokens = tokens_of(text)
    assert {token.content for token in tokens if token.type.startswith("html")} <= {"<br>"}
    assert all(str(token.attrGet("href")).startswith("#") for token in tokens if token.type == "link_open")
    assert not [token for token in tokens if token.type == "image"]
    titles = headings(text, "h2")
    assert set(titles) <= {title for title, _ in SECTIONS}
    assert {"Access patterns", "Key sheet", "Entities", "Items", "Findings", "What the numbers mean"} <= set(titles)
    document = document_of(door.design)
    first = next(token for token in tokens if token.type == "tbody_open") if document.patterns else None
    rows = 0
    if first is not None:
        rest = tokens[tokens.index(first) :]
        rows = sum(token.type == "tr_open" for token in rest[: next(
            place for place, token in enumerate(rest) if token.type == "tbody_close")])  # fmt: skip
        assert rows == len(document.patterns)
    maps = re.findall(r"^```mermaid\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(maps) == len(document.flows)
    return f"{len(titles)} sections, {rows} patterns; Mermaid draws {drawn_maps(maps)} maps"


def headings(text: str, tag: str) -> list[str]:
    """The headings of one level, as plain text."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return [
        "".join(child.content for child in tokens[place + 1].children or ())
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == tag
    ]


@cache
def _source() -> str:
    return (npm_package("mermaid", MERMAID) / "dist" / "mermaid.min.js").read_text("utf-8")


def drawn_maps(maps: list[str]) -> int:
    """Draw texts of Mermaid in a browser; how many there were."""
    if not maps:
        return 0
    from tests.doors.checks.documents.html import browser_page

    script = _source()
    with browser_page() as page:
        page.set_content("<body></body>")
        page.add_script_tag(content=script)
        for number, text in enumerate(maps):
            drawn = page.evaluate(
                "async ([id, text]) => { mermaid.initialize({startOnLoad: false, maxEdges: 2000});"
                " return (await mermaid.render(id, text)).svg }",
                [f"map{number}", text],
            )
            assert drawn.startswith("<svg")
            assert "Syntax error" not in drawn
    return len(maps)

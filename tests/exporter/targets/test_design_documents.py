"""The design document as Markdown, HTML and PDF: the same sections, and no text of a design is ever markup."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from exporter.documents import document_of
from exporter.documents.as_html import as_html
from exporter.documents.as_markdown import as_markdown, code_span, escaped, mermaid
from exporter.documents.drawing import drawn
from exporter.documents.flows import LABEL_MAX, PATTERNS_MAX, flows_of
from exporter.documents.nodes import markup, node, printable
from exporter.targets import target
from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.examples import example
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil
from tests.exporter.targets.designs.markup import Elements, tokens_of

pytestmark = pytest.mark.slow

HOSTILE = (
    *EVIL_TEXTS,
    "| a | b |\n| --- | --- |",
    "```\n# heading",
    "[link](javascript:alert(1)) ![image](http://example.org/x.png) <http://example.org>",
    "http://example.org www.example.org ada@example.org",
    "*bold* _it_ ~~gone~~ `code` $x$ ^y^",
    "- list\n1. one\n> quote\n===",
    "&lt;b&gt; &amp; &#35; &copy",
    "\\| \\` \\",
    "a|b`|`c",
    '" onmouseover="alert(1)',
    "\u202ereversed \u0000 \u0007",
)


def document(design: Design):
    return document_of(design, [finding.as_json() for finding in analyse(design).findings], left_out=["something"])


def named(text: str):
    """A document in which every text that a person wrote is `text`."""

    def changed(value):
        if isinstance(value, str):
            return text
        if isinstance(value, tuple):
            return tuple(map(changed, value))
        if dataclasses.is_dataclass(value):
            return dataclasses.replace(value, **{one.name: changed(getattr(value, one.name)) for one in _fields(value)})
        return value

    return changed(document(everything()))


def _fields(value):
    return dataclasses.fields(value)


def shape(text: str) -> list[str]:
    """The tokens of a Markdown text without what is written in them."""
    kept = ("heading_open", "tr_open", "td_open", "th_open", "bullet_list_open", "list_item_open", "paragraph_open")
    return [f"{token.type} {token.tag}" for token in tokens_of(text) if token.type in (*kept, "fence", "html_block")]


@pytest.mark.conformance(cases=9)
@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_is_markup_in_markdown(text):
    written = as_markdown(named(text.replace("\n", " ")))
    tokens = tokens_of(written)
    assert {token.content for token in tokens if token.type.startswith("html")} <= {"<br>"}
    assert not [token for token in tokens if token.type in ("image", "em_open", "s_open", "blockquote_open")]
    assert {token.attrGet("href")[0] for token in tokens if token.type == "link_open"} <= {"#"}
    assert shape(written) == shape(as_markdown(named("plain")))


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_is_markup_in_html(text):
    text = text.replace("\n", " ")
    page, plain = Elements(as_html(named(text))), Elements(as_html(named("plain")))
    skipped = ("wbr", "br")
    assert [tag for tag, _ in page.tags if tag not in skipped] == [tag for tag, _ in plain.tags if tag not in skipped]
    assert (page.crossed, page.open, page.comments) == ([], [], [])
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert printable(text) in "".join(page.texts)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_design_is_a_document(text):
    design = evil(text)
    assert len(tokens_of(as_markdown(document(design)))) > 100
    page = Elements(as_html(document(design)))
    assert "script" not in page.names
    assert (page.crossed, page.open) == ([], [])


LINE = st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs", "Cf", "Co", "Cn", "Zl", "Zp"]), max_size=30)
MARKS = st.text(alphabet=st.sampled_from("\\`*_{}[]()#+-.!|<>&;:~$=\"'ab1 /@"), max_size=16)


@given(text=LINE | MARKS)
def test_words_are_read_as_they_are(text):
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(f"before {escaped(text)} behind")
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    said = "".join(one.content for one in tokens[1].children)
    assert said.split() == f"before {printable(text)} behind".split()
    assert {one.type for one in tokens[1].children} <= {"text", "text_special"}


@given(text=MARKS)
def test_words_at_the_start_of_a_line_begin_no_block(text):
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(escaped(text))
    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}


@given(text=LINE | MARKS)
def test_code_in_a_table_is_read_as_it_is(text):
    row = f"| {code_span(text, in_table=True)} | b |"
    tokens = tokens_of(f"| a | b |\n| --- | --- |\n{row}\n")
    assert sum(token.type == "td_open" for token in tokens) == 2
    cell = [token for token in tokens if token.type in ("code_inline", "text", "text_special")][2:]
    assert "".join(token.content for token in cell[:-1]).split() == printable(text).split()


@given(text=LINE | MARKS)
def test_what_is_written_between_tags_is_read_as_it_is(text):
    page = Elements(markup([node("p", text, title=text)]))
    assert "".join(page.texts) == printable(text)
    assert page.tags == [("p", {"title": printable(text)})]


def test_the_three_formats_have_the_same_sections():
    made = document(example("order-management").design)
    titles = re.findall(r"^## (.*)$", as_markdown(made), re.MULTILINE)
    page = as_html(made)
    assert titles == re.findall(r'<h2 id="[a-z-]+">([^<]*)</h2>', page)
    assert titles == [
        "Access patterns", "Map", "Key sheet", "Entities", "Items", "Findings", "Capacity", "Cost",
        "What the numbers mean", "Not in this document",
    ]  # fmt: skip


def test_every_anchor_is_there():
    page = Elements(as_html(document(everything())))
    anchors = {attributes["id"] for _, attributes in page.tags if attributes.get("id")}
    assert {attributes["href"][1:] for tag, attributes in page.tags if tag == "a"} == anchors


def test_the_map_joins_patterns_indexes_and_entities():
    flow = flows_of(example("order-management").design)[0]
    lines = list(mermaid(flow))
    assert lines[0] == "flowchart LR"
    assert len(lines) == 1 + len(flow.patterns) + len(flow.places) + len(flow.entities) + len(flow.reads + flow.holds)
    drawing = drawn(flow)
    assert drawing.text.count("<path") == len(flow.reads) + len(flow.holds)
    assert drawing.text.count("<rect") == len(flow.patterns) + len(flow.places) + len(flow.entities)
    ship = flow.patterns.index("A7 Ship an order")
    assert [edge.is_write for edge in flow.reads if edge.start == ship] == [True]


def test_a_map_is_bounded_and_says_what_it_leaves_out():
    design = example("order-management").design
    many = tuple(
        dataclasses.replace(design.patterns[0], id=f"p{number}", code=f"Z{number}", name="n" * 99)
        for number in range(60)
    )
    flow = flows_of(dataclasses.replace(design, patterns=many))[0]
    assert len(flow.patterns) == PATTERNS_MAX
    assert {len(label) for label in flow.patterns} == {LABEL_MAX}
    assert flow.left_out == "20 further access patterns not drawn."
    report = target("markdown").build(dataclasses.replace(design, patterns=many)).report
    assert flow.left_out in [loss.message for loss in report]


def test_a_pdf_of_one_design_is_always_the_same():
    first, second = (target("pdf").build(everything()).files[0] for _ in range(2))
    assert first.content == second.content
    assert first.path == "Everything.pdf"


def test_nothing_is_fetched_and_nothing_runs():
    page = next(target("html").export(everything())).text
    allowed = [attributes for tag, attributes in Elements(page).tags if "http-equiv" in attributes]
    assert [one["content"] for one in allowed] == ["default-src 'none'; style-src 'unsafe-inline'"]
    assert not re.search(r"<script|url\(|@import|<link|<img", page)

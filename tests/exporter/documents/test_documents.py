"""The document of a design: what stands in it, that it stays bounded, and that no name in it is ever markup."""

import dataclasses
import json
from dataclasses import replace

import pytest
import typst

from exporter.documents import Document, document_of
from exporter.documents.as_markdown import as_markdown
from exporter.documents.building import FINDINGS_MAX
from exporter.documents.grids import DOCUMENT_ITEMS_MAX, ITEMS_MAX
from exporter.documents.typesetting import (
    TEMPLATE,
    TEXT_MAX,
    _drawing,
    as_images,
    as_pdf,
    missing_characters,
    shortened,
)
from exporter.targets import target
from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document
from modeler.examples import examples
from tests.benchmarks.big_design import big_design

HOSTILE = (
    '#panic("markup")',
    '#read("/etc/passwd")',
    "= A heading",
    "$x/0$ *bold* _it_ `raw` @label <label> \\u{41} // /* ~",
    "\u202ereversed\u2069 \u0000\u0007\ufffe",
    "商品 注文 заказ الطلب ऑर्डर 👩‍👩‍👧 café",
    "]]}}#[",
    "x" * 400,
)


def whole(key: str) -> Design:
    return next(one.design for one in examples() if one.key == key)


def headings(document: Document) -> list[str]:
    """What the set document takes for headings, as plain text."""
    given = dataclasses.asdict(document) | {"drawings": [_drawing(flow) for flow in document.flows]}
    inputs = {"document": json.dumps(given), "part": "document"}
    found = json.loads(typst.query(TEMPLATE.read_bytes(), "heading.where(level: 1)", sys_inputs=inputs))
    return [plain_text(one["body"]) for one in found]


def plain_text(body) -> str:
    return body.get("text") or "".join(map(plain_text, body.get("children", ())))


@pytest.mark.parametrize("example", list(examples()), ids=lambda one: one.key)
def test_every_example_is_set(example):
    findings = [one.as_json() for one in analyse(example.design).findings]
    document = document_of(example.design, findings, edition="Revision 7")
    assert [line.name for line in document.patterns] == [pattern.name for pattern in example.design.patterns]
    assert [part.name for part in document.entities] == [entity.name for _, entity in example.design.entities()]
    assert [one.message for one in document.findings] == [one["message"] for one in findings[:FINDINGS_MAX]]
    assert as_pdf(document).startswith(b"%PDF-")
    assert as_pdf(document, "sheet").startswith(b"%PDF-")


def test_its_parts_follow_each_other():
    assert headings(document_of(whole("order-management"))) == [
        "Access patterns", "Map", "Key sheet", "Entities", "Items", "Findings", "Capacity", "Cost",
        "What the numbers mean",
    ]  # fmt: skip


def test_a_cell_says_what_is_written_with_an_example_and_when():
    sheet = document_of(whole("order-management")).sheets[0]
    order = next(row for row in sheet.rows if row.entity == "Order")
    base, _, sparse = order.cells
    assert "".join(piece.text for piece in base[0].elements[0].pieces) == "CUST#{customerId}"
    assert [piece.is_attribute for piece in base[0].elements[0].pieces] == [False, True]
    assert base[0].elements[0].example.startswith("CUST#")
    assert sparse[0].when == "status = 'OPEN'"
    customer = next(row for row in sheet.rows if row.entity == "Customer")
    assert customer.cells[1] == customer.cells[2] == ()


def test_the_cost_carries_its_arithmetic():
    cost = document_of(whole("order-management")).cost
    reads = next(line for line in cost.bills[0].lines if line.what == "reads")
    assert reads.steps[-1].value == reads.amount
    assert any("calls/s" in step.text for step in reads.steps)
    assert any("Price List" in step.text and step.depth == 1 for step in reads.steps)


@pytest.mark.conformance(cases=3)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_is_markup(text):
    design = whole("order-management")
    table = design.tables[0]
    entity = dataclasses.replace(table.entities[1], name=text, description=text)
    pattern = dataclasses.replace(design.patterns[0], name=text, code=text, description=text, filter=text)
    changed = dataclasses.replace(
        design,
        name=text,
        description=text,
        tables=(dataclasses.replace(table, name=text, entities=(entity, *table.entities[2:])),),
        patterns=(pattern, *design.patterns[1:]),
    )
    findings = [one.as_json() for one in analyse(changed).findings]
    document = document_of(changed, findings, edition=text)
    assert headings(document) == headings(document_of(design))
    assert as_pdf(document).startswith(b"%PDF-")


def test_an_empty_design_is_a_document_too():
    document = document_of(Design("Nothing yet"))
    assert len(as_images(document)) >= 1
    assert document.cost is None


@pytest.mark.conformance
@pytest.mark.slow
def test_a_large_design_is_bounded_and_says_so():
    document = document_of(
        big_design(), [{"severity": "advice", "rule": "r", "path": "", "message": "m", "why": "", "fix": ""}] * 900
    )
    listed = [sum(len(one.items) for one in grid.collections) for grid in document.grids]
    assert max(listed) <= ITEMS_MAX
    assert sum(listed) <= DOCUMENT_ITEMS_MAX
    assert document.grids[0].left_out == "940 further items not listed."
    assert document.findings_left_out.startswith("700 further findings")
    assert as_pdf(document).startswith(b"%PDF-")


def test_what_a_document_says_can_be_written_as_json():
    assert json.loads(json.dumps(dataclasses.asdict(document_of(whole("leaderboard")))))["name"]


def test_relations_are_a_section_with_their_counts():
    design = from_document(
        {
            "keysheet": 1,
            "name": "Shop",
            "tables": [{"name": "app", "entities": [{"name": "Customer"}, {"name": "Order"}]}],
            "relations": [
                {
                    "parent": "Customer",
                    "child": "Order",
                    "through": ["customerId"],
                    "per_parent": {"average": 3, "max": 900},
                }
            ],
        }
    )
    text = as_markdown(document_of(design))
    assert "## Relations" in text
    assert "| Customer | Order | one to many | customerId | 3 (at most 900) per Customer |" in text
    assert "## Relations" not in as_markdown(document_of(replace(design, relations=())))


def test_a_text_that_is_far_too_long_is_cut_and_reports_its_length():
    digits = "9" * (TEXT_MAX + 1)
    cut = shortened({"rows": ({"number": digits, "short": "9" * TEXT_MAX},)})
    assert cut == {"rows": [{"number": f"{'9' * TEXT_MAX} … (4,001 characters)", "short": "9" * TEXT_MAX}]}


def test_a_huge_number_makes_a_small_file():
    document = document_of(whole("order-management"))
    huge = replace(document, description="9" * 3_000_000)
    assert len(as_pdf(huge)) < 2 * len(as_pdf(document))


def test_characters_without_a_typeface_are_listed():
    # No typeface has these characters for private use; typst's own have Latin, Greek and Cyrillic.
    assert missing_characters("Größe, цена, τιμή ≤ \U000f1235\U000f1234") == "\U000f1234\U000f1235"
    assert missing_characters("only Latin") == ""
    design = replace(whole("order-management"), description="\U000f1234")
    messages = [one.message for one in target("pdf").build(design).report]
    assert [one for one in messages if "boxes in the PDF" in one]


def test_a_description_reads_in_its_own_direction():
    design = replace(next(iter(examples())).design, description="ספרים של DynamoDB.")
    text = target("html").build(design).files[0].content.decode()
    assert '<p class="own">ספרים של DynamoDB.</p>' in text
    assert ".own { unicode-bidi: plaintext }" in text

"""Access patterns as text and as Markdown."""

from __future__ import annotations

import pytest

from exporter.importers import import_text, pattern_list
from modeler.core.design.items import SizeFact
from modeler.core.errors import DocumentInvalid
from modeler.core.requirements.english import reading

TABLE = """# Shop

We need these:

| # | Access pattern | RPS | Peak |
|---|:---------------|----:|------|
| A1 | **Orders of a customer**, newest first | 50 | 400 |
| A2 | Get a [customer](https://example.org) by email | 5 | |

```sql
select 1;
```
"""


def test_a_markdown_table_gives_code_words_and_rates():
    imported = import_text(TABLE.encode(), "shop.md")
    assert imported.importer == "patterns"
    assert [(one.code, one.name) for one in imported.design.patterns] == [
        ("A1", "Orders of a customer, newest first"),
        ("A2", "Get a customer by email"),
    ]
    rate = imported.design.patterns[0].per_second
    assert rate is not None
    assert (rate.average, rate.peak) == (50, 400)
    assert {one.name for _, one in imported.design.entities()} == {"Customer", "Order"}
    parts = {one.id for _, entity in imported.design.entities() for one in entity.overloads}
    assert {guess.part for guess in imported.guesses} == parts


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\nProse that is none.\n\n- [x] Orders of a customer\n* get an order by id\n",
        "1. Orders of a customer\n2) get an order by id\n",
        "Orders of a customer\n\nget an order by id",
        "| orders of a customer |\n|---|\n| get an order by id |\n",
    ],
)
def test_bullets_numbers_plain_lines_and_bare_tables_are_read_alike(text):
    imported = import_text(text.encode(), "patterns.txt")
    assert [one.operation for one in imported.design.patterns] == ["Query", "GetItem"]


def test_pasted_text_without_a_name_is_known_by_its_words():
    assert import_text(b"- orders of a customer, newest first\n- get an order by id\n").importer == "patterns"


def test_sentences_with_one_comma_each_are_no_table_of_items():
    text = b"Orders of a customer, newest first\nOrders of a shop, oldest first\nA customer by email, consistent\n"
    assert [one.operation for one in import_text(text, "needs.txt").design.patterns] == ["Query"] * 3
    assert import_text(b"id, name\n1, Ada\n2, Eve\n", "people.txt").design.tables[0].entities[0].items


def test_lines_that_describe_entities_give_them_attributes():
    text = b"A trip has a start time and a price\nTrips belong to a member\nTrips of a member, newest first\n"
    made = import_text(text, "needs.txt")
    entities = {one.name: [each.name for each in one.attributes] for _, one in made.design.entities()}
    assert {"startTime", "price", "memberId"} <= set(entities["Trip"])
    assert len(made.design.patterns) == 1


def test_a_note_says_its_line():
    imported = import_text(b"# x\n\n- orders of a customer\n- update the order\n", "a.md")
    assert [(line.path, line.line) for line in imported.report if line.level == "note"] == [("line 4", 4)]


@pytest.mark.parametrize("text", ["# Only a title\n", "```\ncode\n```\n", "| |\n|-|\n"])
def test_a_file_without_a_pattern_gets_a_sentence(text):
    with pytest.raises(DocumentInvalid) as caught:
        import_text(text.encode(), "a.md")
    assert "one per line" in caught.value.message


@pytest.mark.slow
def test_a_line_that_is_too_long_is_said_and_so_are_too_many():
    text = "\n".join(["- orders of a customer"] * 501 + ["- " + "x" * 1000])
    imported = import_text(text.encode(), "a.md")
    assert len(imported.design.patterns) == 500
    assert [line.path for line in imported.report if line.level == "dropped"] == ["line 502", "line 501"]


@pytest.mark.parametrize(
    ("line", "operation", "entity", "given"),
    [
        ("1. **Get device by id** - 100 RPS peak", "GetItem", "Device", None),
        ("- Create order (transaction)", "PutItem", "Order", None),
        ("- Scan of all devices (daily)", "Scan", "Device", None),
        ("- As a user, I want to see my invoices so that I can pay", "Query", "Invoice", "userId"),
        ("- Put order", "PutItem", "Order", None),
    ],
)
def test_remarks_stories_and_rates_at_the_end_name_no_entities(line, operation, entity, given):
    (pattern,) = import_text(f"# Patterns\n\n{line}\n".encode(), "patterns.md").design.patterns
    assert (str(pattern.operation), pattern.entities) == (operation, (entity,))
    assert given is None or given in pattern.facts.intent.given
    assert not pattern.filter


@pytest.mark.parametrize("text", ["hello", "hello world\nLorem ipsum dolor sit amet", "TODO\n\nbuy milk soon"])
def test_a_text_that_asks_for_nothing_makes_no_design(text):
    with pytest.raises(DocumentInvalid):
        import_text(text.encode(), "notes.txt")
    with pytest.raises(DocumentInvalid):
        import_text(text.encode(), "")


def test_a_line_that_is_not_understood_makes_no_entity_and_is_reported():
    made = import_text(b"orders of a customer\nhello\ncustomer by email\n", "list.txt")
    assert [entity.name for _, entity in made.design.entities()] == ["Order", "Customer"]
    assert [line.message for line in made.report if "hello" in line.message] == [
        "not understood as an access pattern: hello"
    ]


def test_a_number_of_items_is_no_page_of_a_list():
    made = import_text(b"orders of a customer\n3,000 customers, 40 robots\n", "needs.md")
    assert [one.name for one in made.design.patterns] == ["Orders of a customer"]
    assert [line.message for line in made.report if "a number of items" in line.message] == [
        "a number of items is not an access pattern: Robot: 40 items"
    ]
    assert {one.name: one.count for _, one in made.design.entities()} == {"Order": None, "Customer": 3_000}


def test_numbers_and_unique_values_are_imported_with_their_entities():
    text = b"orders of a customer\nA customer has a unique email and a name\nEach customer has 12 orders, at most 900\n"
    made = import_text(text, "needs.md")
    assert [one.per_parent for one in made.design.relations] == [SizeFact(12, 900)]
    assert {one.name: one.unique for _, one in made.design.entities()} == {"Customer": (("email",),), "Order": ()}


def test_of_the_text_around_a_list_a_bounded_number_of_lines_is_read_and_the_rest_is_said(monkeypatch):
    monkeypatch.setattr(pattern_list, "_PROSE_MAX", 5)
    asked = []
    monkeypatch.setattr(pattern_list, "describes", lambda line: bool(asked.append(line)))
    imported = import_text(("- orders of a customer\n" + "This text is around the list.\n" * 9).encode(), "a.md")
    assert len(asked) == 5
    assert any("only the first 5 lines were read" in line.message for line in imported.report)


def test_a_line_without_end_is_read_to_its_limit(monkeypatch):
    read = []
    monkeypatch.setattr(reading, "_describes", lambda text, known: bool(read.append(text)))
    assert not reading.describes("an order has lines " * 1_000)
    assert sum(map(len, read)) <= reading.LINE_MAX


def test_keys_beside_requests_are_said_and_the_requests_are_read():
    text = "| Access pattern | Partition key |\n|---|---|\n| plants of a garden, newest first | GARDEN#id |\n"
    imported = import_text(text.encode(), "garden.md")
    assert [one.name for one in imported.design.patterns] == ["Plants of a garden, newest first"]
    assert [line.line for line in imported.report if "(Partition key)" in line.message] == [1]


def test_a_table_whose_columns_are_no_keys_is_left_alone():
    text = "| Access pattern | Skill | Pkey |\n|---|---|---|\n| plants of a garden, newest first | low | none |\n"
    imported = import_text(text.encode(), "garden.md")
    assert not [line for line in imported.report if "keys in this table" in line.message]

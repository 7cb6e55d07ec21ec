"""`keysheet requirements`: what sentences mean, as text and as JSON."""

import json

import jsonschema
import pytest

from exporter.command_line import main
from modeler.core.documents.reading import dump
from modeler.core.requirements.codec import reading_of
from modeler.core.requirements.schema import schema
from modeler.examples import example

TEXT = """# Tickets

- A1: open tickets of a customer, newest first (50/s)
- Reserve a seat and record the payment
- top 10 concerts by sales
- tickets of a concert despite the weather
- hello
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "requirements.md"
    path.write_text(TEXT)
    return path


def test_json_has_rows_slots_questions_and_what_was_not_understood(file, capsys):
    assert main(["requirements", str(file), "--format", "json"]) == 1
    made = json.loads(capsys.readouterr().out)
    proposed = made.pop("proposed")
    jsonschema.validate(made, schema())
    reading = reading_of(made)
    assert [(row.line, row.code, row.entities.value) for row in reading.rows] == [
        (3, "A1", ("Ticket",)),
        (4, "", ("Seat",)),
        (4, "", ("Payment",)),
        (5, "", ("Concert",)),
        (6, "", ("Ticket",)),
    ]
    assert reading.not_understood == ((7, "hello"),)
    assert proposed["entities"] == ["Ticket", "Customer", "Seat", "Payment", "Concert"]
    assert {"parent": "Customer", "child": "Ticket"} in proposed["relations"]


def test_bullets_under_an_entity_hide_no_line_after_them(tmp_path, capsys):
    path = tmp_path / "repairs.txt"
    path.write_text("- Job\n  * bike\n  * received on\n  * price\nJobs of a bike\nhello there\n")
    assert main(["requirements", str(path), "--format", "json"]) == 1
    made = json.loads(capsys.readouterr().out)
    assert [row["text"] for row in made["rows"]] == ["Jobs of a bike"]
    assert made["descriptions"][0]["attributes"] == ["bike", "receivedOn", "price"]
    assert made["not_understood"] == [{"line": 6, "text": "hello there"}]


def test_a_request_beside_a_list_is_read_and_remarks_are_not(tmp_path, capsys):
    path = tmp_path / "club.md"
    path.write_text(
        "This text says how the club works.\n\nOpen bookings of a member\n\n- courts of a club\n"
        "- bookings of a court, newest first\n\nMembers of a club by name\n"
    )
    main(["requirements", str(path), "--format", "json"])
    made = json.loads(capsys.readouterr().out)
    assert [row["line"] for row in made["rows"]] == [3, 5, 6, 8]
    assert made["not_understood"] == []


def test_text_shows_the_questions_and_the_words_that_were_not_read(file, capsys):
    assert main(["requirements", str(file)]) == 1
    text = capsys.readouterr().out
    assert "order: sales: a count, a sum, or an attribute?" in text
    assert 'not read    "despite", "weather"' in text
    assert "line 7: not understood: hello" in text


def test_names_of_a_design_are_not_proposed(tmp_path, capsys):
    design, lines = tmp_path / "design.json", tmp_path / "lines.txt"
    design.write_text(dump(example("order-management").design))
    lines.write_text("open orders of a customer, newest first (50/s)")
    assert main(["requirements", str(lines), "--design", str(design), "--format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)
    slots = made["rows"][0]["slots"]
    assert slots["condition"]["value"] == [{"attribute": "status", "value": "OPEN"}]
    assert slots["order"]["value"] == [{"attribute": "orderDate", "descending": True}]
    assert slots["given"]["value"] == [{"attribute": "customerId", "of": "Customer"}]
    assert {one["certainty"] for one in slots.values()} == {"understood"}
    assert made["proposed"] == {
        "entities": [],
        "attributes": [],
        "relations": [{"parent": "Customer", "child": "Order"}],
    }


def test_a_file_without_a_requirement_is_refused(tmp_path, capsys):
    path = tmp_path / "hello.txt"
    path.write_text("hello\n")
    assert main(["requirements", str(path)]) == 2
    assert "the file has no requirement" in capsys.readouterr().err


def test_a_design_has_the_rows_of_its_patterns(tmp_path, capsys):
    path = tmp_path / "design.json"
    path.write_text(dump(example("order-management").design))
    assert main(["requirements", str(path), "--format", "json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["beginning"] == {"title": "a design", "left": 0, "not_read": []}
    assert made["proposed"] == {"entities": [], "attributes": [], "relations": []}
    rows = {row["code"]: row for row in made["rows"]}
    assert rows["A2"]["slots"]["operation"]["value"] == "list"
    assert rows["A2"]["slots"]["entities"]["value"] == ["Order"]


def test_ddl_has_rows_too(tmp_path, capsys):
    path = tmp_path / "shop.sql"
    path.write_text("create table customers (id uuid primary key, email text unique);")
    assert main(["requirements", str(path)]) == 0
    text = capsys.readouterr().out
    assert "the file is a design" in text
    assert "Get a customer by email" in text


def test_a_log_of_queries_has_rates_for_its_period_and_lists_what_was_not_read(tmp_path, capsys):
    path = tmp_path / "statements.csv"
    path.write_text('query,calls\n"SELECT * FROM customers WHERE id = $1",600\n"SELECT * FROM a, b",3\n')
    assert main(["requirements", str(path), "--period", "1 min"]) == 0
    text = capsys.readouterr().out
    assert "Get a customer (10/s)" in text
    assert "not read: SELECT * FROM a, b (it joins tables)" in text
    assert main(["requirements", str(path), "--period", "soon"]) == 2


def test_what_an_index_without_rates_is_worth_is_unknown(tmp_path, capsys):
    path = tmp_path / "asked.json"
    intents = [("Query", ["customerId"]), ("GetItem", ["orderId"])]
    names = [{"name": name, "type": "S"} for name in ("orderId", "customerId")]
    document = {
        "keysheet": 1,
        "name": "Asked",
        "tables": [{"name": "app", "entities": [{"name": "Order", "identity": ["orderId"], "attributes": names}]}],
        "access_patterns": [
            {"code": f"A{n}", "name": "Read", "operation": kind, "entities": ["Order"], "intent": {"given": given}}
            for n, (kind, given) in enumerate(intents)
        ],
    }
    path.write_text(json.dumps(document))
    assert main(["synthesise", str(path), "--out", str(tmp_path / "out")]) == 0
    text = capsys.readouterr().out
    assert "without it" in text
    assert "unknown, no rate is given" in text

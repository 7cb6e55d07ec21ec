"""Items in DynamoDB JSON and in CSV: read as they stand, with the key guessed and said."""

from __future__ import annotations

import gzip
import io
import json
from csv import writer
from typing import Any

import pytest

from exporter.importers import Imported, import_text
from exporter.targets.data.csv import cell
from modeler.core.errors import DocumentInvalid
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import AttributeType, AttributeValue, string
from modeler.core.values.cells import guarded
from modeler.core.values.json_values import to_dynamodb_json
from tests.exporter.importers.inference.inferring import designs

ITEMS = [
    {"PK": {"S": "CUST#a1"}, "SK": {"S": "PROFILE"}, "name": {"S": "Ada"}},
    {"PK": {"S": "CUST#a1"}, "SK": {"S": "ORDER#o-1"}, "total": {"N": "12.5"}, "GSI1PK": {"S": "OPEN"}},
    {"PK": {"S": "CUST#b2"}, "SK": {"S": "ORDER#o-2"}, "total": {"N": "3"}, "GSI1PK": {"S": "OPEN"}},
]
LINES = "\n".join(json.dumps({"Item": item}) for item in ITEMS).encode()


def stored(imported: Imported) -> list[dict[str, Any]]:
    items = materialise(imported.design.tables[0])
    found = [{name: to_dynamodb_json(value) for name, value in one.item.items()} for one in items]
    return sorted(found, key=in_order)


def in_order(item: object) -> str:
    return json.dumps(item, sort_keys=True)


def key(imported: Imported) -> tuple[str, ...]:
    return imported.design.tables[0].base.key_names


def csv(text: str, name: str = "orders.csv") -> Imported:
    return import_text(text.encode(), name)


@pytest.mark.parametrize(
    "raw",
    [
        LINES,
        LINES + b"\n\n",
        gzip.compress(LINES),
        gzip.compress(LINES[: len(LINES) // 2]) + gzip.compress(LINES[len(LINES) // 2 :]),
        b"\n".join(json.dumps(item).encode() for item in ITEMS),
        json.dumps({"Items": ITEMS, "Count": 3, "ScannedCount": 3}, indent=2).encode(),
        json.dumps([{"Item": item} for item in ITEMS]).encode(),
        json.dumps(ITEMS).encode(),
        json.dumps({"orders": [{"PutRequest": {"Item": item}} for item in ITEMS]}).encode(),
    ],
)
def test_every_form_of_items_is_read_alike(raw):
    imported = import_text(raw, "orders.json.gz")
    assert imported.importer == "dynamodb-json"
    assert stored(imported) == sorted(ITEMS, key=in_order)
    assert key(imported) == ("PK", "SK")
    assert imported.design.tables[0].name == "orders"
    assert [index.name for index in imported.design.tables[0].indexes] == ["GSI1"]
    assert [one.name for one in imported.design.tables[0].entities] == ["PROFILE", "ORDER"]


def test_one_item_alone_is_a_file_too():
    assert stored(import_text(json.dumps({"Item": ITEMS[0]}).encode())) == [ITEMS[0]]


def test_an_incremental_export_says_its_key_and_what_was_deleted():
    lines = [
        {"Metadata": {}, "Keys": {"sort": {"S": "s"}, "owner": {"S": "o"}},
         "NewImage": {"sort": {"S": f"s{n}"}, "owner": {"S": "o"}, "n": {"N": "1"}}}
        for n in range(3)
    ]  # fmt: skip
    lines.append({"Metadata": {}, "Keys": {"sort": {"S": "s9"}, "owner": {"S": "o"}}, "OldImage": {"sort": {"S": "s"}}})
    imported = import_text("\n".join(map(json.dumps, lines)).encode())
    assert key(imported) == ("owner", "sort")
    assert [(line.level, line.path, line.line) for line in imported.report if line.level == "dropped"] == [
        ("dropped", "line 4", 4)
    ]


@pytest.mark.parametrize("name", designs())
def test_what_the_examples_store_comes_back_item_for_item(name):
    for table in designs()[name].tables:
        items = [{n: to_dynamodb_json(v) for n, v in one.item.items()} for one in materialise(table)]
        imported = import_text("\n".join(json.dumps({"Item": item}) for item in items).encode(), "x.json")
        assert stored(imported) == sorted(items, key=in_order)


@pytest.mark.parametrize(
    ("items", "expected", "least"),
    [
        ([{"pk": "a", "sk": "1"}, {"pk": "a", "sk": "2"}], ("pk", "sk"), 0.9),
        ([{"orderId": "1", "at": "x"}, {"orderId": "2", "at": "x"}, {"orderId": "3", "at": "x"}], ("orderId",), 0.7),
        ([{"user": "a", "at": "1"}, {"user": "a", "at": "2"}, {"user": "b", "at": "1"}], ("user", "at"), 0.4),
        ([{"a": "1"}, {"a": "1"}], ("pk",), 0.1),
    ],
)  # fmt: skip
def test_the_key_is_guessed_by_name_or_by_what_tells_items_apart(items, expected, least):
    raw = "\n".join(json.dumps({"Item": {name: {"S": text} for name, text in item.items()}}) for item in items)
    imported = import_text(raw.encode())
    assert key(imported) == expected
    guess = imported.guesses[0]
    assert guess.part == imported.design.tables[0].id
    assert guess.confidence == pytest.approx(least, abs=0.06)
    assert len(stored(imported)) == len(items)


def test_csv_columns_have_the_type_that_every_value_has():
    imported = csv(
        "PK,SK,total,paid,zip,phone,tags\n"
        'C#1,O#1,12.50,true,01234,+49 30,"[{""S"":""a""}]"\n'
        'C#1,O#2,3,false,9,030,"{""a"":{""N"":""1""}}"\n'
    )
    first = imported.design.tables[0].entities[0].items[0].values
    types = {name: str(value.type) for name, value in first.items()}
    assert types == {"total": "N", "paid": "BOOL", "zip": "S", "phone": "S", "tags": "L", **types}
    assert first["total"].data == "12.5"
    assert imported.importer == "csv"
    guessed = {line.path: line.message for line in imported.report if line.path.startswith("column")}
    assert guessed == {
        "column total": "read as N: each of its 2 values is a number",
        "column paid": "read as BOOL: each of its 2 values is true or false",
        "column tags": "read as map or list: each of its 2 values is JSON",
    }


def test_formulas_stay_text_and_are_said_with_their_line():
    imported = csv('PK,note\n1,fine\n2,"=HYPERLINK(""http://x"",""y"")"\n3,@SUM(A1)\n')
    values = {item["PK"]["N"] if "N" in item["PK"] else item["PK"]["S"]: item["note"]["S"] for item in stored(imported)}
    assert values["2"] == '=HYPERLINK("http://x","y")'
    assert ("line 3", "note: 2 values that a spreadsheet would treat as formulas; kept as text") in [
        (line.path, line.message) for line in imported.report
    ]


def test_a_header_may_say_the_types():
    imported = csv("PK (S);n (N);ok (BOOL)\n007;5;true\n008;x;true\n")
    assert {str(one.data) for one in (row.values["ok"] for _, _, row in imported.design.items())} == {"True"}
    assert [str(element.type) for element in imported.design.tables[0].partition_key] == ["S"]
    assert [line.path for line in imported.report if line.level == "dropped"] == ["line 3, n"]


def test_an_empty_cell_is_no_attribute_and_lines_within_quotes_count():
    imported = csv('PK,a,b\n1,"two\nlines",\n2,,x,extra\n')
    assert stored(imported)[0].keys() | stored(imported)[1].keys() == {"PK", "a", "b"}
    assert sorted(len(item) for item in stored(imported)) == [2, 2]
    assert [line.path for line in imported.report if line.level == "dropped"] == ["line 4"]


@pytest.mark.parametrize(
    ("raw", "name", "code", "words"),
    [
        (LINES + b'\n{"Item": {"PK": {"S": "x"}', "a.json", "document.not_json", "line 4, column"),
        (LINES + b'\n{"Item": {"PK": {"N": NaN}}}', "a.json", "document.not_json", "line 4: "),
        (LINES + b'\n{"Item": {"PK": {"S": "\\u0000"}}}', "a.json", "document.character", "line 4"),
        (gzip.compress(LINES)[:-20], "a.json.gz", "document.gzip", "damaged"),
        (b"\x1f\x8bnonsense", "a.gz", "document.gzip", "damaged"),
        (gzip.compress(b" " * 30_000_000), "a.gz", "document.too_large", "20 MB"),
        (b'{"Items": [], "Count": 0}', "a.json", "document.no_model", "no item"),
        (b"a,b\n", "a.csv", "document.empty", "no item"),
        (b"a,a\n1,2\n", "a.csv", "document.csv", "two columns"),
        (b"a,,b\n1,2,3\n", "a.csv", "document.csv", "column 2 has no name"),
        (b'a,b\n1,"2\n', "a.csv", "document.csv", "line 2"),
        (b'a,b\n1,"2"x\n', "a.csv", "document.csv", "line 2"),
        (b"a,b\n1,2\0\n", "a.csv", "document.csv", "line 2"),
        (b"a,b\n1," + b"x" * 200_000 + b"\n", "a.csv", "document.csv", "line 2"),
        (b",".join(b"c%d" % n for n in range(2001)) + b"\n1\n", "a.csv", "document.csv", "2,001 columns"),
    ],
)
def test_what_is_no_such_file_gets_a_sentence_with_its_place(raw, name, code, words):
    with pytest.raises(DocumentInvalid) as caught:
        import_text(raw, name)
    assert caught.value.code == code
    assert words in caught.value.message


def test_what_is_no_value_is_left_out_and_said():
    raw = b'{"Item": {"PK": {"S": "a"}, "x": {"Q": 1}, "y": {"N": 5}}}\n{"Item": {"PK": {"S": "b"}}}\n7\n'
    imported = import_text(raw)
    assert [(line.level, line.path) for line in imported.report if line.level in ("dropped", "converted")] == [
        ("converted", "line 1.x"),
        ("converted", "line 1.y"),
        ("dropped", "line 3"),
    ]


def test_a_csv_without_a_name_is_known_by_its_header():
    assert import_text(b"PK,SK,n\na,1,2\na,2,3\n").importer == "csv"
    assert {one.type for one in import_text(b"PK,n\na,1\nb,2\n").design.tables[0].partition_key} == {AttributeType.S}


@pytest.mark.parametrize("text", ["=1+1", "'=x", "-", "+a", "@b", "''@", "\tx", "plain'", "'quoted'", '-x, "y"'])
def test_a_text_comes_back_as_our_own_csv_guarded_it(text):
    """The export puts an apostrophe before what a spreadsheet would calculate; the import takes that one off."""
    held = io.StringIO(newline="")
    writer(held).writerows([[guarded("id (S)"), guarded("=name (S)")], ["a", guarded(text)]])
    imported = import_text(held.getvalue().encode(), "items.csv")
    (item,) = materialise(imported.design.tables[0])
    assert item.item["=name"] == string(text)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ('{"exportArn": "arn", "itemCount": 8}', "manifest-summary.json", "the manifest of an export to S3"),
        ('{"dataFileS3Key": "x", "itemCount": 8}', "manifest-files.json", "the manifest of an export to S3"),
        ('$ion_1_0 {Item:{PK:"a"}}', "a.ion", "Amazon Ion"),
    ],
)
def test_what_lies_beside_the_items_of_an_export_is_told_so(text, name, words):
    with pytest.raises(DocumentInvalid) as caught:
        import_text(text.encode(), name)
    assert words in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        '[{"id": 1, "name": "a", "tags": ["x"]}, {"id": 2, "name": "b", "at": {"y": null}, "ok": true}]',
        '{"id": 1, "name": "a", "tags": ["x"]}\n{"id": 2, "name": "b", "at": {"y": null}, "ok": true}\n',
    ],
)
@pytest.mark.parametrize("name", ["people.json", ""])
def test_plain_json_is_items(text, name):
    imported = import_text(text.encode(), name)
    assert imported.importer == "json-items"
    (table,) = imported.design.tables
    assert [(key.name, key.type) for key in table.partition_key] == [("id", AttributeType.N)]
    items = {str(item["id"].data): item for item in stored_values(imported)}
    assert (items["1"]["tags"].type, items["2"]["at"].type, items["2"]["ok"].type) == ("L", "M", "BOOL")


def stored_values(imported: Imported):
    table = imported.design.tables[0]
    return [item.values for entity in table.entities for item in entity.items] + [
        one.values for one in table.unassigned
    ]


HEADLESS = 'Acme,"$7,087,796.00",2012-01-01\nBeta,"$5,000.00",2013-01-01\n'


def test_a_csv_without_a_header_is_asked_about():
    imported = import_text(HEADLESS.encode(), "a.csv")
    (table,) = imported.design.tables
    assert [key.name for key in table.partition_key] != ["Acme"]
    assert sum(1 for _ in imported.design.items()) == 2
    (asked,) = imported.parameters
    assert (asked.name, asked.is_known, asked.value) == ("header", False, "no")
    assert any("looks like an item" in line.message for line in imported.report)


@pytest.mark.parametrize(
    ("given", "names", "count"),
    [
        ("yes", {"Acme", "$7,087,796.00", "2012-01-01"}, 1),
        ("no", {"column1", "column2", "column3"}, 2),
        ("name, funding", {"name", "funding", "column3"}, 2),
    ],
)
def test_a_person_says_what_the_first_line_is(given, names, count):
    imported = import_text(HEADLESS.encode(), "a.csv", {"header": given})
    assert {name for item in stored_values(imported) for name in item} == names
    assert sum(1 for _ in imported.design.items()) == count
    assert imported.parameters[0].is_given


def test_a_binary_value_whose_base64_begins_like_a_formula_comes_back():
    value = AttributeValue(AttributeType.B, b"\xf8\x00\x00")
    assert cell(value) == "'+AAA"
    [[item]] = [entity.items for _, entity in csv(f"id,blob (B)\no-1,{cell(value)}\n").design.entities()]
    assert item.values["blob"] == value

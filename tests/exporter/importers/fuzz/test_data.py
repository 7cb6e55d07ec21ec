"""Hostile files for the importers of items, of libraries' models, of SQL and of lists: a sentence, or a design.

Nothing else is ever raised; what is large or deep is refused at its bound; names are data and nothing happens to them.
"""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exporter.importers import Imported, import_text
from modeler.core.documents import reading
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.sql.test_sql import MYSQL, POSTGRES
from tests.exporter.importers.test_amplify import SCHEMA as AMPLIFY
from tests.exporter.importers.test_cdk_sources import PYTHON as CDK_PYTHON
from tests.exporter.importers.test_cdk_sources import TYPESCRIPT as CDK_TYPESCRIPT
from tests.exporter.importers.test_migration_contract import CONTRACT
from tests.exporter.importers.test_model_sources import ELECTRODB as ELECTRODB_SOURCE
from tests.exporter.importers.test_model_sources import ONETABLE as ONETABLE_SOURCE
from tests.exporter.importers.test_models_of_code import DATA_MODEL, ONETABLE, SCHEMA, TASK

pytestmark = pytest.mark.slow

EVIL = (
    "${jndi:ldap://x}",
    "<script>alert(1)</script>",
    "\u202eevil",
    "a\nb",
    '"; rm -rf /',
    "=1+1",
    "{{7*7}}",
    "' OR 1=1 --",
)
LINE = {"Item": {"PK": {"S": "A#1"}, "SK": {"S": "B"}, "n": {"N": "1"}, "l": {"L": [{"M": {"x": {"SS": ["a"]}}}]}}}
FILES: dict[str, tuple[str, str]] = {
    "items.json": ("dynamodb-json", "\n".join([json.dumps(LINE)] * 3)),
    "scan.json": ("dynamodb-json", json.dumps({"Items": [LINE["Item"]], "Count": 1})),
    "items.csv": ("csv", 'PK,SK,n,note\nA#1,B,1,"x"\nA#2,B,2,=1+1\n'),
    "onetable.json": ("onetable", json.dumps(ONETABLE)),
    "electrodb.json": ("electrodb", json.dumps([TASK])),
    "electrodb.ts": ("electrodb", ELECTRODB_SOURCE),
    "onetable.mjs": ("onetable", ONETABLE_SOURCE),
    "stack.ts": ("script", CDK_TYPESCRIPT),
    "stack.py": ("python", CDK_PYTHON),
    "schema.graphql": ("amplify", AMPLIFY),
    "contract.json": ("migration-contract", json.dumps(CONTRACT)),
    "data_model.json": ("awslabs", json.dumps(DATA_MODEL)),
    "schema.json": ("awslabs", json.dumps(SCHEMA)),
    "postgres.sql": ("sql", POSTGRES),
    "mysql.sql": ("sql", MYSQL),
    "patterns.md": (
        "patterns",
        "| # | Pattern | RPS |\n|---|---|---|\n| A1 | orders of a customer | 5 |\n\n- get an order by id\n",
    ),
}
MB = 1024 * 1024


def attempted(raw: bytes, name: str) -> Imported | DocumentInvalid:
    """The import, which is then a design that can be stored, or the refusal, which then is a sentence."""
    try:
        imported = import_text(raw, name)
    except DocumentInvalid as error:
        assert error.message
        assert "Traceback" not in error.message
        return error
    reading.from_document(reading.to_document(imported.design))
    assert all(line.message for line in imported.report)
    return imported


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_claimed_by_its_own_importer_whatever_it_is_called(name):
    importer, text = FILES[name]
    assert import_text(text.encode(), name).importer == importer
    if importer not in ("csv", "patterns"):
        assert import_text(text.encode(), "").importer == importer


@pytest.mark.parametrize("name", FILES)
def test_marks_and_line_ends_change_nothing(name):
    importer, text = FILES[name]
    expected = import_text(text.encode(), name).design
    for raw in (
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
    ):
        found = import_text(raw, name)
        assert (found.importer, found.design) == (importer, expected)
    attempted(text.encode("utf-16"), name)
    for raw in (b"", b"\n", b"\x00" * 10, b"\xff\xfe"):
        assert isinstance(attempted(raw, name), DocumentInvalid)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=25)
@given(data=st.data())
def test_a_file_that_is_cut_off_or_damaged_is_refused_or_read(name, data):
    raw = FILES[name][1].encode()
    at = data.draw(st.integers(0, len(raw)))
    upto = data.draw(st.integers(at, min(len(raw), at + 20)))
    attempted(raw[:at] + data.draw(st.binary(max_size=6)) + raw[upto:], name)
    attempted(raw[:at], name)
    attempted(gzip.compress(raw)[: max(3, at % 200)], name + ".gz")


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 10**20)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "S", *EVIL]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "S", "M", *EVIL]), inner, max_size=3)
    ),
    max_leaves=6,
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in below for place in _places(inner, (*path, key)))]


def _replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    if isinstance(value, dict):
        return {key: _replaced(inner, path[1:], new) if key == path[0] else inner for key, inner in value.items()}
    return [_replaced(inner, path[1:], new) if key == path[0] else inner for key, inner in enumerate(value)]


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".json") and name != "items.json"])
@settings(max_examples=30)
@given(data=st.data(), new=json_values)
def test_whatever_stands_at_a_place_it_is_refused_or_read(name, data, new):
    value = json.loads(FILES[name][1])
    path = data.draw(st.sampled_from(_places(value)))
    attempted(json.dumps(_replaced(value, path, new)).encode(), name)


@given(item=st.dictionaries(st.sampled_from(["PK", "SK", "a", *EVIL]), json_values, max_size=4), value=json_values)
def test_whatever_an_item_is_it_is_refused_or_read(item, value):
    for line in ({"Item": item}, {"Item": {name: {"S": str(one)} for name, one in item.items()}}, value, item):
        attempted(json.dumps(line).encode() + b"\n" + json.dumps(LINE).encode(), "items.json")


cells = st.sampled_from(
    ["", "1", "-0.5", "007", "true", "x", '"', "'", "\t", "[1]", '{"S":"x"}', "NaN", "1e400", *EVIL]
)


@given(rows=st.lists(st.lists(cells, min_size=1, max_size=4), min_size=1, max_size=4), mark=st.sampled_from(",;\t|"))
@example(rows=[["a (N)", "b (M)"], ["x", "{"]], mark=",")
def test_whatever_a_csv_holds_it_is_refused_or_read(rows, mark):
    attempted("\n".join(mark.join(row) for row in rows).encode(), "a.csv")


words = st.sampled_from(
    ["CREATE TABLE", "t", "(", ")", ",", ";", "id", "int", "PRIMARY KEY", "REFERENCES", "'", '"', "`", "$$", "--", "/*",
     "ENUM", "ALTER TABLE", "ADD", "FOREIGN KEY", "x (y)", "\n", "COPY t FROM stdin;", "UNIQUE", *EVIL]
)  # fmt: skip


@given(text=st.lists(words, max_size=25).map(" ".join))
def test_whatever_stands_in_a_script_it_is_refused_or_read(text):
    attempted(text.encode(), "a.sql")


lines = st.sampled_from(
    ["| a | b |", "|---|", "|", "- ", "1. x", "```", "# h", "orders of a customer", "* " + "x" * 500, *EVIL]
)


@given(text=st.lists(lines, max_size=10).map("\n".join))
def test_whatever_a_list_holds_it_is_refused_or_read(text):
    attempted(text.encode(), "a.md")


@pytest.mark.parametrize("evil", EVIL)
def test_names_are_data(evil):
    model = {**TASK, "attributes": {**TASK["attributes"], evil: {"type": "string"}}}
    schema = json.loads(json.dumps(SCHEMA).replace("org_id", json.dumps(evil)[1:-1].replace("{", "").replace("}", "")))
    for raw, name in (
        (json.dumps({"Item": {"PK": {"S": evil}, evil: {"S": evil}}}), "a.json"),
        (f'PK,"{evil.replace(chr(34), chr(34) * 2)}"\n1,2\n', "a.csv"),
        (json.dumps(model), "a.json"),
        (json.dumps(schema), "a.json"),
        (f'CREATE TABLE "{evil.replace(chr(34), "")}" (id int PRIMARY KEY);', "a.sql"),
    ):
        found = attempted(raw.encode(), name)
        if isinstance(found, Imported):
            written = json.dumps(reading.to_document(found.design), ensure_ascii=False).replace("\\n", "\n")
            bare = {ord(letter): None for letter in '"{}\\'}
            assert evil.translate(bare)[:5] in written.translate(bare)


@cache
def _bomb() -> bytes:
    return gzip.compress(b"0" * 200 * MB, compresslevel=1, mtime=0)


def _deep_items() -> bytes:
    deep = b'{"Item": {"a": ' + b'{"M": {"a": ' * 100 + b"1" + b"}" * 202
    return deep + b"\n" + deep


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a bomb of gzip": (_bomb, "a.json.gz"),
    "a bomb within a bomb": (lambda: gzip.compress(_bomb(), mtime=0), "a.gz"),
    "deep items": (_deep_items, "a.json"),
    "deep SQL": (lambda: b"CREATE TABLE t (a int DEFAULT " + b"(" * 100_000 + b")" * 100_000 + b");", "a.sql"),
    "an endless text of SQL": (lambda: b"CREATE TABLE t (a text DEFAULT '" + b"''" * 2 * MB, "a.sql"),
    "an endless comment of SQL": (lambda: b"/*" + b"*" * 4 * MB, "a.sql"),
    "a line of commas": (lambda: b"a," * MB + b"\n1\n", "a.csv"),
    "a quote without an end": (lambda: b'a,b\n1,"' + b"x" * 4 * MB, "a.csv"),
    "a table of one row": (lambda: b"|" * 4 * MB, "a.md"),
    "marks without an end": (lambda: b"- " + b"[" * 30 + b"*`_" * MB, "a.md"),
    "a rule without an end": (lambda: b"|" + b"--" * MB + b"x", "a.md"),
    "a list of nothing": (lambda: b"[" + b"7," * 2 * MB + b"7]", "a.json"),
    "quotes of a source": (lambda: b'import "electrodb";' + b'"' * 250_000, "a.ts"),
    "faults of a source": (lambda: b"a{" * 100_000, "a.ts"),
    "comments of a source without an end": (
        lambda: b"import {Table} from 'onetable'\nnew Table({name:'a'," + b"/*" * 100_000,
        "a.ts",
    ),
    "files of a script without an end": (
        lambda: b">a<<A\n" * 30_000 + b"aws dynamodb create-table",
        "a.sh",
    ),
    "functions of a script without an end": (lambda: b"a {\n" * 50_000 + b"aws dynamodb create-table", "a.sh"),
    "commands on one line": (lambda: b"aws dynamodb create-table " * 7_000, "a.sh"),
    "a fence without an end": (lambda: b"`" * 100_000 + b"\n" + b"a\n" * 50_000, "a.md"),
    "many titles of lists": (lambda: b"A:\n- a\n- b\n" * 5_000, "a.md"),
    "marks of a template engine": (lambda: b"Resources:\n a: " + b"{% " * 60_000, "a.yaml"),
    "braces of YAML": (lambda: b"Resources:\n a: " + b"{" * 200_000, "a.yaml"),
    "deep types of a source": (lambda: b'import "electrodb";' + b"f<A<" * 60_000, "a.ts"),
    "deep objects of a source": (lambda: b'import "electrodb"; const a = ' + b"{a:" * 80_000, "a.js"),
    "a source of references": (
        lambda: (
            b'import { Entity } from "electrodb";\nconst a0 = [1, 1];\n'
            + b"".join(b"const a%d = [...a%d, ...a%d];\n" % (n, n - 1, n - 1) for n in range(1, 40))
            + b"new Entity({ model: a39 });"
        ),
        "a.ts",
    ),
    "a large source": (lambda: b'import "electrodb";\n' + b"f(1);\n" * 100_000, "a.ts"),
    "deep GraphQL": (lambda: b"type A @model { a: " + b"[" * 60_000, "a.graphql"),
    "endless GraphQL": (lambda: b"type A @model { " + b"a: Int " * 200_000 + b"}", "a.graphql"),
    "digits": (lambda: b'{"Item": {"a": {"N": "' + b"9" * 4 * MB + b'"}}}\n{}', "a.json"),
    "many models": (lambda: json.dumps({str(n): TASK for n in range(1500)}).encode(), "a.json"),
    "many attributes": (lambda: json.dumps({"Item": {str(n): {"S": "x"} for n in range(3000)}}).encode(), "a.json"),
}


@pytest.mark.conformance(cases=2)
@pytest.mark.slow
@pytest.mark.timeout(60)
@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_huge_or_deep_is_refused_within_bounds(what):
    raw, name = HOSTILE[what]
    found = attempted(raw(), name)
    assert isinstance(found, DocumentInvalid)


@pytest.mark.conformance(cases=1)
@pytest.mark.slow
@pytest.mark.parametrize("what", ["a bomb of gzip", "a line of commas", "an endless comment of SQL"])
def test_what_is_huge_takes_no_more_memory_than_a_file_may(what):
    made, name = HOSTILE[what]
    raw = made()
    tracemalloc.start()
    attempted(raw, name)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200 * MB


@pytest.mark.conformance
@pytest.mark.slow
def test_more_than_fifty_thousand_items_are_refused():
    lines = "\n".join(json.dumps({"PK": {"S": str(n)}}) for n in range(50_001))
    rows = "PK,n\n" + "\n".join(f"{n},1" for n in range(50_001))
    for raw, name in ((lines, "a.json"), (rows, "a.csv")):
        found = attempted(raw.encode(), name)
        assert isinstance(found, DocumentInvalid)
        assert found.code == "document.too_many_items"

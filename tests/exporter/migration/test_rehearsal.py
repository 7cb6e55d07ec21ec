"""`keysheet rehearse` on the sandbox: each command is killed with -9 while a writer writes. Nothing is lost."""

from __future__ import annotations

import json

import pytest

from exporter.command_line import main
from exporter.rehearsals.package import with_items
from modeler.core.documents.reading import to_document
from tests.exporter.migration.conftest import BY_STATUS
from tests.exporter.migration.generated import base_keys, changed, entity, orders, stored


def another_key(document):
    base_keys(document, "Order").update(BY_STATUS)


def another_index(document):
    """An index by status, which the items do not have the keys of."""
    index = {
        "name": "GSI9",
        "kind": "GSI",
        "partition_key": [{"name": "GSI9PK", "type": "S"}],
        "projection": {"type": "KEYS_ONLY"},
    }
    document["tables"][0]["indexes"].append(index)
    cell = {"index": "GSI9", "when": "status = 'OPEN'", "keys": {"GSI9PK": "STATUS#{status}"}}
    entity(document, "Order")["overloads"].append(cell)


def saved(folder, name, design):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(to_document(design)), "utf-8")
    return str(path)


@pytest.mark.conformance
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("edit", [another_key, pytest.param(another_index, marks=pytest.mark.conformance)])
def test_a_migration_that_dies_at_each_step_ends_there_and_back(edit, sandbox_url, tmp_path, capsys):
    before = orders()
    sides = saved(tmp_path, "before", before), saved(tmp_path, "after", changed(before, edit))
    evidence = tmp_path / "evidence.jsonl"
    code = main(["rehearse", *sides, "--endpoint-url", sandbox_url, "--items", "240", "--out", str(evidence)])
    steps = [json.loads(line) for line in evidence.read_text("utf-8").splitlines()]
    assert code == 0, steps
    assert capsys.readouterr().out == evidence.read_text("utf-8")
    assert steps[-1]["proved"]
    assert {one["step"] for one in steps if one.get("killed")} >= {"cut-over", "revert"}
    last = next(one for one in steps if one.get("step") == "diff after the revert")
    assert last["compared"] > 100
    assert last["differences"] == 0
    readers = next(one["readers"] for one in steps if "readers" in one)
    assert {(one["side"], one["pattern"][:2]) for one in readers} == {
        (side, f"A{number}") for side in ("old", "new") for number in range(1, 6)
    }
    assert all(one["runs"] for one in readers)
    assert {one["first_wrong"] for one in readers} == {""}


def test_more_items_are_those_of_the_design(tmp_path):
    before = orders()
    grown = with_items(before, 120, 1)
    assert len(stored(grown)["app-main"]) > len(stored(before)["app-main"]) + 80
    assert with_items(before, 120, 1) == grown
    assert with_items(before, 0, 1) is before


def test_a_number_of_items_out_of_bounds_is_refused(tmp_path, capsys):
    sides = [saved(tmp_path, "before", orders()), saved(tmp_path, "after", changed(orders(), another_key))]
    assert main(["rehearse", *sides, "--endpoint-url", "http://127.0.0.1:9", "--items", "10001"]) == 2
    assert "from 0 to 10,000" in capsys.readouterr().err

"""What is left to do by hand after a migration: never the deletion of a table that other items need."""

from __future__ import annotations

from typing import Any

import pytest

from modeler.core.design.model import Design
from tests.exporter.migration.generated import changed, entity, orders
from tests.exporter.migration.whole import prepared


def notes(document: dict[str, Any]) -> None:
    """Another table, with an entity of its own."""
    note = {"name": "noteId", "type": "S", "format": "id"}
    document["tables"].append(
        {
            "name": "notes",
            "partition_key": [{"name": "PK", "type": "S"}],
            "sort_key": [{"name": "SK", "type": "S"}],
            "entities": [
                {
                    "name": "Note",
                    "identity": ["noteId"],
                    "attributes": [note],
                    "overloads": [{"index": None, "keys": {"PK": "NOTE#{noteId}", "SK": "NOTE"}}],
                    "items": [{"values": {"noteId": "n1"}}],
                }
            ],
        }
    )


def addresses_move(document: dict[str, Any]) -> None:
    address = entity(document, "Address")
    document["tables"][0]["entities"].remove(address)
    document["tables"][1]["entities"].append(address)


def an_entity_is_gone(document: dict[str, Any]) -> None:
    """Every other entity moves to a table with another key."""
    document["tables"][0]["entities"].remove(entity(document, "AuditEvent"))
    document["tables"][0]["partition_key"] = [{"name": "pk", "type": "S"}]
    for one in document["tables"][0]["entities"]:
        for overload in one["overloads"]:
            if not overload.get("index"):
                overload["keys"]["pk"] = overload["keys"].pop("PK")


BEFORE: Design = changed(orders(), notes)


def test_a_table_that_keeps_other_entities_is_never_to_be_deleted(sandbox_url, tmp_path, credentials):
    with prepared(BEFORE, changed(BEFORE, addresses_move), sandbox_url, tmp_path) as moving:
        assert moving.bring_all().is_empty
        with pytest.raises(moving.package.module("engine.problems").Stopped) as given_up:
            moving.clean_up()
        assert str(given_up.value).endswith(f"the items of Address in {moving.deployed('notes')}")
        moving.cut_over()
        (left,) = moving.clean_up()
    main = moving.deployed("app-main")
    assert left == f"export {main} to S3, then delete the items of Address in it; nothing here deletes them"


def test_after_a_revert_the_items_in_a_table_that_was_there_before_are_left(sandbox_url, tmp_path, credentials):
    with prepared(BEFORE, changed(BEFORE, addresses_move), sandbox_url, tmp_path) as moving:
        assert moving.bring_all().is_empty
        moving.cut_over()
        moving.revert()
        (left,) = moving.clean_up()
    assert left.startswith(f"export {moving.deployed('notes')} to S3, then delete the items of Address in it")


def test_a_table_with_items_that_were_not_copied_is_exported_first(sandbox_url, tmp_path, credentials):
    with prepared(orders(), changed(orders(), an_entity_is_gone), sandbox_url, tmp_path) as moving:
        assert moving.bring_all().is_empty
        moving.cut_over()
        (left,) = moving.clean_up()
    main = moving.deployed("app-main")
    assert left == (
        f"export {main} to S3, which alone has the items of AuditEvent, then delete it; nothing here deletes it"
    )


def another_key_of_an_index(document: dict[str, Any]) -> None:
    document["tables"][0]["indexes"][1]["partition_key"][0]["name"] = "queue"
    for one in document["tables"][0]["entities"]:
        for cell in one["overloads"]:
            if "GSI2PK" in cell["keys"]:
                cell["keys"]["queue"] = cell["keys"].pop("GSI2PK")


@pytest.mark.parametrize(("reverts", "index"), [(False, "GSI2"), (True, "GSI2-v2")])
def test_the_indexes_that_nothing_reads_any_more_are_left(reverts, index, sandbox_url, tmp_path, credentials):
    with prepared(orders(), changed(orders(), another_key_of_an_index), sandbox_url, tmp_path) as moving:
        assert moving.bring_all().is_empty
        moving.cut_over()
        if reverts:
            moving.revert()
        left = moving.clean_up()
    assert left == [f"delete the index {index} of {moving.deployed('app-main')}; nothing here deletes it"]

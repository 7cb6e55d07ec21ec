"""Attributes that change their type between N and S: in copies, and back; what cannot become a number is told."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from exporter.targets.migration.package import migration_package
from modeler.core.documents.reading import from_document, to_document
from tests.exporter.migration.generated import changed, generated
from tests.exporter.migration.whole import prepared


def readings(document: dict[str, Any] | None = None) -> Any:
    """Readings of devices by their time, a number, which is also the sort key of an index."""
    attributes = [("device", "S"), ("at", "N"), ("site", "S"), ("value", "N")]
    return from_document(
        {
            "keysheet": 1,
            "name": "Readings",
            "tables": [
                {
                    "name": "readings",
                    "partition_key": [{"name": "device", "type": "S"}],
                    "sort_key": [{"name": "at", "type": "N"}],
                    "indexes": [
                        {
                            "name": "GSI1",
                            "kind": "GSI",
                            "partition_key": [{"name": "site", "type": "S"}],
                            "sort_key": [{"name": "at", "type": "N"}],
                            "projection": {"type": "ALL"},
                        }
                    ],
                    "entities": [
                        {
                            "name": "Reading",
                            "identity": ["device", "at"],
                            "attributes": [{"name": name, "type": kind} for name, kind in attributes],
                            "items": [
                                {"values": {"device": "d1", "at": at, "site": "x", "value": "3"}} for at in ("7", "12")
                            ],
                        }
                    ],
                }
            ],
        }
    )


def as_text(document: dict[str, Any]) -> None:
    (table,) = document["tables"]
    for key in (table["sort_key"][0], table["indexes"][0]["sort_key"][0], table["entities"][0]["attributes"][1]):
        key["type"] = "S"


def other_way(design: Any, text: str) -> Any:
    """The design with texts as times, one of which a test names."""

    def edit(document: dict[str, Any]) -> None:
        as_text(document)
        document["tables"][0]["entities"][0]["items"][0]["values"]["at"] = text

    return changed(design, edit)


def test_a_number_that_becomes_a_text_is_copied_and_comes_back(sandbox_url, tmp_path, credentials):
    before = readings()
    with prepared(before, changed(before, as_text), sandbox_url, tmp_path) as moving:
        found = moving.bring_all()
        assert (found.is_empty, found.compared) == (True, 2)
        assert sorted(item["at"] for item in moving.items("readings-v2")) == ["12", "7"]
        moving.cut_over()
        key = {"device": "d1", "at": "12"}
        moving.client.delete_item(TableName=moving.deployed("readings-v2"), Key=key)
        moving.revert()
        assert [item["at"] for item in moving.items("readings")] == [Decimal(7)]


def test_a_text_that_is_no_number_is_a_problem_and_everything_else_is_copied(sandbox_url, tmp_path, credentials):
    before = other_way(readings(), "noon")
    with prepared(before, readings(), sandbox_url, tmp_path) as moving:
        found = moving.bring_all()
        assert (found.is_empty, found.problems) == (False, 1)
        ((_, _, problem),) = moving.migration.problems()
        assert problem.message == "Reading: at is 'noon', and the new design needs a number"
        assert [item["at"] for item in moving.items("readings-v2")] == [Decimal(12)]


def test_what_a_package_converts_and_what_it_does_not_is_told():
    before = readings()
    told = {
        loss.path.rpartition(".")[2]: loss.message
        for loss in migration_package(before, changed(before, as_text)).report
    }
    assert told["at"] == "copies have the digits of the number as text"
    told = {
        loss.path.rpartition(".")[2]: loss.message for loss in migration_package(other_way(before, "5"), before).report
    }
    assert told["at"] == "copies have the number that the text is; an item whose text is none is reported as a problem"


@pytest.mark.parametrize("renamed", [False, True])
def test_types_and_names_change_together_and_back(renamed, tmp_path):
    def edit(document: dict[str, Any]) -> None:
        as_text(document)
        one = document["tables"][0]["entities"][0]["attributes"][3]
        one["type"] = "S"
        if renamed:
            one["name"] = "reading"

    before = from_document(to_document(readings()))
    with generated(before, changed(before, edit), tmp_path) as package:
        (route,) = package.routes
        directions = package.module("engine.routes").Direction
        item = {"device": "d1", "at": Decimal(7), "site": "x", "value": Decimal(3)}
        made = route.leg(directions.FORWARD).transformed(item)
        assert made == {"device": "d1", "at": "7", "site": "x", "reading" if renamed else "value": "3"}
        assert route.leg(directions.BACK).transformed(made) == item

"""What the commands of a generated migration say when something is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from exporter.targets.migration.ordered import ordered_templates
from modeler.core.design.model import Design
from tests.exporter.migration.conftest import BY_STATUS, Moving, tables_of
from tests.exporter.migration.generated import base_keys, changed, entity, generated, orders


def told_by_check(moving: Moving, **options: Any) -> Any:
    checking = moving.package.module("engine.checking")
    pace = moving.package.module("engine.pace").Pace(None)
    (look,) = checking.check(moving.migration, **{"limit": None, "pace": pace, **options})
    return look


def test_a_missing_attribute_is_named(moving):
    item = moving.order("o1")
    del item["status"]
    moving.put(item)
    (said,) = told_by_check(moving).examples["no_key"]
    assert said.endswith("Order: no status, which the new key contains")


@pytest.fixture
def leaving(sandbox_url, tmp_path, credentials) -> Iterator[Moving]:
    """The new design lists open orders by an attribute that some stored ones do not have."""

    def edit(document: dict[str, Any]) -> None:
        base_keys(document, "Order").update(BY_STATUS)
        order = entity(document, "Order")
        order["attributes"].append({"name": "depot", "type": "S", "format": "id", "optional": 0.5})
        keys = {"GSI9PK": "DEPOT#{depot}"}
        order["overloads"].append({"index": "GSI9", "when": "status = 'OPEN'", "keys": keys})
        document["tables"][0]["indexes"].append(
            {
                "name": "GSI9",
                "kind": "GSI",
                "partition_key": [{"name": "GSI9PK", "type": "S"}],
                "projection": {"type": "KEYS_ONLY"},
            }
        )

    with generated(orders(), changed(orders(), edit), tmp_path) as package:
        made = Moving(package, sandbox_url, BY_STATUS)
        made.prepare(tables_of(package))
        yield made


def test_an_item_that_an_index_will_not_list_for_want_of_an_attribute_is_told_before_the_start(leaving):
    leaving.put(leaving.order("o1"))
    leaving.put(leaving.order("o2", depot="d1"))
    leaving.put(leaving.order("o3", status="SHIPPED"))
    look = told_by_check(leaving)
    told = "not in GSI9, because there is no depot"
    assert {name: look.counts[name] for name in ("in GSI9", "not in GSI9", told)} == {
        "in GSI9": 1,
        "not in GSI9": 1,
        told: 1,
    }
    assert "o1" in look.examples[told][0]


def test_a_check_reads_no_more_than_it_is_asked_for(moving):
    for number in range(6):
        moving.put(moving.order(f"o{number}"))
    assert told_by_check(moving, limit=3).read == 3


def test_a_command_before_prepare_says_what_to_run_first(moving, capsys):
    main = moving.package.module("engine.command_line").main
    for command in ("status", "backfill", "diff", "problems"):
        arguments = ["--endpoint-url", moving.url, "--region", "us-east-1", "--control-table", "nowhere", command]
        assert main(moving.package.routes, {}, "unused", arguments) == 2
        assert "no table nowhere: run `prepare --create` first" in capsys.readouterr().err


def test_a_check_needs_nothing_that_prepare_makes(moving, capsys):
    main = moving.package.module("engine.command_line").main
    moving.put(moving.order("o1"))
    names = [part for one in moving.names.items() for part in ("--name", "=".join(one))]
    reached = ["--endpoint-url", moving.url, "--region", "us-east-1", "--control-table", "nowhere", *names]
    for command in (["check"], ["backfill", "--dry-run"]):
        assert main(moving.package.routes, {}, "unused", [*reached, *command]) == 0
        assert json.loads(capsys.readouterr().out)["read"] == 1


def test_a_source_table_that_does_not_exist_is_named(moving, capsys):
    main = moving.package.module("engine.command_line").main
    arguments = ["--endpoint-url", moving.url, "--region", "us-east-1", "--name", "app-main=gone", "check"]
    assert main(moving.package.routes, {}, "unused", arguments) == 2
    assert "there is no table gone" in capsys.readouterr().err


def test_only_the_first_differences_are_waited_for(moving):
    for number in range(30):
        moving.put(moving.order(f"o{number}"))
    waits: list[float] = []
    verifying = moving.package.module("engine.verifying")
    leg = moving.bringer.leg
    back = moving.route.leg(moving.package.module("engine.routes").Direction.BACK)
    comparison = verifying.Comparison(moving.bringer, back, moving.migration.calls, sleep=waits.append)
    found = comparison.of_segments([0], 1)
    assert leg.source.deployed == moving.names["app-main"]
    assert (found.count, len(found.listed)) == (30, verifying.LISTED_MAX)
    assert sum(1 for one in waits if one) == verifying.LISTED_MAX * (verifying.LOOKS_MAX - 1)


def keyed_anew() -> Design:
    def edit(document: dict[str, Any]) -> None:
        base_keys(document, "Order").update(BY_STATUS)
        document["tables"][0]["partition_key"] = [{"name": "pk", "type": "S"}]
        for one in document["tables"][0]["entities"]:
            for overload in one["overloads"]:
                if not overload.get("index"):
                    overload["keys"]["pk"] = overload["keys"].pop("PK")

    return changed(orders(), edit)


def test_a_deployment_that_creates_a_table_is_called_so_and_says_what_the_backfill_takes():
    export = ordered_templates(orders(), keyed_anew(), ["terraform"])
    folders = sorted({file.path.split("/")[1] for file in export.files if "/" in file.path})
    assert folders == ["01-create_table-app-main-v2", "02-set-ttl_attribute-app-main-v2"]
    text = next(file.text for file in export.files if file.path == "README.md")
    assert "write units" in text
    assert "at least 168 h" in text

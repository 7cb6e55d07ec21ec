"""Pairs of designs that differ in one to three ways: what was stored becomes what the new design stores, and the reads
of the old one answer as before until the cut-over.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exporter.provisioning.wire import from_client, item_to_client
from exporter.targets.migration.package import migration_package
from exporter.targets.python.engine.filling import Filler
from exporter.targets.python.engine.routes import Direction
from exporter.targets.python.engine.stored_values import differing, from_image
from modeler.core.documents.reading import from_document, to_document
from modeler.core.errors import Invalid
from modeler.core.evaluator import evaluate
from modeler.core.evaluator.database import Database
from modeler.core.migration.overlap.taken_keys import beside
from modeler.core.migration.pairs import Pairing
from modeler.core.migration.planning import plan
from modeler.core.migration.steps import StepAction
from tests.exporter.migration.generated import base_keys, entity
from tests.modeler.core.rules.builders import DESIGN


def cell(document, index, name="Order"):
    return next(one for one in entity(document, name)["overloads"] if one.get("index") == index)


def table(document):
    return document["tables"][0]


def of_index(document, name):
    return next(one for one in table(document)["indexes"] if one["name"] == name)


def another_base_key(document):
    base_keys(document, "Order")["SK"] = "O#{orderDate}#{orderId}"


def another_index_key(document):
    cell(document, "GSI1")["keys"]["GSI1PK"] = "STATUS#{status}"


def another_condition(document):
    cell(document, "GSI2")["when"] = "status = 'SHIPPED'"


def leaves_an_index(document):
    entity(document, "Order")["overloads"].remove(cell(document, "GSI2"))


def enters_an_index(document):
    made = {"index": "GSI1", "keys": {"GSI1PK": "CUST#{customerId}#OPEN", "GSI1SK": "PROFILE"}}
    entity(document, "Customer")["overloads"].append(made)


def narrower_projection(document):
    of_index(document, "GSI1")["projection"] = {"type": "KEYS_ONLY"}


def another_index_in_its_place(document):
    index = of_index(document, "GSI2")
    index.update(name="GSI9", id="i-GSI9")
    held = cell(document, "GSI2")
    held.update(index="GSI9", when="", keys={"GSI2PK": "DAY#{orderDate}", "GSI2SK": "{orderId}"})


def one_more_index(document):
    keys = {"partition_key": [{"name": "GSI3PK", "type": "S"}], "sort_key": [{"name": "GSI3SK", "type": "S"}]}
    table(document)["indexes"].append({"name": "GSI3", "kind": "GSI", **keys, "projection": {"type": "ALL"}})
    made = {"index": "GSI3", "keys": {"GSI3PK": "DAY#{orderDate}", "GSI3SK": "{orderId}"}}
    entity(document, "Order")["overloads"].append(made)


def number_as_a_key(document):
    of_index(document, "GSI1")["sort_key"] = [{"name": "GSI1SK", "type": "N"}]
    cell(document, "GSI1")["keys"]["GSI1SK"] = "{total}"


def another_name(document):
    one = next(one for one in entity(document, "Order")["attributes"] if one["name"] == "note")
    one["name"] = "remark"
    for item in entity(document, "Order")["items"]:
        item["values"]["remark"] = item["values"].pop("note")


def another_ttl(document):
    table(document).setdefault("settings", {})["ttl_attribute"] = "total"


def one_entity_less(document):
    table(document)["entities"].remove(entity(document, "Customer"))


CHANGES = (
    another_base_key, another_index_key, another_condition, leaves_an_index, enters_an_index, narrower_projection,
    another_index_in_its_place, one_more_index, number_as_a_key, another_name, another_ttl, one_entity_less,
)  # fmt: skip
APART = (
    {another_condition, leaves_an_index, another_index_in_its_place},
    {enters_an_index, one_entity_less},
)
"""Changes of one part: only one of each is made."""


def before():
    document = to_document(DESIGN)
    values = {"customerId": "a1", "status": "SHIPPED"}
    for one in document["access_patterns"]:
        one["table"] = "app-main"
        one["parameters"] = {name: value for name, value in values.items() if "{" + name + "}" in str(one["key"])}
    for one in entity(document, "Order")["items"]:
        one["values"]["note"] = "as agreed"
    return from_document(document)


BEFORE = before()


def combined(changes):
    document = to_document(BEFORE)
    for change in CHANGES:
        if change in changes:
            change(document)
    return from_document(document)


def routes_of(old, new):
    """The routes of the generated package, without writing it to a disk."""
    try:
        files = migration_package(old, new).files
    except Invalid:
        return ()
    sides = {}
    for name in ("old_tables", "new_tables", "routes"):
        source = next(file.text for file in files if file.path.endswith(f"/{name}.py"))
        source = source.replace("from .", "from exporter.targets.python.")
        source = source.replace("from exporter.targets.python. import new_tables, old_tables", "")
        space = {one: SimpleNamespace(**held) for one, held in sides.items()}
        exec(source, space)
        sides[name] = space
    return sides["routes"]["ROUTES"]


def stored(design):
    """The items of the table by what identifies them, with boto3's values."""
    found = {}
    for one in Database.of(design).items("app-main"):
        item = from_image(item_to_client(one.item))
        found[item.get("orderId", item["customerId"])] = item
    return found


def read_by_old_readers(items):
    """What each access pattern of the old design returns, with these items in its table."""
    held = {
        one.id: replace(one, item={name: as_value(value) for name, value in item.items()})
        for one, item in zip(Database.of(BEFORE).items("app-main"), items.values(), strict=True)
    }
    database = Database.of(BEFORE, {"app-main": list(held.values())})
    return [[one.id for one in evaluate(BEFORE, read, stored=database).returned] for read in BEFORE.patterns]


def as_value(value):
    return from_client({"S": value} if isinstance(value, str) else {"N": str(value)})


OLD, READS = stored(BEFORE), read_by_old_readers(stored(BEFORE))


def test_each_read_returns_something():
    assert all(READS)


def filled(leg, item):
    changed, removed = Filler.lacking(SimpleNamespace(leg=leg), item)
    return {name: value for name, value in {**item, **changed}.items() if name not in removed}


def needed(item, design):
    """An item without what is left over: attributes that are neither data nor keys of the design."""
    (held,) = design.tables
    names = {name for index in held.all_indexes for name in index.key_names}
    names |= {one.name for entity_of in held.entities for one in entity_of.attributes}
    return {name: value for name, value in item.items() if name in names}


def package_keeps(changes):
    new = combined(changes)
    routes, becomes = routes_of(BEFORE, new), stored(new)
    if not routes:
        made = OLD
    elif routes[0].in_place:
        made = {one: filled(routes[0].leg(Direction.FORWARD), item) for one, item in OLD.items()}
        assert read_by_old_readers(made) == READS
    else:
        assert routes[0].new.name != routes[0].old.name
        made = {one: routes[0].leg(Direction.FORWARD).transformed(item) for one, item in OLD.items()}
    for one, wanted in becomes.items():
        assert differing(needed(made[one], new), wanted) == ()


def plan_keeps(changes):
    new = combined(changes)
    deployed = beside(Pairing(BEFORE, new)).design
    becomes, items = stored(deployed), dict(OLD)
    for step in plan(BEFORE, new).steps:
        if step.action in (StepAction.READ_BOTH, StepAction.CREATE_TABLE, StepAction.PREPARE):
            return  # from here, readers of both designs are asked for
        index = deployed.tables[0].index(step.index) if step.index else None
        if step.action in (StepAction.BACKFILL, StepAction.DRAIN):
            for one in items:
                keys = {name: becomes.get(one, {}).get(name) for name in index.key_names}
                made = {**items[one], **keys}
                items[one] = {name: value for name, value in made.items() if value is not None}
            assert read_by_old_readers(items) == READS
    for one, wanted in becomes.items():
        assert differing(needed(items[one], deployed), wanted) == ()


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_one_change_keeps_old_reads_until_the_cut_over(change):
    package_keeps({change})
    plan_keeps({change})


@settings(max_examples=25)
@given(st.sets(st.sampled_from(CHANGES), min_size=2, max_size=3))
def test_several_changes_keep_them_too(changes):
    changes = {one for one in changes if not any(one in group and len(group & changes) > 1 for group in APART)}
    package_keeps(changes)
    plan_keeps(changes)


@pytest.mark.parametrize("direction", Direction)
def test_items_of_an_entity_that_one_side_lacks_are_no_problem_where_they_stay(direction):
    fewer, more = combined({one_entity_less}), combined({one_more_index})
    both = combined({one_entity_less, one_more_index})
    (route,) = routes_of(*((fewer, more) if direction is Direction.FORWARD else (BEFORE, both)))
    assert route.in_place
    assert route.leg(direction).index_keys(OLD["a1"]) == ({}, frozenset())

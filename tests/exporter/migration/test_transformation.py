"""A plan's steps, applied to items one by one, end in the new design's items; and the way back in the old one's."""

from __future__ import annotations

import pytest

from exporter.targets.python.engine.stored_values import differing, key_text
from modeler.core.documents.reading import to_document
from modeler.examples import example
from tests.exporter.migration.generated import base_keys, changed, entity, generated, orders, stored

EXAMPLES = ("order-management", "saas-projects", "iot-telemetry", "leaderboard", "adjacency-graph", "relational-port")


def entities_of(design):
    """The entities whose key has a text to change."""
    for table in to_document(design)["tables"]:
        for one in table["entities"]:
            keys = next((cell["keys"] for cell in one["overloads"] if not cell.get("index")), {})
            if any("#" in text for text in keys.values()):
                yield one["name"]


def with_other_delimiters(name):
    def edit(document):
        keys = base_keys(document, name)
        keys.update({key: text.replace("#", "+") for key, text in keys.items()})

    return edit


@pytest.mark.parametrize("name", EXAMPLES)
def test_items_of_the_old_design_become_those_of_the_new_one(name, tmp_path):
    before = example(name).design
    for number, changes in enumerate(entities_of(before)):
        after = changed(before, with_other_delimiters(changes))
        with generated(before, after, tmp_path / str(number)) as package:
            for route in package.routes:
                assert_both_ways(package, route, stored(before)[route.old.name], stored(after)[route.old.name])


def assert_both_ways(package, route, old, expected):
    directions = package.module("engine.routes").Direction
    forward, back = route.leg(directions.FORWARD), route.leg(directions.BACK)
    new = {key_text(route.new.key(item)): item for item in expected}
    made = [(item, forward.transformed(item)) for item in old]
    for item, one in made:
        assert differing(one, new[key_text(route.new.key(one))]) == ()
        assert differing(back.transformed(one), item) == ()
    assert {key_text(route.new.key(one)) for _, one in made} == set(new)


def test_keys_of_a_new_index_are_those_of_the_new_design(tmp_path):
    def edit(document):
        document["tables"][0]["indexes"].append(
            {
                "name": "GSI9",
                "kind": "GSI",
                "partition_key": [{"name": "GSI9PK", "type": "S"}],
                "sort_key": [{"name": "GSI9SK", "type": "S"}],
                "projection": {"type": "KEYS_ONLY"},
            }
        )
        cell = {"index": "GSI9", "when": "status = 'OPEN'", "keys": {"GSI9PK": "S#{status}", "GSI9SK": "{orderId}"}}
        entity(document, "Order")["overloads"].append(cell)

    before = orders()
    after = changed(before, edit)
    with generated(before, after, tmp_path) as package:
        (route,) = package.routes
        assert route.in_place
        leg = route.leg(package.module("engine.routes").Direction.FORWARD)
        new = {key_text(route.new.key(item)): item for item in stored(after)["app-main"]}
        written = 0
        for item in stored(before)["app-main"]:
            keys, _ = leg.index_keys(item)
            assert differing({**item, **keys}, new[key_text(route.old.key(item))]) == ()
            written += "GSI9PK" in keys
        assert written


def test_an_attribute_keeps_its_value_when_it_is_renamed(tmp_path):
    def edit(document):
        base_keys(document, "Order")["SK"] = "PURCHASE#{orderDate}#{orderId}"
        one = next(one for one in entity(document, "Order")["attributes"] if one["name"] == "total")
        one["name"] = "amount"

    before = orders()
    with generated(before, changed(before, edit), tmp_path) as package:
        (route,) = package.routes
        leg = route.leg(package.module("engine.routes").Direction.FORWARD)
        item = next(one for one in stored(before)["app-main"] if one["SK"].startswith("ORDER#"))
        made = leg.transformed(item)
        assert made["amount"] == item["total"]
        assert "total" not in made

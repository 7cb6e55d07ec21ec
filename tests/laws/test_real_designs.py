"""Shipped examples and Workbench models of others by both calculators: items, index entries, units of every pattern."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import modeler.examples
from exporter.importers import import_text
from modeler.core import documents
from modeler.core.evaluator import evaluate
from modeler.core.item_collections import entry
from modeler.core.materialise import materialise
from modeler.core.values import item_size
from modeler.core.wire import to_dynamodb_json
from tests.laws import second_calculator as calculator

EXAMPLES = sorted(Path(modeler.examples.__file__).parent.glob("*.json"))
MODELS = Path(__file__).parents[3] / "shared" / "models"
FILES = sorted(path for path in MODELS.glob("*.json") if path.name != "patterns.json")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def places(table):
    """The places of a table in own JSON."""
    found = []
    for index in [{**table, "kind": "TABLE"}, *table["indexes"]]:
        projection = index.get("projection", {"type": "ALL"})
        include = None if projection["type"] == "ALL" else projection.get("attributes", [])
        names = {part: [one["name"] for one in index[f"{part}_key"]] for part in ("partition", "sort")}
        found.append({"name": index["name"], "kind": index["kind"], "include": include})
        found[-1] |= {"hash": names["partition"], "range": names["sort"]}
    return found


def holds(condition, values):
    if not condition:
        return True
    name, operator, wanted = re.fullmatch(r"(\w+) (=|<>) '(\w+)'", condition).groups()
    return (values.get(name) == wanted) == (operator == "=")


def stored(entity, values):
    """The item that plain values of an entity make: what is not in keys only, and the keys of each index it enters."""
    types = {one["name"]: one["type"] for one in entity["attributes"]}
    formats = {one["name"]: one.get("format", "") for one in entity["attributes"]}
    hidden = {one["name"] for one in entity["attributes"] if one.get("key_only")}
    item = {name: {types[name]: value} for name, value in values.items() if name not in hidden}
    done = set()
    for overload in entity["overloads"]:
        index = overload["index"]
        if index in done or not holds(overload.get("when"), values):
            continue
        done.add(index)
        keys = {name: calculator.render(text, values, formats) for name, text in overload["keys"].items()}
        if None not in keys.values():
            item |= {name: {"S": text} for name, text in keys.items()}
    return item


def entity_of(table, name):
    return next(entity for entity in table["entities"] if entity["name"] == name)


def held_by(table):
    return [stored(entity, values) for entity in table["entities"] for values in entity["items"]]


def as_json(item):
    return {name: to_dynamodb_json(value) for name, value in item.items()}


def canonical(item):
    """An item with numbers in one spelling, since the product keeps them so. FACTS 8."""
    return {name: {"N": float(value["N"])} if "N" in value else value for name, value in item.items()}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_items_and_entries_of_the_examples(path):
    (table,) = read(path)["tables"]
    shown = documents.load(path.read_bytes()).tables[0]
    mine, theirs = held_by(table), materialise(shown)
    assert [canonical(as_json(one.item)) for one in theirs] == [canonical(one) for one in mine]
    assert [item_size(one.item) for one in theirs] == [calculator.item_bytes(one) for one in mine]
    for place in places(table)[1:]:
        entries = [calculator.entry(places(table), place, one) for one in mine]
        sizes = [one and calculator.item_bytes(one) for one in entries]
        assert [(one := entry(shown, shown.index(place["name"]), each)) and one.size for each in theirs] == sizes
        assert any(sizes), "an example shows each of its indexes at work"


CASES = [
    pytest.param(path, pattern, id=f"{path.stem}-{pattern['code']}")
    for path in EXAMPLES
    for pattern in read(path)["access_patterns"]
]


def wanted(table, pattern):
    """A test of entries by the key condition of a Query or a GetItem, given example parameters."""
    formats = {one["name"]: one.get("format", "") for entity in table["entities"] for one in entity["attributes"]}
    tests = []
    for name, condition in pattern["key"].items():
        operator, texts = next(iter(condition.items())) if isinstance(condition, dict) else ("=", condition)
        texts = [texts] if isinstance(texts, str) else texts
        tests.append((name, operator, [calculator.render(text, pattern["parameters"], formats) for text in texts]))

    def holds_of(item):
        for name, operator, texts in tests:
            text = item[name]["S"].encode()
            bounds = [one.encode() for one in texts]
            if operator == "=":
                right = text == bounds[0]
            elif operator == "begins_with":
                right = text.startswith(bounds[0])
            else:
                right = {
                    "between": bounds[0] <= text <= bounds[-1],
                    "<": text < bounds[0],
                    "<=": text <= bounds[0],
                    ">": text > bounds[0],
                    ">=": text >= bounds[0],
                }[operator]
            if not right:
                return False
        return True

    return holds_of


def read_units(table, pattern):
    place = next(one for one in places(table) if one["name"] == (pattern.get("index") or table["name"]))
    entries = [one for item in held_by(table) if (one := calculator.entry(places(table), place, item)) is not None]
    chosen = list(filter(wanted(table, pattern), entries))[: pattern.get("limit")]
    return calculator.page_units(chosen, consistent=pattern.get("consistent", False)), len(chosen)


def one_write(table, pattern, transactional):
    """Units by place of a write by intent: the item is made anew from the values that it had and gets."""
    entity = entity_of(table, pattern["entities"][0])
    samples = [(values, stored(entity, values)) for values in entity["items"]]
    if pattern["operation"] == "PutItem":
        return calculator.write_units(
            places(table), None, stored(entity, pattern["parameters"]), transactional=transactional
        )
    ((values, before),) = [one for one in samples if wanted(table, pattern)(one[1])]
    changes = {
        name: pattern["parameters"][value[1:]] if value.startswith(":") else value
        for name, value in pattern["set"].items()
    }
    return calculator.write_units(places(table), before, stored(entity, {**values, **changes}))


@pytest.mark.parametrize(("path", "pattern"), CASES)
def test_units_of_every_pattern_of_the_examples(path, pattern):
    (table,) = read(path)["tables"]
    design = documents.load(path.read_bytes())
    found = evaluate(design, design.pattern(pattern["code"]))
    assert not found.refused, (found.refusals, found.problems)
    if pattern["operation"] in ("Query", "GetItem"):
        assert (Fraction(found.read_units), len(found.examined)) == read_units(table, pattern)
        assert found.examined, "an example's pattern finds something among its samples"
        return
    steps = pattern.get("steps") or [pattern]
    expected = [one_write(table, step, pattern["operation"] == "TransactWriteItems") for step in steps]
    said = [
        {table["name"]: write.table_units, **{change.index: change.units for change in write.indexes}}
        for write in found.writes
    ]
    assert [{name: Fraction(units) for name, units in one.items()} for one in said] == expected


def workbench_places(table):
    """The places of a Workbench table, as the file itself spells them."""
    found = []
    indexes = [{**index, "kind": "GSI"} for index in table.get("GlobalSecondaryIndexes") or []]
    for index in [{**table, "IndexName": table["TableName"], "kind": "TABLE"}, *indexes]:
        keys = index["KeyAttributes"]
        projection = index.get("Projection", {"ProjectionType": "ALL"})
        include = None if projection["ProjectionType"] == "ALL" else projection.get("NonKeyAttributes", [])
        found.append({"name": index["IndexName"], "kind": index["kind"], "include": include})
        found[-1]["hash"] = [keys["PartitionKey"]["AttributeName"]]
        found[-1]["range"] = [keys["SortKey"]["AttributeName"]] if keys.get("SortKey") else []
    return found


def rendered(item):
    """An item of a file; where a key was left as the text `(hashCode(name) % n)`, with the shard that it stands for."""

    def shard(found):
        return calculator.formatted(item[found[1]]["S"], f"shard({found[2]})", "")

    return {
        name: {"S": re.sub(r"\(hashCode\((\w+)\) % (\d+)\)", shard, value["S"])} if "S" in value else value
        for name, value in item.items()
    }


@pytest.mark.skipif(not FILES, reason="../shared/models is not here")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_items_and_entries_of_workbench_models(path):
    """The file's own items, except where a guessed template re-keys one: such an item says so."""
    design = import_text(path.read_bytes(), path.name).design
    for table in json.loads(path.read_text(encoding="utf-8-sig"))["DataModel"]:
        shown = design.table(table["TableName"])
        theirs = materialise(shown)
        samples = {item.id: item for _, _, item in design.items()}
        drifted = [
            one.id
            for one in theirs
            if any(one.item.get(name) != value for name, value in samples[one.id].stored_keys.items())
        ]
        kept = {json.dumps(as_json(one.item), sort_keys=True): one for one in theirs if one.id not in drifted}
        listed = {json.dumps(rendered(one), sort_keys=True) for one in table.get("TableData") or []}
        if listed:
            assert kept.keys() <= listed
            assert len(kept) + len(drifted) == len(listed) == len(theirs)
        assert len(drifted) <= 3
        all_places = workbench_places(table)
        for text, one in kept.items():
            item = json.loads(text)
            assert item_size(one.item) == calculator.item_bytes(item)
            for place in all_places[1:]:
                mine = calculator.entry(all_places, place, item)
                found = entry(shown, shown.index(place["name"]), one)
                assert (found and found.size) == (mine and calculator.item_bytes(mine))

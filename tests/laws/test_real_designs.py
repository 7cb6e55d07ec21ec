"""Shipped examples and Workbench models of others by both calculators: items, index entries, units of every pattern."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import modeler.examples
from exporter.importers import import_text
from modeler.core.documents import reading
from modeler.core.evaluator import evaluate
from modeler.core.items.item_collections import entry
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import item_size
from modeler.core.values.json_values import to_dynamodb_json
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
    """The conditions that the examples have: an attribute exists or not, or compares with a word or a truth value."""
    if not condition:
        return True
    if found := re.fullmatch(r"attribute_(not_)?exists\((\w+)\)", condition):
        return (found[2] in values) == (found[1] is None)
    name, operator, text, flag = re.fullmatch(r"(\w+) (=|<>) (?:'(\w+)'|(true|false))", condition).groups()
    wanted = text if flag is None else flag == "true"
    return (values.get(name) == wanted) == (operator == "=")


def typed(kind, value):
    """A plain value of a declared type as DynamoDB JSON; what is inside a list says its type by its JSON."""
    if kind == "L":
        return {"L": [typed("S" if isinstance(one, str) else "N", one) for one in value]}
    return {kind: value}


def stored(table, entity, values):
    """The item that plain values of an entity make: what is not in keys only, and the keys of each index it enters."""
    types = {one["name"]: one["type"] for one in entity["attributes"]}
    formats = {one["name"]: one.get("format", "") for one in entity["attributes"]}
    hidden = {one["name"] for one in entity["attributes"] if one.get("key_only")}
    item = {name: typed(types[name], value) for name, value in values.items() if name not in hidden}
    kinds = {one["name"]: one["type"] for index in [table, *table["indexes"]] for one in keys_of(index)}
    done = set()
    for overload in entity["overloads"]:
        index = overload["index"]
        if index in done or not holds(overload.get("when"), values):
            continue
        done.add(index)
        keys = {name: calculator.render(text, values, formats) for name, text in overload["keys"].items()}
        if None not in keys.values():
            item |= {name: {kinds[name]: text} for name, text in keys.items()}
    return item


def keys_of(index):
    return [*index["partition_key"], *index["sort_key"]]


def entity_of(table, name):
    return next(entity for entity in table["entities"] if entity["name"] == name)


def held_by(table):
    return [stored(table, entity, values) for entity in table["entities"] for values in entity["items"]]


def as_json(item):
    return {name: to_dynamodb_json(value) for name, value in item.items()}


def canonical(item):
    """An item with numbers in one spelling, since the product keeps them so. facts/ordering#key-order."""
    return {name: {"N": float(value["N"])} if "N" in value else value for name, value in item.items()}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_items_and_entries_of_the_examples(path):
    for table, shown in zip(read(path)["tables"], reading.load(path.read_bytes()).tables, strict=True):
        check_items_and_entries(table, shown)


def check_items_and_entries(table, shown):
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
            ((_, held),) = item[name].items()
            text = held.encode()
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


def calls(pattern):
    """One call for each row of the parameters that are lists, side by side; else one."""
    several = {name: value for name, value in pattern["parameters"].items() if isinstance(value, list)}
    for row in zip(*several.values(), strict=True) if several else [()]:
        yield {**pattern, "parameters": {**pattern["parameters"], **dict(zip(several, row, strict=True))}}


def read_units(table, pattern):
    """Units and items examined, all calls together."""
    place = next(one for one in places(table) if one["name"] == (pattern.get("index") or table["name"]))
    entries = [one for item in held_by(table) if (one := calculator.entry(places(table), place, item)) is not None]
    units, examined = Fraction(0), 0
    for call in calls(pattern):
        chosen = list(filter(wanted(table, call), entries)) if pattern.get("key") else entries
        chosen = chosen[: pattern.get("limit")]
        consistent = pattern.get("consistent", False)
        if pattern["operation"] == "BatchGetItem":
            units += calculator.get_units(chosen or [None], consistent=consistent)
        else:
            units += calculator.page_units(chosen, consistent=consistent)
        examined += len(chosen)
    return units, examined


def one_write(table, pattern, transactional):
    """Units by place of a write by intent: the item is made anew from the values that it had and gets."""
    entity = entity_of(table, pattern["entities"][0])
    samples = [(values, stored(table, entity, values)) for values in entity["items"]]
    if pattern["operation"] == "PutItem":
        after = stored(table, entity, pattern["parameters"])
        return calculator.write_units(places(table), None, after, transactional=transactional)
    ((values, before),) = [one for one in samples if wanted(table, pattern)(one[1])]
    if pattern["operation"] == "DeleteItem":
        return calculator.write_units(places(table), before, None, transactional=transactional)
    values = {**values, **{name: meant(pattern, value) for name, value in pattern.get("set", {}).items()}}
    for name, value in pattern.get("add", {}).items():
        values[name] = str(Fraction(values.get(name, "0")) + Fraction(meant(pattern, value)))
    values = {name: value for name, value in values.items() if name not in pattern.get("remove", [])}
    return calculator.write_units(places(table), before, stored(table, entity, values), transactional=transactional)


def meant(pattern, value):
    """A constant of an intent, or the example of the parameter that it names."""
    return pattern["parameters"][value[1:]] if isinstance(value, str) and value.startswith(":") else value


@pytest.mark.parametrize(("path", "pattern"), CASES)
def test_units_of_every_pattern_of_the_examples(path, pattern):
    if pattern.get("update"):
        pytest.skip("an update by an expression of its own: the second calculator reads none")
    table = next(one for one in read(path)["tables"] if one["name"] == pattern["table"])
    design = reading.load(path.read_bytes())
    found = evaluate(design, design.pattern(pattern["code"]))
    assert not found.refused, (found.refusals, found.problems)
    own = {"table": pattern["table"], "parameters": pattern.get("parameters", {})}
    steps = [{**own, **step} for step in pattern.get("steps") or [pattern]]
    if all(step["operation"] in ("Query", "GetItem", "Scan", "BatchGetItem") for step in steps):
        units, examined = zip(*(read_units(table, step) for step in steps), strict=True)
        assert (Fraction(found.read_units), len(found.examined)) == (sum(units), sum(examined))
        assert found.examined, "an example's pattern finds something among its samples"
        return
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

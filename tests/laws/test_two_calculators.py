"""The product against a second calculator, on generated tables: sizes, index entries, reads and writes, to the unit."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from modeler.core.capacity.patterns import pattern_capacity
from modeler.core.documents import reading
from modeler.core.evaluator import evaluate
from modeler.core.items.item_collections import entry
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import item_size
from modeler.core.values.json_values import to_dynamodb_json
from tests.laws import plain_tables as plain
from tests.laws import second_calculator as calculator

bounded = settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
BASE = {"name": "main", "kind": "TABLE", "hash": ["PK"], "range": ["SK"], "include": None}
COMPARE = {
    "=": lambda left, right: left == right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "begins_with": lambda left, right: left.startswith(right),
}


def evaluation(table, held, pattern):
    """What the product says of one access pattern over items."""
    design = reading.from_document(plain.document(table, held, [pattern]))
    found = evaluate(design, design.patterns[0])
    assert not found.refused, (found.refusals, found.problems, pattern)
    return found


def keyed(item):
    return {"PK": item["PK"], "SK": item["SK"]}


def identity(item):
    return item["PK"]["S"], item["SK"]["S"]


@bounded
@given(table=plain.tables(), held=plain.items())
def test_sizes_of_items_and_of_index_entries(table, held):
    shown = reading.from_document(plain.document(table, held)).tables[0]
    stored = materialise(shown)
    assert [item_size(one.item) for one in stored] == [calculator.item_bytes(one) for one in held]
    for place in table[1:]:
        theirs = [entry(shown, shown.index(place["name"]), one) for one in stored]
        mine = [calculator.entry(table, place, one) for one in held]
        assert [one and set(one.item) for one in theirs] == [one and set(one) for one in mine]
        assert [one and one.size for one in theirs] == [one and calculator.item_bytes(one) for one in mine]


@st.composite
def queries(draw, place):
    """A Query of a place: the pattern as own JSON, its partition values, and a test of an entry's sort key."""
    key, parameters, tests = {}, {}, []
    values = {name: plain.KEY_VALUES[kind] for name, kind in plain.TYPES.items()}
    values["PK"] = st.sampled_from(["p", "q"]).map(lambda text: {"S": text})
    for name in place["hash"]:
        parameters[f"{name}0"] = draw(values[name])
        key[name] = f"{{{name}0}}"
    partition = {name: parameters[f"{name}0"] for name in place["hash"]}
    for name in place["range"]:
        operators = [None, "=", "=", "<", "<=", ">", ">=", "between", *(["begins_with"] * (plain.TYPES[name] != "N"))]
        operator = draw(st.sampled_from(operators))
        if operator is None:
            break
        if operator == "between":
            low, high = sorted([draw(values[name]), draw(values[name])], key=calculator.order)
            parameters |= {f"{name}1": low, f"{name}2": high}
            key[name] = {"between": [f"{{{name}1}}", f"{{{name}2}}"]}
            tests += [(name, ">=", low), (name, "<=", high)]
            break
        parameters[f"{name}1"] = draw(values[name])
        key[name] = {operator: f"{{{name}1}}"}
        tests.append((name, operator, parameters[f"{name}1"]))
        if operator != "=":
            break
    pattern = {
        "operation": "Query",
        "index": None if place["kind"] == "TABLE" else place["name"],
        "key": key,
        "parameters": parameters,
        "descending": draw(st.booleans()),
        "consistent": place["kind"] != "GSI" and draw(st.booleans()),
        "limit": draw(st.sampled_from([None, None, 1, 2, 3])),
        "projection": draw(st.sampled_from([[], ["PK"], ["a"], ["bulk", "h"]])),
        "filter": draw(st.sampled_from(["", "attribute_exists(a)"])),
    }
    return pattern, partition, tests


def sort_place(place, one):
    return [calculator.order(one[name]) for name in place["range"]]


def answer(table, place, held, partition, tests, descending):
    """Entries that a Query evaluates, in order, each with the whole item that it stands for."""
    entries = [(found, item) for item in held if (found := calculator.entry(table, place, item)) is not None]

    def meant(one):
        held_by = all(calculator.order(one[name]) == calculator.order(value) for name, value in partition.items())
        return held_by and all(
            COMPARE[operator](calculator.order(one[name]), calculator.order(value)) for name, operator, value in tests
        )

    chosen = [pair for pair in entries if meant(pair[0])]
    return sorted(chosen, key=lambda pair: sort_place(place, pair[0]), reverse=descending)


@bounded
@given(data=st.data())
def test_queries_of_tables_and_indexes(data):
    table, held = data.draw(plain.tables()), data.draw(plain.items())
    place = data.draw(st.sampled_from(table))
    pattern, partition, tests = data.draw(queries(place))
    found = evaluation(table, held, pattern)
    chosen = answer(table, place, held, partition, tests, pattern["descending"])
    places = [sort_place(place, one) for one, _ in chosen]
    # Which of two entries with one index key comes first is not promised (facts/ordering#key-order), so a limit may cut
    # either.
    assume(not pattern["limit"] or all(one != other for one, other in pairwise(places)))
    chosen = chosen[: pattern["limit"]]
    projected = {"PK", "SK", *place["range"], *(place["include"] or [])}
    asked = {*pattern["projection"], *(["a"] if pattern["filter"] else [])}
    fetches = place["kind"] == "LSI" and place["include"] is not None and not asked <= projected
    fetched = [item for _, item in chosen] if fetches else []
    units = calculator.page_units([one for one, _ in chosen], consistent=pattern["consistent"], fetched=fetched)
    assert Fraction(found.read_units) == units
    assert len(found.examined) == len(chosen)
    kept = {identity(item): one for one, item in chosen if not pattern["filter"] or "a" in (item if fetches else one)}
    keys = [tuple(to_dynamodb_json(part)["S"] for part in one.key) for one in found.returned]
    assert sorted(keys) == sorted(kept)
    assert [sort_place(place, kept[key]) for key in keys] == [sort_place(place, one) for one in kept.values()]


@bounded
@given(data=st.data())
def test_scans_of_tables_and_indexes(data):
    table, held = data.draw(plain.tables()), data.draw(plain.items())
    place = data.draw(st.sampled_from(table))
    consistent = place["kind"] != "GSI" and data.draw(st.booleans())
    index = None if place["kind"] == "TABLE" else place["name"]
    found = evaluation(table, held, {"operation": "Scan", "index": index, "consistent": consistent})
    entries = [one for item in held if (one := calculator.entry(table, place, item)) is not None]
    assert (found.count, Fraction(found.read_units)) == (
        len(entries),
        calculator.page_units(entries, consistent=consistent),
    )


@bounded
@given(data=st.data())
def test_reads_by_key(data):
    held = data.draw(plain.items())
    operation = data.draw(st.sampled_from(["GetItem", "BatchGetItem", "TransactGetItems"]))
    keys = data.draw(st.lists(st.sampled_from(["a", "b", "é", "b#1", "nobody"]), min_size=1, max_size=4, unique=True))
    consistent = data.draw(st.booleans())
    steps = [
        {"key": {"PK": "{PK}", "SK": "{SK}"}, "parameters": {"PK": {"S": "p"}, "SK": {"S": key}}}
        | {"operation": "GetItem", "table": "main", "entities": ["Thing"], "consistent": consistent}
        for key in keys
    ]
    if operation == "GetItem":
        keys, pattern = keys[:1], steps[0]
    else:
        pattern = {"operation": operation, "steps": steps, "consistent": consistent}
    by_key = {identity(item): item for item in held}
    units = calculator.get_units(
        [by_key.get(("p", key)) for key in keys],
        consistent=consistent,
        transactional=operation == "TransactGetItems",
    )
    assert Fraction(evaluation([BASE], held, pattern).read_units) == units


@st.composite
def writes(draw, held):
    """A write of one item as own JSON, with the item before and after it."""
    new = draw(plain.items(1).filter(len))[0]
    if held and draw(st.booleans()):
        new = {**new, **keyed(draw(st.sampled_from(held)))}
    before = next((item for item in held if identity(item) == identity(new)), None)
    match draw(st.sampled_from(["PutItem", "UpdateItem", "UpdateItem", "DeleteItem"])):
        case "PutItem":
            return {"operation": "PutItem", "parameters": new}, before, new
        case "DeleteItem":
            return by_key("DeleteItem", new), before, None
    values = {**{name: plain.KEY_VALUES[plain.TYPES[name]] for name in "ghil"}, "a": plain.VALUES, "bulk": plain.BULKS}
    names = draw(st.lists(st.sampled_from(sorted(values)), unique=True, min_size=1, max_size=3))
    removed = [name for name in names if draw(st.booleans())]
    changed = {name: draw(values[name]) for name in names if name not in removed}
    after = {name: value for name, value in {**(before or keyed(new)), **changed}.items() if name not in removed}
    return {**by_key("UpdateItem", new), "set": changed, "remove": removed}, before, after


def by_key(operation, item):
    return {"operation": operation, "key": {"PK": "{PK}", "SK": "{SK}"}, "parameters": keyed(item)}


def units_by_place(write):
    found = {"main": write.table_units, **{change.index: change.units for change in write.indexes}}
    return {name: Fraction(units) for name, units in found.items()}


@bounded
@given(data=st.data())
def test_writes_of_one_item(data):
    table, held = data.draw(plain.tables()), data.draw(plain.items())
    pattern, before, after = data.draw(writes(held))
    (write,) = evaluation(table, held, pattern).writes
    assert units_by_place(write) == calculator.write_units(table, before, after)


@bounded
@given(data=st.data())
def test_transactions_and_batches(data):
    table, held = data.draw(plain.tables()), data.draw(plain.items())
    operation = data.draw(st.sampled_from(["TransactWriteItems", "BatchWriteItem"]))
    drawn = data.draw(st.lists(writes(held), min_size=1, max_size=3, unique_by=lambda one: str(keyed_by(one[0]))))
    drawn = [one for one in drawn if operation.startswith("Transact") or one[0]["operation"] != "UpdateItem"]
    steps = [{"table": "main", "entities": ["Thing"], **pattern} for pattern, _, _ in drawn]
    assume(steps)
    found = evaluation(table, held, {"operation": operation, "steps": steps}).writes
    twice = operation == "TransactWriteItems"
    expected = [calculator.write_units(table, before, after, transactional=twice) for _, before, after in drawn]
    assert list(map(units_by_place, found)) == expected


def keyed_by(pattern):
    return keyed(pattern["parameters"])


SAME = [
    ({"SS": ["a", "b"]}, {"SS": ["b", "a"]}),
    ({"BS": ["AA==", "AQ=="]}, {"BS": ["AQ==", "AA=="]}),
    ({"M": {"x": {"NS": ["1", "2"]}}}, {"M": {"x": {"NS": ["2", "1"]}}}),
    ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "b"}, {"S": "a"}]}),
    ({"S": ""}, {"B": ""}),
]


@pytest.mark.parametrize(("before", "after"), SAME)
def test_what_counts_as_a_change_of_an_index_entry(before, after):
    table = [BASE, {**plain.PLACES["one"], "include": None}]
    keys = {"PK": {"S": "p"}, "SK": {"S": "a"}, "g": {"S": "g"}, "h": {"N": "1"}}
    old, new = {**keys, "a": before}, {**keys, "a": after}
    (write,) = evaluation(table, [old], {"operation": "PutItem", "parameters": new}).writes
    assert units_by_place(write) == calculator.write_units(table, old, new)


def of_size(size, place):
    bare = {"PK": {"S": "p"}, "SK": {"S": f"{place:04d}"}, "bulk": {"S": ""}}
    return {**bare, "bulk": {"S": "x" * (size - calculator.item_bytes(bare))}}


@pytest.mark.parametrize("limit", [None, 3, 4])
@pytest.mark.parametrize("operation", ["Query", "Scan"])
@pytest.mark.parametrize(
    "sizes",
    [
        [262_144] * 5,
        [262_144] * 3 + [262_145, 100],
        [262_144] * 3 + [262_143, 100],
        [400_000] * 3,
        [409_600] * 7,
    ],
)
def test_a_page_ends_with_the_item_that_fills_it(sizes, operation, limit):
    held = [of_size(size, place) for place, size in enumerate(sizes)]
    keys = {"key": {"PK": "{p}"}, "parameters": {"p": {"S": "p"}}} if operation == "Query" else {}
    found = evaluation([BASE], held, {"operation": operation, "consistent": True, "limit": limit, **keys})
    pages = calculator.pages(held[:limit])
    assert [len(page.examined) for page in found.pages] == [len(page) for page in pages]
    assert [Fraction(page.units) for page in found.pages] == [
        calculator.page_units(page, consistent=True) for page in pages
    ]


@pytest.mark.parametrize(
    ("asked", "fetches"),
    [
        ({}, False),
        ({"projection": ["a"]}, False),
        ({"projection": ["a.x"]}, False),
        ({"projection": ["#n"], "names": {"#n": "a"}}, False),
        ({"filter": "attribute_exists(a)"}, False),
        ({"projection": ["bulk"]}, True),
        ({"projection": ["#n"], "names": {"#n": "bulk"}}, True),
        ({"projection": ["a"], "filter": "attribute_exists(bulk)"}, True),
        ({"projection": ["*"]}, True),
    ],
)
def test_what_an_lsi_must_fetch_is_what_a_read_names(asked, fetches):
    table = [BASE, {**plain.PLACES["local"], "include": ["a"]}]
    keys = {"PK": {"S": "p"}, "a": {"M": {"x": {"S": "1"}}}, "bulk": {"S": "x" * 5000}}
    held = [{**keys, "SK": {"S": text}, "l": {"N": text}} for text in "123"]
    query = {"operation": "Query", "index": "local", "key": {"PK": "{PK}"}, "parameters": {"PK": {"S": "p"}}}
    entries = [calculator.entry(table, table[1], item) for item in held]
    units = calculator.page_units(entries, fetched=held if fetches else [])
    assert Fraction(evaluation(table, held, {**query, **asked}).read_units) == units
    design = reading.from_document(plain.document(table, held, [{**query, **asked, "items_returned": 3}]))
    assert Fraction(pattern_capacity(design, design.patterns[0]).read_units) == units


def test_all_attributes_of_a_thin_gsi_are_refused():
    table = [BASE, {**plain.PLACES["alone"], "include": ["a"]}]
    query = {"operation": "Query", "index": "alone", "key": {"i": "{i}"}, "parameters": {"i": {"B": "AA=="}}}
    design = reading.from_document(plain.document(table, [], [{**query, "projection": ["*"]}]))
    (refusal,) = evaluate(design, design.patterns[0]).refusals
    assert "ALL_ATTRIBUTES is not supported for global secondary index alone" in refusal.message


BIG = {"PK": {"S": "p"}, "SK": {"S": "a"}, "bulk": {"S": "x" * 3000}, "i": {"B": "AA=="}}
SMALL = {**keyed(BIG), "bulk": {"S": "x"}}


@pytest.mark.parametrize(
    ("held", "pattern", "larger"),
    [
        ([BIG], {"operation": "PutItem", "parameters": SMALL, "if": "attribute_not_exists(PK)"}, BIG),
        ([SMALL], {"operation": "PutItem", "parameters": BIG, "if": "attribute_not_exists(PK)"}, BIG),
        ([], {"operation": "PutItem", "parameters": BIG, "if": "attribute_exists(PK)"}, BIG),
        ([], {**by_key("DeleteItem", BIG), "if": "attribute_exists(PK)"}, None),
        ([BIG], {**by_key("UpdateItem", BIG), "set": {"bulk": "y"}, "if": "bulk = 'q'"}, BIG),
    ],
)
def test_a_failed_condition_costs_the_larger_image_and_no_index(held, pattern, larger):
    """facts/throughput#writes: it is not free."""
    table = [BASE, {**plain.PLACES["alone"], "include": None}]
    design = reading.from_document(plain.document(table, held, [pattern]))
    (write,) = evaluate(design, design.patterns[0]).writes
    assert not write.condition_held
    assert write.units == write.table_units == calculator.table_write_units(larger, None)


@pytest.mark.parametrize(("held", "condition"), [([BIG], "attribute_exists(PK)"), ([], "attribute_not_exists(PK)")])
def test_a_condition_check_costs_two_units_a_block_of_what_is_there(held, condition):
    step = {"table": "main", "entities": ["Thing"], **by_key("ConditionCheck", BIG), "if": condition}
    (write,) = evaluation([BASE], held, {"operation": "TransactWriteItems", "steps": [step]}).writes
    assert write.units == calculator.table_write_units(held[0] if held else None, None, transactional=True)

"""The law of servings: what serves a pattern by intent returns exactly the items asked for, in the order asked for."""

from dataclasses import replace

from hypothesis import event, given
from hypothesis import strategies as st

from modeler.core.design.items import Attribute, Entity, Overload, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.edits.applied_fixes import fixed
from modeler.core.evaluator import evaluate
from modeler.core.servings import served_pattern, serving, serving_fixes, servings
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.order_management import gsi, key, pattern, values

ATTRIBUTES = (
    Attribute("a-id", "id", AttributeType.S, "id"),
    Attribute("a-owner", "owner", AttributeType.S, "id"),
    Attribute("a-state", "state", AttributeType.S, "enum", {"OPEN": 0.5, "DONE": 0.5}),
    Attribute("a-day", "day", AttributeType.S, "date"),
    Attribute("a-n", "n", AttributeType.N, "sequence", range=(0, 99)),
)
PIECES = ("{owner}", "{state}", "{day}", "{n:pad(2)}", "{n:reverse(2)}", "{n}", "{owner:shard(3)}", "{day:month}")
DAYS = ("2026-05-30", "2026-05-31", "2026-06-01", "2026-06-02")


@st.composite
def templates(draw, start, most=3):
    """A literal start and some attributes, the delimiter between them."""
    return "#".join([start, *draw(st.lists(st.sampled_from(PIECES), max_size=most, unique=True))])


@st.composite
def entities(draw, name):
    """An entity that lives in the table, and in the indexes that it likes, sometimes sparsely."""
    partition = draw(templates(draw(st.sampled_from(["X", name])), 1))
    overloads = [Overload(f"{name}-base", None, {"PK": partition, "SK": f"{draw(templates(name))}#{{id}}"})]
    for index in ("GSI1", "GSI2"):
        for when in draw(st.sampled_from([(), ("",), ("state = 'OPEN'",), ("state = 'OPEN'", ""), ("n < 50",)])):
            keys = {
                f"{index}PK": draw(templates(draw(st.sampled_from([name, name, "X"])), 1)),
                f"{index}SK": draw(templates(draw(st.sampled_from("XY")))),
            }
            overloads.append(Overload(f"{name}-{index}-{len(overloads)}", index, keys, when))
    rows = draw(
        st.lists(
            st.tuples(
                st.sampled_from("pq"), st.sampled_from(["OPEN", "DONE"]), st.sampled_from(DAYS), st.integers(0, 99)
            ),
            max_size=8,
        )
    )
    items = tuple(
        SampleItem(f"{name}{number}", values(id=f"{name}{number}", owner=owner, state=state, day=day, n=n))
        for number, (owner, state, day, n) in enumerate(rows)
    )
    attributes = tuple(replace(one, id=f"{name}-{one.name}") for one in ATTRIBUTES)
    return Entity(name, name, attributes, tuple(overloads), items, ("id",))


@st.composite
def asked(draw):
    """A Query by intent: values, a range, an order, a filter with a constant."""
    given_names = draw(st.lists(st.sampled_from(["owner", "state", "day"]), max_size=2, unique=True))
    parameters = {name: {"owner": "p", "state": "OPEN", "day": DAYS[2]}[name] for name in given_names}
    intent = {"given": given_names}
    ranged = draw(st.sampled_from(["", "day", "n"]))
    if ranged and ranged not in given_names:
        intent["range"] = ranged
        bounds = {"day": (DAYS[1], DAYS[2]), "n": (10, 60)}[ranged]
        ends = draw(st.sampled_from([("From", "To"), ("From",), ("To",)]))
        parameters |= {
            f"{ranged}{end}": bound for end, bound in zip(("From", "To"), bounds, strict=True) if end in ends
        }
    order = draw(st.lists(st.sampled_from(["day", "n", "owner"]), max_size=2, unique=True))
    if order:
        intent |= {"order_by": order, "direction": draw(st.sampled_from(["ascending", "newest first"]))}
    condition = draw(st.sampled_from(["", "state = 'OPEN'", "n < 50", "state <> 'OPEN'", "n >= :least"]))
    if ":least" in condition:
        parameters["least"] = 20
    return pattern("Query", entities=("A",), filter=condition, parameters=parameters, extra={"intent": intent})


def meant(item, query):
    """Does an item meet everything that the query says?"""
    value = {name: found.data for name, found in item.values.items()} | {"n": int(item.values["n"].data)}
    parameters = query.parameters
    holds = all(value[name] == parameters[name] for name in query.extra["intent"]["given"])
    ranged = query.extra["intent"].get("range")
    if ranged:
        holds = holds and parameters.get(f"{ranged}From", value[ranged]) <= value[ranged]
        holds = holds and parameters.get(f"{ranged}To", value[ranged]) >= value[ranged]
    tests = {
        "": True,
        "state = 'OPEN'": value["state"] == "OPEN",
        "n < 50": value["n"] < 50,
        "state <> 'OPEN'": value["state"] != "OPEN",
        "n >= :least": value["n"] >= 20,
    }
    return holds and tests[query.filter]


def check(design, query, made):
    """One serving, evaluated, against the samples themselves."""
    done = evaluate(design, served_pattern(query, made))
    assert not done.refused, (made, done.refusals, done.problems)
    items = {item.id: item for item in design.tables[0].entities[0].items}
    expected = {name for name, item in items.items() if meant(item, query)}
    returned = [one.id for one in done.returned]
    assert sorted(returned) == sorted(expected), (made, query, design.tables[0].entities[0].overloads, items)
    order = query.extra["intent"].get("order_by", [])
    if order and made.order_satisfied and made.requests == 1:
        down = query.extra["intent"]["direction"] == "newest first"
        rows = [[int(items[one].values[name].data) if name == "n" else items[one].values[name].data for name in order]
                for one in returned]  # fmt: skip
        assert rows == sorted(rows, reverse=down), made


def design_of(first, second):
    indexes = tuple(gsi(name, key(f"{name}PK"), key(f"{name}SK")) for name in ("GSI1", "GSI2"))
    return Design("law", tables=(Table("main", "main", key("PK"), key("SK"), indexes, (first, second)),))


@given(entities("A"), entities("B"), asked())
def test_every_serving_returns_exactly_what_is_asked_for_in_the_order_asked_for(first, second, query):
    design = design_of(first, second)
    found = servings(design, query)
    assert found[0] == serving(design, query)
    for made in found:
        if not made.served:
            event("not served")
            assert made.reason and made.change
        elif made.also_reads:
            event("other entities are read too, and named")
            assert made.also_reads == ("B",)
        else:
            event(f"served, order {made.order_satisfied}, filter {bool(made.filter)}")
            check(design, query, made)


@given(entities("A"), entities("B"), asked())
def test_what_is_offered_for_an_unserved_pattern_serves_it(first, second, query):
    design = design_of(first, second)
    made = serving(design, query)
    if made.served:
        return
    for fix in serving_fixes(design, query):
        after = fixed(design, fix)
        best = serving(after, after.pattern(query.label) or query)
        assert best.served, (fix.label, best.reason)
        if not best.also_reads:
            check(after, query, best)

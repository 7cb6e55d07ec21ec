"""A plan's steps, applied to items one by one, end in the new design's items."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.items import Attribute, Entity, Overload, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.migration.planning import plan
from modeler.core.values.attribute_values import AttributeType, number, string
from tests.modeler.core.migration.applied import applied, differing, renamed

S, N = AttributeType.S, AttributeType.N
TEXTS = ("{note}", "A#{group}", "B#{group}#{status}", "S#{status}", "ALL")
WHENS = (
    "", "status = 'OPEN'", "status = 'DONE'", "attribute_exists(note)", "status = 'OPEN' AND group = 'g1'",
    "amount > 3", "begins_with(group, 'g1')", "NOT group IN ('g1', 'g3')",
)  # fmt: skip
OWN = (("group", S), ("amount", N), ("note", S), ("status", S), ("SK", S))


def keyed(name, kind=S):
    return (KeyAttribute(name, kind),)


@st.composite
def cells(draw, entity, index, named):
    """What an entity writes into an index: nothing, one key, or one of two keys."""
    if not any(one.name.startswith(index.name) for one in index.keys):
        return ()
    whens = draw(st.lists(st.sampled_from(WHENS), max_size=2, unique=True))
    return tuple(
        Overload(
            f"{entity}-{index.name}-{number}",
            index.name,
            {
                one.name: "{amount}" if one.type is N else draw(st.sampled_from(TEXTS)).replace("{note}", named)
                for one in index.keys
                if one.name.startswith(index.name)
            },
            when.replace("note", named[1:-1]),
        )
        for number, when in enumerate(whens)
    )


@st.composite
def indexes(draw, name):
    """An index on attributes of its own, or on attributes that items have."""
    own = draw(st.sampled_from([None, None, None, *OWN]))
    kind = draw(st.sampled_from([S, S, S, N]))
    sort = draw(st.sampled_from([keyed(f"{name}SK", kind), ()]))
    projection = Projection(draw(st.sampled_from([ProjectionType.ALL, ProjectionType.KEYS_ONLY])))
    return Index(f"i-{name}", name, IndexKind.GSI, keyed(*own) if own else keyed(f"{name}PK"), sort, projection)


@st.composite
def entities(draw, name, found, sort):
    """One entity, with its cells in the indexes of its table."""
    note = draw(st.sampled_from(["note", "note", "note", "remark"]))
    attributes = (
        Attribute(f"{name}-id", "id", S, "id"),
        Attribute(f"{name}-group", "group", S, "id"),
        Attribute(f"{name}-status", "status", S, "enum", values={"OPEN": 0.3, "DONE": 0.7}),
        Attribute(f"{name}-amount", "amount", N),
        Attribute(f"{name}-note", note, S, "id", optional=0.5),
    )
    partition = draw(st.sampled_from([f"{name}#{{id}}", f"{name}#{{id}}", f"{name}#{{group}}"]))
    base = [Overload(f"{name}-base", None, {"PK": partition, sort: draw(st.sampled_from(["{id}", "{id}", "X#{id}"]))})]
    if draw(st.sampled_from([False, False, True])):
        when = draw(st.sampled_from(WHENS[1:])).replace("note", note)
        base.insert(0, Overload(f"{name}-some", None, {"PK": partition, sort: "Y#{id}"}, when))
    written = [cell for index in found for cell in draw(cells(name, index, "{" + note + "}"))]
    return Entity(f"e-{name}", name, attributes, (*base, *written), identity=("id",), count=1000)


@st.composite
def designs(draw, names):
    """A design of two tables, with these entities in either."""
    tables = []
    elsewhere = draw(st.sampled_from([(), (), (), ("B",)]))
    for name, held in (("main", [one for one in names if one not in elsewhere]), ("other", elsewhere)):
        found = tuple(draw(indexes(one)) for one in draw(st.sampled_from([(), ("GSI1",), ("GSI1", "GSI2")])))
        sort = draw(st.sampled_from(["SK", "SK", "SK", "SORT"]))
        inside = tuple(draw(entities(one, found, sort)) for one in held)
        tables.append(Table(f"t-{name}", name, keyed("PK"), keyed(sort), found, entities=inside))
    return Design("Generated", tables=tuple(tables))


@st.composite
def items(draw, entity):
    """Items of an entity, some without the optional attribute."""
    name, note = entity.name, entity.attributes[-1].name
    found = []
    for position in range(draw(st.integers(1, 3))):
        values = {
            "id": string(f"{name}{position}"),
            "group": string(draw(st.sampled_from(["g1", "g2"]))),
            "status": string(draw(st.sampled_from(["OPEN", "DONE"]))),
            "amount": number(str(draw(st.integers(1, 9)))),
        }
        if draw(st.booleans()):
            values[note] = string(draw(st.sampled_from(["n1", "n2"])))
        found.append(SampleItem(f"{name}{position}", values))
    return tuple(found)


@st.composite
def changes(draw):
    """Two designs that have the same entities, and items of the one before."""
    before, after = draw(designs(("A", "B"))), draw(designs(("A", "B")))
    samples = {one.id: draw(items(one)) for _, one in before.entities()}
    if draw(st.booleans()):
        before, after = (showing(design, samples) for design in (before, after))
    return before, after, samples


def showing(design, samples):
    """The design with these items as its samples."""

    def with_items(entity):
        names = dict.fromkeys(("note", "remark"), entity.attributes[-1].name)
        return replace(entity, items=tuple(renamed(one, names) for one in samples[entity.id]))

    tables = (replace(one, entities=tuple(map(with_items, one.entities))) for one in design.tables)
    return replace(design, tables=tuple(tables))


@given(changes())
def test_a_plans_steps_applied_to_items_one_by_one_end_in_the_new_designs_items(change):
    before, after, samples = change
    made = plan(before, after)
    tables = applied(made, before, after, samples)
    assert list(differing(tables, before, after, samples)) == []

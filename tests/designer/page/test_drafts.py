"""A grid while a key is typed is the grid after the edit: computed by column, but equal in everything that is shown."""

import uuid
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from designer.page.grid_window import GridChoice, plan, window
from designer.page.lazy_rows import entity_names, row_ids
from designer.page.scene import DraftScene, Scene
from modeler.core.design.items import Attribute, Entity, Overload, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string

S, N = AttributeType.S, AttributeType.N
ATTRIBUTES = (
    Attribute("a1", "a", S),
    Attribute("a2", "n", N),
    Attribute("a3", "at", S, format="iso"),
    Attribute("a4", "hidden", S, key_only=True),
)
TEMPLATES = (
    *("X#{a}", "{a}#{n}", "{n:pad(3)}", "{at:date}#{a}", "{hidden}%", "same", ""),
    *("{", "{a", "{nothing}", "{PK}", "{SK}#{a}"),
)
CONDITIONS = ("", "a = 'x'", "attribute_exists(n)", "n > 1", "PK = 'X#x'", "GSI1PK = 'X#x'", "a = ", "'x' = 'x'")
VALUES = {
    "a": st.sampled_from([string("x"), string("y"), string("é"), string("\U0001f600"), string(""), number(7)]),
    "n": st.sampled_from([number(0), number(2), number(10), string("2")]),
    "at": st.sampled_from([string("2026-01-01T00:00:00Z"), string("later")]),
    "hidden": st.sampled_from([string("h"), string("g")]),
    "status": st.sampled_from([string("OPEN"), AttributeValue(AttributeType.BOOL, True)]),
    "SK": st.just(string("given")),
}
KEYS = {
    "PK": st.just(string("X#x")),
    "SK": st.just(string("stored")),
    "GSI1PK": st.just(string("s")),
    "GSI1SK": st.just(string("t")),
}


def keys(*names):
    return tuple(KeyAttribute(name, kind) for name, kind in names)


INDEXES = (
    Index("i1", "GSI1", IndexKind.GSI, keys(("GSI1PK", S)), keys(("GSI1SK", S))),
    Index("i2", "GSI2", IndexKind.GSI, keys(("status", S)), keys(("n", N)), Projection(ProjectionType.KEYS_ONLY)),
    Index("i3", "LSI", IndexKind.LSI, keys(("PK", S)), keys(("at", S)), Projection(ProjectionType.INCLUDE, ("a",))),
)
OWN = {None: ("PK", "SK"), "GSI1": ("GSI1PK", "GSI1SK"), "GSI2": ("status", "n"), "LSI": ("at",)}


@st.composite
def overloads(draw, prefix):
    made = []
    for index, names in OWN.items():
        for number_of in range(draw(st.integers(0, 2) if index != "LSI" else st.integers(0, 1))):
            given_keys = {name: draw(st.sampled_from(TEMPLATES)) for name in names if draw(st.integers(0, 5))}
            when = draw(st.sampled_from(CONDITIONS)) if draw(st.booleans()) else ""
            made.append(Overload(f"{prefix}-{index}-{number_of}", index, given_keys, when))
    return tuple(made)


@st.composite
def samples(draw, prefix):
    made = []
    for n in range(draw(st.integers(0, 6))):
        values = {name: draw(value) for name, value in VALUES.items() if draw(st.integers(0, 2))}
        stored = (
            {name: draw(value) for name, value in KEYS.items() if draw(st.booleans())} if draw(st.booleans()) else {}
        )
        made.append(SampleItem(f"{prefix}-{n}", values, stored))
    return tuple(made)


@st.composite
def entities(draw, name):
    return Entity(f"e-{name}", name, ATTRIBUTES, draw(overloads(name)), draw(samples(name)))


@st.composite
def drafts(draw):
    """A table, and one of its entities twice with other overloads, as after two keystrokes."""
    made = tuple(draw(entities(name)) for name in "ABC"[: draw(st.integers(1, 3))])
    table = Table("t1", "t", keys(("PK", S)), keys(("SK", S)), INDEXES, made, draw(samples("unassigned")))
    chosen = draw(st.sampled_from(made))
    added = (Attribute("", "nothing", S),) if draw(st.booleans()) else ()
    first, second = draw(overloads(chosen.name)), draw(overloads(chosen.name))
    changed = draw(st.sampled_from([None, "GSI1"]))
    kept = (*(one for one in first if one.index != changed), *(one for one in second if one.index == changed))
    return table, replace(chosen, overloads=first), replace(chosen, overloads=kept, attributes=(*ATTRIBUTES, *added))


CHOICES = st.builds(
    GridChoice,
    entity=st.sampled_from([None, "A", "B"]),
    text=st.sampled_from(["", "x", "2026"]),
    all_folded=st.booleans(),
)


def seen(look):
    """Everything that the page shows of an index, made at once."""
    blocks = [(one.partition, tuple(one.members), one.count, look.bytes_of(one)) for one in look.collections]
    rows = [tuple(look.rows(one)) for one in look.collections]
    known = [list(zip(entity_names(rows), row_ids(rows), strict=True)) for rows in map(look.rows, look.collections)]
    return {
        "blocks": blocks,
        "rows": rows,
        "known": known,
        "shapes": list(look.shapes),
        "total": look.total,
        "unstored": [(why, tuple(items)) for why, items in look.unstored.items()],
        "flawed": tuple(look.flawed),
        "lost": {winner: tuple(losers) for winner, losers in look.lost.items()},
        "missing": [(why, tuple(items)) for why, items in look.missing.items()],
        "columns": dict(look.columns),
    }


@given(made=drafts(), choice=CHOICES, top=st.integers(0, 300))
def test_a_draft_shows_what_the_edit_would(made, choice, top):
    table, earlier, typed = made
    scene = Scene(uuid.uuid4(), 1, Design("d", tables=(table,)), {})
    for index in table.all_indexes:
        seen(scene.with_draft(table, earlier).look(table, index))
    draft = scene.with_draft(table, typed)
    assert isinstance(draft, DraftScene)
    changed = draft.design.tables[0]
    whole = Scene(scene.design_id, 1, draft.design, {})
    assert tuple(draft.stored[table.id]) == materialise(changed)
    assert tuple(draft.by_entity[typed.id]) == tuple(whole.by_entity[typed.id])
    for index in changed.all_indexes:
        mine, theirs = draft.look(changed, index), whole.look(changed, index)
        assert seen(mine) == seen(theirs)
        mine_plan, their_plan = plan(mine, choice), plan(theirs, choice)
        assert (mine_plan.tops, mine_plan.firsts, mine_plan.shown) == (
            their_plan.tops,
            their_plan.firsts,
            their_plan.shown,
        )
        assert windows(mine, mine_plan, top) == windows(theirs, their_plan, top)


def windows(look, layout, top):
    return [(part.block.id, part.top, part.lines, part.above, part.number) for part in window(look, layout, top, 120)]


def test_an_index_that_repeats_the_tables_key_follows_it():
    """Two keystrokes in the table's own key: the index does not keep what it had after the first."""
    stored = [SampleItem(f"i{n}", {"a": string(text)}) for n, text in enumerate("xyz")]
    inverted = Overload("o2", "GSI1", {"GSI1PK": "{SK}", "GSI1SK": "{PK}"})
    entity = Entity("e", "A", ATTRIBUTES, (Overload("o1", None, {"PK": "P", "SK": "{a}"}), inverted), tuple(stored))
    table = Table("t1", "t", keys(("PK", S)), keys(("SK", S)), INDEXES, (entity,))
    scene = Scene(uuid.uuid4(), 1, Design("d", tables=(table,)), {})
    for text in ("N#{a}", "NE#{a}"):
        typed = replace(entity, overloads=(Overload("o1", None, {"PK": "P", "SK": text}), inverted))
        draft = scene.with_draft(table, typed)
        assert [one.partition[0].data for one in draft.look(table, INDEXES[0]).collections] == [
            text.replace("{a}", letter) for letter in "xyz"
        ]

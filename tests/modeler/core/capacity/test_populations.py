"""How many values stand in a key, from counts, identities, parents, ranges and shards."""

import pytest

from modeler.core.capacity.populations import Population, distinct_keys, is_moment, is_now, shards_of
from modeler.core.design.design_settings import Tenancy
from modeler.core.design.items import Attribute, Entity, Overload, SizeFact
from modeler.core.design.pattern_facts import Skew
from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.keys.templates import Reference, parse
from modeler.core.values.attribute_values import AttributeType

S, N, BOOL = AttributeType.S, AttributeType.N, AttributeType.BOOL
ATTRIBUTES = (
    Attribute("1", "a", S, "id"), Attribute("2", "b", S, "id"), Attribute("3", "kind", S, "enum", {"A": 0.5, "B": 0.5}),
    Attribute("4", "shard", N, "shard(4)"), Attribute("5", "flag", BOOL), Attribute("6", "one", S, "enum", {"X": 1.0}),
    Attribute("7", "seat", N, "integer", range=(5, 5)), Attribute("8", "row", N, "integer", range=(1, 30)),
    Attribute("9", "at", S, "iso"), Attribute("10", "day", S, "date"), Attribute("11", "u", S, "uuid4"),
    Attribute("12", "price", N, "money", range=(1, 30)),
)  # fmt: skip


def entity(*identity, count=1000, key="{a}", **more):
    return Entity("e", "E", ATTRIBUTES, (Overload("o", None, {"PK": key, "SK": "X"}),), (), identity, count, **more)


def distinct(template, made, *counts):
    parsed = parse(template)
    return distinct_keys(frozenset(parsed.attributes), parsed.references, made, Population(tuple(sorted(counts))))


@pytest.mark.parametrize(
    ("template", "made", "count"),
    [
        ("ALL", entity(), 1), ("{a}", entity("a"), 1000), ("{a}#{b}", entity("a", "b"), 1000),
        ("{a}#{b}", entity("a"), 1000), ("{a}", entity("a", "b"), None), ("{one}", entity("a"), 1),
        ("{kind}#{flag}", entity("a"), 4), ("{flag}", entity("a", count=None), 2), ("{flag}", entity(count=1), 1),
        ("{seat}", entity("a"), 1), ("{row}", entity("a"), 30), ("{row}", entity("a", count=7), 7),
        ("{price}", entity("a"), None), ("{u}", entity(), 1000), ("{u}", entity("a"), None), ("{a}", entity(), None),
        ("{a}", entity("a", "shard"), 250), ("{a}", entity("a", "kind", "shard"), 125),
        ("{a}", entity("a", "shard", count=4), 1), ("{a}", entity("a", "shard", count=2), 1),
        ("{b}", entity("kind", "shard"), None), ("{a}", entity("a", "b", "shard"), None),
        ("{a:hash(1)}", entity("a"), 16), ("{a:hash(2)}", entity("a"), 256), ("{a:hash(2)}", entity("a", count=9), 9),
        ("{a:first(1)}", entity("a"), 36), ("{a:first(2)}", entity("a", count=10**6), 36**2),
        ("{b:hash(12)}", entity("a", count=None), 16**12), ("{b:hash(13)}", entity("a", count=None), None),
        ("{b:lower}", entity("a"), None),
    ],
)  # fmt: skip
def test_how_many_keys_a_template_gives(template, made, count):
    assert distinct(template, made) == count


def test_other_entities_say_how_many_there_are():
    """And never more than there are items."""
    assert distinct("{b}", entity("a"), ("b", 40)) == 40
    assert distinct("{b}", entity("a"), ("b", 4000)) == 1000
    assert distinct("{b:hash(2)}", entity("a"), ("b", 40)) == 40
    assert distinct("{b}#{kind}", entity("a"), ("b", 40)) == 80
    assert distinct("{b}", None, ("b", 40)) == 40
    assert distinct("{b}", None) is None


@pytest.mark.parametrize(
    ("key", "average", "count", "parents"),
    [
        ("D#{b}", 20, 1000, 50), ("D#{b}", 1, 1000, 1000), ("D#{b}", 0.5, 1000, 2000), ("D#{b}", 0, 1000, None),
        ("D#{b}", 20, 10, 1), ("D#{b}", 20, None, None), ("D#{b}#{at:date}", 20, 1000, 50),
        ("D#{b}#{day}", 20, 1000, 50),
        ("D#{b}#{shard}", 20, 1000, 50), ("D#{b}#{b:shard(4)}", 20, 1000, 50), ("D#{b}#{u}", 20, 1000, None),
        ("D#{u}", 20, 1000, None), ("ALL", 20, 1000, None),
    ],
)  # fmt: skip
def test_parents_are_counted_by_their_children(key, average, count, parents):
    """Where the key of the table is the parent's, times and shards aside."""
    assert distinct("{b}", entity("a", key=key, count=count, per_parent=SizeFact(average))) == parents


def test_a_population_counts_what_entities_are_identified_by():
    many = (entity("a", count=5), entity("a", count=9), entity("b", "a", count=70), entity("kind", count=None))
    table = Table("t", "t", (KeyAttribute("PK", S),), (), (), many)
    assert Population.of(table) == Population((("a", 9),))
    assert (Population.of(table).of_attribute("a"), Population.of(table).of_attribute("b")) == (9, None)
    assert Population.of(table, Tenancy("b", largest=0.3)).tenants == Skew(0.3, None, "b")
    assert Population.of(table, Tenancy("b")).tenants is None


@pytest.mark.parametrize(
    ("template", "form", "shards"),
    [
        ("{x:shard(7)}", "", 7), ("{x:shard(1)}", "", 1), ("{x}", "shard(1)", 1), ("{x}", "shard(12)", 12),
        ("{x:shard(7)}", "shard(3)", 7), ("{x:lower}", "shard(3)", 3), ("{x}", "shard(ab)", 0), ("{x}", "shard(55", 0),
        ("{x}", "xxxxxx5x", 0), ("{x}", "id", 0), ("{x:hash(2)}", "", 0),
    ],
)  # fmt: skip
def test_shards_are_told_by_a_format(template, form, shards):
    reference = parse(template).references[0]
    assert shards_of(Attribute("1", "x", S, form), reference) == shards
    assert shards_of(None, reference) == (shards if "shard" in template else 0)


@pytest.mark.parametrize(
    ("template", "form", "now", "moment"),
    [
        ("{x:date}", "iso", True, False), ("{x:minute}", "iso", True, False), ("{x:iso}", "epoch_millis", False, True),
        ("{x:lower}", "iso", False, False), ("{x}", "iso", False, True), ("{x}", "date", True, False),
        ("{x}", "epoch_seconds", True, False), ("{x}", "epoch_millis", False, True), ("{x}", "id", False, False),
        ("{x:lower}", "date", False, False),
    ],
)  # fmt: skip
def test_a_piece_of_time_is_shared_and_a_moment_is_not(template, form, now, moment):
    made, reference = Attribute("1", "x", S, form), parse(template).references[0]
    assert (is_now(made, reference), is_moment(made, reference)) == (now, moment)
    listed = Attribute("1", "x", S, form, {"2026": 1.0})
    plain = not reference.formats
    assert (is_now(listed, reference), is_moment(listed, reference)) == (now and not plain, moment and not plain)
    assert not is_moment(None, Reference("x")) and not is_now(None, Reference("x"))

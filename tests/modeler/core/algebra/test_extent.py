"""Lengths, numbers of keys, read-back."""

from dataclasses import replace

import pytest

from modeler.core.algebra.extent import byte_bounds, distinct, reads_back
from modeler.core.design.items import Attribute, Entity, SizeFact
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType

ATTRIBUTES = (
    Attribute("1", "id", AttributeType.S, "id"),
    Attribute("2", "date", AttributeType.S, "date"),
    Attribute("3", "note", AttributeType.S, "text"),
    Attribute("4", "short", AttributeType.S, "text", size=SizeFact(10, 40)),
    Attribute("5", "status", AttributeType.S, "enum", values={"OPEN": 0.5, "GRÜN": 0.5}),
    Attribute("6", "n", AttributeType.N, "integer", range=(0, 99)),
    Attribute("7", "on", AttributeType.BOOL),
    Attribute("8", "drawn", AttributeType.N, "shard(8)"),
    Attribute("9", "case", AttributeType.S, "enum", values={"Open": 0.5, "OPEN": 0.5}),
    Attribute("10", "uuid", AttributeType.S, "uuid4"),
)
BY_NAME = {made.name: made for made in ATTRIBUTES}
ENTITY = Entity("e", "Order", ATTRIBUTES, count=1000, identity=("id",))


@pytest.mark.parametrize(
    ("template", "bounds"),
    [
        ("ORDER#", (6, 6)),
        ("ÄÖ", (4, 4)),
        ("D#{date}", (12, 12)),
        ("{date:month}", (7, 7)),
        ("N#{note}", (2, None)),
        ("{short}", (0, 40)),
        ("{id}", (1, 128)),
        ("{n:pad(6)}", (6, 6)),
        ("{id:hash(8)}", (8, 8)),
        ("{on}", (4, 5)),
        ("{id:first(3)}", (1, 3)),
        ("{n:reverse(4)}", (4, 4)),
        ("{n:shard(12)}", (1, 2)),
        ("{date:year}", (4, 4)),
        ("{date:minute}", (16, 16)),
        ("{date:hour}", (13, 13)),
        ("{date:iso}", (24, 24)),
        ("{status:upper}", (4, 5)),
        ("{id:lower}", (1, 128)),
        ("{drawn}", (1, 1)),
        ("{note:first(3)}", (0, 12)),
        ("{date}{note}{date}", (20, None)),
    ],
)
def test_a_template_has_least_and_greatest_bytes(template, bounds):
    assert byte_bounds(parse(template), BY_NAME) == bounds


@pytest.mark.parametrize(
    ("template", "count"),
    [
        ("CONFIG", 1),
        ("{status}", 2),
        ("{status}#{on}", 4),
        ("{id}", 1000),
        ("{id:shard(10)}", 10),
        ("{id}#{status}", 1000),
        ("{note}", None),
        ("{drawn}", 8),
        ("{n:pad(2)}", 100),
        ("{uuid}", 1000),
        ("{uuid:hash(2)}", 256),
        ("{uuid:first(1)}", 36),
        ("{case}", 2),
        ("{case:lower}", 1),
        ("{status:first(1)}", 2),
        ("{date:month}", None),
        ("{note:shard(10)}", 10),
        ("{note:hash(2)}", None),
    ],
)
def test_distinct_keys_are_counted_where_something_is_declared(template, count):
    assert distinct(parse(template), ENTITY) == count


@pytest.mark.parametrize(
    ("form", "least", "greatest", "count"),
    [("integer", 5, 9, 5), ("sequence", 7, 7, 1), ("year", 2020, 2029, 10), ("money", 5, 9, None)],
)
def test_a_declared_range_of_whole_numbers_says_how_many_there_are(form, least, greatest, count):
    ranged = Attribute("1", "n", AttributeType.N, form, range=(least, greatest))
    assert distinct(parse("{n}"), Entity("e", "Any", (ranged,))) == count


def test_there_are_no_more_keys_than_items():
    """One item, or none yet, gives one key, whatever the status may be."""
    assert [distinct(parse("{status}"), replace(ENTITY, count=count)) for count in (0, 1, 2, 3)] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("template", "lost"),
    [
        ("A#{id}#{date}", ""),
        ("A#{note}#{date}", "note"),
        ("A#{date}{id}", ""),
        ("{id}{date}", "id"),
        ("{date}#{note}", ""),
        ("{date}#{note}#", ""),
        ("{id}-{date}", "id"),
        ("{status}#{id}", ""),
        ("{date}#{note}#{id}", "note"),
        ("{note}#{date}X", "note"),
        ("{note:shard(12)}#{date}", ""),
    ],
)
def test_a_template_reads_back_where_each_end_is_seen(template, lost):
    assert reads_back(parse(template), BY_NAME) == lost

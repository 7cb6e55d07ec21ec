"""An entity with itself: two items that its key does not tell apart."""

import pytest

from modeler.core.algebra.sides import TemplateSide, Verdict
from modeler.core.algebra.twins import twins
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import parse, render
from modeler.core.values.attribute_values import AttributeType

ATTRIBUTES = {
    name: Attribute(name, name, AttributeType(kind), form)
    for name, kind, form in (
        ("customer", "S", "id"),
        ("order", "S", "id"),
        ("ulid", "S", "ulid"),
        ("at", "S", "iso"),
        ("date", "S", "date"),
        ("email", "S", "email"),
        ("line", "N", "integer"),
        ("blob", "B", ""),
        ("note", "S", "text"),
    )
}
FORMATS = {name: made.format for name, made in ATTRIBUTES.items()}


@pytest.mark.parametrize(
    ("templates", "identity", "verdict"),
    [
        (("C#{customer}", "O#{date}"), ("order",), "yes"),
        (("C#{customer}", "O#{at:date}#{order}"), ("order",), "no"),
        (("C#{customer}", "O#{order}"), ("customer", "order"), "no"),
        (("C#{customer}", "O#{at:date}"), ("customer", "at"), "yes"),
        (("C#{customer}", "O#{at:month}#{customer}"), ("at",), "yes"),
        (("C#{order:first(1)}",), ("order",), "yes"),
        (("C#{order:upper}",), ("order",), "yes"),
        (("C#{customer}{order}",), ("customer", "order"), "yes"),
        (("C#{ulid:first(10)}",), ("ulid",), "yes"),
        (("C#{line:pad(6)}",), ("line",), "no"),
        (("C#{line:shard(3)}",), ("line",), "yes"),
        (("C#{order:hash(16)}",), ("order",), "unknown"),
        (("C#{note}#{order}",), ("note", "order"), "unknown"),
        (("C",), ("order",), "yes"),
        (("C#{order",), ("order",), "unknown"),
        (("C#{order}",), (), "unknown"),
        ((), ("order",), "unknown"),
        (("C#{customer}",), ("blob",), "yes"),
        (("L#{line:pad(4)}",), ("order",), "yes"),
        (("L#{line:pad(3)|first(1)}",), ("line",), "yes"),
        (("D#{date:first(10)}",), ("date",), "unknown"),
        (("D#{order:shard(2)}", "{line:reverse(3)}"), ("order", "line"), "yes"),
    ],
)
def test_a_key_tells_items_apart_or_shows_two(templates, identity, verdict):
    answer = twins(TemplateSide(tuple(map(parse, templates)), ATTRIBUTES), identity)
    assert answer.verdict == verdict, answer
    if answer.is_yes:
        assert any(answer.left[name] != answer.right[name] for name in identity)
        assert tuple(render(parse(text), answer.left, FORMATS) for text in templates) == answer.keys
        assert tuple(render(parse(text), answer.right, FORMATS) for text in templates) == answer.keys


def test_items_that_the_condition_allows_are_shown():
    free = twins(TemplateSide((parse("C#{line:pad(3)}"),), ATTRIBUTES), ("order",))
    others = TemplateSide(
        (parse("C#{line:pad(3)}"),), ATTRIBUTES, holds=lambda item: item["order"] != free.left["order"]
    )
    found = twins(others, ("order",))
    assert found.is_yes
    assert free.left["order"] not in (found.left["order"], found.right["order"])


def test_the_identity_is_tried_before_what_else_is_in_a_long_key():
    """And what it takes has an end: of the items of many attributes some thousands are looked at."""
    names = [f"b{number:02}" for number in range(12)]
    attributes = {name: Attribute(name, name, AttributeType.S, "id") for name in ["a", *names]}
    template = parse("#".join(["{a:first(1)}", *(f"{{{name}}}" for name in names)]))
    assert twins(TemplateSide((template,), attributes), ("a",)).is_yes
    tried = []
    nothing = TemplateSide((template,), attributes, holds=lambda item: tried.append(item) is not None)
    assert twins(nothing, ("a", *names)).verdict is Verdict.UNKNOWN
    assert len(tried) == 3000


def test_items_that_the_condition_excludes_are_not_shown():
    never = TemplateSide((parse("C"),), ATTRIBUTES, holds=lambda item: False)
    assert twins(never, ("order",)).verdict is Verdict.UNKNOWN

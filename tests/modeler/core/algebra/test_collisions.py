"""Two templates: yes with a witness that renders, no that no items refute."""

import re
from itertools import product

import interegular
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.algebra.collisions import TemplateSide, Verdict, can_collide, prefix_catches, range_catches
from modeler.core.algebra.search import meets
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template, render
from modeler.core.values.attribute_values import AttributeType, string


def attribute(name, form="", kind="S", **more):
    return Attribute(name, name, AttributeType(kind), form, **more)


ATTRIBUTES = {
    made.name: made
    for made in (
        attribute("customerId", "id"),
        attribute("orderId", "id"),
        attribute("date", "date"),
        attribute("at", "iso"),
        attribute("seconds", "epoch_seconds", "N"),
        attribute("unknown"),
        attribute("note", "text"),
        attribute("n", "integer", "N"),
        attribute("u", "uuid4"),
        attribute("email", "email"),
        attribute("status", "enum", values={"OPEN": 0.1, "SHIPPED": 0.9}),
    )
}
FORMATS = {name: made.format for name, made in ATTRIBUTES.items()}


def side(*templates):
    return TemplateSide(tuple(map(parse, templates)), ATTRIBUTES)


YES = [
    (("CUST#{customerId}", "ORDER#{note}"), ("CUST#{customerId}", "ORDER#{orderId}#ITEM#{orderId}")),
    (("USER#{customerId}", "USER#{customerId}"), ("USER#{orderId}", "USER#{u}")),
    (("USER#{customerId}", "USER#{customerId}"), ("USER#{orderId}", "USER#{orderId:lower}")),
    (("{customerId}", "S"), ("{u}", "{status:first(1)}")),
    (("L#{at:month}", "{at}"), ("L#{date:month}", "{at:iso}")),
    (("L#{seconds:month}", "{seconds:pad(12)}"), ("L#{date:month}", "{n:pad(12)}")),
    (("{n}", "{n:reverse(5)}"), ("{n}", "00042")),
    (("L#{u:hash(2)}", "{u}"), ("L#{orderId:hash(2)}", "{orderId}")),
    (("L#{orderId:shard(7)}",), ("L#5",)),
    (("é{note}",), ("{note}",)),
    (("CUST#{customerId}", "{customerId}#{orderId}"), ("CUST#{u}", "{note}")),
    (("{customerId}#{customerId}#{orderId}",), ("{u}#{u}#o-1",)),
]
NO = [
    (("CUST#{customerId}", "ORDER#{date}#{orderId}"), ("CUST#{customerId}", "PROFILE")),
    (("CUST#{customerId}", "ORDER#{orderId}"), ("CUST#{customerId}", "ORDER#{orderId}#ITEM#{orderId}")),
    (("{customerId}", "A"), ("{u}", "{status:first(1)}")),
    (("E#{email}", "a"), ("E#{email:lower}", "{email:first(3)}")),
    (("{date}",), ("{u}",)),
    (("{status}",), ("OPENED",)),
    (("{orderId}",), ("{email}",)),
    (("{at:shard(3)}",), ("3",)),
    (("{orderId:upper}",), ("abc",)),
]


@pytest.mark.parametrize(("left", "right"), YES)
def test_a_yes_has_two_items_that_render_to_one_key(left, right):
    answer = can_collide(side(*left), side(*right))
    assert answer.verdict is Verdict.YES, answer.reason
    assert tuple(render(parse(text), answer.left, FORMATS) for text in left) == answer.keys
    assert tuple(render(parse(text), answer.right, FORMATS) for text in right) == answer.keys


@pytest.mark.parametrize(("left", "right"), NO)
def test_a_no_names_the_element_that_keeps_them_apart(left, right):
    answer = can_collide(side(*left), side(*right))
    assert answer.verdict is Verdict.NO
    assert answer.reason
    assert can_collide(side(*right), side(*left)).verdict is Verdict.NO


def test_what_hangs_on_undeclared_characters_is_unknown_and_says_of_which_attribute():
    answer = can_collide(side("C", "ORDER#{unknown}"), side("C", "ORDER#{orderId}#ITEM"))
    assert answer.verdict is Verdict.UNKNOWN
    assert "unknown" in answer.reason
    assert (answer.undeclared, len(answer.keys)) == (True, 2)
    assert answer.left["unknown"].data.endswith("#ITEM")


def test_an_undeclared_value_collides_without_any_delimiter():
    assert can_collide(side("C", "{unknown}"), side("C", "{orderId}")).is_yes


def test_items_that_break_the_condition_are_no_witness():
    never = TemplateSide((parse("A#{orderId}"),), ATTRIBUTES, holds=lambda item: False)
    assert can_collide(never, side("A#{customerId}")).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("prefix", "other", "verdict"),
    [
        (("CUST#{customerId}", "ORDER#"), ("CUST#{customerId}", "ORDER#{orderId}#ITEM#{n}"), "yes"),
        (("CUST#{customerId}", "ORDER#{orderId}"), ("CUST#{customerId}", "ORDER#{orderId}#ITEM#{n}"), "yes"),
        (("CUST#{customerId}", ""), ("CUST#{customerId}", "PROFILE"), "yes"),
        (("CUST#{customerId}", "ORDER#{orderId}#X"), ("CUST#{customerId}", "ORDER#{orderId}#ITEM#{n}"), "no"),
        (("CUST#{customerId}", "ORDER#"), ("CUST#{customerId}", "ORD"), "no"),
        (("CUST#{customerId}", "ORDER#"), ("SHOP#{customerId}", "ORDER#{orderId}"), "no"),
    ],
)
def test_a_prefix_catches_only_what_starts_with_it_in_the_same_partition(prefix, other, verdict):
    answer = prefix_catches(side(*prefix), side(*other))
    assert answer.verdict == verdict
    if answer.is_yes:
        assert answer.keys[1].startswith(render(parse(prefix[1]), answer.left, FORMATS))


SMALL = {
    name: Attribute(name, name, AttributeType.S, "enum", values=dict.fromkeys(words, 1.0))
    for name, words in {"a": ["x", "xy", "#"], "b": ["y", "yx"], "c": ["", "x#y", "é"]}.items()
}
PARTS = st.one_of(
    st.sampled_from(["x", "y", "#", "xy", "é"]).map(LiteralText),
    st.sampled_from(sorted(SMALL)).map(Reference),
)
TEMPLATES = st.lists(PARTS, min_size=1, max_size=4).map(tuple).map(print_template).map(parse)


def every_key(templates):
    names = sorted({name for template in templates for name in template.attributes})
    for values in product(*(SMALL[name].values for name in names)):
        item = {name: string(value) for name, value in zip(names, values, strict=True)}
        yield tuple(render(template, item, {}) for template in templates)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(TEMPLATES, min_size=1, max_size=2), st.data())
def test_the_answer_agrees_with_trying_every_item(left, data):
    right = data.draw(st.lists(TEMPLATES, min_size=len(left), max_size=len(left)))
    answer = can_collide(TemplateSide(tuple(left), SMALL), TemplateSide(tuple(right), SMALL))
    shared = set(every_key(left)) & set(every_key(right))
    if answer.is_yes:
        assert answer.keys in shared
    elif answer.verdict is Verdict.NO:
        assert not shared
    else:
        uses = [name for templates in (left, right) for t in templates for name in [r.attribute for r in t.references]]
        assert len(uses) > len(set(uses)), "unknown only where one attribute is used twice"


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(TEMPLATES, TEMPLATES)
def test_a_prefix_agrees_with_trying_every_item(prefix, other):
    answer = prefix_catches(TemplateSide((prefix,), SMALL), TemplateSide((other,), SMALL))
    caught = any(key[0].startswith(start[0]) for start in every_key([prefix]) for key in every_key([other]))
    if answer.verdict is not Verdict.UNKNOWN:
        assert answer.is_yes == caught


REGEX = {
    "{customerId}": "[A-Za-z0-9_.-]+",
    "{date}": "(20[0-9]{2}|[1-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",
    "{status}": "(OPEN|SHIPPED)",
    "{n:reverse(3)}": "[0-9]{3}",
    "{orderId:lower}": "[a-z0-9_.-]+",
    "{at:month}": "(20[0-9]{2}|[1-9][0-9]{3})-(0[1-9]|1[0-2])",
    "#": "#",
    "A": "A",
    "-": "-",
    "20": "20",
}


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(REGEX)), min_size=1, max_size=4, unique=True), st.data())
def test_no_is_said_exactly_where_a_regular_expression_library_says_it(left, data):
    right = data.draw(st.lists(st.sampled_from(sorted(REGEX)), min_size=1, max_size=4, unique=True))
    machines = [interegular.parse_pattern("".join(REGEX[part] for part in parts)).to_fsm() for parts in (left, right)]
    answer = can_collide(side("".join(left)), side("".join(right)))
    assert (answer.verdict is Verdict.NO) == (machines[0] & machines[1]).empty()


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(REGEX)), max_size=3, unique=True), st.data())
def test_a_prefix_is_refused_exactly_where_a_regular_expression_library_refuses_it(left, data):
    right = data.draw(st.lists(st.sampled_from(sorted(REGEX)), min_size=1, max_size=4, unique=True))
    start = "".join(REGEX[part] for part in left) + "(.|\n)*"
    machines = [interegular.parse_pattern(text).to_fsm() for text in (start, "".join(REGEX[part] for part in right))]
    answer = prefix_catches(side("".join(left)), side("".join(right)))
    assert (answer.verdict is Verdict.NO) == (machines[0] & machines[1]).empty()


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.lists(st.sampled_from(sorted(REGEX)), min_size=1, max_size=3, unique=True), st.data())
def test_a_range_of_constants_is_empty_exactly_where_a_regular_expression_library_says_it(parts, data):
    """Between two single characters lies what starts with the first or with one that comes between, and the second."""
    low, high = sorted(data.draw(st.lists(st.sampled_from("#0ABaz~"), min_size=2, max_size=2)))
    between = "".join(f"\\x{point:02x}" for point in range(ord(low), ord(high)))
    pattern = f"([{between}](.|\n)*|{re.escape(high)})" if between else re.escape(high)
    machines = [interegular.parse_pattern(text).to_fsm() for text in (pattern, "".join(REGEX[one] for one in parts))]
    answer = range_catches(side(low, high), side("".join(parts)), "between")
    assert (answer.verdict is Verdict.NO) == (machines[0] & machines[1]).empty()


MONTHS = ATTRIBUTES | {"month": attribute("month", "enum", values={"2026-06": 1.0}), "when": attribute("when", "iso")}


@pytest.mark.parametrize("turned", [False, True])
def test_an_attribute_that_is_wanted_with_two_values_is_fixed_to_one_of_them(turned):
    """The first text found for `{at:iso}` is of another month than the other key has."""
    sides = [
        TemplateSide(tuple(map(parse, texts)), MONTHS)
        for texts in (("L#{month}", "{when}"), ("L#{at:month}", "{at:iso}"))
    ]
    one, other = reversed(sides) if turned else sides
    answer = can_collide(one, other)
    assert answer.is_yes, answer.reason
    assert answer.keys[0] == "L#2026-06"
    assert answer.keys[1].startswith("2026-06-")
    told = sorted(map(sorted, (answer.left, answer.right)))
    assert told == [["at"], ["month", "when"]], "an item has what its own side speaks of"


@pytest.mark.parametrize(
    ("operator", "caught"),
    [
        ("=", ["b"]), ("begins_with", ["b", "ba"]), ("<", ["a"]), ("<=", ["a", "b"]), (">", ["ba", "c", "é", "\ud800"]),
        (">=", ["b", "ba", "c", "é", "\ud800"]), ("between", ["b", "ba", "c"]),
    ],
)  # fmt: skip
def test_what_meets_a_condition_in_the_order_of_bytes(operator, caught):
    """One bound, `b`; or two, `b` and `c`."""
    bounds = ("b", "c") if operator == "between" else ("b",)
    assert [key for key in ("a", "b", "ba", "c", "é", "\ud800") if meets(operator, key, bounds)] == caught
    assert meets(operator, "\ud800", ("\ud800", "\ud800")) == (operator not in "<>")


@pytest.mark.parametrize(
    ("left", "right", "operator", "reason"),
    [
        (("{date}", "X"), ("{u}", "X"), "=", "no value of {date} can equal {u}"),
        (("C", "{date}"), ("C", "{u}"), "=", "no value of {date} can equal {u}"),
        (("C", "{date}"), ("C", "{u}"), "begins_with", "no value of {date} can start {u}"),
        (("{date}", "A"), ("{u}", "A"), "begins_with", "no value of {date} can equal {u}"),
        (("C", "{date}"), ("C", "PROFILE"), "<", "no value of {date} can come after PROFILE"),
        (("C", "{date}"), ("C", "PROFILE"), "<=", "no value of {date} can come after PROFILE"),
        (("C", "PROFILE"), ("C", "{date}"), ">", "no value of PROFILE can come before {date}"),
        (("C", "PROFILE"), ("C", "{date}"), ">=", "no value of PROFILE can come before {date}"),
        (("{date}", "A"), ("{u}", "B"), ">=", "no value of {date} can equal {u}"),
        (("C", "B", "A"), ("C", "{note}"), "between", "no key {note} is between B and A"),
        (("{date}", "A", "B"), ("{u}", "{note}"), "between", "no value of {date} can equal {u}"),
        (("A", "B"), ("A",), "=", "they have different numbers of key elements"),
        (("A#{u}",), ("B#{u}",), "=", "one starts with 'A#', the other with 'B#'"),
        (("A#{u}",), ("B#{u}",), "begins_with", "one starts with 'A#', the other with 'B#'"),
        (("A",), ("AB",), "=", "one is 'A', the other 'AB'"),
    ],
)  # fmt: skip
def test_a_no_says_which_element_cannot_be_met(left, right, operator, reason):
    answer = range_catches(side(*left), side(*right), operator)
    assert (answer.verdict, answer.reason) == (Verdict.NO, reason)


@pytest.mark.parametrize(
    ("left", "right", "operator", "reason"),
    [
        (("A", "B"), ("A", "B"), "=", "both produce A / B"),
        (("A", "B"), ("A", "BC"), "begins_with", "begins_with B catches A / BC"),
        (("A", "B", "C"), ("A", "BC"), "between", "between B and C catches A / BC"),
        (("B",), ("A",), "<", "< B catches A"),
    ],
)  # fmt: skip
def test_a_yes_says_what_is_caught(left, right, operator, reason):
    answer = range_catches(side(*left), side(*right), operator)
    assert (answer.verdict, answer.reason, answer.keys) == (Verdict.YES, reason, right)


LONG = {f"a{n}": attribute(f"a{n}", "text") for n in range(4)}


def test_what_is_too_intricate_to_compare_is_unknown():
    parts = [f"{{{name}:first(64)}}" for name in LONG]
    one, other = TemplateSide((parse("".join(parts) + "X"),), LONG), TemplateSide((parse("".join(parts) + "Y"),), LONG)
    assert can_collide(one, other).reason == "the templates are too complex to compare"


def test_no_key_and_no_readable_template_meet_nothing():
    assert can_collide(TemplateSide((), {}), TemplateSide((), {})).reason == "there is no key"
    assert can_collide(side(), side("A")).reason == can_collide(side("A"), side()).reason == "there is no key"
    assert can_collide(side("A"), side("{A")).reason == "a template is invalid"


@pytest.mark.parametrize(
    ("left", "right", "verdict"),
    [
        ("{note:first(300)}", "{customerId:first(300)}", "yes"),
        ("{status:first(2)|lower}", "op", "yes"),
        ("{u:first(9)}#", "{u:first(8)}-#", "yes"),
        ("{u:first(9)}", "{status}", "no"),
        ("{orderId:shard(1000)}", "A", "no"),
        ("{seconds:date}", "2026-02-03", "yes"),
        ("{at:hour}", "2026-02-03T25", "no"),
        ("{note:upper}", "SS", "yes"),
    ],
)
def test_formats_keep_what_they_can_give(left, right, verdict):
    answer = can_collide(side(left), side(right))
    assert answer.verdict == verdict, answer.reason

"""Does the order of strings equal the order that is meant: named cases, and against trying every value."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.algebra.order import Order, order_of
from modeler.core.algebra.witnesses import rendered
from modeler.core.design.items import Attribute, SizeFact
from modeler.core.keys.templates import parse, render
from modeler.core.values.attribute_values import AttributeType, number, string


def attribute(name, form="", kind="S", **more):
    return Attribute(name, name, AttributeType(kind), form, **more)


ATTRIBUTES = {
    made.name: made
    for made in (
        attribute("id", "id"),
        attribute("slug", "slug"),
        attribute("email", "email"),
        attribute("note", "text"),
        attribute("unknown"),
        attribute("u4", "uuid4"),
        attribute("u7", "uuid7"),
        attribute("ulid", "ulid"),
        attribute("date", "date"),
        attribute("at", "iso"),
        attribute("fixed", "iso", size=SizeFact(24, 24)),
        attribute("seconds", "epoch_seconds", "N", range=(0, 9_999_999_999)),
        attribute("now", "epoch_seconds", "N"),
        attribute("recent", "epoch_seconds", "N", range=(1_000_000_000, 9_999_999_999)),
        attribute("n", "integer", "N"),
        attribute("count", "integer", "N", range=(0, 9999)),
        attribute("rank", "integer", "N", range=(100, 999)),
        attribute("signed", "integer", "N", range=(-50, 50)),
        attribute("text_number", "integer"),
        attribute("price", "money", "N", range=(0, 9)),
        attribute("level", "enum", values={"LOW": 0.5, "MID": 0.3, "HIGH": 0.2}),
        attribute("size", "enum", values={"A": 0.5, "B": 0.3, "C": 0.2}),
        attribute("fall", "enum", values={"Z": 0.5, "Y": 0.3, "X": 0.2}),
        attribute("path", "path", "L"),
        attribute("shard", "shard(10)", "N"),
        attribute("on", kind="BOOL"),
    )
}


@pytest.mark.parametrize(
    ("template", "order", "says"),
    [
        ("{date}", "ascending", "same precision"),
        ("{date}#{id}", "ascending", ""),
        ("{at:iso}#{id}", "ascending", ""),
        ("{at:month}", "ascending", ""),
        ("{at}", "unknown", "same precision"),
        ("{fixed}", "ascending", ""),
        ("{seconds}", "unordered", "epoch seconds"),
        ("{seconds:iso}", "ascending", ""),
        ("{seconds:pad(12)}", "ascending", "padded"),
        ("{recent}", "ascending", ""),
        ("{now}", "ascending", ""),
        ("{n}", "unordered", "different widths"),
        ("{n:pad(6)}", "ascending", "as long as"),
        ("{count:pad(4)}", "ascending", ""),
        ("{count:pad(3)}", "unordered", "wider than the padding"),
        ("{count:reverse(4)}", "descending", "newest"),
        ("{rank}", "ascending", ""),
        ("{signed}", "unordered", "negative numbers"),
        ("{text_number}", "unordered", ""),
        ("{price}", "ascending", ""),
        ("{price}#{id}", "ascending", ""),
        ("{price}/{id}", "unordered", ""),
        ("{ulid}", "ascending", "creation time"),
        ("{ulid:lower}", "ascending", ""),
        ("{u7}#{id}", "ascending", ""),
        ("{u4}", "unordered", "has no meaning"),
        ("{id:shard(7)}", "unordered", "scatters"),
        ("{shard}", "unordered", ""),
        ("{id:hash(8)}", "unordered", "scatters"),
        ("{email}", "unordered", "upper-case"),
        ("{email:lower}", "ascending", ""),
        ("{note:lower}#{id}", "unordered", "continue with"),
        ("{id}#{date}", "ascending", ""),
        ("{id}|{date}", "unordered", "continue with"),
        ("{slug}", "ascending", ""),
        ("{level}", "unordered", "listed"),
        ("{size}", "ascending", ""),
        ("{fall}", "descending", "listed"),
        ("{path:join('#')}", "unknown", "segments"),
        ("{on}", "ascending", ""),
        ("{missing}", "ascending", ""),
    ],
)
def test_each_format_has_its_order(template, order, says):
    found = order_of(parse(template), ATTRIBUTES)[0]
    assert found.order == order, found
    assert says in found.reason
    if found.witness is not None:
        first, second, texts = found.witness
        assert first != second
        assert texts[0].encode() > texts[1].encode() or texts[1].startswith(texts[0])


@pytest.mark.parametrize(
    ("template", "order", "coarse", "reason"),
    [
        ("{id:lower}", "ascending", False, "one case only"), ("{back}{date}", "unordered", False, None),
        ("{u4}", "unordered", False, "UUID, random: its order has no meaning"),
        ("{back}#{date}", "ascending", False, None),
        ("{path}", "unknown", False, "a path is ordered by its segments"),
        ("{date:join('#')}", "ascending", False, None),
        ("{id:join('#')}", "unknown", False, "a path is ordered by its segments"),
        ("{count:upper|reverse(4)}", "descending", False,
         "subtracted from the maximum, so that the newest sorts first"),
        ("{fall:first(1)}", "descending", True, None),
        ("{level:first(1)}", "unordered", True, None), ("{id:hash(8)}", "unordered", True, None),
        ("{id}{date}", "unordered", False, None), ("{date}{id}", "ascending", False, None),
        ("{kind}{date}", "unordered", False, None), ("{mixed:first(1)}", "unordered", True, None),
        ("{half}", "unordered", False, None),
    ],
)  # fmt: skip
def test_an_order_says_why_and_whether_it_is_coarse(template, order, coarse, reason):
    """`kind` and `back` can be read on in what follows, two of `mixed` give one letter, `half` has half a surrogate."""
    listed = {
        "kind": ["ab", "abc"],
        "back": ["ab!", "ab"],
        "mixed": ["AB", "AC", "B1", "A3"],
        "half": ["b", "\ud800", "a"],
    }
    more = {name: attribute(name, "enum", values=dict.fromkeys(texts, 1.0)) for name, texts in listed.items()}
    found = order_of(parse(template), ATTRIBUTES | more)[0]
    assert (found.order, found.coarse) == (order, coarse), found
    assert reason in (None, found.reason)


def test_the_witness_is_what_the_service_would_sort_wrongly():
    found = order_of(parse("V#{n}"), {"n": attribute("n", "integer", "N", range=(1, 20))})[0]
    assert found.position == 1
    assert found.attribute == "n"
    assert (found.witness.first, found.witness.second) == (number("9"), number("10"))


def test_a_number_key_is_ordered_by_value():
    assert order_of(parse("{n}"), ATTRIBUTES, AttributeType.N)[0].order is Order.ASCENDING
    assert order_of(parse("{id}"), ATTRIBUTES, AttributeType.B)[0].order is Order.ASCENDING


def test_every_reference_has_an_answer_of_its_own():
    found = order_of(parse("A#{date:month}#{n}#{u4}"), ATTRIBUTES)
    assert [(one.attribute, one.order.value, one.coarse) for one in found] == [
        ("date", "ascending", True),
        ("n", "unordered", False),
        ("u4", "unordered", False),
    ]


TEMPLATES = ["{n}", "{n}#x", "{n}~", "{n}{date}", "{n:pad(1)}", "{n:pad(2)}", "{n:pad(3)}#x", "{n:reverse(2)}", "A{n}-"]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.integers(-120, 1200), st.integers(0, 130), st.sampled_from(TEMPLATES))
def test_numbers_agree_with_trying_every_number(low, width, text):
    made = attribute("n", "integer", "N", range=(low, low + width))
    template = parse(text)
    item = {"date": string("2026-06-01")}
    formats = {"n": "integer", "date": "date"}
    keys = [
        key
        for value in range(low, low + width + 1)
        if isinstance(key := render(template, {**item, "n": number(str(value))}, formats), str)
    ]
    found = order_of(template, {"n": made, "date": ATTRIBUTES["date"]})[0]
    if "{date}" in text:
        # What follows without a delimiter is taken for anything.
        assert found.order is not Order.ASCENDING or keys == sorted(keys)
    elif len(keys) > 1:
        rising = all(one < other for one, other in pairwise(keys))
        falling = all(one > other for one, other in pairwise(keys))
        assert (found.order is Order.ASCENDING) == rising
        assert (found.order is Order.DESCENDING) == falling


TEXTS = ["".join(word) for length in (1, 2) for word in product("aZ-_.0", repeat=length)]


@pytest.mark.parametrize("text", ["{id}", "{id}#x", "{id}|x", "{id}.x", "{id}/", "{id:upper}#", "{id:first(1)}~"])
def test_texts_agree_with_trying_short_ones(text):
    template = parse(text)
    found = order_of(template, ATTRIBUTES)[0]
    keys = []
    for value in sorted(TEXTS, key=str.upper if "upper" in text else str):
        made = rendered(string(value), template.references[0].formats, ATTRIBUTES["id"])
        keys.append((made, render(template, {"id": string(value)}, {"id": "id"})))
    distinct = list(dict.fromkeys(keys))
    rising = all(one[1] < other[1] for one, other in pairwise(distinct))
    assert (found.order is Order.ASCENDING) == rising

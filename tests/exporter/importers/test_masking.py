"""Masked items: nothing of the contents, all of the shape."""

from __future__ import annotations

import json
import re
from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exporter.importers import import_text
from exporter.importers.live.masking import masker
from modeler.core.algebra.template_match import match
from modeler.core.design.items import Attribute
from modeler.core.items.materialize import materialise
from modeler.core.keys.attribute_formats import FORMATS
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, as_decimal, item_size, order_key
from modeler.core.values.json_values import from_dynamodb_json, to_dynamodb_json
from tests.exporter.importers.inference.inferring import designs

mask = masker("a secret")


@pytest.mark.parametrize("kind", ["S", "N"])
def test_one_word_as_long_as_an_item_is_masked(kind):
    long = {"S": "x" * 400_000, "N": "7" * 38}[kind]
    ((_, masked),) = mask({"a": {kind: long}})["a"].items()
    assert len(masked) == len(long)
    assert masked != long
    assert mask({"a": {kind: long}})["a"][kind] == masked


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
years = st.integers(1990, 2040)
FIRST, LAST = datetime(1991, 1, 1), datetime(2039, 12, 31)  # noqa: DTZ001 # strategies take naive times
dates = st.dates(FIRST.date(), LAST.date()).map(str)
ids = st.from_regex(r"[a-z]{1,3}-[0-9]{1,6}", fullmatch=True)
uuids = st.uuids(version=4).map(str)
ulids = st.from_regex(r"01[A-HJ][0-9A-HJKMNP-TV-Z]{23}", fullmatch=True)
times = st.datetimes(FIRST, LAST).map(lambda at: at.isoformat(timespec="milliseconds") + "Z")
emails = st.from_regex(r"[a-z]{3,8}@[a-z]{3,8}\.(com|org)", fullmatch=True)
numbers = st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9).map(str)


def masked_text(text: str, name: str = "fact") -> str:
    return mask({name: {"S": text}})[name]["S"]


def size(item: dict[str, object]) -> int:
    return item_size({name: from_dynamodb_json(value) for name, value in item.items()})


@given(text=texts, number=numbers, raw=st.binary(max_size=20))
def test_every_value_has_as_many_bytes_as_before(text, number, raw):
    value = to_dynamodb_json(from_dynamodb_json({"N": number}))
    item = {"t": {"S": text}, "n": value, "l": {"L": [{"S": text}, {"M": {"x": value}}]}, "s": {"SS": [text]}}
    assert size(mask(item)) == size(item)


@given(value=st.one_of(texts, dates, times, uuids, ulids, emails, ids))
def test_the_same_secret_gives_the_same_and_another_one_something_else(value):
    assert masked_text(value) == masker("a secret")({"x": {"S": value}})["x"]["S"]
    if len(re.findall(r"[a-z]", value)) > 8:
        assert masked_text(value) != masker("another")({"x": {"S": value}})["x"]["S"]


@given(words=st.lists(st.from_regex(r"[A-Za-z1-9]{4,12}", fullmatch=True), min_size=1, max_size=4))
def test_no_word_of_four_characters_stays(words):
    text = " ".join(words)
    assume(not any(re.fullmatch(r"[12]\d{3}", word) for word in words))
    for word, new in zip(words, masked_text(text).split(" "), strict=True):
        assert word != new
        assert word.lower() not in new.lower()


@given(one=st.one_of(texts, ids, emails), other=st.one_of(texts, ids, emails))
def test_what_is_equal_stays_equal_and_ascii_that_differs_goes_on_to_differ(one, other):
    if one == other or (one.isascii() and other.isascii()):
        assert (masked_text(one) == masked_text(other)) is (one == other)


@pytest.mark.parametrize(
    ("form", "values"),
    [("uuid4", uuids), ("ulid", ulids), ("date", dates), ("iso", times), ("email", emails), ("id", ids)],
)
def test_a_value_is_of_the_same_format_as_before(form, values):
    attribute = Attribute("", "x", AttributeType.S, form)

    @given(text=values)
    def holds(text):
        new = masked_text(text)
        assert match(parse("{x}"), text, {"x": attribute}) is not None
        assert match(parse("{x}"), new, {"x": attribute}) is not None
        assert new != text
        assert len(new) == len(text)

    holds()
    assert form in FORMATS


@given(values=st.lists(times, min_size=2, max_size=5, unique=True))
def test_times_keep_their_order_and_agree_with_their_parts(values):
    new = {text: masked_text(text) for text in values}
    assert sorted(values) == sorted(values, key=lambda text: new[text])
    for text in values:
        assume("-02-29" not in text)
        assert masked_text(f"LOG#{text[:7]}", "PK") == f"LOG#{new[text][:7]}"
        assert masked_text(text[:10]) == new[text][:10]


@given(seconds=st.lists(st.integers(1_500_000_000, 1_900_000_000), min_size=2, max_size=4, unique=True))
def test_moments_as_numbers_stay_moments(seconds):
    new = [int(mask({"createdAt": {"N": str(one)}})["createdAt"]["N"]) for one in seconds]
    assert all(abs(later - was) > 100_000_000 for later, was in zip(new, seconds, strict=True))
    apart = sorted(zip(seconds, new, strict=True))
    assert all(b[1] > a[1] for a, b in pairwise(apart) if b[0] - a[0] > 400 and a[0] % 100 and b[0] % 100)


@given(number=numbers)
def test_numbers_keep_sign_and_magnitude(number):
    value = from_dynamodb_json({"N": number})
    new = from_dynamodb_json(mask({"x": {"N": value.data}})["x"] | {})
    before, after = as_decimal(value.data), as_decimal(new.data)
    assert before is not None and after is not None
    assert (before < 0, before == 0) == (after < 0, after == 0)
    assert before.adjusted() == after.adjusted()
    assert order_key(new) is not None


def test_literals_of_keys_stay_and_the_rest_of_them_agrees_with_the_attributes():
    item = mask(
        {
            "PK": {"S": "CUST#ada"}, "SK": {"S": "ORDER#2026-06-01#o-9001"}, "GSI1PK": {"S": "user::ada"},
            "type": {"S": "Order"}, "customer": {"S": "Ada"}, "orderId": {"S": "o-9001"}, "name": {"S": "JOHN"},
        }
    )  # fmt: skip
    customer, order = item["customer"]["S"], item["orderId"]["S"]
    assert item["PK"]["S"] == f"CUST#{customer.lower()}"
    assert item["GSI1PK"]["S"] == f"user::{customer.lower()}"
    assert re.fullmatch(rf"ORDER#20\d\d-06-01#{order}", item["SK"]["S"])
    assert item["type"]["S"] == "Order"
    assert item["name"]["S"] != "JOHN"
    assert masker("s", ["owner"])({"owner": {"S": "TENANT#x"}})["owner"]["S"].startswith("TENANT#")


def test_what_is_no_value_is_left_out():
    assert mask({"a": {"Q": 1}, "b": 7, "c": {"S": 3}, "d": {"B": "?"}, "e": {"L": [{"N": "x"}, {}]}}) == {
        "e": {"L": [{"N": masked_text("x")}]}
    }


@pytest.mark.parametrize("name", designs())
def test_masked_items_show_the_same_entities(name):
    """What can be read of a live table without its contents: the same kinds, and as many items of each."""
    for table in designs()[name].tables:
        items = [{n: to_dynamodb_json(v) for n, v in one.item.items()} for one in materialise(table)]
        plain, hidden = (
            import_text("\n".join(json.dumps({"Item": item}) for item in some).encode())
            for some in (items, [mask(item) for item in items])
        )
        assert [(one.name, len(one.items)) for _, one in hidden.design.entities()] == [
            (one.name, len(one.items)) for _, one in plain.design.entities()
        ]


def test_a_word_of_a_key_that_an_attribute_has_too_is_its_value():
    item = {"GSI1PK": "STATUS#OPEN", "SK": "ORDER#o-1", "status": "OPEN", "kind": "ORDER"}
    masked = {name: value["S"] for name, value in mask({name: {"S": text} for name, text in item.items()}).items()}
    assert masked["GSI1PK"] == f"STATUS#{masked['status']}"
    assert masked["status"] != "OPEN"
    assert masked["SK"].startswith("ORDER#")
    # What no attribute has is a literal.
    assert mask({"GSI1PK": {"S": "STATUS#OPEN"}})["GSI1PK"]["S"] == "STATUS#OPEN"

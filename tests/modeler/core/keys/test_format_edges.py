"""What the formats of key templates do at their edges. docs/glossary.md#key-templates."""

import hashlib
import zlib
from datetime import UTC, datetime

import pytest

from modeler.core.keys.key_formats import instant
from modeler.core.keys.templates import Unrendered, parse, render
from modeler.core.values import json_values
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string


def made(template, value, attribute_format=""):
    """The key text of one value; None where it does not fit."""
    text = render(parse(template), {"x": value}, {"x": attribute_format})
    return None if isinstance(text, Unrendered) else text


@pytest.mark.parametrize(
    ("template", "value", "key"),
    [
        ("{x:pad(3)}", 0, "000"), ("{x:pad(3)}", 1234, "1234"), ("{x:pad(3)}", -1, None), ("{x:pad(3)}", "1.5", None),
        ("{x:pad(3)}", "42.0", "042"), ("{x:pad(1)}", "1E40", "1" + "0" * 40),
        ("{x:pad(1)}", "1E41", None),
        ("{x:reverse(2)}", 0, "99"), ("{x:reverse(2)}", 99, "00"), ("{x:reverse(2)}", 100, None),
        ("{x:reverse(2)}", -1, None), ("{x:shard(1)}", 7, "0"), ("{x}", "42.00", "42"),
    ],
)  # fmt: skip
def test_numbers(template, value, key):
    assert made(template, number(str(value))) == key


@pytest.mark.parametrize(
    ("seconds", "key"),
    [
        ("-62135596801", None), ("-62135596800", "0001-01-01T00:00:00.000Z"), ("0", "1970-01-01T00:00:00.000Z"),
        ("0.5", "1970-01-01T00:00:00.500Z"), ("20260603", "1970-08-23T11:56:43.000Z"),
        ("253402300799", "9999-12-31T23:59:59.000Z"), ("253402300800", None),
    ],
)  # fmt: skip
def test_seconds_since_1970_from_the_first_year_to_the_last(seconds, key):
    assert made("{x:iso}", number(seconds), "epoch_seconds") == key
    assert made("{x:iso}", number(f"{seconds}E3"), "epoch_millis") == key


def test_a_number_of_no_time_format_counts_seconds_unless_it_is_as_long_as_a_day():
    assert made("{x:date}", number("1780500000")) == "2026-06-03"
    assert made("{x:date}", string("20260603")) == "2026-06-03"
    assert made("{x:date}", string("2026060")) == "1970-01-24"
    assert made("{x:date}", string("2026")) is None


def test_every_instant_is_in_utc():
    told = {("0", "epoch_seconds"), ("0", "epoch_millis"), ("1970-01-01", ""), ("1970-01-01T01:00:00+01:00", "")}
    assert {instant(*one) for one in told} == {datetime(1970, 1, 1, tzinfo=UTC)}


@pytest.mark.parametrize("value", ["2026-06-03", "soon", ""])
def test_what_is_no_number_is_no_epoch(value):
    assert made("{x:date}", string(value), "epoch_seconds") is None


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ("2026-06-03", "2026-06-03T00:00:00.000Z"), ("2026-06-03T09:14", "2026-06-03T09:14:00.000Z"),
        ("2026-06-03T00:30:00+01:00", "2026-06-02T23:30:00.000Z"), ("2026-06-03T09:14:30.9996Z",
         "2026-06-03T09:14:30.999Z"), ("0001-01-01T00:00:00+01:00", None), ("2026-13-01", None),
    ],
)  # fmt: skip
def test_times_are_given_in_utc_with_milliseconds_cut_off(value, key):
    assert made("{x:iso}", string(value)) == key


def test_a_path_is_joined_before_what_follows():
    path = json_values.from_dynamodb_json({"L": [{"S": "a"}, {"N": "7"}, {"BOOL": True}, {"BOOL": False}]})
    assert made("{x:join('/')|upper}", path) == "A/7/TRUE/FALSE"
    assert made("{x:join('''')}", path) == "a'7'true'false"
    assert made("{x:join('/')|first(3)}", string("whole")) == "who"
    assert made("{x:join('/')}", json_values.from_dynamodb_json({"L": [{"S": "a"}, {"M": {}}]})) is None


def test_a_value_without_a_text_makes_no_key():
    assert made("{x}", AttributeValue(AttributeType.M, {})) is None
    assert made("{x:lower|upper}", AttributeValue(AttributeType.B, b"a")) is None


@pytest.mark.parametrize(
    ("name", "largest"), [("pad", 38), ("reverse", 38), ("hash", 64), ("shard", 9999), ("first", 2048)]
)
def test_an_argument_has_a_least_and_a_greatest(name, largest):
    assert [parse(f"{{x:{name}({n})}}").problem == "" for n in (0, 1, largest, largest + 1)] == [
        False, True, True, False,
    ]  # fmt: skip


def test_a_format_says_how_it_is_written():
    assert parse("{x:pad}").problem.endswith("as in pad(6)")
    assert parse("{x:pad('6')}").problem.endswith("as in pad(6)")
    assert parse("{x:join(6)}").problem.endswith("as in join('#')")


def test_text_is_taken_from_its_start_and_hashed_as_utf_8():
    assert made("{x:first(2)}", string("äbc")) == "äb"
    assert len(made("{x:hash(64)}", string("ä"))) == 64
    assert made("{x:hash(6)}", string("ä")) == "33e6d7"
    assert made("{x:shard(1000)}", string("ä")) == "35"


def test_half_of_a_surrogate_pair_has_a_hash_and_a_shard_too():
    """No stored text has one; a sample may, and must not stop the page."""
    assert made("{x:hash(6)}", string("\ud800")) == hashlib.sha256(b"\xed\xa0\x80").hexdigest()[:6]
    assert made("{x:shard(1000)}", string("\ud800")) == str(zlib.crc32(b"\xed\xa0\x80") % 1000)


def test_milliseconds_are_no_year():
    assert made("{x:iso}", number("2026"), "epoch_millis") == "1970-01-01T00:00:02.026Z"
    assert made("{x:iso}", number("20260603"), "epoch_seconds") == "1970-08-23T11:56:43.000Z"

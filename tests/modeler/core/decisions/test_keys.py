"""The lettered cases of facts/choices#stream-view, facts/choices#key-format, facts/choices#key-shape."""

import pytest

from modeler.core.decisions.keys import (
    Holds,
    KeyLayout,
    KeyNeed,
    Need,
    key_shape,
    key_type,
    stream_view,
    template_of,
    view_holds,
)


@pytest.mark.parametrize(
    ("need", "form"),
    [
        (KeyNeed(Holds.ID), ("S", "id", "", False)),  # a
        (KeyNeed(Holds.NUMBER, shared=False), ("N", "integer", "", False)),  # b
        (KeyNeed(Holds.NUMBER, signed=True), ("N", "integer", "", False)),  # b, as an element of an index
        (KeyNeed(Holds.NUMBER, most=9_999), ("S", "integer", "pad(4)", False)),  # c
        (KeyNeed(Holds.NUMBER, most=10_000), ("S", "integer", "pad(5)", False)),  # c
        (KeyNeed(Holds.NUMBER), ("S", "integer", "pad(12)", False)),
        (KeyNeed(Holds.TIME), ("S", "iso", "iso", False)),  # d
        (KeyNeed(Holds.TIME, shared=False), ("N", "epoch_millis", "", False)),
        (KeyNeed(Holds.EXPIRY), ("N", "epoch_seconds", "", False)),  # e
        (KeyNeed(Holds.ID, by_time=True), ("S", "ulid", "", False)),  # f
        (KeyNeed(Holds.ID, by_time=True, second=True), ("S", "ksuid", "", False)),  # f
        (KeyNeed(Holds.ID, by_time=True, strict=True, most=999), ("S", "sequence", "pad(3)", False)),  # f
        (KeyNeed(Holds.TIME, newest_first=True), ("S", "iso", "iso", True)),  # g
        (KeyNeed(Holds.TIME, mixed=True), ("S", "epoch_seconds", "reverse(10)", False)),  # g
        (KeyNeed(Holds.NUMBER, most=99, mixed=True), ("S", "integer", "reverse(2)", False)),  # g
        (KeyNeed(Holds.TEXT), ("S", "text", "lower", False)),
    ],
)
def test_a_key_has_the_form_that_sorts_as_meant(need, form):
    made = key_type(need)
    assert (made.type, made.format, made.reference, made.descending) == form
    assert made.reason


def test_parts_are_joined_by_the_delimiter_that_sorts_first():
    assert template_of("ORDER", ("orderDate", "orderId")) == "ORDER#{orderDate}#{orderId}"
    assert template_of("", ("a",)) == "{a}"


@pytest.mark.parametrize(
    ("given", "shape", "sharded"),
    [
        ({}, KeyLayout.PARTITION, False),  # a
        ({"ranges": True}, KeyLayout.PARTITION_AND_SORT, False),  # b
        ({"read_together": 3, "ranges": True}, KeyLayout.OVERLOADED, False),  # c
        ({"partition_values": 99}, KeyLayout.PARTITION, True),  # d
        ({"partition_values": 100}, KeyLayout.PARTITION, False),
    ],
)
def test_a_table_has_the_key_that_its_reads_need(given, shape, sharded):
    made = key_shape(**given)
    assert (made.shape, made.sharded) == (shape, sharded)
    assert ("shard" in made.reason) == sharded


@pytest.mark.parametrize(
    ("needs", "view"),
    [
        ((), "KEYS_ONLY"),
        ((Need.KEYS,), "KEYS_ONLY"),  # a
        ((Need.NEW, Need.KEYS), "NEW_IMAGE"),  # b
        ((Need.OLD,), "OLD_IMAGE"),  # c
        ((Need.BOTH,), "NEW_AND_OLD_IMAGES"),  # d
        ((Need.NEW, Need.OLD), "NEW_AND_OLD_IMAGES"),
    ],
)
def test_a_stream_carries_what_its_consumers_need(needs, view):
    made = stream_view(needs)
    assert (made.view, made.kinesis) == (view, False)
    assert all(view_holds(view, need) for need in needs)


@pytest.mark.parametrize(("readers", "hours", "kinesis"), [(2, 24, False), (3, 24, True), (1, 25, True)])  # e
def test_beyond_two_readers_or_a_day_it_is_a_data_stream(readers, hours, kinesis):
    assert stream_view((Need.NEW,), readers, hours).kinesis is kinesis


@pytest.mark.parametrize(
    ("view", "need", "holds"),
    [
        ("KEYS_ONLY", Need.KEYS, True),
        ("KEYS_ONLY", Need.NEW, False),
        ("NEW_IMAGE", Need.OLD, False),
        ("OLD_IMAGE", Need.OLD, True),
        ("NEW_IMAGE", Need.BOTH, False),
    ],
)
def test_a_view_holds_a_need_or_not(view, need, holds):
    assert view_holds(view, need) is holds

"""Values at and over DynamoDB's limits, and texts that are none: numbers stay right, and what is refused is said."""

import base64

import pytest

from modeler.core.analysis import analyse
from modeler.core.documents import reading
from modeler.core.evaluator import evaluate
from modeler.core.values.attribute_values import item_size, order_key, string
from tests.laws import plain_tables as plain
from tests.laws import second_calculator as calculator

BASE = {"name": "main", "kind": "TABLE", "hash": ["PK"], "range": ["SK"], "include": None}
TABLE = [BASE, *({**place, "include": None} for place in plain.PLACES.values())]
KEYS = {"PK": {"S": "p"}, "SK": {"S": "a"}}


def refusals(held, pattern, table=TABLE):
    design = reading.from_document(plain.document(table, held, [pattern]))
    found = evaluate(design, design.patterns[0])
    assert not found.problems
    return {refusal.code for refusal in found.refusals}


def put(item, table=TABLE):
    return refusals([], {"operation": "PutItem", "parameters": item}, table)


def binary(length):
    return {"B": base64.b64encode(b"x" * length).decode()}


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ({**KEYS, "PK": {"S": "é" * 512}}, None),
        ({**KEYS, "PK": {"S": "é" * 512 + "x"}}, "index.key_size"),
        ({**KEYS, "SK": {"S": "😀" * 256}}, None),
        ({**KEYS, "SK": {"S": "😀" * 256 + "x"}}, "key.sort_size"),
        ({**KEYS, "i": binary(2048)}, None),
        ({**KEYS, "i": binary(2049)}, "index.key_size"),
        ({**KEYS, "g": {"S": "x" * 2049}}, "index.key_size"),
        ({**KEYS, "i": binary(0)}, "index.key_empty"),
        ({**KEYS, "g": {"S": ""}}, "index.key_empty"),
        ({**KEYS, "h": {"S": "1"}}, "index.key_type"),
        ({**KEYS, "h": {"N": "-1E125"}, "l": {"N": "1E-130"}}, None),
        ({**KEYS, "h": {"N": "1E126"}}, "item.value"),
        ({**KEYS, "h": {"N": "1" * 39}}, "item.value"),
        ({**KEYS, "a": {"N": "NaN"}}, "item.value"),
    ],
)
def test_keys_and_numbers_at_their_limits(item, code):
    """facts/limits#items: limits of key values hold in every index, whether or not the item is in it."""
    assert put(item) == ({code} if code else set())


def test_a_partition_key_takes_2_048_bytes():
    assert put({**KEYS, "PK": {"S": "é" * 1024}}, [BASE]) == set()
    assert put({**KEYS, "PK": {"S": "é" * 1024 + "x"}}, [BASE]) == {"key.partition_size"}


def test_a_sort_key_of_an_index_has_the_limit_of_a_sort_key():
    place = {"name": "text", "kind": "GSI", "hash": ["i"], "range": ["g"], "include": None}
    assert put({**KEYS, "g": {"S": "x" * 1024}}, [BASE, place]) == set()
    assert put({**KEYS, "g": {"S": "x" * 1025}}, [BASE, place]) == {"index.key_size"}


def of_size(size):
    bare = {**KEYS, "bulk": {"S": ""}}
    return {**bare, "bulk": {"S": "x" * (size - calculator.item_bytes(bare))}}


def test_an_item_of_409_600_bytes_is_the_greatest():
    """facts/limits#items: put to the byte; an update pays for its actions, here 22 B less the 6 B of the keys."""
    assert put(of_size(409_600)) == set()
    assert put(of_size(409_601)) == {"item.size"}

    def update(size):
        new = {"operation": "UpdateItem", "key": {"PK": "{PK}", "SK": "{SK}"}, "parameters": KEYS}
        return refusals([KEYS], {**new, "set": {"bulk": of_size(size)["bulk"]}})

    assert calculator.item_bytes(KEYS) == 6
    assert update(409_600 - 16) == set()
    assert update(409_600 - 15) == {"item.size"}


def nested(wraps):
    value = {"S": "x"}
    for _ in range(wraps):
        value = {"L": [value]}
    return value


def test_31_wraps_pass_and_32_fail():
    assert put({**KEYS, "a": nested(31)}) == set()
    assert put({**KEYS, "a": nested(32)}) == {"item.value"}


def test_texts_are_in_the_order_of_their_utf8_bytes():
    texts = ["😀", "｡", "é", "a", "A", "\uffff", "\U0010ffff", "e\u0301"]
    assert sorted(texts, key=lambda text: order_key(string(text))) == sorted(texts, key=str.encode)
    held = [{"PK": {"S": "p"}, "SK": {"S": text}} for text in texts]
    query = {"operation": "Query", "key": {"PK": "{PK}", "SK": {">": "{least}"}}}
    query["parameters"] = {"PK": {"S": "p"}, "least": {"S": "｡"}}
    design = reading.from_document(plain.document([BASE], held, [query]))
    found = evaluate(design, design.patterns[0]).returned
    assert [one.key[1].data for one in found] == ["\uffff", "😀", "\U0010ffff"]


def test_half_a_surrogate_pair_breaks_no_number():
    """No door lets one in, but a design made at a prompt may hold one: it counts as the three bytes it would be."""
    assert item_size({"a": string("x\ud800")}) == 5
    design = reading.from_document(plain.document(TABLE, [{**KEYS, "\ud800": {"S": "\ud800"}}]))
    assert analyse(design).findings is not None


def test_a_binary_key_is_not_taken_to_be_empty():
    design = reading.from_document(plain.document(TABLE, [{**KEYS, "i": binary(4)}]))
    assert not [one for one in analyse(design).findings if one.rule == "keys.empty_value"]
    design = reading.from_document(plain.document(TABLE, [{**KEYS, "i": binary(0)}]))
    assert [one for one in analyse(design).findings if one.rule == "keys.empty_value"]

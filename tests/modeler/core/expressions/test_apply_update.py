"""Updates applied to items. facts/expressions#updates."""

import pytest
from hypothesis import given

from modeler.core.expressions.errors import ExpressionInvalid, UpdateRefused
from modeler.core.expressions.nodes import Literal, Name, Path, Remove, Set, Update
from modeler.core.expressions.parse import parse_update
from modeler.core.expressions.update import apply_update
from modeler.core.values.attribute_values import string
from modeler.core.values.json_values import from_dynamodb_json, to_dynamodb_json
from tests.modeler.core.expressions.strategies import items, names

ITEM = {
    "pk": {"S": "p"},
    "a": {"S": "old"},
    "n": {"N": "10"},
    "tags": {"SS": ["x", "y"]},
    "list": {"L": [{"S": "0"}, {"S": "1"}, {"S": "2"}]},
    "map": {"M": {"k": {"N": "1"}, "inner": {"M": {}}}},
}
VALUES = {
    ":s": {"S": "new"},
    ":one": {"N": "1"},
    ":list": {"L": [{"S": "3"}]},
    ":tags": {"SS": ["y", "z"]},
    ":all": {"SS": ["x", "y"]},
    ":wide": {"N": "1E-40"},
    ":map": {"M": {}},
}


def decoded(raw):
    return {name: from_dynamodb_json(value) for name, value in raw.items()}


def updated(text, item=ITEM):
    after = apply_update(parse_update(text), decoded(item), {"#n": "n"}, decoded(VALUES))
    return {name: to_dynamodb_json(value) for name, value in after.items()}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("SET a = :s, b = a", {"a": {"S": "new"}, "b": {"S": "old"}}),
        ("SET #n = n + :one, m = :one - n", {"n": {"N": "11"}, "m": {"N": "-9"}}),
        ("SET c = if_not_exists(c, :one), n = if_not_exists(n, :one)", {"c": {"N": "1"}}),
        ("SET visits = if_not_exists(visits, 0) + 1", {"visits": {"N": "1"}}),
        ("SET list[0] = :s", {"list": {"L": [{"S": "new"}, {"S": "1"}, {"S": "2"}]}}),
        ("SET list[9] = :s, list[8] = 'q'", {"list": {"L": [{"S": x} for x in ("0", "1", "2", "q", "new")]}}),
        ("SET list = list_append(:list, list)", {"list": {"L": [{"S": x} for x in ("3", "0", "1", "2")]}}),
        ("REMOVE list[0], list[2], list[7]", {"list": {"L": [{"S": "1"}]}}),
        ("SET list[3] = :s REMOVE list[1]", {"list": {"L": [{"S": x} for x in ("0", "2", "new")]}}),
        ("SET map.inner.z = :s, map.k = :s", {"map": {"M": {"inner": {"M": {"z": {"S": "new"}}}, "k": {"S": "new"}}}}),
        ("REMOVE map.k, missing", {"map": {"M": {"inner": {"M": {}}}}}),
        (
            "ADD n :one, counter :one, tags :tags",
            {"n": {"N": "11"}, "counter": {"N": "1"}, "tags": {"SS": ["x", "y", "z"]}},
        ),
        ("ADD n -1", {"n": {"N": "9"}}),
        ("DELETE tags :tags", {"tags": {"SS": ["x"]}}),
        ("DELETE missing :tags", {}),
    ],
)
def test_an_update_changes_this_and_nothing_else(text, changed):
    assert updated(text) == {**ITEM, **changed}


def test_a_set_that_loses_its_last_member_goes():
    assert "tags" not in updated("DELETE tags :all")


def test_every_update_of_an_absent_item_starts_from_nothing():
    assert updated("SET a = :s ADD n :one", {}) == {"a": {"S": "new"}, "n": {"N": "1"}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SET b = missing", "The provided expression refers to an attribute that does not exist in the item"),
        ("SET missing.x = :s", "The document path provided in the update expression is invalid for update"),
        ("SET a.x = :s", "The document path provided in the update expression is invalid for update"),
        ("SET list.x = :s", "The document path provided in the update expression is invalid for update"),
        ("SET map[0] = :s", "The document path provided in the update expression is invalid for update"),
        ("SET list[7].x = :s", "The document path provided in the update expression is invalid for update"),
        ("REMOVE missing.x", "The document path provided in the update expression is invalid for update"),
        ("SET b = a + :one", "An operand in the update expression has an incorrect data type"),
        ("SET b = list_append(a, :list)", "An operand in the update expression has an incorrect data type"),
        ("ADD a :one", "An operand in the update expression has an incorrect data type"),
        ("DELETE n :tags", "An operand in the update expression has an incorrect data type"),
        ("SET n = n + :wide", "Attempting to store more than 38 significant digits in a Number"),
    ],
)
def test_an_item_that_does_not_take_the_update_says_why(text, message):
    with pytest.raises(UpdateRefused) as caught:
        updated(text)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "SET a = :s REMOVE a.b",
            "Two document paths overlap with each other; must remove or rewrite one of these paths; "
            "path one: [a], path two: [a, b]",
        ),
        (
            "SET #n = :s, n = :one",
            "Two document paths overlap with each other; must remove or rewrite one of these paths; "
            "path one: [n], path two: [n]",
        ),
        (
            "SET a.b = :s, a[0] = :s",
            "Two document paths conflict with each other; must remove or rewrite one of these paths; "
            "path one: [a, b], path two: [a, [0]]",
        ),
        (
            "SET n = n + :s",
            "Incorrect operand type for operator or function; operator or function: +, operand type: S",
        ),
        (
            "ADD n :map",
            "Incorrect operand type for operator or function; operator: ADD, operand type: MAP, "
            "typeSet: ALLOWED_FOR_ADD_OPERAND",
        ),
        (
            "DELETE n :one",
            "Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER, "
            "typeSet: ALLOWED_FOR_DELETE_OPERAND",
        ),
    ],
)
def test_what_no_item_takes_is_the_requests_fault(text, message):
    with pytest.raises(ExpressionInvalid) as caught:
        updated(text)
    assert caught.value.message == f"Invalid UpdateExpression: {message}"
    assert not isinstance(caught.value, UpdateRefused)


def test_a_key_attribute_does_not_change():
    with pytest.raises(ExpressionInvalid, match=r"Cannot update attribute pk\. This attribute is part of the key"):
        apply_update(parse_update("SET pk = 'x'"), decoded(ITEM), keys=("pk", "sk"))


@given(items, names)
def test_an_update_of_one_attribute_leaves_the_rest_alone(item, name):
    target = Path((Name(name),))
    rest = {key: value for key, value in item.items() if key != name}
    before = dict(item)
    assert apply_update(Update((Set(target, Literal(string("new"))),)), item) == {**rest, name: string("new")}
    assert apply_update(Update((Remove(target),)), item) == rest
    assert item == before


@given(items)
def test_attributes_can_change_places(item):
    swapped = dict(zip(item, reversed(item.values()), strict=True))
    actions = tuple(
        Set(Path((Name(name),)), Path((Name(other),))) for name, other in zip(item, reversed(list(item)), strict=True)
    )
    assert apply_update(Update(actions), item) == swapped

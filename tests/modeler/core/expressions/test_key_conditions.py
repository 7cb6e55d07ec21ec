"""Key conditions of Query. facts/expressions#key-conditions."""

import pytest

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.key_conditions import key_terms
from modeler.core.expressions.parse import parse_key_condition
from modeler.core.expressions.reserved import is_reserved, reserved_words


def terms(text, partition=("pk",), sort=("sk",), names=None):
    found = key_terms(parse_key_condition(text), partition, sort, names or {})
    return [(term.name, term.operator) for term in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pk = :p", [("pk", "=")]),
        ("sk > :s AND #p = :p", [("pk", "="), ("sk", ">")]),
        ("(pk = :p) AND (sk BETWEEN :a AND :b)", [("pk", "="), ("sk", "between")]),
        ("pk = 'CUST#1' AND begins_with(sk, 'ORDER#')", [("pk", "="), ("sk", "begins_with")]),
        (":p = pk AND :lo <= sk", [("pk", "="), ("sk", ">=")]),
    ],
)
def test_the_terms_come_in_the_order_of_the_key(text, expected):
    assert terms(text, names={"#p": "pk"}) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sk = :s", "Query condition missed key schema element: pk"),
        ("pk = :p AND other = :o", "Query condition missed key schema element: sk"),
        ("pk > :p", "Query key condition not supported"),
        ("begins_with(pk, :p)", "Query key condition not supported"),
        ("pk = :p OR sk = :s", "Invalid operator used in KeyConditionExpression: OR"),
        ("NOT pk = :p", "Invalid operator used in KeyConditionExpression: NOT"),
        ("pk IN (:p)", "Invalid operator used in KeyConditionExpression: IN"),
        ("pk = :p AND sk <> :s", "Invalid operator used in KeyConditionExpression: <>"),
        ("pk = :p AND contains(sk, :s)", "Invalid operator used in KeyConditionExpression: contains"),
        ("pk = :p AND sk > :a AND sk < :b", "KeyConditionExpressions must only contain one condition per key"),
        ("pk = :p AND sk.a = :s", "KeyConditionExpressions cannot have conditions on nested attributes"),
        ("pk = :p AND size(sk) = :s", "KeyConditionExpressions cannot contain nested operations"),
        ("pk = sk", "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"),
        (
            "pk = :p AND begins_with(:s, sk)",
            "Invalid condition in KeyConditionExpression: "
            "begins_with operator must have the key attribute as its first operand",
        ),
    ],
)
def test_what_is_no_key_condition_is_refused_in_dynamodbs_words(text, message):
    with pytest.raises(ExpressionInvalid) as caught:
        terms(text)
    assert caught.value.message == message


def test_a_multi_attribute_key_is_used_from_the_left_without_gaps():
    partition, sort = ("tenant", "kind"), ("year", "month", "day")
    text = "kind = :k AND tenant = :t AND year = :y AND month >= :m"
    assert terms(text, partition, sort) == [("tenant", "="), ("kind", "="), ("year", "="), ("month", ">=")]
    with pytest.raises(ExpressionInvalid, match="missed key schema element: kind"):
        terms("tenant = :t", partition, sort)
    for gap in ("kind = :k AND tenant = :t AND month = :m", "kind = :k AND tenant = :t AND year > :y AND month = :m"):
        with pytest.raises(ExpressionInvalid, match="RANGE key attributes year must have equality conditions"):
            terms(gap, partition, sort)


def test_the_reserved_words_are_the_published_ones():
    assert len(reserved_words()) == 573
    assert is_reserved("Status") and is_reserved("ttl") and not is_reserved("customerId")

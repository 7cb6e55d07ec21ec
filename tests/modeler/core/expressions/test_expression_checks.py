"""What DynamoDB says before it reads an item.

facts/limits#expressions, facts/limits#reserved-words, facts/expressions#syntax.
"""

import pytest

from modeler.core.expressions.checks import expression_problems, filter_key_problems, request_problems
from modeler.core.expressions.nodes import ExpressionKind
from modeler.core.expressions.parse import parse_condition
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string

CONDITION, FILTER, UPDATE = ExpressionKind.CONDITION, ExpressionKind.FILTER, ExpressionKind.UPDATE
PROJECTION, KEY = ExpressionKind.PROJECTION, ExpressionKind.KEY_CONDITION
VALUES = {
    ":s": string("m"), ":low": string("a"), ":n": number(5), ":yes": AttributeValue(AttributeType.BOOL, True),
    ":type": string("TEXT"), ":map": AttributeValue(AttributeType.M, ()),
}  # fmt: skip
NAMES = {"#a": "a"}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (FILTER, "a = :s AND (b > :n OR NOT (c BETWEEN :low AND :s))"),
        (KEY, "(pk = :s) AND (sk > :n)"),
        (FILTER, "(a = :s) OR size((b)) > :n"),
        (UPDATE, "SET a = b + :n, c = list_append(d, e) REMOVE f[0], f[1] ADD g :n"),
        (PROJECTION, "a.b, a.c, d[0], d[1]"),
        (CONDITION, " AND ".join(["a1 = :s"] * 150)),
    ],
)
def test_nothing_is_said_of_what_dynamodb_takes(kind, text):
    assert list(expression_problems(text, kind, NAMES, VALUES)) == []


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        (FILTER, "((a = :s))", "The expression has redundant parentheses;"),
        (FILTER, "b = :s OR (NOT ((a = :s)))", "The expression has redundant parentheses;"),
        (FILTER, "Status = :s", "Attribute name is a reserved keyword; reserved keyword: Status"),
        (PROJECTION, "a.name", "Attribute name is a reserved keyword; reserved keyword: name"),
        (UPDATE, "REMOVE ttl", "Attribute name is a reserved keyword; reserved keyword: ttl"),
        (FILTER, "a = true", "Attribute name is a reserved keyword; reserved keyword: true"),
        (
            FILTER,
            "#x = :s",
            "An expression attribute name used in the document path is not defined; attribute name: #x",
        ),
        (FILTER, "a = :x", "An expression attribute value used in expression is not defined; attribute value: :x"),
        (
            KEY,
            "pk = :s AND begins_with(sk, :n)",
            "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
        ),
        (
            FILTER,
            "a < :yes",
            "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL",
        ),
        (
            UPDATE,
            "SET a = b + :s",
            "Incorrect operand type for operator or function; operator or function: +, operand type: S",
        ),
        (
            UPDATE,
            "ADD b :map",
            "Incorrect operand type for operator or function; operator: ADD, operand type: MAP, "
            "typeSet: ALLOWED_FOR_ADD_OPERAND",
        ),
        (
            FILTER,
            "contains(a, #a)",
            "The first operand must be distinct from the remaining operands for this operator or function; "
            "operator: contains, first operand: [a]",
        ),
        (
            FILTER,
            "a BETWEEN :s AND :low",
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {S:m}, upper bound operand: AttributeValue: {S:a}",
        ),
        (
            FILTER,
            "a BETWEEN :s AND :n",
            "The BETWEEN operator requires same data type for lower and upper bounds; "
            "lower bound operand: AttributeValue: {S:m}, upper bound operand: AttributeValue: {N:5}",
        ),
        (
            FILTER,
            "attribute_type(a, :type)",
            "Invalid attribute type name found; type: TEXT, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
        ),
        (
            PROJECTION,
            "a, a.b",
            "Two document paths overlap with each other; must remove or rewrite one of these paths; "
            "path one: [a], path two: [a, b]",
        ),
        (
            FILTER,
            f"a IN ({', '.join([':s'] * 101)})",
            "The IN operator is provided with too many operands; number of operands: 101",
        ),
        (CONDITION, " OR ".join(["b = :s"] * 151), "The expression contains too many operators; operator count: 301"),
    ],
)
def test_dynamodbs_own_sentence(kind, text, sentence):
    assert list(expression_problems(text, kind, NAMES, VALUES)) == [f"Invalid {kind}: {sentence}"]


def test_every_problem_is_named_once():
    problems = list(expression_problems("status = :x OR status = :x OR ((name = #y))", FILTER))
    assert len(problems) == 5


def test_the_size_is_that_of_the_raw_text_and_comes_first():
    text = "a = :s AND " * 400 + "((("
    assert list(expression_problems(text, FILTER)) == [
        f"Invalid FilterExpression: Expression size has exceeded the maximum allowed size; expression size: {len(text)}"
    ]


def test_a_placeholder_that_no_expression_uses_is_named():
    expressions = {KEY: "pk = :s", FILTER: "#a > :n"}
    values = {":s": string("p"), ":n": number(1)}
    assert list(request_problems(expressions, NAMES, values)) == []
    assert list(request_problems(expressions, {**NAMES, "#b": "b"}, {**values, ":z": number(1)})) == [
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b}",
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:z}",
    ]
    assert list(request_problems({PROJECTION: "a"}, {}, None)) == ["ExpressionAttributeNames must not be empty"]


def test_a_filter_does_not_name_the_keys_that_the_query_reads():
    node = parse_condition("a = :s AND #k > :n")
    assert list(filter_key_problems(node, ("pk", "sk"), {"#k": "sk"})) == [
        "Filter Expression can only contain non-primary key attributes: Primary key attribute: sk"
    ]

"""Nodes as text, and as DynamoDB takes them."""

from hypothesis import given

from modeler.core.expressions.checks import expression_problems
from modeler.core.expressions.evaluate import evaluate
from modeler.core.expressions.nodes import Dialect, ExpressionKind
from modeler.core.expressions.parse import parse_condition, parse_projection, parse_update
from modeler.core.expressions.printing import print_node, to_dynamodb
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from tests.modeler.core.expressions.strategies import conditions, items, projections, updates


def test_printing_keeps_the_meaning_and_tidies_the_spelling():
    node = parse_condition("a='x' and(\"State#Date\"<>'it''s' or not ((b.c[0])>-1.50)) and d in(true,null)")
    assert print_node(node) == ("a = 'x' AND (\"State#Date\" <> 'it''s' OR NOT b.c[0] > -1.5) AND d IN (true, null)")


def test_literals_become_values_and_unsafe_names_become_aliases():
    made = to_dynamodb(parse_condition("status = 'OPEN' AND \"State#Date\" = 'OPEN' AND qty > 5 AND customer = :c"))
    assert made.text == "#status = :v1 AND #n1 = :v1 AND qty > :v2 AND customer = :c"
    assert made.names == {"#status": "status", "#n1": "State#Date"}
    assert made.values == {":v1": string("OPEN"), ":v2": number(5)}


def test_expressions_of_one_request_share_their_placeholders():
    first = to_dynamodb(parse_condition("status = 'OPEN' AND total > :v1"))
    assert first.text == "#status = :v2 AND #total > :v1"
    second = to_dynamodb(parse_update("SET status = 'DONE', total = 1"), names=first.names, values=first.values)
    assert second.text == "SET #status = :v1, #total = :v3"
    assert second.names == {"#status": "status", "#total": "total"}
    assert second.values == {":v2": string("OPEN"), ":v1": string("DONE"), ":v3": number(1)}


def test_a_taken_alias_is_not_taken_again():
    made = to_dynamodb(parse_condition("status = #status"), names={"#status": "other"})
    assert made.text == "#n1 = #status"
    assert made.names == {"#status": "other", "#n1": "status"}


def test_true_and_null_are_values_too():
    made = to_dynamodb(parse_condition("a <> null AND b = false"))
    assert list(made.values.values()) == [
        AttributeValue(AttributeType.NULL, True),
        AttributeValue(AttributeType.BOOL, False),
    ]


@given(conditions)
def test_a_printed_condition_parses_to_itself(node):
    assert parse_condition(print_node(node)) == node


@given(updates)
def test_a_printed_update_parses_to_itself(node):
    assert parse_update(print_node(node)) == node


@given(projections)
def test_a_printed_projection_parses_to_itself(node):
    assert parse_projection(print_node(node)) == node


@given(conditions, items)
def test_dynamodbs_form_means_the_same(node, item):
    made = to_dynamodb(node)
    again = parse_condition(made.text, Dialect.DYNAMODB)
    assert evaluate(again, item, names=made.names, values=made.values) is evaluate(node, item)
    assert print_node(again, Dialect.DYNAMODB) == made.text


@given(conditions)
def test_dynamodbs_form_has_no_reserved_word_and_no_open_placeholder(node):
    made = to_dynamodb(node)
    problems = list(expression_problems(made.text, ExpressionKind.CONDITION, made.names, made.values))
    assert not [problem for problem in problems if "reserved" in problem or "not defined" in problem]
    assert not [problem for problem in problems if "Syntax error" in problem or "redundant" in problem]

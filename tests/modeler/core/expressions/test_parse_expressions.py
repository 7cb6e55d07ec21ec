"""What is an expression, what is refused, and with which sentence.

facts/expressions#syntax, facts/expressions#conditions, facts/expressions#updates.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.expressions.checks import expression_problems
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Dialect,
    ExpressionKind,
    Function,
    Literal,
    Name,
    Not,
    Or,
    Path,
    Placeholder,
    Remove,
    Set,
    Update,
)
from modeler.core.expressions.parse import TEXT_BYTES_MAX, parse_condition, parse_projection, parse_update
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from tests.modeler.core.expressions.strategies import half_typed


def path(*parts: str | int) -> Path:
    return Path(tuple(part if isinstance(part, int) else Name(part) for part in parts))


def refusal(parse, text, *arguments) -> ExpressionInvalid:
    with pytest.raises(ExpressionInvalid) as caught:
        parse(text, *arguments)
    return caught.value


def test_both_dialects_say_the_same_thing():
    assert parse_condition("#s = :v", Dialect.DYNAMODB) == Comparison(
        "=", Path((Placeholder("#s"),)), Placeholder(":v")
    )
    assert parse_condition("status = 'it''s'") == Comparison("=", path("status"), Literal(string("it's")))
    assert parse_condition('"State#Date" < -1.50') == Comparison("<", path("State#Date"), Literal(number("-1.5")))


def test_not_binds_more_than_and_and_and_more_than_or():
    parsed = parse_condition("NOT a = :x and b = :x or c = :x")
    a, b, c = (Comparison("=", path(name), Placeholder(":x")) for name in "abc")
    assert parsed == Or((And((Not(a), b)), c))


def test_the_and_of_between_is_not_a_conjunction():
    parsed = parse_condition("a between 1 and 2 AND size(b) > 3")
    assert parsed == And(
        (
            Between(path("a"), Literal(number(1)), Literal(number(2))),
            Comparison(">", Function("size", (path("b"),)), Literal(number(3))),
        )
    )


def test_constants_are_words_of_the_documents_dialect_and_names_in_dynamodbs():
    assert parse_condition("a = TRUE") == Comparison("=", path("a"), Literal(AttributeValue(AttributeType.BOOL, True)))
    assert parse_condition("a = true", Dialect.DYNAMODB) == Comparison("=", path("a"), path("true"))


def test_a_keyword_after_a_dot_is_a_name():
    assert parse_condition("a.in[2] = b") == Comparison("=", path("a", "in", 2), path("b"))


def test_an_update_has_its_sections_in_any_order_and_subtracts_without_blanks():
    parsed = parse_update("remove x, y[1] Set a = a-1")
    assert isinstance(parsed, Update)
    assert parsed.actions[:2] == (Remove(path("x")), Remove(path("y", 1)))
    assert isinstance(parsed.actions[2], Set)


def test_the_words_of_updates_are_names_in_a_condition():
    assert parse_condition("set = delete") == Comparison("=", path("set"), path("delete"))


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("", "The expression can not be empty;", 0),
        ("  ", "The expression can not be empty;", 0),
        ("a = = b", 'Syntax error; token: "=", near: "= = b"', 4),
        ("attribute_not_exists(", 'Syntax error; token: "<EOF>", near: "("', 21),
        ("foo", 'Syntax error; token: "<EOF>", near: "foo"', 3),
        ("a AND b = :c", 'Syntax error; token: "AND", near: "a AND b"', 2),
        ("status = 'OP", 'Syntax error; token: "\'OP", near: "= \'OP"', 9),
        ("a = (b = c)", 'Syntax error; token: "(", near: "= (b"', 4),
        ("size(a)", "The function is not allowed to be used this way in an expression; function: size", 0),
        (
            "a = contains(b, :c)",
            "The function is not allowed to be used this way in an expression; function: contains",
            4,
        ),
        ("foo(a)", "Invalid function name; function: foo", 0),
        ("Size(a) > :x", "Invalid function name; function: Size", 0),
        ("if_not_exists(a, :b)", "The function is not allowed in a condition expression; function: if_not_exists", 0),
        (
            "a = :v AND contains(a)",
            "Incorrect number of operands for operator or function; operator or function: contains, "
            "number of operands: 1",
            11,
        ),
        (
            "attribute_exists(:v)",
            "Operator or function requires a document path; operator or function: attribute_exists",
            0,
        ),
        (f"a{'.b' * 32} = :v", "The document path has too many nesting levels; nesting levels: 33", None),
    ],
)
def test_a_condition_is_refused_in_dynamodbs_words_with_the_place(text, message, position):
    error = refusal(parse_condition, text, Dialect.LITERAL, ExpressionKind.FILTER)
    assert error.message == f"Invalid FilterExpression: {message}"
    assert error.position == position


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("a = 5", '"5", near: "= 5"'),
        ("a = 5.5", '"5", near: "= 5."'),
        ("a = -5", '"-", near: "= -5"'),
        ("a = 'x'", '"\'", near: "= \'x"'),
        ('a = "x"', '""", near: "= "x"'),
        ("a = é", '"é", near: "= é"'),
        ("a = _b", '"_", near: "= _b"'),
    ],
)
def test_dynamodbs_dialect_has_no_literals_and_plain_names_only(text, token):
    """Tokens and places as DynamoDB Local shows them."""
    assert refusal(parse_condition, text, Dialect.DYNAMODB).message.endswith(f"Syntax error; token: {token}")


@pytest.mark.parametrize("text", ["a = 5", "a = 5.5", "a = -5", "a = 'x'", 'a = "x"', "a = é", "a = _b"])
def test_the_literal_dialect_takes_them(text):
    assert parse_condition(text)


def test_a_misused_function_does_not_hide_what_else_is_wrong():
    said = tuple(expression_problems("size(status)", ExpressionKind.FILTER))
    assert [sentence.rpartition("; ")[2] for sentence in said] == ["function: size", "reserved keyword: status"]


@pytest.mark.parametrize(
    "text", ["(a BETWEEN :v AND :v) AND b", "a BETWEEN :v AND :v AND b", "NOT (c OR b BETWEEN :v AND :v)"]
)
def test_a_bound_of_between_is_no_operand_that_stands_alone(text):
    message = refusal(parse_condition, text, Dialect.DYNAMODB).message
    assert "<EOF>" in message if text.endswith("b") else 'token: "OR"' in message


def test_syntax_is_blamed_before_a_section_that_comes_twice():
    twice = "SET a = :a SET b = :b AND c = 'x'"
    message = refusal(parse_update, twice, Dialect.DYNAMODB).message
    assert message == 'Invalid UpdateExpression: Syntax error; token: "AND", near: ":b AND c"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SET a = :a SET b = :b", 'The "SET" section can only be used once in an update expression;'),
        ("SET a = size(b)", "The function is not allowed in an update expression; function: size"),
        ("SET", 'Syntax error; token: "<EOF>", near: "SET"'),
        ("SET a = :a,", 'Syntax error; token: "<EOF>", near: ","'),
        ("a = :a", 'Syntax error; token: "a", near: "a ="'),
        ("SET a = b + :c + :d", 'Syntax error; token: "+", near: ":c + :d"'),
        ("SET a = if_not_exists(a, :b + :c)", 'Syntax error; token: "+", near: ":b + :c"'),
    ],
)
def test_an_update_is_refused_in_dynamodbs_words(text, message):
    assert refusal(parse_update, text).message == f"Invalid UpdateExpression: {message}"


def test_a_calculation_may_stand_in_parentheses():
    assert parse_update("SET a = ((b + :c))") == parse_update("SET a = (b) + (:c)") == parse_update("SET a = b + :c")


def test_a_projection_is_paths_only():
    assert parse_projection("a, #b.c[0]") == (path("a"), Path((Placeholder("#b"), Name("c"), 0)))
    assert refusal(parse_projection, "a b").message == (
        'Invalid ProjectionExpression: Syntax error; token: "b", near: "a b"'
    )
    for index in ("2147483648", "9" * 6000):
        assert "List index is not within the allowable range" in refusal(parse_projection, f"a[{index}]").message


@pytest.mark.parametrize(
    "text",
    ["(" * 5000, "NOT " * 1500 + "a = b", "(" * 3000 + "a = b" + ")" * 3000, "size(" * 1500, "a = b OR NOT (" * 500],
)
def test_hostile_nesting_is_refused_and_never_exhausts_the_stack(text):
    assert "nests deeper" in refusal(parse_condition, text).message


def test_a_long_text_is_refused_before_it_is_parsed():
    text = "a = '" + "é" * (TEXT_BYTES_MAX // 2) + "'"
    error = refusal(parse_condition, text)
    size = len(text.encode())
    assert error.message.endswith(f"Expression size has exceeded the maximum allowed size; expression size: {size}")


def test_a_wide_condition_is_fine():
    assert parse_condition(" AND ".join(f"a{i} = :v" for i in range(500)))


@given(half_typed | st.text(), st.sampled_from(Dialect))
def test_every_text_is_parsed_or_refused(text, dialect):
    for parse in (parse_condition, parse_update, parse_projection):
        try:
            assert parse(text, dialect)
        except ExpressionInvalid as error:
            assert error.message.startswith("Invalid ")
            assert error.position is None or 0 <= error.position <= len(text)

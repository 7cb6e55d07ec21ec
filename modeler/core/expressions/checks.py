"""DynamoDB's messages about an expression before it reads any item. Advice: nothing here raises.

Unlike DynamoDB, which stops at the first, these functions report every problem. Messages: facts/limits#expressions,
facts/limits#reserved-words, facts/expressions#syntax.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from modeler.core import limits
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import collisions, resolved, undefined_name, undefined_value
from modeler.core.expressions.nodes import (
    NO_NAMES,
    NO_VALUES,
    Add,
    And,
    Arithmetic,
    Between,
    Comparison,
    Delete,
    Dialect,
    ExpressionKind,
    Function,
    In,
    Name,
    Node,
    Not,
    Or,
    Path,
    Placeholder,
    Projection,
    Remove,
    Set,
    Update,
    paths_of,
    walk,
)
from modeler.core.expressions.operand_checks import operand_problems
from modeler.core.expressions.parse import (
    parse_condition,
    parse_key_condition,
    parse_projection,
    parse_update,
    refuse_size,
)
from modeler.core.expressions.references import attribute_names
from modeler.core.expressions.reserved import is_reserved
from modeler.core.expressions.tokens import tokenise
from modeler.core.values.attribute_values import AttributeValue


def parsed(text: str, kind: ExpressionKind, dialect: Dialect = Dialect.DYNAMODB) -> Node | Projection:
    """A text as the nodes of its kind. Raises ExpressionInvalid."""
    match kind:
        case ExpressionKind.PROJECTION:
            return parse_projection(text, dialect)
        case ExpressionKind.UPDATE:
            return parse_update(text, dialect)
        case ExpressionKind.KEY_CONDITION:
            return parse_key_condition(text, dialect)
    return parse_condition(text, dialect, kind)


def expression_problems(
    text: str,
    kind: ExpressionKind,
    names: Mapping[str, str] = NO_NAMES,
    values: Mapping[str, AttributeValue] = NO_VALUES,
) -> Iterator[str]:
    """DynamoDB's message for each error in one expression in its own syntax. Errors of the placeholders of a whole
    request are in `request_problems`.
    """
    try:
        refuse_size(text, kind, limits.EXPRESSION_BYTES_MAX)
        node = parsed(text, kind)
    except ExpressionInvalid as error:
        yield error.message
        if error.node is None:
            return
        node = error.node
    sentences = (
        *_redundant_parentheses(text),
        *_reserved(node),
        *_undefined(node, names, values),
        *_too_many(node),
        *_overlaps(node, names),
        *(sentence for part in walk(node) for sentence in operand_problems(part, names, values)),
    )
    yield from (f"Invalid {kind}: {sentence}" for sentence in dict.fromkeys(sentences))


def request_problems(
    expressions: Mapping[ExpressionKind, str],
    names: Mapping[str, str] | None = None,
    values: Mapping[str, AttributeValue] | None = None,
) -> Iterator[str]:
    """DynamoDB's messages for a request: about each expression, and about placeholders that none of them uses. None
    represents a map that the request does not contain; a map that it contains must not be empty.
    facts/expressions#syntax.
    """
    for kind, text in expressions.items():
        yield from expression_problems(text, kind, names or NO_NAMES, values or NO_VALUES)
    yield from unused_problems(expressions.values(), names, values)


def unused_problems(
    texts: Iterable[str], names: Mapping[str, str] | None, values: Mapping[str, AttributeValue] | None
) -> Iterator[str]:
    """DynamoDB's messages for definitions that no expression uses, or that are empty.

    facts/expressions#syntax.
    """
    used = {token.text for text in texts for token in tokenise(text) if token.type in {"ALIAS", "VALUE"}}
    for field, defined in (("ExpressionAttributeNames", names), ("ExpressionAttributeValues", values)):
        if defined is not None and not defined:
            yield f"{field} must not be empty"
        if unused := [key for key in defined or () if key not in used]:
            yield f"Value provided in {field} unused in expressions: keys: {{{', '.join(unused)}}}"
        for key in defined or ():
            if len(key.encode("utf-8", "surrogatepass")) > limits.PLACEHOLDER_BYTES_MAX:
                yield "The expression attribute map contains a key that is too long"


def filter_key_problems(node: Node, key_names: Collection[str], names: Mapping[str, str] = NO_NAMES) -> Iterator[str]:
    """DynamoDB's message for each key attribute, of the table or index that a Query reads, that its filter names. A
    Scan's filter can name any attribute. facts/expressions#conditions. Raises ExpressionInvalid if a `#name` is
    undefined.
    """
    for name in attribute_names(node, names):
        if name in key_names:
            yield f"Filter Expression can only contain non-primary key attributes: Primary key attribute: {name}"


def _redundant_parentheses(text: str) -> Iterator[str]:
    """A pair of parentheses directly inside another pair. The parentheses of a call are not a pair of this kind."""
    opened: list[tuple[int, bool]] = []
    pairs: set[tuple[int, int]] = set()
    before = ""
    for at, token in enumerate(tokenise(text)):
        if token.type == "LPAR":
            opened.append((at, before not in {"NAME", "IN"}))
        elif token.type == "RPAR" and opened:
            start, groups = opened.pop()
            if groups and (start + 1, at - 1) in pairs:
                yield "The expression has redundant parentheses;"
                return
            if groups:
                pairs.add((start, at))
        before = token.type


def _reserved(node: Node | Projection) -> Iterator[str]:
    for path in paths_of(node):
        for part in path.parts:
            if isinstance(part, Name) and is_reserved(part.text):
                yield f"Attribute name is a reserved keyword; reserved keyword: {part.text}"


def _undefined(
    node: Node | Projection, names: Mapping[str, str], values: Mapping[str, AttributeValue]
) -> Iterator[str]:
    for part in walk(node):
        if isinstance(part, Path):
            for name in part.parts:
                if isinstance(name, Placeholder) and name.text not in names:
                    yield undefined_name(name.text)
        elif isinstance(part, Placeholder) and part.text not in values:
            yield undefined_value(part.text)


def _too_many(node: Node | Projection) -> Iterator[str]:
    operators = 0
    for part in walk(node):
        match part:
            case And(terms) | Or(terms):
                operators += len(terms) - 1
            case (
                Comparison()
                | Between()
                | In()
                | Not()
                | Function()
                | Arithmetic()
                | Set()
                | Add()
                | Delete()
                | Remove()
            ):
                operators += 1
        if isinstance(part, In) and len(part.choices) > limits.IN_OPERANDS_MAX:
            yield f"The IN operator is provided with too many operands; number of operands: {len(part.choices)}"
    if operators > limits.OPERATORS_MAX:
        yield f"The expression contains too many operators; operator count: {operators}"


def _overlaps(node: Node | Projection, names: Mapping[str, str]) -> Iterator[str]:
    targets: Iterable[Path] = ()
    if isinstance(node, tuple):
        targets = node
    elif isinstance(node, Update):
        targets = [action.path for action in node.actions]
    known = [
        path for path in targets if all(part.text in names for part in path.parts if isinstance(part, Placeholder))
    ]
    yield from collisions([resolved(path, names) for path in known])

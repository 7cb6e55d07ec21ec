"""From text to nodes, bounded and cached.

Text without meaning is rejected here: syntax errors, unknown or misplaced functions, a repeated section. Text with a
meaning that DynamoDB would not accept (reserved words, limits, redundant parentheses) is advice: checks.py. Messages:
facts/expressions#syntax.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NoReturn, cast

from lark.exceptions import UnexpectedToken

from modeler.core import limits
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.grammar import parser
from modeler.core.expressions.key_conditions import refuse_key_condition
from modeler.core.expressions.nodes import (
    CONDITION_FUNCTIONS,
    FUNCTIONS,
    OPERAND_FUNCTIONS,
    UPDATE_FUNCTIONS,
    And,
    Condition,
    Dialect,
    ExpressionKind,
    Function,
    Node,
    Not,
    Or,
    Path,
    Projection,
    Update,
    children,
    walk,
)
from modeler.core.expressions.tokens import SECTIONS, Token, tokenise

TEXT_BYTES_MAX: Final = 8192
"""Longer texts are not parsed: twice DynamoDB's limit (facts/limits#expressions), because quotes and literals need
room.
"""

DEPTH_MAX: Final = 100
"""The maximum nesting of parentheses and NOTs: our own limit, far beyond what people write."""

_CACHED: Final = 4096
_CACHED_CHARS_MAX: Final = 1024  # longer texts are parsed each time, so that hostile ones cannot fill the memory
_CONDITION_CALLS: Final = CONDITION_FUNCTIONS.keys() | OPERAND_FUNCTIONS.keys()
_OPERAND_ENDS: Final = frozenset({"NAME", "ALIAS", "QUOTED", "VALUE", "STRING", "NUMBER", "CONSTANT", "RSQB"})
_NEEDS_PATH: Final = frozenset({"attribute_exists", "attribute_not_exists", "attribute_type", "if_not_exists"})


def parse_condition(
    text: str, dialect: Dialect = Dialect.LITERAL, kind: ExpressionKind = ExpressionKind.CONDITION
) -> Condition:
    """A condition or filter. Raises ExpressionInvalid with DynamoDB's message, which names `kind`, and the position."""
    refuse_size(text, kind, TEXT_BYTES_MAX)
    return _condition(text, dialect, kind) if len(text) <= _CACHED_CHARS_MAX else _read_condition(text, dialect, kind)


def parse_key_condition(text: str, dialect: Dialect = Dialect.LITERAL) -> Condition:
    """A key condition: a comparison, BETWEEN or begins_with on a whole attribute, or several joined by AND.
    facts/expressions#key-conditions. Raises ExpressionInvalid; `key_terms` checks whether the names are the keys of an
    index.
    """
    node = parse_condition(text, dialect, ExpressionKind.KEY_CONDITION)
    try:
        refuse_key_condition(node)
    except ExpressionInvalid as error:
        raise ExpressionInvalid(error.message, node=node) from error
    return node


def parse_projection(text: str, dialect: Dialect = Dialect.LITERAL) -> Projection:
    """The paths of a projection, as written. Raises ExpressionInvalid."""
    refuse_size(text, ExpressionKind.PROJECTION, TEXT_BYTES_MAX)
    return _projection(text, dialect) if len(text) <= _CACHED_CHARS_MAX else _read_projection(text, dialect)


def parse_update(text: str, dialect: Dialect = Dialect.LITERAL) -> Update:
    """The actions of an update. Raises ExpressionInvalid."""
    refuse_size(text, ExpressionKind.UPDATE, TEXT_BYTES_MAX)
    return _update(text, dialect) if len(text) <= _CACHED_CHARS_MAX else _read_update(text, dialect)


def refuse_size(text: str, kind: ExpressionKind, maximum: int) -> None:
    """Raise ExpressionInvalid if a text has more UTF-8 bytes than `maximum`.

    facts/limits#expressions, facts/expressions#syntax.
    """
    if len(text) > maximum or (size := len(text.encode("utf-8", "surrogatepass"))) > maximum:
        size = len(text.encode("utf-8", "surrogatepass"))
        _refuse(kind, f"Expression size has exceeded the maximum allowed size; expression size: {size}")


def _read_condition(text: str, dialect: Dialect, kind: ExpressionKind) -> Condition:
    node = cast(Condition, _parsed(text, dialect, kind, "condition"))
    _refuse_misplaced(node, text, kind, dialect)
    _refuse_misuse(node, text, kind)
    return node


def _read_projection(text: str, dialect: Dialect) -> Projection:
    paths = cast(Projection, _parsed(text, dialect, ExpressionKind.PROJECTION, "projection"))
    _refuse_misuse(paths, text, ExpressionKind.PROJECTION)
    return paths


def _read_update(text: str, dialect: Dialect) -> Update:
    update = cast(Update, _parsed(text, dialect, ExpressionKind.UPDATE, "update"))
    _refuse_misuse(update, text, ExpressionKind.UPDATE)
    return update


_condition = lru_cache(maxsize=_CACHED)(_read_condition)
_projection = lru_cache(maxsize=_CACHED)(_read_projection)
_update = lru_cache(maxsize=_CACHED)(_read_update)


def _parsed(text: str, dialect: Dialect, kind: ExpressionKind, start: str) -> Any:
    tokens = _tokens(text, dialect)
    if not tokens:
        _refuse(kind, "The expression can not be empty;", 0)
    repeated = _repeated_section(tokens) if kind is ExpressionKind.UPDATE else None
    tokens = tuple(_spoken(tokens, dialect, kind))
    _refuse_depth(tokens, kind)
    try:
        node: Any = parser().parse(tokens, start)
    except UnexpectedToken as error:
        at = next((i for i, token in enumerate(tokens) if token.start == error.token.start_pos), len(tokens))
        _refuse_syntax(tokens, at if error.token.type != "$END" else len(tokens), text, kind)
    if repeated:
        message = f'The "{repeated.text.upper()}" section can only be used once in an update expression;'
        _refuse(kind, message, repeated.start, node)
    return node


def _tokens(text: str, dialect: Dialect) -> tuple[Token, ...]:
    return tuple(tokenise(text, literals=dialect is Dialect.LITERAL))


def _is_section(token: Token, before: str) -> bool:
    return token.type == "NAME" and before != "DOT" and token.text.upper() in SECTIONS


def _repeated_section(tokens: tuple[Token, ...]) -> Token | None:
    seen: set[str] = set()
    for token, before in zip(tokens, ("", *(token.type for token in tokens)), strict=False):
        if _is_section(token, before):
            if token.text.upper() in seen:
                return token
            seen.add(token.text.upper())
    return None


def _spoken(tokens: tuple[Token, ...], dialect: Dialect, kind: ExpressionKind) -> Iterator[Token]:
    """The tokens for a dialect and a kind: DynamoDB has no literals, and SET is a keyword only in updates.

    Tokens unknown to a dialect get a type that the grammar does not know either, so that the first is reported.
    """
    before = ""
    for token in tokens:
        if dialect is Dialect.DYNAMODB:
            if token.type == "NUMBER":
                token = token._replace(type="OTHER")
            if token.type == "CONSTANT":
                token = token._replace(type="NAME")
        if kind is ExpressionKind.UPDATE and _is_section(token, before):
            token = token._replace(type=token.text.upper())
        before = token.type
        yield token


def _refuse_depth(tokens: tuple[Token, ...], kind: ExpressionKind) -> None:
    """Limit how deep nodes can nest: open parentheses, and the NOTs before and inside them."""
    open_nots = [0]
    depth = 0
    for token in tokens:
        if token.type in {"LPAR", "NOT"}:
            depth += 1
            if depth > DEPTH_MAX:
                _refuse(kind, f"the expression nests deeper than {DEPTH_MAX} levels; split it", token.start)
            if token.type == "NOT":
                open_nots[-1] += 1
            else:
                open_nots.append(0)
        elif token.type in {"AND", "OR", "COMMA"}:
            depth -= open_nots[-1]
            open_nots[-1] = 0
        elif token.type == "RPAR" and len(open_nots) > 1:
            depth -= 1 + open_nots.pop()


def _refuse_misplaced(condition: Condition, text: str, kind: ExpressionKind, dialect: Dialect) -> None:
    """Reject an operand where a condition is required, and vice versa."""
    waiting: list[tuple[Node, bool]] = [(condition, True)]
    while waiting:
        node, is_condition = waiting.pop()
        if isinstance(node, Function):
            if node.name in _CONDITION_CALLS and is_condition != (node.name in CONDITION_FUNCTIONS):
                message = f"The function is not allowed to be used this way in an expression; function: {node.name}"
                _refuse(kind, message, _offset_of_word(text, node.name), condition)
        elif is_condition != bool(children(node)):
            tokens = _tokens(text, dialect)
            _refuse_syntax(tokens, _misplaced_token(tokens), text, kind)
        waiting.extend((part, isinstance(node, And | Or | Not)) for part in children(node))


def _misplaced_token(tokens: tuple[Token, ...]) -> int:
    """The position where a text that mixes up operands and conditions goes wrong: after the first lone operand, else at
    the first parenthesis where an operand is required, else at the end.
    """
    kinds = ("", *(token.type for token in tokens), "")
    bounds = _ands_of_between(kinds)
    for at, token in enumerate(tokens):
        before, after = kinds[at], kinds[at + 2]
        if token.type in _OPERAND_ENDS and after in {"", "AND", "OR", "RPAR"}:
            start = _operand_start(kinds, at + 1)
            called = kinds[start - 1] == "LPAR" and kinds[start - 2] in {"NAME", "IN"}
            opens = kinds[start - 1] in {"", "AND", "OR", "NOT", "LPAR"} and start - 1 not in bounds
            if opens and not called:
                return at + 1
        if token.type == "LPAR" and before in {"COMPARATOR", "EQUALS"}:
            return at
    return len(tokens)


def _ands_of_between(kinds: tuple[str, ...]) -> set[int]:
    """The positions where an AND separates the bounds of a BETWEEN instead of joining conditions."""
    found: set[int] = set()
    waiting = 0
    for at, kind in enumerate(kinds):
        if kind == "BETWEEN":
            waiting += 1
        elif kind == "AND" and waiting:
            waiting -= 1
            found.add(at)
    return found


def _operand_start(kinds: tuple[str, ...], end: int) -> int:
    while kinds[end - 1] in {"DOT", "LSQB", "INDEX"} or kinds[end] in {"DOT", "RSQB", "INDEX"}:
        end -= 1
    return end


def _refuse_misuse(node: Node | Projection, text: str, kind: ExpressionKind) -> None:
    for part in walk(node):
        if isinstance(part, Path):
            _refuse_path(part, kind, node)
        elif isinstance(part, Function) and (problem := _function_problem(part, kind)):
            _refuse(kind, problem, _offset_of_word(text, part.name), node)


def _function_problem(call: Function, kind: ExpressionKind) -> str | None:
    if call.name not in FUNCTIONS:
        return f"Invalid function name; function: {call.name}"
    if (call.name in UPDATE_FUNCTIONS) != (kind is ExpressionKind.UPDATE):
        sort = "an update" if kind is ExpressionKind.UPDATE else "a condition"
        return f"The function is not allowed in {sort} expression; function: {call.name}"
    # Captured on AWS, and DynamoDB Local agrees: no function accepts list_append as an operand.
    if any(isinstance(one, Function) and one.name == "list_append" for one in call.arguments):
        return "The function is not allowed to be used this way in an expression; function: list_append"
    if len(call.arguments) != FUNCTIONS[call.name]:
        message = "Incorrect number of operands for operator or function; operator or function"
        return f"{message}: {call.name}, number of operands: {len(call.arguments)}"
    if call.name in _NEEDS_PATH and not isinstance(call.arguments[0], Path):
        return f"Operator or function requires a document path; operator or function: {call.name}"
    return None


def _refuse_path(path: Path, kind: ExpressionKind, node: Node | Projection) -> None:
    if len(path.parts) > limits.PATH_DEPTH_MAX:
        message = f"The document path has too many nesting levels; nesting levels: {len(path.parts)}"
        _refuse(kind, message, node=node)
    for part in path.parts:
        if isinstance(part, int) and part >= 2**31:
            _refuse(kind, f"List index is not within the allowable range; index: [{part}]", node=node)


def _offset_of_word(text: str, word: str) -> int | None:
    return next((token.start for token in tokenise(text) if token.text.upper() == word.upper()), None)


def _refuse_syntax(tokens: tuple[Token, ...], at: int, text: str, kind: ExpressionKind) -> NoReturn:
    """DynamoDB names the token and shows it with its neighbors, as typed."""
    shown = tokens[max(0, at - 1) : at + 2]
    token = tokens[at].text if at < len(tokens) else "<EOF>"
    near = text[shown[0].start : shown[-1].end if at < len(tokens) else None]
    position = tokens[at].start if at < len(tokens) else len(text)
    _refuse(kind, f'Syntax error; token: "{token}", near: "{near}"', position)


def _refuse(
    kind: ExpressionKind, message: str, position: int | None = None, node: Node | Projection | None = None
) -> NoReturn:
    raise ExpressionInvalid(f"Invalid {kind}: {message}", position=position, node=node)

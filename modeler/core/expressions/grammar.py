"""The one grammar of both dialects and of all kinds of expression, and its parser.

The parser is LALR and builds nodes as it reduces, so no text, however deeply nested, makes it recurse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, cast

from lark import Lark, Transformer
from lark import Token as LarkToken
from lark.lexer import Lexer, LexerState

from modeler.core.expressions.nodes import (
    Action,
    Add,
    And,
    Arithmetic,
    Between,
    Comparison,
    Condition,
    Delete,
    Function,
    In,
    Literal,
    Name,
    Not,
    Operand,
    Or,
    Path,
    PathPart,
    Placeholder,
    Projection,
    Remove,
    Set,
    Update,
)
from modeler.core.expressions.tokens import Token, unquoted
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string

# `operand` accepts a parenthesized condition and `disjunction` a lone operand: with one token of lookahead `(size(a)) >
# 1` and `(contains(a, b)) AND c` look the same. parse.py rejects misplaced ones. facts/expressions#conditions,
# facts/expressions#updates, facts/expressions#projections
GRAMMAR: Final = r"""
condition: disjunction
disjunction: conjunction (_OR conjunction)*
conjunction: _negation (_AND _negation)*
_negation: negated | _relation
negated: _NOT _negation
_relation: operand | comparison | between | inclusion
comparison: operand (COMPARATOR | EQUALS) operand
between: operand _BETWEEN operand _AND operand
inclusion: operand _IN _LPAR operand (_COMMA operand)* _RPAR
operand: path | value | literal | call | _LPAR disjunction _RPAR
call: NAME _LPAR operand (_COMMA operand)* _RPAR

projection: path (_COMMA path)*

update: _section+
_section: set_section | remove_section | add_section | delete_section
set_section: SET assignment (_COMMA assignment)*
remove_section: REMOVE path (_COMMA path)*
add_section: ADD amount (_COMMA amount)*
delete_section: DELETE amount (_COMMA amount)*
assignment: path EQUALS (term | _sum)
_sum: arithmetic | _LPAR _sum _RPAR
arithmetic: term (PLUS | MINUS) term
term: path | value | literal | update_call | _LPAR term _RPAR
update_call: NAME _LPAR term (_COMMA term)* _RPAR
amount: path (value | literal | negative)
negative: MINUS NUMBER

path: name (_DOT name | _LSQB INDEX _RSQB)*
name: NAME | QUOTED | ALIAS | SET | REMOVE | ADD | DELETE
value: VALUE
literal: STRING | NUMBER | CONSTANT

%declare _AND _OR _NOT _IN _BETWEEN _LPAR _RPAR _LSQB _RSQB _COMMA _DOT
%declare NAME QUOTED ALIAS VALUE STRING NUMBER CONSTANT INDEX COMPARATOR EQUALS PLUS MINUS SET REMOVE ADD DELETE
"""

_FILTERED: Final = frozenset({"AND", "OR", "NOT", "IN", "BETWEEN", "LPAR", "RPAR", "LSQB", "RSQB", "COMMA", "DOT"})


class TokenLexer(Lexer):
    """Gives lark the tokens of tokens.py, in place of the text."""

    __future_interface__ = 1

    def __init__(self, lexer_conf: Any) -> None:
        """Nothing to take from lark's configuration: the text is already tokenized."""

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[LarkToken]:
        tokens: Any = lexer_state.text
        for token in cast(Iterable[Token], tokens):
            kind = f"_{token.type}" if token.type in _FILTERED else token.type
            yield LarkToken(kind, token.text, start_pos=token.start, end_pos=token.end)


class _Builder(Transformer[LarkToken, Any]):
    """Turns what the grammar recognized into nodes."""

    def condition(self, found: list[Condition | Operand]) -> Condition | Operand:
        return found[0]

    def disjunction(self, found: list[Any]) -> Any:
        return found[0] if len(found) == 1 else Or(tuple(found))

    def conjunction(self, found: list[Any]) -> Any:
        return found[0] if len(found) == 1 else And(tuple(found))

    def negated(self, found: list[Condition]) -> Not:
        return Not(found[0])

    def operand(self, found: list[Any]) -> Any:
        return found[0]

    term = operand

    def comparison(self, found: list[Any]) -> Comparison:
        return Comparison(str(found[1]), found[0], found[2])

    def between(self, found: list[Operand]) -> Between:
        return Between(*found)

    def inclusion(self, found: list[Operand]) -> In:
        return In(found[0], tuple(found[1:]))

    def call(self, found: list[Any]) -> Function:
        return Function(str(found[0]), tuple(found[1:]))

    update_call = call

    def projection(self, found: list[Path]) -> Projection:
        return tuple(found)

    def update(self, found: list[tuple[Action, ...]]) -> Update:
        return Update(tuple(action for section in found for action in section))

    def set_section(self, found: list[Any]) -> tuple[Action, ...]:
        return tuple(Set(path, value) for path, value in found[1:])

    def remove_section(self, found: list[Any]) -> tuple[Action, ...]:
        return tuple(Remove(path) for path in found[1:])

    def add_section(self, found: list[Any]) -> tuple[Action, ...]:
        return tuple(Add(path, value) for path, value in found[1:])

    def delete_section(self, found: list[Any]) -> tuple[Action, ...]:
        return tuple(Delete(path, value) for path, value in found[1:])

    def assignment(self, found: list[Any]) -> tuple[Path, Operand]:
        return found[0], found[2]

    def amount(self, found: list[Any]) -> tuple[Path, Operand]:
        return found[0], found[1]

    def arithmetic(self, found: list[Any]) -> Arithmetic:
        return Arithmetic(str(found[1]), found[0], found[2])

    def negative(self, found: list[LarkToken]) -> Literal:
        return Literal(number(f"-{found[1]}"))

    def path(self, found: list[Any]) -> Path:
        return Path(tuple(_index(part) if isinstance(part, LarkToken) else part for part in found))

    def name(self, found: list[LarkToken]) -> PathPart:
        token = found[0]
        if token.type == "ALIAS":
            return Placeholder(str(token))
        return Name(unquoted(token) if token.type == "QUOTED" else str(token))

    def value(self, found: list[LarkToken]) -> Placeholder:
        return Placeholder(str(found[0]))

    def literal(self, found: list[LarkToken]) -> Literal:
        token = found[0]
        if token.type == "STRING":
            return Literal(string(unquoted(token)))
        if token.type == "NUMBER":
            return Literal(number(str(token)))
        word = token.upper()
        if word == "NULL":
            return Literal(AttributeValue(AttributeType.NULL, True))
        return Literal(AttributeValue(AttributeType.BOOL, word == "TRUE"))


def _index(digits: str) -> int:
    # Python rejects integers of thousands of digits; any index that long is out of range anyway.
    return int(digits.lstrip("0")[:20] or "0")


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser. Its `parse` takes tokens and a start: condition, projection or update."""
    return Lark(
        GRAMMAR,
        parser="lalr",
        lexer=TokenLexer,
        transformer=_Builder(),
        start=["condition", "projection", "update"],
        maybe_placeholders=False,
    )

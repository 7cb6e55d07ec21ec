"""Adds aliases for reserved words, keeping the rest of an expression as it was written."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from modeler.core.expressions.nodes import ExpressionKind
from modeler.core.expressions.reserved import is_reserved
from modeler.core.expressions.tokens import SECTIONS, tokenise


def with_aliases(text: str, kind: ExpressionKind, names: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The text without unaliased reserved words, and the aliases that it then needs besides `names`. Never raises."""
    aliases = {name: alias for alias, name in names.items()}
    added: dict[str, str] = {}
    pieces: list[str] = []
    done, before = 0, ""
    tokens = list(tokenise(text))
    for at, token in enumerate(tokens):
        called = at + 1 < len(tokens) and tokens[at + 1].type == "LPAR"
        section = kind is ExpressionKind.UPDATE and before != "DOT" and token.text.upper() in SECTIONS
        if token.type in {"NAME", "CONSTANT"} and not called and not section and is_reserved(token.text):
            alias = aliases.get(token.text) or _free(token.text, {*names, *added})
            if alias not in names:
                added[alias] = token.text
                aliases[token.text] = alias
            pieces += (text[done : token.start], alias)
            done = token.end
        before = token.type
    return "".join(pieces) + text[done:], added


def _free(name: str, taken: Collection[str]) -> str:
    """`#name`, or if that is in use, the first of `#n1`, `#n2`... that is free."""
    return next(one for one in (f"#{name}", *map("#n{}".format, range(1, len(taken) + 2))) if one not in taken)

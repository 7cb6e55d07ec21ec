"""Checks that name every value of a column: ``CHECK (status IN ('OPEN', 'PAID'))``, as they are written or dumped."""

from __future__ import annotations

from typing import Any

from sqlglot import exp


def allowed(node: Any) -> tuple[str, tuple[str, ...]]:
    """Return the column that a check compares, and the texts to which it may be equal; ('', ()) for anything else."""
    match _bare(node):
        case exp.In(expressions=listed) as found if listed:
            return _column(found.this), _literals(listed)
        case exp.EQ() as found if isinstance(_bare(found.expression), exp.Any):
            # As PostgreSQL dumps IN: status = ANY (ARRAY['OPEN'::text, 'PAID'::text]).
            held = _bare(_bare(found.expression).this)
            return (_column(found.this), _literals(held.expressions)) if isinstance(held, exp.Array) else ("", ())
        case exp.Or() as found:
            sides = [_bare(found.left), _bare(found.right)]
            filled = [one for one in sides if not (isinstance(one, exp.Is) and isinstance(one.expression, exp.Null))]
            return allowed(filled[0]) if len(filled) == 1 else ("", ())
    return "", ()


def _bare(node: Any) -> exp.Expression:
    """Return an expression without its parentheses and casts."""
    for _ in range(20):
        if not isinstance(node, exp.Paren | exp.Cast):
            break
        node = node.this
    return node if isinstance(node, exp.Expression) else exp.Null()


def _column(node: Any) -> str:
    found = _bare(node)
    return str(found.name) if isinstance(found, exp.Column) else ""


def _literals(nodes: list[Any]) -> tuple[str, ...]:
    """Return texts; none if one of them is not a literal text."""
    found = [_bare(one) for one in nodes]
    is_text = all((isinstance(one, exp.Literal) and one.is_string) or isinstance(one, exp.National) for one in found)
    return tuple(str(one.this) for one in found) if is_text else ()

"""Moves a filter on a sort key into the key condition.

facts/expressions#conditions, facts/expressions#key-conditions.
"""

from __future__ import annotations

from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index
from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    Name,
    Path,
    Placeholder,
    walk,
)
from modeler.core.expressions.nodes import Literal as Value
from modeler.core.expressions.printing import print_node
from modeler.core.fixes import Fix, Put
from modeler.core.keys.templates import LiteralText, Reference, print_template
from modeler.core.values.attribute_values import AttributeType

_OPERATORS = frozenset({"=", "<", "<=", ">", ">="})


def moved_to_key(pattern: AccessPattern, index: Index, condition: Condition) -> tuple[Fix, ...]:
    """Move the one term of a Query's filter that compares the sort key into its key condition. Return () if the key has
    a condition already, if another term names a key too, or if a key template cannot produce the value.
    """
    if len(index.sort_key) != 1 or not pattern.id or set(index.key_names) & set(pattern.names.values()):
        return ()
    name = index.sort_key[0].name
    if any(one.name == name for one in pattern.key):
        return ()
    terms = condition.terms if isinstance(condition, And) else (condition,)
    about = [term for term in terms if _names(term, index.key_names)]
    asked = _asked(about[0], name, pattern, index.sort_key[0].type) if len(about) == 1 else None
    if asked is None:
        return ()
    rest = tuple(term for term in terms if term is not about[0])
    left = print_node(rest[0] if len(rest) == 1 else And(rest)) if rest else None
    edits = (Put(pattern.id, f"key.{name}", asked), Put(pattern.id, "filter", left))
    return (Fix(f"Move the condition on {name} into the key condition", edits),)


def _names(term: Condition, keys: tuple[str, ...]) -> bool:
    paths = (one for one in walk(term) if isinstance(one, Path))
    return any(isinstance(path.parts[0], Name) and path.parts[0].text in keys for path in paths)


def _asked(term: Condition, name: str, pattern: AccessPattern, kind: AttributeType) -> object | None:
    """The term as a key condition of the document, with the sort key on its left, or None."""
    match term:
        case Comparison(operator, Path((Name(found),)), value) if found == name and operator in _OPERATORS:
            text = _template(value, pattern, kind)
            return text if operator == "=" or text is None else {operator: text}
        case Between(Path((Name(found),)), lower, upper) if found == name:
            texts = [_template(lower, pattern, kind), _template(upper, pattern, kind)]
            return None if None in texts else {"between": texts}
        case Function("begins_with", (Path((Name(found),)), value)) if found == name and kind is AttributeType.S:
            text = _template(value, pattern, kind)
            return None if text is None else {"begins_with": text}
    return None


def _template(value: object, pattern: AccessPattern, kind: AttributeType) -> str | None:
    """A key template that produces an operand: its text, or the parameter behind a placeholder."""
    match value:
        case Value(literal) if literal.type is AttributeType.S and kind is AttributeType.S and literal.data:
            return print_template((LiteralText(literal.data),))
        case Placeholder(text) if text not in pattern.values:
            return print_template((Reference(text.lstrip(":")),))
    return None

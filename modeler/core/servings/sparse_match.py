"""Whether an overload with a condition holds every item that a pattern requests."""

from __future__ import annotations

from functools import lru_cache

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import evaluate
from modeler.core.expressions.nodes import Comparison, Condition, Function, Literal, Name, Or, Path
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.servings.wanted import Wanted, conjuncts
from modeler.core.values.attribute_values import AttributeValue, Item


def holds_all(wanted: Wanted, when: str, earlier: tuple[str, ...] = ()) -> bool:
    """Return whether the overload with this `when` writes every requested item. `earlier` are the conditions of the
    overloads before it, which must not include an item first.
    """
    terms = _terms(when)
    if terms is None or not all(_implied(term, wanted) for term in terms):
        return False
    return all(any(_refuted(term, wanted) for term in _terms(one) or ()) for one in earlier)


def said_by(when: str, text: str) -> bool:
    """Return whether every item that a `when` includes already meets this condition."""
    terms, asked = _terms(when), _terms(text)
    if not terms or not asked:
        return False
    fixed = dict(pair for term in terms if (pair := _fixed(term)))
    return all(term in terms or _known(term, fixed) is True for term in asked)


@lru_cache(maxsize=2048)
def _terms(text: str) -> tuple[Condition, ...] | None:
    if not text.strip():
        return ()
    try:
        return tuple(conjuncts(parse_condition(text)))
    except ExpressionInvalid:
        return None


def _implied(term: Condition, wanted: Wanted) -> bool:
    if term in wanted.parts:
        return True
    match term:
        case Function("attribute_exists", (Path(parts=(Name(name),)),)):
            return name in wanted.present
    return _known(term, wanted.constants) is True


def _refuted(term: Condition, wanted: Wanted) -> bool:
    return _known(term, wanted.constants) is False


def _known(term: Condition, fixed: Item) -> bool | None:
    """The value of a condition for an item with only these known attributes; None if they do not decide it."""
    try:
        names = attribute_names(term)
        return evaluate(term, fixed) if names and all(name in fixed for name in names) else None
    except ExpressionInvalid:
        return None  # a parameter without a value, or an alias without a name


def _fixed(term: Condition) -> tuple[str, AttributeValue] | None:
    match term:
        case Comparison("=", Path(parts=(Name(name),)), Literal(value)):
            return name, value
    return None


def joined(texts: tuple[str, ...]) -> str:
    """Conditions joined by AND; an OR among them is put in parentheses."""
    if len(texts) == 1:
        return texts[0]
    return " AND ".join(f"({text})" if _is_or(text) else text for text in texts)


@lru_cache(maxsize=2048)
def _is_or(text: str) -> bool:
    try:
        return isinstance(parse_condition(text), Or)
    except ExpressionInvalid:
        return False


@lru_cache(maxsize=2048)
def names_of(text: str) -> frozenset[str]:
    """The attributes that a condition names; none if it cannot be parsed."""
    try:
        return frozenset(attribute_names(parse_condition(text))) if text.strip() else frozenset()
    except ExpressionInvalid:
        return frozenset()

"""What a pattern by intent requests: given values, a range, an order, and other conditions.

Read from `facts.intent` (given, range, order_by, direction), from the parameters (every parameter that is an attribute
of the entities is given, unless the filter uses it), and from the filter, whose equalities and ranges a key can
express.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from modeler.core.design.items import Entity
from modeler.core.design.pattern_facts import DESCENDING, Intent
from modeler.core.design.patterns import AccessPattern
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    Literal,
    Name,
    Node,
    Path,
    Placeholder,
    walk,
)
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.printing import print_node
from modeler.core.expressions.references import attribute_names
from modeler.core.values.attribute_values import AttributeValue

_FLIPPED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


@dataclass(frozen=True, slots=True)
class Equal:
    """An attribute has one value: a parameter's (by name), or a constant. `text` is the same as a filter."""

    attribute: str
    value: str | AttributeValue
    text: str


@dataclass(frozen=True, slots=True)
class WantedRange:
    """An attribute lies between two parameters (by name); '' if there is no such bound. Both are included, unless it is
    `strict`, which only a range with one bound can be. `prefix`: it begins with a parameter, which is both bounds.
    """

    attribute: str
    low: str
    high: str
    text: str
    strict: bool = False
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Other:
    """Any other condition, which only a filter can express; `names` are the attributes that it uses."""

    text: str
    names: tuple[str, ...] = ()


type Term = Equal | WantedRange | Other


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a pattern requests. `directions` holds, for each attribute of `order`, whether it descends. `parts` are the
    terms of the filter as nodes, `constants` what it fixes by name, `present` the attributes that must exist.
    """

    terms: tuple[Term, ...]
    order: tuple[str, ...]
    directions: tuple[bool, ...]
    parts: tuple[Condition, ...]
    constants: Mapping[str, AttributeValue]
    present: frozenset[str]
    problem: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The attributes whose value is given, each once."""
        return tuple(dict.fromkeys(term.attribute for term in self.terms if isinstance(term, Equal)))

    @property
    def range(self) -> WantedRange | None:
        """The requested range, the first of several."""
        return next((term for term in self.terms if isinstance(term, WantedRange)), None)

    def range_of(self, name: str) -> WantedRange | None:
        """The first range of one attribute."""
        return next((term for term in self.terms if isinstance(term, WantedRange) and term.attribute == name), None)


def wanted_of(pattern: AccessPattern, entities: tuple[Entity, ...]) -> Wanted:
    """What a pattern of these entities requests. A filter that cannot be parsed is a `problem`, never raised."""
    intent = pattern.facts.intent
    spoken = filter_terms(pattern.filter)
    given = dict.fromkeys(intent.given)
    ranged = intent.range
    if not isinstance(spoken, str):
        in_filter = _parameters(pattern.filter)
        told = [name for name in pattern.parameters if name not in in_filter and name != ranged]
        given.update(dict.fromkeys(name for name in told if any(name in one.attributes_by_name for one in entities)))
    fixed = {} if isinstance(spoken, str) else _fixed(spoken, pattern.parameters)
    terms: list[Term] = [Equal(name, name, f"{_quoted(name)} = :{name}") for name in given if name not in fixed]
    if ranged:
        terms.append(_named_range(ranged, pattern.parameters, intent.bounds))
    problem = spoken if isinstance(spoken, str) else ""
    parts = () if isinstance(spoken, str) else tuple(node for node, _ in spoken)
    terms.extend(() if isinstance(spoken, str) else (term for _, term in spoken))
    constants = {
        term.attribute: term.value
        for term in terms
        if isinstance(term, Equal) and isinstance(term.value, AttributeValue)
    }
    present = frozenset((*(one.attribute for one in terms if not isinstance(one, Other)), *_existing(parts)))
    return Wanted(_closed(terms), *wanted_order(pattern), parts, constants, present, problem)


def _fixed(spoken: Sequence[tuple[Condition, Term]], parameters: Mapping[str, Any]) -> set[str]:
    """The attributes that a filter compares with a constant: who gives one as well can give nothing else. An example
    value that contradicts the filter stays, so that the contradiction is seen.
    """
    return {
        term.attribute
        for _, term in spoken
        if isinstance(term, Equal) and isinstance(term.value, AttributeValue)
        if str(parameters.get(term.attribute, term.value.data)) == str(term.value.data)
    }


def _existing(parts: tuple[Condition, ...]) -> Iterator[str]:
    """The attributes that a filter says exist."""
    for part in parts:
        match part:
            case Function("attribute_exists", (Path() as path,)) if name := _attribute_name(path):
                yield name


def wanted_order(pattern: AccessPattern) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """The attributes to order by, and for each whether it descends."""
    intent = pattern.facts.intent
    order = intent.order_by
    return order, _directions(intent, len(order))


def _directions(intent: Intent, count: int) -> tuple[bool, ...]:
    """For each attribute of the order, whether it descends: `direction` is one for all, or a list."""
    told = [one in DESCENDING for one in intent.direction] or [False]
    return tuple(told[min(place, len(told) - 1)] for place in range(count))


_ONE_BOUND: Final = (("<",), ("<=",), (">",), (">=",))


def _named_range(name: str, parameters: Mapping[str, Any], bounds: tuple[str, ...]) -> WantedRange:
    """The bounds of an intent's range are the parameters nameFrom and nameTo: those that exist, else those that the
    intent's comparison has, else both.
    """
    low, high = f"{name}From", f"{name}To"
    if (low in parameters) != (high in parameters):
        low, high = (low, "") if low in parameters else ("", high)
    elif low not in parameters and bounds[:1] in _ONE_BOUND:
        low, high = (low, "") if bounds[0].startswith(">") else ("", high)
    return WantedRange(name, low, high, _range_text(name, low, high))


def _range_text(name: str, low: str, high: str) -> str:
    if low and high:
        return f"{_quoted(name)} BETWEEN :{low} AND :{high}"
    return f"{_quoted(name)} >= :{low}" if low else f"{_quoted(name)} <= :{high}"


@lru_cache(maxsize=4096)
def _quoted(name: str) -> str:
    return print_node(Path((Name(name),)))


@lru_cache(maxsize=2048)
def filter_terms(text: str) -> tuple[tuple[Condition, Term], ...] | str:
    """The terms of a filter that are joined by AND, with the meaning of each; a sentence if it cannot be parsed."""
    if not text.strip():
        return ()
    try:
        node = parse_condition(text)
    except ExpressionInvalid as error:
        return f"its filter cannot be parsed: {error.message}"
    return tuple((one, _term(one)) for one in conjuncts(node))


def conjuncts(node: Condition) -> Iterator[Condition]:
    """The conditions that must all hold."""
    if isinstance(node, And):
        for term in node.terms:
            yield from conjuncts(term)
    else:
        yield node


@lru_cache(maxsize=2048)
def _parameters(text: str) -> frozenset[str]:
    """The parameters that a filter names."""
    spoken = filter_terms(text)
    nodes = () if isinstance(spoken, str) else (node for node, _ in spoken)
    return frozenset(part.text[1:] for node in nodes for part in walk(node) if isinstance(part, Placeholder))


def _term(node: Condition) -> Term:
    text = print_node(node)
    match node:
        case Between(Path() as path, Placeholder(low), Placeholder(high)) if name := _attribute_name(path):
            return WantedRange(name, low[1:], high[1:], text)
        case Function("begins_with", (Path() as path, Placeholder(start))) if name := _attribute_name(path):
            return WantedRange(name, start[1:], start[1:], text, prefix=True)
        case Comparison(operator, left, right):
            if isinstance(right, Path):
                operator, left, right = _FLIPPED.get(operator, ""), right, left
            name = _attribute_name(left)
            if name and operator == "=" and isinstance(right, Placeholder):
                return Equal(name, right.text[1:], text)
            if name and operator == "=" and isinstance(right, Literal):
                return Equal(name, right.value, text)
            if name and operator in {">=", "<=", ">", "<"} and isinstance(right, Placeholder):
                bound = right.text[1:]
                low, high = (bound, "") if operator[0] == ">" else ("", bound)
                return WantedRange(name, low, high, text, strict=len(operator) == 1)
    return Other(text, _names(node))


def _names(node: Condition) -> tuple[str, ...]:
    try:
        return attribute_names(node)
    except ExpressionInvalid:
        return ()  # an alias without a name


def _closed(terms: list[Term]) -> tuple[Term, ...]:
    """The terms, with two one-sided ranges of one attribute merged into one."""
    made: list[Term] = []
    for term in terms:
        met = next((pair for other in made if (pair := _bounds(other, term))), None)
        if met is None:
            made.append(term)
            continue
        low, high = met
        both = WantedRange(low.attribute, low.low, high.high, f"{low.text} AND {high.text}")
        made[made.index(low if term is high else high)] = both
    return tuple(made)


def _bounds(one: Term, other: Term) -> tuple[WantedRange, WantedRange] | None:
    """The lower and the upper bound of one attribute, both included; None if these are not bounds."""
    if not isinstance(one, WantedRange) or not isinstance(other, WantedRange):
        return None
    low, high = (one, other) if one.low else (other, one)
    if one.strict or other.strict or one.attribute != other.attribute or low.high or high.low or not low.low:
        return None
    return (low, high) if high.high else None


def spoken_of(term: Term) -> tuple[str, ...]:
    """The attributes that a term uses."""
    return term.names if isinstance(term, Other) else (term.attribute,)


def _attribute_name(node: Node) -> str:
    match node:
        case Path(parts=(Name(text),)):
            return text
    return ""

"""Expressions that DynamoDB rejects.

facts/limits#expressions, facts/limits#reserved-words, facts/expressions#syntax.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from modeler.core import limits
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.expressions.aliasing import with_aliases
from modeler.core.expressions.checks import expression_problems, unused_problems
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import collisions, resolved
from modeler.core.expressions.nodes import ExpressionKind
from modeler.core.expressions.parse import parse_condition, parse_projection
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.expressions.tokens import tokenise
from modeler.core.fixes import Fix, Put
from modeler.core.rules.support.context import Call, RuleContext, cell_path
from modeler.core.rules.support.rule import ERROR, Rule, Scope, Spot, rule
from modeler.core.rules.support.write_targets import bound_values
from modeler.core.values.attribute_values import AttributeType, AttributeValue, value_size
from modeler.core.values.json_values import from_plain

_OF_ANY_TYPE: Final = AttributeValue(AttributeType.NULL, True)
_PLAIN_TYPES: Mapping[type, AttributeType] = {
    str: AttributeType.S,
    bool: AttributeType.BOOL,
    int: AttributeType.N,
    float: AttributeType.N,
    list: AttributeType.L,
    dict: AttributeType.M,
}


_KINDS: Final = {
    "update": ExpressionKind.UPDATE,
    "condition": ExpressionKind.CONDITION,
    "filter": ExpressionKind.FILTER,
}


_BETWEEN_NAMES: Final = re.compile(r"\.\.|^\.|\.$|\[\D|\[$|\]\w")
"""What neither a path nor a likely name contains: an empty step, an index that is not a number."""


class _Problem(NamedTuple):
    rule: str
    field: str
    message: str


def _kind_of(sentence: str) -> str:
    """The rule that one of DynamoDB's error messages belongs to."""
    for words, name in (
        (("reserved keyword",), "expr.reserved_word"),
        (("not defined", "unused in expressions", "must not be empty"), "expr.placeholder"),
        (("overlap with each other", "conflict with each other"), "expr.paths_overlap"),
        (("maximum allowed size", "too many", "too long", "nests deeper", "allowable range"), "expr.limits"),
    ):
        if any(word in sentence for word in words):
            return name
    return "expr.syntax"


def _values(call: Call) -> dict[str, AttributeValue]:
    made: dict[str, AttributeValue] = {}
    for name, raw in call.pattern.values.items():
        try:
            made[name] = from_plain(raw, _PLAIN_TYPES.get(type(raw), AttributeType.NULL))
        except Invalid:
            made[name] = AttributeValue(AttributeType.NULL, True)
    return made


def _problems(context: RuleContext, call: Call) -> tuple[_Problem, ...]:
    pattern = call.pattern
    if not any(
        (pattern.update, pattern.condition, pattern.filter, pattern.if_, pattern.projection, *_intents(pattern))
    ):
        return ()
    table = context.design.table(pattern.table) if pattern.parameters else None
    return context.memo.get(f"expressions {call.path}", (call.top, table), lambda: tuple(_found(call, table)))


def _found(call: Call, table: Table | None) -> Iterator[_Problem]:
    """A pattern's `update` and `condition` are DynamoDB's own syntax; its `filter` is too if it has values."""
    pattern = call.pattern
    own = [field for field in _KINDS if field != "filter" or pattern.names or pattern.values]
    texts = {field: getattr(pattern, field) for field in own if getattr(pattern, field).strip()}
    spelled = _values(call)
    # A request sends a parameter for a value that the pattern does not spell out.
    given = dict.fromkeys((f":{name}" for name in pattern.parameters), _OF_ANY_TYPE)
    values = {**given, **(bound_values(table, pattern) if table is not None and texts else {}), **spelled}
    for field, text in texts.items():
        for sentence in expression_problems(text, _KINDS[field], pattern.names, values):
            yield _Problem(_kind_of(sentence), field, sentence)
        size = sum(value_size(values[name]) for name in _placeholders(text) if name in values)
        if size > limits.EXPRESSION_VALUES_BYTES_MAX:
            most = limits.EXPRESSION_VALUES_BYTES_MAX
            yield _Problem(
                "expr.limits", field, f"The values of the expression have {size:,} bytes; the limit is {most:,}"
            )
    if texts:
        spoken = [*texts.values(), *pattern.projection]
        for sentence in unused_problems(spoken, pattern.names or None, spelled or None):
            yield _Problem(_kind_of(sentence), "names" if "Names" in sentence else "values", sentence)
    for field, text in (("filter", pattern.filter), ("if", pattern.if_)):
        if field not in texts and text.strip():
            yield from _of_intent(field, text)
    yield from _of_projection(pattern)
    yield from _of_intents(pattern)


def _of_projection(pattern: AccessPattern) -> Iterator[_Problem]:
    """What is wrong with a list of paths. A text that cannot be a path is the name of an attribute."""
    paths = []
    for text in pattern.projection:
        try:
            paths += [resolved(path, pattern.names) for path in parse_projection(text)]
        except ExpressionInvalid as error:
            if _BETWEEN_NAMES.search(text):
                yield _Problem(_kind_of(error.message), "projection", error.message)
            paths.append((text,))
    for sentence in collisions(paths):
        yield _Problem("expr.paths_overlap", "projection", f"Invalid {ExpressionKind.PROJECTION}: {sentence}")


def _intents(pattern: AccessPattern) -> tuple[Collection[str], ...]:
    return pattern.set, pattern.remove, pattern.add


def _of_intents(pattern: AccessPattern) -> Iterator[_Problem]:
    """An attribute that an intent changes in two ways: the derived update would name it twice."""
    words = ("set", "remove", "add")
    for first, second in combinations(range(3), 2):
        mine, yours = _intents(pattern)[first], _intents(pattern)[second]
        for name in mine:
            if name in yours:
                sentence = (
                    f"{words[first]} and {words[second]} both change {name}, and an update can write it only once"
                )
                yield _Problem("expr.paths_overlap", words[second], sentence)


def _placeholders(text: str) -> set[str]:
    return {token.text for token in tokenise(text) if token.type in {"ALIAS", "VALUE"}}


@lru_cache(maxsize=4096)
def _of_intent(field: str, text: str) -> tuple[_Problem, ...]:
    """What is wrong with a condition with literals. Many patterns ask for the same (`status = 'OPEN'`)."""
    return tuple(_problems_of_intent(field, text))


def _problems_of_intent(field: str, text: str) -> Iterator[_Problem]:
    """As written, and as DynamoDB would receive it."""
    kind = ExpressionKind.FILTER if field == "filter" else ExpressionKind.CONDITION
    try:
        made = to_dynamodb(parse_condition(text, kind=kind))
    except ExpressionInvalid as error:
        yield _Problem(_kind_of(error.message), field, error.message)
        return
    for sentence in expression_problems(made.text, kind, made.names, made.values):
        if (name := _kind_of(sentence)) != "expr.placeholder":
            yield _Problem(name, field, sentence)


type _Fixing = Callable[[RuleContext, Call, str], tuple[Fix, ...]]


def _of_kind(name: str, fixing: _Fixing | None) -> Any:
    def check(context: RuleContext, call: Call) -> Iterator[Spot]:
        for problem in _problems(context, call):
            if problem.rule == name:
                message = f"{call.label}: {problem.message}"
                fixes = fixing(context, call, problem.field) if fixing else ()
                yield Spot(message, f"{call.path}.{problem.field}", call.top.id, problem.field, fixes=fixes)

    return check


def _rule(name: str, title: str, why: str, fix: str, sources: str, fixing: _Fixing | None = None) -> Rule:
    made = rule(name, ERROR, Scope.PATTERN, title=title, why=why, fix=fix, sources=sources, fixes=fixing is not None)
    return made(_of_kind(name, fixing))


def _aliasing(context: RuleContext, call: Call, field: str) -> tuple[Fix, ...]:
    kind = _KINDS.get(field)
    if kind is None:
        return ()
    pattern = call.pattern
    text, added = with_aliases(getattr(pattern, field), kind, pattern.names)
    edits = (Put(pattern.id, field, text), *(Put(pattern.id, f"names.{alias}", name) for alias, name in added.items()))
    return (Fix(f"Write {' and '.join(added) or 'it as an alias'} instead", edits),)


def _defining(context: RuleContext, call: Call, field: str) -> tuple[Fix, ...]:
    """Remove what is not used; define what is undefined, as far as the design shows its meaning."""
    pattern = call.pattern
    texts = (*(getattr(pattern, name) for name in _KINDS), *pattern.projection)
    used = {name for text in texts for name in _placeholders(text)}
    if field in ("names", "values"):
        unused = [name for name in getattr(pattern, field) if name not in used]
        edits = tuple(Put(pattern.id, f"{field}.{name}", None) for name in unused)
        return (Fix(f"Drop {' and '.join(unused)}", edits),) if unused else ()
    given = {f":{name}" for name in pattern.parameters}
    missing = sorted(used - {*pattern.names, *pattern.values, *given})
    found = {name: _meant(context, call, name) for name in missing}
    if not missing or None in found.values():
        return ()
    edits = tuple(Put(pattern.id, f"{_holder(name)}.{name}", meant) for name, meant in found.items())
    return (Fix(f"Define {' and '.join(missing)}", edits),)


def _holder(placeholder: str) -> str:
    return "names" if placeholder.startswith("#") else "values"


def _meant(context: RuleContext, call: Call, placeholder: str) -> Any:
    """What an undefined placeholder can represent: the attribute of its name; None if unknown."""
    name = placeholder[1:]
    if placeholder.startswith(":"):
        return None
    known = any(name in context.attribute_names(entity) for entity in context.about(call.pattern))
    return name if known else None


syntax = _rule(
    "expr.syntax",
    "Expression that DynamoDB cannot parse",
    "The request is rejected before any item is read",
    "Correct the expression at the position that the message shows",
    "facts/expressions#syntax",
)
expression_limits = _rule(
    "expr.limits",
    "Expression exceeds DynamoDB's limits",
    "An expression has at most 4,096 bytes, 300 operators, 100 operands of IN, and paths 32 levels deep",
    "Split the request, or simplify the expression",
    "facts/limits#expressions",
)
reserved_word = _rule(
    "expr.reserved_word",
    "Reserved word without an alias in an expression",
    "DynamoDB reserves 573 words, such as status, count and ttl, and rejects them without an alias",
    "Write it as #name and define the alias in names",
    "facts/limits#reserved-words",
    _aliasing,
)
placeholder = _rule(
    "expr.placeholder",
    "Placeholder that is undefined or unused",
    "Every #name and :value must be defined, and every defined one must be used",
    "Define missing placeholders and remove unused ones",
    "facts/expressions#syntax",
    _defining,
)
paths_overlap = _rule(
    "expr.paths_overlap",
    "Two paths of an expression overlap",
    "An update can write each path only once, and a projection can list each only once",
    "Keep only one of them",
    "facts/expressions#updates, facts/expressions#projections",
)


@rule(
    "expr.syntax",
    ERROR,
    Scope.ENTITY,
    hides=("query.filter_impossible",),
    title=syntax.title,
    why="A condition that cannot be parsed holds for no item, so the overload writes nothing",
    fix=syntax.fix,
    sources=syntax.sources,
)
def when_syntax(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for overload in entity.overloads:
        if not overload.when.strip():
            continue
        try:
            parse_condition(overload.when)
        except ExpressionInvalid as error:
            path = f"{cell_path(table, entity, overload.index)}.when"
            yield Spot(f"{entity.name}: {error.message}", path, overload.id, "when")


RULES = (syntax, expression_limits, reserved_word, placeholder, paths_overlap, when_syntax)

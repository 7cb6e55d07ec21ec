"""Names of attributes that do not exist: in projections, conditions and patterns. facts/modeling#rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, Operation
from modeler.core.design.tables import Index, Projection, ProjectionType, Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Comparison, Literal, Path, Placeholder, paths_of, walk
from modeler.core.expressions.parse import parse_condition, parse_projection
from modeler.core.expressions.references import attribute_names, rename
from modeler.core.fixes import AddPart, Fix, Put
from modeler.core.keys.templates import Reference, parse, print_template
from modeler.core.phrases import and_list
from modeler.core.rules.keys import key_templates
from modeler.core.rules.queries.operand_kinds import Kinds
from modeler.core.rules.queries.typed_expressions import confusions
from modeler.core.rules.support.common_fixes import projection_document
from modeler.core.rules.support.context import Call, RuleContext, index_path
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.servings.wanted import WantedRange, wanted_of
from modeler.core.values.attribute_values import AttributeType

_CLOSE: Final = 0.75
"""How similar two names are, from 0 to 1, to assume a misspelling."""


@rule(
    "keys.unknown_attribute",
    ERROR,
    Scope.TABLE,
    title=key_templates.unknown_attribute.title,
    why="No item has the attribute, so the index projects nothing under this name",
    fix=key_templates.unknown_attribute.fix,
    sources=key_templates.unknown_attribute.sources,
    fixes=True,
)
def unknown_projected(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.entities:
        return
    known = _known(context, table)
    for index in table.indexes:
        unknown = [name for name in index.projection.attributes if name not in known]
        fixes = tuple(_better_lists(index, unknown, known)) if unknown else ()
        if unknown:
            message = f"{index.name} projects {and_list(unknown)}, {_why_unknown(table, unknown, known)}"
            facts = {"attributes": unknown}
            # DynamoDB accepts the name: entries simply lack it. Entities from samples can lack rare attributes.
            severity = ADVICE if any(entity.provenance for entity in table.entities) else WARNING
            yield Spot(message, index_path(table, index), index.id, "projection", facts, severity, fixes=fixes)


def _why_unknown(table: Table, unknown: list[str], known: Collection[str]) -> str:
    inside = all(_whole(name) in known for name in unknown)
    return "but an index projects whole attributes only" if inside else f"which no entity of {table.name} has"


def _whole(name: str) -> str:
    """The attribute that a path leads into."""
    return re.split(r"[.\[]", name, maxsplit=1)[0]


def _better_lists(index: Index, unknown: list[str], known: Collection[str]) -> Iterator[Fix]:
    """The projection with misspelled names corrected if that is clear, and unknown ones removed."""
    meant = _meant(unknown, known)
    names = dict.fromkeys(meant.get(name, name) for name in index.projection.attributes)
    if len(meant) == len(set(unknown)):
        label = f"Project {' and '.join(meant.values())} instead"
        made = Projection(index.projection.type, tuple(names))
        yield Fix(label, (Put(index.id, "projection", projection_document(made)),))
    left = tuple(name for name in index.projection.attributes if name in known)
    made = Projection(index.projection.type if left else ProjectionType.KEYS_ONLY, left)
    label = f"Remove {' and '.join(dict.fromkeys(unknown))} from the projection"
    yield Fix(label, (Put(index.id, "projection", projection_document(made)),))


def _meant(unknown: Iterable[str], known: Collection[str]) -> dict[str, str]:
    """Names that are similar to exactly one known name, each with that one."""
    close = {name: get_close_matches(name, sorted(known), 1, _CLOSE) for name in unknown}
    found = {name: [_whole(name)] if _whole(name) in known else close[name] for name in close}
    return {name: one[0] for name, one in found.items() if one}


def _known(context: RuleContext, table: Table) -> set[str]:
    known = {*context.key_names(table)}
    known |= {name for item in table.unassigned for name in item.values}
    for entity in table.entities:
        known |= context.attribute_names(entity)
    return known


@rule(
    "keys.unknown_attribute",
    ERROR,
    Scope.PATTERN,
    title=key_templates.unknown_attribute.title,
    why="No item has the attribute, so the pattern cannot give a key or meet a condition with it",
    fix="Add the attribute or the parameter, or correct the name",
    sources=key_templates.unknown_attribute.sources,
    fixes=True,
)
def unknown_in_pattern(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = context.design.table(call.pattern.table)
    entities = context.about(call.pattern)
    if table is None or not entities or call.pattern.operation is Operation.PUT:
        return
    known = context.once(
        ("known names", id(table), *map(id, entities)),
        lambda: context.key_names(table).union(*map(context.attribute_names, entities)),
    )
    unknown: dict[str, list[str]] = {}
    for field, name in context.of_same_calls("unknown names", call, partial(_unknown, known)):
        if not _is_input(call.pattern, entities, field, name):
            unknown.setdefault(field, []).append(name)
    if not unknown:
        return
    who = " and ".join(entity.name for entity in entities[:3])
    for field, names in unknown.items():
        fixes = tuple(_better_calls(call.pattern, field, names, known, entities))
        for name in names:
            message = f"{call.label} names {name}, which {who} {'do' if len(entities) > 1 else 'does'} not have"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name}, fixes=fixes)


def _unknown(known: frozenset[str], call: Call) -> tuple[tuple[str, str], ...]:
    """The field and the name of every attribute that a call uses and nobody has."""
    return tuple(dict.fromkeys((field, name) for field, name in _named(call.pattern) if name not in known))


def _is_input(pattern: AccessPattern, entities: tuple[Entity, ...], field: str, name: str) -> bool:
    """Return whether a name in a key is that of a parameter."""
    return field.startswith("key.") and (name in pattern.parameters or name in _bounds(pattern, entities))


def _bounds(pattern: AccessPattern, entities: tuple[Entity, ...]) -> Iterator[str]:
    """The parameters that bound a requested range: an input even where no example value is given."""
    for term in wanted_of(pattern, entities).terms:
        if isinstance(term, WantedRange):
            yield from filter(None, (term.low, term.high))


def _better_calls(
    pattern: AccessPattern, field: str, names: list[str], known: Collection[str], entities: tuple[Entity, ...]
) -> Iterator[Fix]:
    """The call with misspelled names corrected if that is clear; or the entity with these attributes."""
    meant = _meant(names, known)
    value = _corrected(pattern, field, meant) if len(meant) == len(names) else None
    if value is not None and _fits(pattern, field, value, entities):
        yield Fix(f"Write {' and '.join(meant.values())} instead", (Put(pattern.id, field, value),))
    adding = tuple(
        AddPart(entities[0].id, "attributes", {"name": name, "type": _compared_type(pattern, field, name)})
        for name in names
    )
    yield Fix(f"Add {' and '.join(names)} to {entities[0].name}", adding)


def _fits(pattern: AccessPattern, field: str, value: Any, entities: tuple[Entity, ...]) -> bool:
    """Return whether the corrected names have the types that the expression treats them as."""
    kinds = Kinds(entities, pattern.names, pattern.values)
    try:
        if field == "projection":
            return not any(kinds.outside(path) for text in value for path in parse_projection(text))
        return field not in ("filter", "if") or not any(confusions(kinds, parse_condition(value)))
    except ExpressionInvalid:
        return True


def _compared_type(pattern: AccessPattern, field: str, name: str) -> str:
    """The type of the value that a condition compares an attribute with, M or L where a path goes into it; else S."""
    text = {"filter": pattern.filter, "if": pattern.if_, "condition": pattern.condition}.get(field, "")
    try:
        paths = [path for one in pattern.projection if field == "projection" for path in parse_projection(one)]
        paths += paths_of(parse_condition(text)) if text else ()
        inner = [one.parts[1] for one in paths if len(one.parts) > 1 and name_of(one, pattern.names) == name]
        if inner:
            return "L" if isinstance(inner[0], int) else "M"
        compared = [one for one in walk(parse_condition(text)) if isinstance(one, Comparison)] if text else []
        for one in compared:
            for path, other in ((one.left, one.right), (one.right, one.left)):
                if not isinstance(path, Path) or name_of(path, pattern.names) != name:
                    continue
                given = pattern.values.get(other.text) if isinstance(other, Placeholder) else None
                is_number = isinstance(given, int | float) and not isinstance(given, bool)
                if is_number or (isinstance(other, Literal) and other.value.type is AttributeType.N):
                    return "N"
    except ExpressionInvalid:
        pass
    return "S"


def _corrected(pattern: AccessPattern, field: str, meant: Mapping[str, str]) -> Any:
    """A field of a call with other attribute names; None if that has no simple form."""
    if field == "projection":
        return [_renamed_path(path, meant) for path in pattern.projection]
    if field in ("filter", "if"):
        text = pattern.filter if field == "filter" else pattern.if_
        return None if pattern.names else rename(text, meant)
    for condition in pattern.key:
        if field == f"key.{condition.name}" and len(condition.templates) == 1:
            template = _renamed_template(condition.templates[0], meant)
            return template if condition.operator == "=" else {condition.operator: template}
    return None


def _renamed_path(path: str, meant: Mapping[str, str]) -> str:
    name = path.split(".")[0].split("[")[0]
    return meant.get(name, name) + path[len(name) :]


def _renamed_template(text: str, meant: Mapping[str, str]) -> str:
    return print_template(
        tuple(
            replace(part, attribute=meant.get(part.attribute, part.attribute)) if isinstance(part, Reference) else part
            for part in parse(text).parts
        )
    )


def _named(pattern: AccessPattern) -> Iterator[tuple[str, str]]:
    """The field and the name of every attribute that a pattern uses."""
    for condition in pattern.key:
        for text in condition.templates:
            yield from ((f"key.{condition.name}", name) for name in parse(text).attributes)
    for path in pattern.projection:
        name = path.split(".")[0].split("[")[0]
        if path != ALL_ATTRIBUTES and not name.startswith("#"):
            yield "projection", name
    for field, text in (("filter", pattern.filter), ("if", pattern.if_)):
        if text.strip():
            try:
                names = attribute_names(parse_condition(text), pattern.names)
            except ExpressionInvalid:
                continue
            yield from ((field, name) for name in names)


RULES = (unknown_projected, unknown_in_pattern)

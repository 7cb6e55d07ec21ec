"""Patterns that need a segment of a sort key but do not give what precedes it.

facts/expressions#key-conditions, facts/ordering#key-order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modeler.core.algebra.extent import distinct
from modeler.core.design import usage_settings
from modeler.core.design.items import Entity, Overload
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse, print_template
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import filter_of
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.servings.known import is_sought
from modeler.core.servings.sparse_match import names_of
from modeler.core.servings.wanted import WantedRange, wanted_of


@dataclass(frozen=True, slots=True)
class _Skipped:
    """A sort key template: a pattern uses `wanted`, but not `before`, which precedes it."""

    entity: Entity
    overload: Overload
    key: str
    template: KeyTemplate
    wanted: str
    before: tuple[str, ...]


def _skipped(
    context: RuleContext, call: Call, table: Table, index: Index, wanted: set[str], known: set[str]
) -> _Skipped | None:
    for entity in context.design.entities_of(call.pattern):
        for key in context.keys(table, entity, index):
            if key.complete is None or key.overload is None:
                continue
            sort = list(zip(index.sort_key, key.complete[len(index.partition_key) :], strict=True))
            partition = {name for template in key.complete[: len(index.partition_key)] for name in template.attributes}
            for element, template in sort:
                before: list[str] = []
                for name in template.attributes:
                    if name in wanted and name not in partition and before:
                        return _Skipped(entity, key.overload, element.name, template, name, tuple(before))
                    if name not in known | partition:
                        before.append(name)
    return None


@rule(
    "query.skips_sk_segment",
    ERROR,
    Scope.PATTERN,
    title="Sort key segment given without the preceding ones",
    why="A sort key is compared from its first byte: everything before a segment must be known",
    fix="Give what precedes it, reorder the template, or use an index that starts with it",
    sources="facts/building-blocks#p14, facts/modeling#sort-keys, facts/ordering#key-order",
    hides=("pattern.unserved", "query.filter_discards"),
    operations={Operation.QUERY},
)
def skips_sk_segment(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    table = context.design.table(pattern.table)
    if table is None:
        return
    made = context.serving(call)
    if is_sought(pattern) and not made.served:
        yield from _unserved(context, call, table)
        return
    index = table.index(made.index if made.served else pattern.index)
    if index is None or (made.served and not made.found):
        return
    if made.served:
        left = names_of(filter_of(context, call))
        found = _skipped(context, call, table, index, set(left), set(made.bound) | set(left))
        if found is not None and found.wanted in left:
            message = f"it must filter by {found.wanted}, because {_why(found)}"
            yield _spot(call, found, message, WARNING.value)
        return
    conditions = [one for one in pattern.key if one.name in {key.name for key in index.sort_key}]
    for condition in conditions:
        asked = parse(condition.templates[0]) if condition.templates else parse("")
        wanted = set(asked.attributes) or _inside(context, call, table, index, condition.name, asked)
        known = {name for one in pattern.key for text in one.templates for name in parse(text).attributes}
        found = _skipped(context, call, table, index, wanted, known)
        if found is not None and found.key == condition.name:
            yield _spot(call, found, f"it requests {asked}, and {_why(found)}", "")
            return


def _unserved(context: RuleContext, call: Call, table: Table) -> Iterator[Spot]:
    """A read by intent that nothing serves, because its input is only in keys, after values that are not given."""
    wanted = wanted_of(call.pattern, context.about(call.pattern))
    given = set(wanted.names)
    ranged = {term.attribute for term in wanted.terms if isinstance(term, WantedRange)}
    named = table.index(call.pattern.index)
    for index in table.all_indexes if call.pattern.index is None or named is None else (named,):
        found = _skipped(context, call, table, index, given | ranged, given)
        if found is None:
            continue
        attribute = found.entity.attribute(found.wanted)
        partition = {name for key in index.partition_key for name in parse(found.overload.keys[key.name]).attributes}
        if partition <= given and attribute is not None and attribute.key_only:
            message = f"its input {found.wanted} is only in keys, and {_why(found)}"
            yield _spot(call, found, message, "")
            return


def _inside(context: RuleContext, call: Call, table: Table, index: Index, name: str, asked: KeyTemplate) -> set[str]:
    """The attribute that follows a literal inside a template which a constant starts with: ``DATE#2026``."""
    found = set()
    for entity in context.design.entities_of(call.pattern):
        for key in context.keys(table, entity, index):
            for element, template in zip(index.keys, key.complete or (), strict=False):
                if element.name != name:
                    continue
                for part, after in zip(template.parts[1:], template.parts[2:], strict=False):
                    word = part.text.lstrip("#|:/_-") if isinstance(part, LiteralText) else ""
                    if word and asked.source.startswith(word) and isinstance(after, Reference):
                        found.add(after.attribute)
    return found


def _why(found: _Skipped) -> str:
    before = " and ".join(found.before)
    return f"{found.key} of {found.entity.name}, {found.template}, has {before} before {found.wanted}"


def _spot(call: Call, found: _Skipped, what: str, severity: str) -> Spot:
    field = f"key.{found.key}" if call.pattern.key else "intent"
    given = WARNING if severity else None
    return Spot(f"{call.label}: {what}", f"{call.path}.{field}", call.top.id, field, {"before": found.before}, given)


@rule(
    "keys.fine_to_coarse",
    WARNING,
    Scope.DESIGN,
    title="Sort key goes from fine to coarse",
    why="Items are ordered by the first segment: segments after a finer one cannot be used for ranges or ordering",
    fix="Put the coarser segment first",
    sources="facts/ordering#sort-key-formats, facts/modeling#sort-keys",
    hides=("query.order_not_satisfied", "query.skips_sk_segment"),
    fixes=True,
)
def fine_to_coarse(context: RuleContext) -> Iterator[Spot]:
    for call in context.calls:
        intent = call.pattern.facts.intent
        if call.pattern.operation is not Operation.QUERY or not (intent.order_by or intent.ranges):
            continue
        table = context.design.table(call.pattern.table)
        made = context.serving(call)
        index = table.index(made.index) if table is not None and made.served else None
        if table is None or index is None or (made.order_satisfied and not intent.ranges):
            continue
        wanted = {*intent.order_by[:1], *intent.ranges}
        found = _skipped(context, call, table, index, wanted - set(made.bound), set(made.bound))
        if found is None or not _finer(found):
            continue
        message = f"{call.label} needs {found.wanted}, and {_why(found)}, which is finer"
        fixes = _reordered(context, table, index, found)
        field = "intent"
        yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"overload": found.overload.id}, fixes=fixes)


def _finer(found: _Skipped) -> bool:
    """Return whether the preceding segment has more values than the needed one. Part of the identity is the finest."""
    if found.wanted in found.entity.identity:
        return False
    if any(name in found.entity.identity for name in found.before):
        return True
    counts = [distinct(parse(f"{{{name}}}"), found.entity) for name in (*found.before, found.wanted)]
    known = [count for count in counts if count is not None]
    return len(known) == len(counts) and max(known[:-1]) > known[-1]


def _reordered(context: RuleContext, table: Table, index: Index, found: _Skipped) -> tuple[Fix, ...]:
    """The segment moved before those that precede it, in the template and in every pattern that gives all of it."""
    swapped = _swapped(found.template, found.before[0], found.wanted)
    if usage_settings.is_live(context.design, table) or swapped is None:
        return ()
    edits: list[Edit] = [Put(found.overload.id, f"keys.{found.key}", swapped)]
    moved = {found.wanted, *found.before}
    for pattern in _with_steps(context.design.patterns):
        for condition in pattern.key:
            if condition.name != found.key or (pattern.entities and found.entity.name not in pattern.entities):
                continue
            if condition.operator == "=" and condition.templates == (str(found.template),):
                edits.append(Put(pattern.id, f"key.{found.key}", swapped))
            elif any(moved & set(parse(text).attributes) for text in condition.templates):
                return ()  # a pattern that uses the old order needs a human decision
    return (Fix(f"Write {found.key} as {swapped}", tuple(edits)),)


def _with_steps(patterns: tuple[AccessPattern, ...]) -> Iterator[AccessPattern]:
    for pattern in patterns:
        yield pattern
        yield from _with_steps(pattern.steps)


def _swapped(template: KeyTemplate, first: str, second: str) -> str | None:
    """The template with two segments swapped; None if literals precede them."""
    places = {part.attribute: place for place, part in enumerate(template.parts) if isinstance(part, Reference)}
    if len(places) != len(template.references):
        return None
    parts = list(template.parts)
    one, other = places[first], places[second]
    if any(isinstance(part, LiteralText) and len(part.text) > 1 for part in parts[one + 1 : other]):
        return None
    parts[one], parts[other] = parts[other], parts[one]
    return print_template(tuple(parts))


RULES = (skips_sk_segment, fine_to_coarse)

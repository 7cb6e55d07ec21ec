"""The document of a design: its parts as text, bounded, so that a large design is still read and typeset in seconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from exporter.documents import grids, prices, setting_texts, sheets
from exporter.documents.contents import (
    AttributeLine,
    CapacityLine,
    Document,
    EntityPart,
    FindingLine,
    PatternLine,
    RelationLine,
)
from exporter.documents.flows import flows_of
from exporter.documents.glossary import MEANINGS
from exporter.documents.words import plural
from modeler.core.arithmetic import plain_number
from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.capacity.loads import PatternCapacity
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.design.items import Attribute, Entity, SizeFact
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.design.relations import Relation, RelationKind
from modeler.core.design.tables import Table
from modeler.core.servings import Serving, serving
from modeler.wording.numbers import money_text, percent_text, units_text

FINDINGS_MAX: Final = 200
VALUES_MAX: Final = 12
"""Limit on the enum members that are listed."""

type Facts = tuple[tuple[str, str], ...]


def document_of(
    design: Design,
    findings: Sequence[Mapping[str, Any]] = (),
    *,
    edition: str = "",
    left_out: Sequence[str] = (),
    capacity: DesignCapacity | None = None,
    cost: Cost | None = None,
) -> Document:
    """Return a design as a document. `findings` are in the form of `Finding.as_json`, `edition` names the state of the
    design, and `left_out` lists what the document cannot represent; pass capacity and cost if they are already
    computed.
    """
    capacity = capacity or design_capacity(design)
    cost = cost or monthly_cost(design, capacity=capacity)
    return Document(
        name=design.name,
        edition=edition,
        description=design.description,
        counts=_counts(design, findings),
        patterns=tuple(_patterns(design, capacity, cost)),
        sheets=tuple(map(sheets.sheet_of, design.tables)),
        entities=tuple(_entity(table, entity) for table, entity in design.entities()),
        relations=tuple(map(_relation, design.relations)),
        grids=grids.grids_of(design),
        findings=tuple(map(_finding, findings[:FINDINGS_MAX])),
        findings_left_out=_left_out(findings),
        capacity=tuple(_capacity(design, capacity)),
        cost=prices.cost_part(cost) if design.tables else None,
        flows=flows_of(design),
        meanings=MEANINGS,
        left_out=tuple(left_out),
    )


def _counts(design: Design, findings: Sequence[Mapping[str, Any]]) -> Facts:
    severities = [finding["severity"] for finding in findings]
    found = ", ".join(
        plural(severities.count(name), name, name if name == "advice" else "")
        for name in ("error", "warning", "advice")
        if name in severities
    )
    return (
        ("Region", design.region),
        ("Tables", ", ".join(table.name for table in design.tables) or "none"),
        ("Indexes", f"{sum(len(table.indexes) for table in design.tables):,}"),
        ("Entities", f"{sum(1 for _ in design.entities()):,}"),
        ("Access patterns", f"{len(design.patterns):,}"),
        ("Sample items", f"{sum(1 for _ in design.items()):,}"),
        ("Findings", found or "none"),
        *setting_texts.design_texts(design.settings),
    )


def _left_out(findings: Sequence[Mapping[str, Any]]) -> str:
    left = len(findings) - FINDINGS_MAX
    return f"{plural(left, 'further finding')} of the lowest severity not listed here." if left > 0 else ""


def _finding(raw: Mapping[str, Any]) -> FindingLine:
    return FindingLine(raw["severity"], raw["rule"], raw["path"] or "design", raw["message"], raw["why"], raw["fix"])


def _capacity(design: Design, capacity: DesignCapacity) -> Iterator[CapacityLine]:
    several = len(design.tables) > 1
    for one in capacity.places:
        place = f"{one.place.table} / {one.place.index}" if several and one.place.index else one.place.label
        figures = (one.read.average, one.read.peak, one.write.average, one.write.peak)
        yield CapacityLine(place, *(units_text(figure.value) for figure in figures))


def _patterns(design: Design, capacity: DesignCapacity, cost: Cost) -> Iterator[PatternLine]:
    paid = {one.pattern: one.amount for one in cost.patterns()}
    drawn = {one.pattern: one for one in capacity.patterns}
    for pattern in design.patterns:
        served = serving(design, pattern)
        rate, amount = pattern.per_second, paid.get(pattern.id)
        table = pattern.table if len(design.tables) > 1 else ""
        index = (served.index if served.found else pattern.index) or "table"
        yield PatternLine(
            code=pattern.code,
            name=pattern.name or pattern.operation.value,
            operation=pattern.operation.value,
            index=f"{table} / {index}" if table else index,
            rate=f"{plain_number(rate.average)}, peak {plain_number(rate.peak)}" if rate else "",
            units=_units(drawn.get(pattern.id)),
            cost=money_text(amount) if amount is not None else "",
            is_served=served.served,
            reason=served.reason,
            description=pattern.description,
            facts=tuple(_pattern_facts(pattern, served)),
        )


def _units(drawn: PatternCapacity | None) -> str:
    if drawn is None:
        return ""
    sides = ((drawn.read_units, "RU"), (drawn.write_units, "WU"))
    return ", ".join(f"{units_text(units)} {unit}" for units, unit in sides if units)


def _pattern_facts(pattern: AccessPattern, served: Serving) -> Iterator[tuple[str, str]]:
    keys = pattern.key or served.condition
    if keys:
        yield "Key", " and ".join(map(_condition, keys))
    if pattern.filter:
        yield "Filter", pattern.filter
    if pattern.if_ or pattern.condition:
        yield "Only if", pattern.if_ or pattern.condition
    if pattern.set or pattern.remove or pattern.add:
        changed = [f"set {', '.join(pattern.set)}"] if pattern.set else []
        changed += [f"remove {', '.join(pattern.remove)}"] if pattern.remove else []
        changed += [f"add {', '.join(pattern.add)}"] if pattern.add else []
        yield "Changes", "; ".join(changed)
    if pattern.entities:
        yield "Entities", ", ".join(pattern.entities)
    if pattern.projection and pattern.projection != ("*",):
        yield "Returns", ", ".join(pattern.projection)
    order = [
        word for holds, word in ((pattern.descending, "newest first"), (pattern.consistent, "consistent")) if holds
    ]
    if pattern.limit:
        order.append(f"at most {pattern.limit:,}")
    if order:
        yield "Reads", ", ".join(order)
    if pattern.steps:
        yield "Steps", "; ".join(f"{step.operation.value} {step.name}".strip() for step in pattern.steps)


def _condition(one: KeyCondition) -> str:
    if one.operator == "between":
        return f"{one.name} between {' and '.join(one.templates)}"
    if one.operator == "begins_with":
        return f"begins_with({one.name}, {one.templates[0] if one.templates else ''})"
    return f"{one.name} {one.operator} {' '.join(one.templates)}"


def _entity(table: Table, entity: Entity) -> EntityPart:
    return EntityPart(
        name=entity.name,
        table=table.name,
        description=entity.description,
        facts=tuple(_entity_facts(entity)),
        attributes=tuple(map(_attribute, entity.attributes)),
    )


def _relation(one: Relation) -> RelationLine:
    is_many = one.kind is RelationKind.MANY_TO_MANY
    through = [*one.through, *one.through_child]
    return RelationLine(
        one.parent,
        one.child,
        "many to many" if is_many else "one to many",
        f"{one.join} ({', '.join(through)})" if one.join else ", ".join(through),
        "; ".join(
            f"{plain_number(fact.average)} {_most(fact)}per {end}"
            for fact, end in ((one.per_parent, one.parent), (one.per_child, one.child))
            if fact is not None
        )
        or "not specified",
    )


def _most(fact: SizeFact) -> str:
    return f"(at most {plain_number(fact.maximum)}) " if fact.maximum is not None else ""


def _entity_facts(entity: Entity) -> Iterator[tuple[str, str]]:
    if entity.identity:
        yield "Identity", ", ".join(entity.identity)
    if entity.count is not None:
        yield "Items", f"{entity.count:,}"
    if entity.per_parent is not None:
        most = f", at most {plain_number(entity.per_parent.maximum)}" if entity.per_parent.maximum is not None else ""
        yield "For each parent", f"{plain_number(entity.per_parent.average)}{most}"
    if entity.growth:
        yield "Growth", f"{plain_number(entity.growth)} per month"
    if entity.retention is not None:
        yield "Kept", "1 day" if entity.retention == 1 else f"{plain_number(entity.retention)} days"
    if entity.unique:
        yield "Unique", "; ".join(", ".join(names) for names in entity.unique)


def _attribute(attribute: Attribute) -> AttributeLine:
    return AttributeLine(
        attribute.name,
        str(attribute.type),
        attribute.format,
        "; ".join(_attribute_notes(attribute)),
        attribute.description,
    )


def _attribute_notes(attribute: Attribute) -> Iterator[str]:
    if attribute.key_only:
        yield "only in keys"
    if attribute.values:
        more = len(attribute.values) - VALUES_MAX
        shown = ", ".join(list(attribute.values)[:VALUES_MAX])
        yield f"{shown} and {more} more" if more > 0 else shown
    if attribute.optional < 1:
        yield f"in {percent_text(attribute.optional)} of items"
    if attribute.size is not None:
        most = f", at most {plain_number(attribute.size.maximum)} B" if attribute.size.maximum is not None else ""
        yield f"{plain_number(attribute.size.average)} B{most}"
    if attribute.copy_of:
        yield f"copy of {attribute.copy_of}"
    if attribute.source:
        yield f"from {attribute.source}"
    if attribute.sensitive:
        yield "sensitive"

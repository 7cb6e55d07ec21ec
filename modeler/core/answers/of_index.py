"""Decisions about an index: GSI or LSI, and what it projects, with the cost of thin and fat entries."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.answers.answer import Answer, Number, Unknown, dollars, units
from modeler.core.decisions.indexes import NEAR_COST, IndexNeed, ProjectionChoice, index_kind, projection
from modeler.core.design import usage_settings
from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.parts import ROOT
from modeler.core.design.patterns import ALL_ATTRIBUTES
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.fixes import Fix, put
from modeler.core.rules.indexes.index_choice import collection_gb, readers
from modeler.core.rules.indexes.projections import index_use, projected_parts, unit_prices
from modeler.core.rules.support.context import Call, RuleContext


def answers_of_index(context: RuleContext, table: Table, index: Index) -> Iterator[Answer]:
    """Yield the kind of the index, then its projection."""
    calls = readers(context, table, index)
    yield _kind(context, table, index, calls)
    yield _projection(context, table, index, calls)


def _kind(context: RuleContext, table: Table, index: Index, calls: list[Call]) -> Answer:
    strong = [call.label for call in calls if call.pattern.consistent]
    most = collection_gb(context, table)
    is_live = usage_settings.is_live(context.design, table)
    same = index.partition_key == table.partition_key
    others = sum(one.kind is IndexKind.LSI for one in table.indexes if one is not index)
    made = index_kind(IndexNeed(same, bool(strong), is_live, bool(table.sort_key), others, most))
    fixes: tuple[Fix, ...] = ()
    if made.kind is not index.kind and not is_live:
        fixes = put(
            f"Make {index.name} {'an LSI' if made.kind is IndexKind.LSI else 'a GSI'}", index.id, "kind", str(made.kind)
        )
    return Answer(
        "index-kind",
        "GSI or LSI?",
        str(made.kind) + (", then a strongly consistent GetItem" if made.strong_get else ""),
        made.reason,
        made.kind is index.kind,
        (
            Number("Partition key", "that of the table" if same else "another than that of the table"),
            Number("Strongly consistent reads", ", ".join(strong) or "none"),
            Number("Largest item collection", f"{units(most)} GB" if most is not None else "not known"),
        ),
        tuple(_unbounded(table)) if same and strong and most is None else (),
        fixes,
    )


def _unbounded(table: Table) -> Iterator[Unknown]:
    for entity in table.entities:
        if entity.per_parent is None or entity.per_parent.maximum is None:
            yield Unknown(f"how many {entity.name} items one parent has at most", entity.id, "per_parent")


def _projection(context: RuleContext, table: Table, index: Index, calls: list[Call]) -> Answer:
    unknown = tuple(_unrated(calls)) + tuple(
        Unknown(f"how many {entity.name} items there are", entity.id, "count")
        for entity in table.entities
        if entity.count is None and context.sizes.share(table, index, entity).value > 0
    )
    prices = unit_prices(context)
    question = "What does it project?"
    if not calls:
        return Answer("projection", question, "", "No access pattern reads this index.", unknown=unknown)
    if prices is None:
        place = (Unknown(f"the prices of {context.design.region}", ROOT, "settings.prices"),)
        return Answer("projection", question, "", "The price list has no price of this Region.", unknown=place)
    parts = projected_parts(context, table, index)
    lists = [call.pattern.projection and ALL_ATTRIBUTES not in call.pattern.projection for call in calls]
    needs = frozenset().union(*(needed_attributes(context.asked(call.pattern)) for call in calls))
    if not all(lists):
        # A pattern that lists no attributes reads all of them.
        needs |= {part.name for part in parts}
    made = projection(parts, index_use(context, table, index, calls, needs), prices)
    agrees = _agrees(index, made)
    is_live = usage_settings.is_live(context.design, table)
    return Answer(
        "projection",
        question,
        f"{made.type} {', '.join(made.attributes)}".rstrip(),
        made.reason,
        agrees,
        tuple(_options(made)),
        unknown,
        () if agrees or is_live else _fix(index, made),
    )


def _agrees(index: Index, made: ProjectionChoice) -> bool:
    """Whether the index projects that, or something that costs about as little."""
    held = index.projection.attributes if index.projection.type is ProjectionType.INCLUDE else ()
    if made.type is index.projection.type and set(made.attributes if held else ()) == set(held):
        return True
    now = [one for one in made.options if one.type is index.projection.type and set(held) <= set(one.attributes)]
    best = min((one.total for one in made.options), default=None)
    return best is not None and any(one.total <= best * NEAR_COST for one in now)


def _unrated(calls: list[Call]) -> Iterator[Unknown]:
    for call in calls:
        if call.top.per_second is None:
            yield Unknown(f"how often {call.top.label} is called", call.top.id, "per_second")


def _options(made: ProjectionChoice) -> Iterator[Number]:
    names = {ProjectionType.KEYS_ONLY: "Thin, KEYS_ONLY", ProjectionType.ALL: "Fat, ALL"}
    for one in made.options:
        how = (
            f"{dollars(one.total)}: reads {dollars(one.reads)} ({units(one.read_units)} units each), "
            f"writes {dollars(one.writes)}, storage {dollars(one.storage)}"
        )
        yield Number(names.get(one.type, f"INCLUDE {', '.join(one.attributes)}"), how)


def _fix(index: Index, made: ProjectionChoice) -> tuple[Fix, ...]:
    value: dict[str, object] = {"type": str(made.type)}
    if made.type is ProjectionType.INCLUDE:
        value["attributes"] = list(made.attributes)
    return put(f"Project {made.type} {', '.join(made.attributes)}".rstrip(), index.id, "projection", value)

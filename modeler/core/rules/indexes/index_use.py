"""Projections, sparse and unused indexes. facts/limits#indexes, facts/table-api#messages."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core import limits
from modeler.core.design.items import Entity, Overload
from modeler.core.design.tables import Index, Projection, ProjectionType, Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import And, Function
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.fixes import Fix, Put
from modeler.core.items.value_bounds import SizeSource
from modeler.core.keys.templates import parse
from modeler.core.rules.support.common_fixes import projection_document, removed_index
from modeler.core.rules.support.context import RuleContext, cell_path, index_path, table_path
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule

_ENOUGH_SAMPLES = 100


@rule(
    "index.projection_shape",
    ERROR,
    Scope.TABLE,
    title="Projection that DynamoDB rejects",
    why="A list of attributes is valid only with INCLUDE, and INCLUDE needs one",
    fix="Set the type to INCLUDE, or remove the names",
    sources="facts/table-api#messages",
    fixes=True,
)
def projection_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        kind, names = index.projection.type, index.projection.attributes
        message, severity = "", ERROR
        if kind is ProjectionType.INCLUDE and not names:
            message = f"{index.name} uses INCLUDE but lists no attributes"
        elif kind is not ProjectionType.INCLUDE and names:
            message = f"{index.name} projects {kind} but lists {', '.join(names[:5])}"
        elif repeated := [name for name in names if name in (*table.base.key_names, *index.key_names)]:
            message = f"{index.name} lists {', '.join(repeated)}, which are projected anyway because they are keys"
            severity = ADVICE
        elif len(set(names)) < len(names):
            message = f"{index.name} lists an attribute twice"
        if message:
            fixes = tuple(_better_projections(table, index))
            yield Spot(message, index_path(table, index), index.id, "projection", {}, severity, fixes=fixes)


def _better_projections(table: Table, index: Index) -> Iterator[Fix]:
    kind = index.projection.type
    keys = (*table.base.key_names, *index.key_names)
    names = tuple(dict.fromkeys(name for name in index.projection.attributes if name not in keys))
    include = Projection(ProjectionType.INCLUDE, names)
    if kind is not ProjectionType.INCLUDE:
        yield _projecting(index, "Remove the names", Projection(kind))
        if names:
            yield _projecting(index, "Project only the listed names", include)
    elif names:
        yield _projecting(index, "List each attribute once, and no key", include)
    else:
        yield _projecting(index, "Project only the keys", Projection(ProjectionType.KEYS_ONLY))
        yield _projecting(index, "Project all attributes", Projection(ProjectionType.ALL))


def _projecting(index: Index, label: str, projection: Projection) -> Fix:
    return Fix(label, (Put(index.id, "projection", projection_document(projection)),))


@rule(
    "index.projected_names",
    ERROR,
    Scope.TABLE,
    title="Too many projected attributes",
    why="At most 100 attributes can be listed in the projections of all indexes of a table, counted once per index",
    fix="Project ALL where most attributes are listed anyway, or list fewer",
    sources="facts/limits#indexes",
    fixes=True,
)
def projected_names(context: RuleContext, table: Table) -> Iterator[Spot]:
    listed = {
        index.name: len(index.projection.attributes)
        for index in table.indexes
        if index.projection.type is ProjectionType.INCLUDE
    }
    total = sum(listed.values())
    if total > limits.PROJECTED_NAMES_MAX:
        message = f"The indexes of {table.name} list {total} attributes; the limit is {limits.PROJECTED_NAMES_MAX}"
        fixes = _longest_as_all(table, total)
        yield Spot(message, table_path(table), table.id, "indexes", {"count": total}, fixes=fixes)
        return
    for index in table.indexes:
        count = listed.get(index.name, 0)
        if count > limits.PROJECTED_NAMES_PER_INDEX:
            most = limits.PROJECTED_NAMES_PER_INDEX
            message = f"{index.name} lists {count} attributes; the service model allows {most}"
            fixes = (_projecting(index, "Project all attributes", Projection(ProjectionType.ALL)),)
            yield Spot(
                message, index_path(table, index), index.id, "projection", {"count": count}, WARNING, fixes=fixes
            )


def _longest_as_all(table: Table, total: int) -> tuple[Fix, ...]:
    """Project ALL in the indexes that list the most, in as few of them as needed."""
    listing = [index for index in table.indexes if index.projection.type is ProjectionType.INCLUDE]
    chosen: list[Index] = []
    for index in sorted(listing, key=lambda one: -len(one.projection.attributes)):
        if total > limits.PROJECTED_NAMES_MAX:
            chosen.append(index)
            total -= len(index.projection.attributes)
    everything = projection_document(Projection(ProjectionType.ALL))
    edits = tuple(Put(index.id, "projection", everything) for index in chosen)
    return (Fix(f"Project all attributes in {', '.join(index.name for index in chosen)}", edits),)


@rule(
    "index.overload_incomplete",
    ERROR,
    Scope.ENTITY,
    title="Overload lacks a template for an index key",
    why=(
        "An item that lacks a key attribute of an index is not in that index; without a key of the table it is rejected"
    ),
    fix="Add the missing template",
    sources="facts/limits#multi-attribute-keys, facts/throughput#index-writes",
)
def overload_incomplete(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for index in table.all_indexes:
        for key in context.keys(table, entity, index):
            if index.is_base and not key.is_begun:
                continue  # keys.none_yet or keys.missing_in_item says so
            missing = [element.name for element, made in zip(index.keys, key.templates, strict=True) if made is None]
            if key.overload is not None and missing:
                names = ", ".join(missing)
                effect = "so it can never be stored" if index.is_base else f"so it is never in {index.name}"
                message = f"{entity.name} has no template for {names}, {effect}"
                path = cell_path(table, entity, key.overload.index)
                yield Spot(message, path, key.overload.id, f"keys.{missing[0]}", {"missing": missing})


@rule(
    "index.sparse_not_sparse",
    ADVICE,
    Scope.ENTITY,
    title="Sparse index that holds much of the entity",
    why="A sparse index is cheap because it holds few items; beyond a third it is a second copy with a condition",
    fix="Project only the keys, or keep the queue elsewhere",
    sources="facts/building-blocks#p3, facts/building-blocks#p15",
)
def sparse_not_sparse(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for index in table.indexes:
        overloads = [key.overload for key in context.keys(table, entity, index)]
        conditional = [overload for overload in overloads if overload is not None and overload.when.strip()]
        if not conditional or len(conditional) < len(overloads):
            continue
        if all(_leaves_out(one) for one in conditional):
            continue  # it leaves out what is gone, so that reads do not return it
        if all(_only_needs_its_attributes(one) for one in conditional):
            continue  # without them there is no key: the condition declares it, and no narrower one is meant
        share = context.sizes.share(table, index, entity)
        guessed = SizeSource.ASSUMED in share.sources
        few = SizeSource.SAMPLES in share.sources and len(entity.items) < _ENOUGH_SAMPLES
        if share.value > limits.SPARSE_SHARE and not guessed and not few:
            percent = round(100 * share.value)
            of = (
                f"the {len(entity.items)} {entity.name} samples" if SizeSource.SAMPLES in share.sources else entity.name
            )
            of += "" if SizeSource.SAMPLES in share.sources else " items"
            message = f"{percent}% of {of} are in {index.name}, where {conditional[0].when}"
            path = cell_path(table, entity, index.name)
            yield Spot(message, path, conditional[0].id, "when", {"share": round(share.value, 4)})


def _leaves_out(overload: Overload) -> bool:
    """Return whether a condition only says which items are not in the index: those with a mark."""
    try:
        node = parse_condition(overload.when)
    except ExpressionInvalid:
        return False
    terms = node.terms if isinstance(node, And) else (node,)
    return all(isinstance(term, Function) and term.name == "attribute_not_exists" for term in terms)


def _only_needs_its_attributes(overload: Overload) -> bool:
    """Return whether a condition only requires that attributes of the key exist."""
    try:
        node = parse_condition(overload.when)
    except ExpressionInvalid:
        return False
    written = {name for text in overload.keys.values() for name in parse(text).attributes}
    terms = node.terms if isinstance(node, And) else (node,)
    return all(
        isinstance(term, Function) and term.name == "attribute_exists" and written.issuperset(attribute_names(term, {}))
        for term in terms
    )


@rule(
    "index.condition_without_effect",
    ERROR,
    Scope.ENTITY,
    title="Index condition has no effect",
    why=(
        "DynamoDB indexes every item that has the key attributes, and these belong to the item itself: queries "
        "return it"
    ),
    fix="Give the index separate key attributes that are written while the condition holds and removed otherwise",
    sources="facts/limits#multi-attribute-keys, facts/building-blocks#p3",
    hides=("index.sparse_not_sparse",),
)
def condition_without_effect(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for index in table.indexes:
        for key in context.keys(table, entity, index):
            own = tuple(template.own_attribute for template in key.complete or ())
            if not key.when.strip() or own != index.key_names or key.overload is None:
                continue
            absent = [name for name in index.key_names if (one := entity.attribute(name)) is None or one.optional < 1]
            if not absent:
                shown = " and ".join(index.key_names)
                message = f"Every {entity.name} has {shown}, so {key.when} excludes none of them from {index.name}"
                path = cell_path(table, entity, index.name)
                yield Spot(message, path, key.overload.id, "when", {"attributes": list(own)})


@rule(
    "index.unused",
    WARNING,
    Scope.TABLE,
    title="No access pattern reads this index",
    why="Every index costs storage, and a write for each change of an attribute that it projects",
    fix="Remove it, or mark it as kept on purpose",
    sources="facts/modeling#indexes, facts/item-sizes#storage",
    fixes=True,
)
def unused(context: RuleContext, table: Table) -> Iterator[Spot]:
    calls = context.calls_on(table)
    if not calls:
        return  # nothing is known about this table's traffic yet
    # A list without a write is not the whole list: other reads can be missing too.
    severity = None if any(not call.pattern.operation.is_read for call in calls) else ADVICE
    read = {call.pattern.index for call in calls} | {context.serving(call).index for call in calls}
    for index in table.indexes:
        if index.name not in read and not index.reserve:
            writers = _writers(context, table, index)
            cost = f"; writes of {', '.join(writers)} pay for it" if writers else ""
            fixes = (
                Fix(f"Remove {index.name}", removed_index(table, index)),
                Fix(f"Keep {index.name} on purpose", (Put(index.id, "reserve", True),)),
            )
            message = f"No access pattern reads {index.name}{cost}"
            yield Spot(message, index_path(table, index), index.id, severity=severity, fixes=fixes)


def _writers(context: RuleContext, table: Table, index: Index) -> list[str]:
    return [entity.name for entity in table.entities if context.keys(table, entity, index)][:5]


RULES = (
    projection_shape, projected_names, overload_incomplete, sparse_not_sparse, condition_without_effect, unused
)  # fmt: skip

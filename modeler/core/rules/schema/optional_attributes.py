"""Attributes that some items lack, or that have two types. facts/modeling#rules, facts/modeling#tenants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from modeler.core.design.items import Entity
from modeler.core.design.parts import INFERRED
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Fix, Put
from modeler.core.keys.templates import KeyTemplate
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import RuleContext, cell_path, table_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import condition_text, exists


@rule(
    "index.unintended_sparse",
    WARNING,
    Scope.ENTITY,
    title="Sparse by accident: some items are missing from an index",
    why="An item without an attribute of its index key is not in the index, and queries give no hint of it",
    fix="Declare the condition under which the index key is written, or make the attribute required",
    sources="facts/modeling#schema-changes, facts/throughput#index-writes",
    fixes=True,
)
def unintended_sparse(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for index in table.indexes:
        for key in context.keys(table, entity, index):
            if key.overload is None or key.when.strip():
                continue
            absent = _absent(entity, tuple(one for one in key.templates if one is not None))
            if not absent:
                continue
            shown = " and ".join(f"{name} ({why})" for name, why in absent.items())
            message = f"{entity.name} items are in {index.name} only with {shown}, but no condition declares this"
            condition = " AND ".join(condition_text(exists(name)) for name in absent)
            edits = (*_shares(entity, absent), Put(key.overload.id, "when", condition))
            fixes = [Fix(f"Declare when {condition}", edits)]
            optional = [one for name in absent if (one := entity.attribute(name)) is not None and one.optional < 1]
            if len(optional) == len(absent) and not any("sample" in why for why in absent.values()):
                puts = tuple(Put(attribute.id, "optional", None) for attribute in optional)
                fixes.append(Fix(f"Require {', '.join(absent)} in every item", puts))
            path, facts = cell_path(table, entity, index.name), {"attributes": list(absent)}
            severity = ADVICE if _is_natural(index, entity, absent) else None
            yield Spot(message, path, key.overload.id, "when", facts, severity, fixes=tuple(fixes))


def _is_natural(index: Index, entity: Entity, absent: Iterable[str]) -> bool:
    """Are the attributes the index's own keys? An index on a fact of some items (of open alarms) looks like that:
    without its partition key, no query could ask for an item. A key that is composed, or a missing sort key that only
    a declared share knows of, says more.
    """
    names = list(absent)
    partitions = {key.name for key in index.partition_key}
    sampled = any(name not in item.values for item in entity.items for name in names)
    return set(names) <= set(index.key_names) and (sampled or not partitions.isdisjoint(names))


def _shares(entity: Entity, absent: Iterable[str]) -> Iterator[Put]:
    """Edits that declare what the samples show: how many items have the attribute."""
    for name in absent:
        attribute = entity.attribute(name)
        if attribute is not None and attribute.optional == 1:
            having = sum(name in item.values for item in entity.items) / len(entity.items)
            yield Put(attribute.id, "optional", round(max(having, 0.01), 2))


def _absent(entity: Entity, templates: tuple[KeyTemplate, ...]) -> dict[str, str]:
    """Attributes of the templates that some items lack, each with how that is known."""
    found: dict[str, str] = {}
    for name in dict.fromkeys(name for template in templates for name in template.attributes):
        attribute = entity.attribute(name)
        without = sum(name not in item.values for item in entity.items)
        if attribute is not None and attribute.optional < 1:
            found[name] = f"{100 * attribute.optional:.0f}% of items have it"
        if attribute is not None and without > 0:
            found[name] = f"{without} of {len(entity.items)} samples lack it"
    return found


@rule(
    "item.attribute_two_types",
    WARNING,
    Scope.TABLE,
    title="One attribute name with two types",
    why="A filter or consumer that expects one type silently skips items with the other",
    fix="Use one type everywhere, or rename one of the attributes",
    sources="facts/modeling#schema-changes",
)
def attribute_two_types(context: RuleContext, table: Table) -> Iterator[Spot]:
    types = context.of_entities("types", table, _types, ())
    several = _of_several_types(types) - context.key_names(table)
    seen: dict[str, dict[str, list[str]]] = {}
    for entity, pairs in zip(table.entities, types, strict=True) if several else ():
        for name, kind in sorted(pairs):
            if name in several:
                declared = entity.attribute(name)
                sampled = declared is not None and str(declared.type) != kind
                place = f"a sample of {entity.name}" if sampled else entity.name
                seen.setdefault(name, {}).setdefault(kind, []).append(place)
    for name, kinds in seen.items():
        said = and_list([f"{kind} in {and_list(list(dict.fromkeys(names)))}" for kind, names in sorted(kinds.items())])
        # Of rows that an import made entities of, nobody has said yet that they share a table.
        severity = ADVICE if any(entity.provenance == INFERRED for entity in table.entities) else WARNING
        yield Spot(f"{name} is of type {said}", table_path(table), table.id, "entities", {"attribute": name}, severity)


def _types(entity: Entity) -> frozenset[tuple[str, str]]:
    """Every type of each attribute, declared or in samples; NULL is not counted as a type."""
    found = {(attribute.name, str(attribute.type)) for attribute in entity.attributes}
    found |= {(name, str(value.type)) for item in entity.items for name, value in item.values.items()}
    return frozenset(pair for pair in found if pair[1] != "NULL")


def _of_several_types(types: Iterable[frozenset[tuple[str, str]]]) -> set[str]:
    """The names of attributes that have more than one type."""
    counts = Counter(name for name, _ in frozenset().union(*types))
    return {name for name, count in counts.items() if count > 1}


RULES = (unintended_sparse, attribute_two_types)

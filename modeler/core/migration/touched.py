"""Which access patterns a step of a plan affects."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index
from modeler.core.keys.templates import KeyTemplate, parse
from modeler.core.keys.written_keys import WrittenKey


def calls(design: Design) -> Iterator[tuple[AccessPattern, AccessPattern]]:
    """Every call with the pattern that it belongs to; a step inherits the pattern's table and entities."""
    for pattern in design.patterns:
        yield from _calls(pattern, pattern)


def _calls(pattern: AccessPattern, top: AccessPattern) -> Iterator[tuple[AccessPattern, AccessPattern]]:
    if not pattern.steps:
        yield pattern, top
    for step in pattern.steps:
        made = replace(step, table=step.table or pattern.table, entities=step.entities or pattern.entities)
        yield from _calls(made, top)


def _about(design: Design, call: AccessPattern, table: str, entities: Container[str] | None) -> bool:
    found = design.table(call.table)
    if found is None or found.name != table:
        return False
    return entities is None or not call.entities or any(name in entities for name in call.entities)


def reads(
    design: Design, table: str, index: str | None = None, entities: Container[str] | None = None
) -> tuple[str, ...]:
    """Labels of the patterns that read an index of a table (None: the table's own key)."""
    return _labels(
        top
        for call, top in calls(design)
        if call.operation.is_read and call.index == index and _about(design, call, table, entities)
    )


def all_reads(design: Design, table: str, entities: Container[str] | None = None) -> tuple[str, ...]:
    """Labels of the patterns that read a table, by any index."""
    return _labels(
        top for call, top in calls(design) if call.operation.is_read and _about(design, call, table, entities)
    )


def writes(design: Design, table: str, entities: Container[str] | None = None) -> tuple[str, ...]:
    """Labels of the patterns that write into a table."""
    return _labels(
        top for call, top in calls(design) if not call.operation.is_read and _about(design, call, table, entities)
    )


def meeting(design: Design, table: str, index: Index, keys: Iterable[WrittenKey]) -> tuple[str, ...]:
    """Labels of the patterns that list items of an index, or of a table by its own key, and whose key condition does
    not exclude one of these keys by its literal text.
    """
    entering = [dict(zip(index.key_names, key.templates, strict=False)) for key in keys]
    return _labels(
        top
        for call, top in calls(design)
        if call.operation in (Operation.QUERY, Operation.SCAN)
        and call.index == (None if index.is_base else index.name)
        and _about(design, call, table, None)
        and any(_can_match(call, templates) for templates in entering)
    )


def _can_match(call: AccessPattern, templates: Mapping[str, KeyTemplate | None]) -> bool:
    for one in call.key:
        made = templates.get(one.name)
        if made is None or not one.templates or one.operator not in ("=", "begins_with"):
            continue
        asked, held = parse(one.templates[0]).literal_prefix, made.literal_prefix
        if not (asked.startswith(held) or held.startswith(asked)):
            return False
    return True


def _labels(patterns: Iterable[AccessPattern]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(pattern.label for pattern in patterns))

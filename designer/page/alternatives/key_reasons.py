"""Why an alternative writes a key, and where what a pattern writes is besides the table: only what is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, Table
from modeler.core.keys.written_keys import WrittenKey, written_keys
from modeler.core.phrases import and_list
from modeler.core.synthesis import Alternative


def key_reason(one: Alternative, table: Table, entity: Entity, key: WrittenKey, index: Index) -> str:
    """Which access patterns read the entity by this key, what makes it unique, and which items it leaves out."""
    return " ".join(_sentences(one, table, entity, key, index))


def _sentences(one: Alternative, table: Table, entity: Entity, key: WrittenKey, index: Index) -> Iterator[str]:
    about = {pattern.id for pattern in one.design.patterns if _is_about(pattern, table, entity)}
    place = None if index.is_base else index.name
    reads = list(dict.fromkeys(each.label for each in one.served if each.pattern in about and each.index == place))
    said = f"{_act(reads, 'read')} it by this key" if reads else "No access pattern reads it by this key"
    unique = index.is_base and _holds_identity(entity, key)
    yield f"{said}; {_act(entity.identity, 'make')} it unique." if unique else f"{said}."
    if key.when and not index.is_base:
        yield f"Only items with {key.when} are in {index.name}."


def write_reason(one: Alternative, pattern: AccessPattern) -> str:
    """Where the entities that a pattern writes are, besides the table: each index has an entry to write."""
    found = []
    for table in one.design.tables:
        for entity in table.entities:
            if not any(_names(call, table, entity) for call in _calls(pattern) if not call.operation.is_read):
                continue
            places = [place for index in table.indexes if (place := _place(table, entity, index))]
            found.append(f"{entity.name} is also in {and_list(places)}" if places else f"{entity.name} is in no index")
    return f"{'; '.join(found)}." if found else ""


def _place(table: Table, entity: Entity, index: Index) -> str:
    """The name of an index that the entity is in, with whether only some of its items are; '' if none is."""
    keys = [key for key in written_keys(table, entity, index) if key.complete is not None]
    if not keys:
        return ""
    return f"{index.name} (some items)" if all(key.when.strip() for key in keys) else index.name


def _is_about(pattern: AccessPattern, table: Table, entity: Entity) -> bool:
    return any(_names(call, table, entity) for call in _calls(pattern))


def _calls(pattern: AccessPattern) -> Iterator[AccessPattern]:
    """The members of a pattern; the pattern if it is one call."""
    if not pattern.members:
        yield pattern
    for one in pattern.members:
        yield from _calls(one)


def _names(call: AccessPattern, table: Table, entity: Entity) -> bool:
    return call.table == table.name and entity.name in call.entities


def _holds_identity(entity: Entity, key: WrittenKey) -> bool:
    held = {name for template in key.templates if template is not None for name in template.attributes}
    return bool(entity.identity) and held >= set(entity.identity)


def _act(labels: Sequence[str], verb: str) -> str:
    return f"{and_list(labels)} {verb}{'s' if len(labels) == 1 else ''}"

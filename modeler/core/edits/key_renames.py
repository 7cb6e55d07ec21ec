"""Rename a key attribute everywhere at the same time: in key schemas, key templates, key conditions, projections, and
the keys of imported items. A partial rename would leave some of them without a key.

A name in a table's own key, or one that only one index has, is that attribute's name: everything that refers to it
follows. If an index key gets the name of something that its items already have (an attribute, a key of the table), the
index uses that instead: the templates for the old name are removed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from modeler.core.design.parts import ROOT, Json, Part, PartKind, Parts, children
from modeler.core.documents.references import over_template
from modeler.core.edits.changes import Delta
from modeler.core.edits.rewriting import rewritten
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.core.expressions.references import rename
from modeler.core.fields.references import Ref

SCHEMAS: Final = ("partition_key", "sort_key")


def renamed_key(parts: Parts, holder: str, old: str, new: str) -> Iterator[Delta]:
    """The deltas that rename the key attribute `old` of a table or an index to `new`, based on the current parts.

    Raises Missing if the part does not exist, Invalid if it has no such key or the name is empty, Conflict if the key
    schema already has that name.
    """
    part = parts.get(holder)
    if part is None or part.is_removed:
        raise Missing("this part of the design no longer exists", path=holder)
    if part.kind not in (PartKind.TABLE, PartKind.INDEX) or old not in key_names(part):
        raise Invalid(f"{part.name or part.kind} has no key attribute {old}", path=holder)
    if not new:
        raise Invalid("a key attribute needs a name", path=f"{holder}.partition_key")
    if new in key_names(part):
        raise Conflict(f"{new} is already in this key", path=f"{holder}.partition_key", code="key.twice")
    table = part if part.kind is PartKind.TABLE else parts[part.parent]
    indexes = children(parts, table.id, PartKind.INDEX)
    shared = part is not table and any(old in key_names(one) for one in (table, *indexes) if one is not part)
    holders = [part] if shared else [one for one in (table, *indexes) if old in key_names(one)]
    replaces = part is not table and new in _known(parts, table, part)
    yield from _renamed(parts, table, holders, (old, new), is_shared=shared, replaces=replaces)


def follow_attribute(parts: Parts, table: Part, old: str, new: str) -> Iterator[Delta]:
    """The deltas that rename a key attribute in the table and all its indexes, as the attribute that it is goes by
    another name now.
    """
    holders = [one for one in (table, *children(parts, table.id, PartKind.INDEX)) if old in key_names(one)]
    yield from _renamed(parts, table, holders, (old, new), is_shared=False, replaces=False)


def _renamed(
    parts: Parts, table: Part, holders: list[Part], names: tuple[str, str], *, is_shared: bool, replaces: bool
) -> Iterator[Delta]:
    old, new = names
    places = _places(table, holders)
    made = [delta for one in holders for delta in _schemas(one, old, new)]
    made += _overloads(parts, table, places, old, None if replaces else new)
    made += _patterns(parts, table, places, old, new)
    if not is_shared:
        made += _items(parts, table, old, None if replaces else new)
    yield from made
    if not is_shared:
        yield from _mentions({**parts, **_after(parts, made)}, table, old, new)


def _after(parts: Parts, made: Iterable[Delta]) -> dict[str, Part]:
    """The parts that these deltas change, as they are then."""
    changed: dict[str, Part] = {}
    for delta in made:
        part = changed.get(delta.part, parts[delta.part])
        fields = {name: value for name, value in part.fields.items() if name != delta.field}
        fields |= {} if delta.after is None else {delta.field: delta.after}
        changed[part.id] = Part(part.id, part.kind, part.parent, fields)
    return changed


def key_names(part: Part) -> list[str]:
    """The names of the key attributes of a table or an index, partition first."""
    return [key["name"] for field in SCHEMAS for key in part.fields.get(field, ())]


def _known(parts: Parts, table: Part, index: Part) -> set[str]:
    """Names that items already have, regardless of the index."""
    known = set(key_names(table))
    for other in children(parts, table.id, PartKind.INDEX):
        known.update(key_names(other) if other is not index else ())
    for entity in children(parts, table.id, PartKind.ENTITY):
        known.update(one.name for one in children(parts, entity.id, PartKind.ATTRIBUTE))
    return known


def _schemas(part: Part, old: str, new: str) -> Iterator[Delta]:
    for field in SCHEMAS:
        keys = part.fields.get(field)
        if keys and any(key["name"] == old for key in keys):
            yield Delta(part.id, field, keys, [{**key, "name": new} if key["name"] == old else key for key in keys])


def _places(table: Part, holders: list[Part]) -> set[str]:
    """The affected indexes, as overloads and patterns name them: '' is the table's own key."""
    return {"" if one is table else one.id for one in holders}


def _overloads(parts: Parts, table: Part, places: set[str], old: str, new: str | None) -> Iterator[Delta]:
    for entity in children(parts, table.id, PartKind.ENTITY):
        for overload in children(parts, entity.id, PartKind.OVERLOAD):
            if str(overload.fields.get("index") or "") in places:
                yield from _moved(overload, "keys", old, new)


def _items(parts: Parts, table: Part, old: str, new: str | None) -> Iterator[Delta]:
    entities = {one.id for one in children(parts, table.id, PartKind.ENTITY)}
    for part in parts.values():
        if part.kind is PartKind.ITEM and not part.is_removed and (part.parent in entities or part.parent == table.id):
            yield from _moved(part, "stored_keys", old, new)
            if part.parent == table.id:
                yield from _moved(part, "values", old, new)


def _moved(part: Part, mapping: str, old: str, new: str | None) -> Iterator[Delta]:
    held = part.fields.get(f"{mapping}.{old}")
    if held is None:
        return
    yield Delta(part.id, f"{mapping}.{old}", held, None)
    if new is not None:
        yield Delta(part.id, f"{mapping}.{new}", part.fields.get(f"{mapping}.{new}"), held)


def _patterns(parts: Parts, table: Part, places: set[str], old: str, new: str) -> Iterator[Delta]:
    tables = [one.id for one in parts.values() if one.kind is PartKind.TABLE and not one.is_removed]
    lonely = table.id if tables == [table.id] else ""
    for pattern in (one for one in parts.values() if one.kind is PartKind.PATTERN and not one.is_removed):
        about = str(pattern.fields.get("table") or lonely)
        if about == table.id and str(pattern.fields.get("index") or "") in places:
            yield from _moved(pattern, "key", old, new)
        steps = pattern.fields.get("steps")
        if steps and (changed := [_step(one, about, table.id, places, old, new) for one in steps]) != steps:
            yield Delta(pattern.id, "steps", steps, changed)


def _step(step: Mapping[str, Json], of_whole: str, table: str, places: set[str], old: str, new: str) -> Json:
    """A step of a pattern, which inherits the table of the whole pattern if it names none."""
    key = step.get("key") or {}
    is_meant = str(step.get("table") or of_whole) == table and str(step.get("index") or "") in places
    if not is_meant or old not in key:
        return step
    return {**step, "key": {new if name == old else name: condition for name, condition in key.items()}}


@dataclass(frozen=True, slots=True)
class _Renaming:
    """The name of a key attribute that is not an attribute of an entity, wherever a text speaks of it by name.
    Parameters keep theirs, and so do templates of patterns, which speak of parameters.
    """

    old: str
    new: str
    templates: bool

    def one(self, reference: Ref) -> Callable[[str], str]:
        """What a text of that kind becomes."""
        match reference:
            case Ref.ATTRIBUTE | Ref.KEPT:
                return lambda name: self.new if name == self.old else name
            case Ref.PATH:
                return self._path
            case Ref.EXPRESSION:
                return lambda text: rename(text, {self.old: self.new})
            case Ref.TEMPLATE if self.templates:
                return lambda text: over_template(text, lambda name: self.new if name == self.old else name)
        return str

    def many(self, reference: Ref) -> Callable[[str], list[str]]:
        """The same for a member of a list."""
        convert = self.one(reference)
        return lambda text: [convert(text)]

    def _path(self, path: str) -> str:
        is_it = path == self.old or path.startswith((f"{self.old}.", f"{self.old}["))
        return f"{self.new}{path[len(self.old) :]}" if is_it else path


def _mentions(parts: Parts, table: Part, old: str, new: str) -> Iterator[Delta]:
    """Texts that speak of a key of the table by its name: projections, conditions, settings, mutes."""
    in_table = _Renaming(old, new, templates=True)
    yield from rewritten(table, in_table)
    for one in children(parts, table.id):
        if one.kind is not PartKind.ITEM:
            yield from rewritten(one, in_table)
        for below in children(parts, one.id, PartKind.OVERLOAD) if one.kind is PartKind.ENTITY else ():
            yield from rewritten(below, in_table)
    tables = [one for one in parts.values() if one.kind is PartKind.TABLE and not one.is_removed]
    for pattern in (one for one in parts.values() if one.kind is PartKind.PATTERN and not one.is_removed):
        if str(pattern.fields.get("table") or (tables[0].id if len(tables) == 1 else "")) == table.id:
            yield from rewritten(pattern, _Renaming(old, new, templates=False))
    root = parts[ROOT]
    if not any(old in _known(parts, one, one) for one in tables if one.id != table.id):
        yield from rewritten(root, in_table)
    mutes = root.fields.get("mutes") or []
    moved = [_mute(mute, f"tables.{{@{table.id}}}.", old, new) for mute in mutes]
    if moved != mutes:
        yield Delta(ROOT, "mutes", mutes, moved)


def _mute(mute: Mapping[str, Json], below: str, old: str, new: str) -> Json:
    path = str(mute.get("path") or "")
    is_it = path.startswith(below) and path.endswith(f".{old}")
    return {**mute, "path": f"{path[: -len(old)]}{new}"} if is_it else mute

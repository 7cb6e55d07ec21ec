"""Inferences kept, confirmed, or corrected one by one: decisions in, a design out. Pure; nothing is stored here.

::

    imported = import_text(raw, name)
    for guess in imported.guesses:           # guess.part is the id of an entity, an overload, a pattern ...
        ...                                  # show guess.sentence and guess.confidence, ask
    design = decided(imported, {guess.part: Decision.keep(), other: Decision.drop(), third: Decision.keys(PK="C#{id}")})

A part with several inferences has one decision. Undecided inferences are kept. The result is a design like any other;
ids of remaining parts do not change, so that the preview of an accepted import still refers to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from exporter.importers.inference.key_only import read_back
from exporter.importers.support.base import Guess, Imported
from exporter.importers.support.provenance import confirmed
from modeler.core.design.items import BASE, Attribute, Entity, Overload, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.parts import PartKind, part_id
from modeler.core.design.tables import Table
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.edits.changes import apply, set_field
from modeler.core.errors import Invalid
from modeler.core.items.materialize import item_writer
from modeler.core.keys import templates as keys
from modeler.core.values.attribute_values import AttributeType

_TEMPLATE_MAX: Final = 4096
_NAME_MAX: Final = 255

NAMED: Final = frozenset({PartKind.TABLE, PartKind.INDEX, PartKind.ENTITY, PartKind.PATTERN})
"""Kinds of parts that can be renamed."""


class Word(StrEnum):
    """A person's decision about an inference."""

    KEEP = "keep"
    DROP = "drop"
    EDIT = "edit"


@dataclass(frozen=True, slots=True)
class Decision:
    """Keep, drop, or correct: an overload by its templates and its condition; a table, an index, or an entity by its
    name.
    """

    word: Word
    templates: Mapping[str, str] = field(default_factory=dict)
    when: str | None = None
    name: str = ""

    @classmethod
    def keep(cls) -> Decision:
        """The inference is right."""
        return cls(Word.KEEP)

    @classmethod
    def drop(cls) -> Decision:
        """The inference is wrong: an entity's items become unassigned, an overload's keys are kept as stored."""
        return cls(Word.DROP)

    @classmethod
    def keys(cls, when: str | None = None, /, **templates: str) -> Decision:
        """An overload with these templates instead; a key attribute without a template keeps the inferred one."""
        return cls(Word.EDIT, templates, when)

    @classmethod
    def named(cls, name: str) -> Decision:
        """A table, an index, or an entity with a new name; references to it follow."""
        return cls(Word.EDIT, name=name)


def decision_of(raw: Any, path: str) -> Decision:
    """Read a decision from JSON: "keep", "drop", ``{"keys": {...}, "when": "..."}``, ``{"name": "..."}``; else raise
    Invalid.
    """
    match raw:
        case "keep" | "drop":
            return Decision(Word(raw))
        case {"name": str(name)} if len(raw) == 1 and 0 < len(name) <= _NAME_MAX:
            return Decision.named(name)
        case {"keys": dict(templates)} if set(raw) <= {"keys", "when"} and isinstance(raw.get("when", ""), str):
            if all(isinstance(text, str) for text in templates.values()):
                return Decision(Word.EDIT, {str(name): text for name, text in templates.items()}, raw.get("when"))
    raise Invalid('a decision must be "keep", "drop", {"keys": {name: template}} or {"name": ...}', path=path)


def decided(imported: Imported, decisions: Mapping[str, Decision]) -> Imported:
    """Return the import with its inferences kept, dropped, or corrected; decided inferences are removed from the list.

    Every item stays, with exactly the keys that it had. Raises Invalid, naming the part, for a part that was not
    inferred, a template that cannot be read, or a name that another part has.
    """
    known = {guess.part for guess in imported.guesses}
    for part in decisions:
        if part not in known:
            raise Invalid("nothing about this part was inferred", path=part)
    names = {part: said.name for part, said in decisions.items() if said.name}
    _refuse_twice([names.get(one.id, one.name) for one in imported.design.tables], "table", "tables")
    tables = tuple(_table(table, decisions, names) for table in imported.design.tables)
    design = _named(_with_patterns(replace(imported.design, tables=tables), decisions), names)
    left = tuple(
        guess for guess in imported.guesses if guess.part not in decisions and guess.part in set(_parts(design))
    )
    return confirmed(replace(imported, design=design, guesses=left), known, set(decisions))


def unsure(imported: Imported, below: float = 1.0) -> tuple[Guess, ...]:
    """Return the inferences with less confidence than this, the least certain first: the order to ask in."""
    return tuple(sorted((one for one in imported.guesses if one.confidence < below), key=lambda one: one.confidence))


def _parts(design: Design) -> Iterator[str]:
    for table in design.tables:
        yield table.id
        yield from (index.id for index in table.indexes)
        for entity in table.entities:
            yield entity.id
            yield from (overload.id for overload in entity.overloads)
    yield from (pattern.id for pattern in design.patterns)


def _table(table: Table, decisions: Mapping[str, Decision], names: Mapping[str, str]) -> Table:
    """Return what remains of a table; a renamed part still has its original name here."""
    said = decisions.get(table.id)
    if said is not None and said.word is not Word.KEEP and not said.name:
        raise Invalid("the key of a table cannot be dropped here; change it in the design", path=table.id)
    gone = {one.name for one in table.indexes if (found := decisions.get(one.id)) and found.word is Word.DROP}
    kept = tuple(one for one in table.indexes if one.name not in gone)
    _refuse_twice([names.get(one.id, one.name) for one in kept], "index", table.id)
    entities = [
        _entity(table, entity, decisions, gone) for entity in table.entities if not _is_dropped(entity, decisions)
    ]
    _refuse_twice([names.get(entity.id, entity.name) for entity in entities], "entity", table.id)
    unassigned = [
        _unassigned(table, entity, sample)
        for entity in table.entities
        if _is_dropped(entity, decisions)
        for sample in entity.items
    ]
    return replace(table, indexes=kept, entities=tuple(entities), unassigned=(*table.unassigned, *unassigned))


def _refuse_twice(names: list[str], what: str, part: str) -> None:
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise Invalid(f"another {what} is already named {twice}", path=part)


def _is_dropped(entity: Entity, decisions: Mapping[str, Decision]) -> bool:
    said = decisions.get(entity.id)
    return said is not None and said.word is Word.DROP


def _named(design: Design, names: Mapping[str, str]) -> Design:
    """Return the design with renamed parts. Parts refer to each other by id, so references follow."""
    if not names:
        return design
    parts = parts_of(design)
    there = {part: name for part, name in names.items() if part in parts}
    for part in there:
        if parts[part].kind not in NAMED:
            raise Invalid("this part has no name to change", path=part)
    return design_of(apply(parts, (delta for part in there for delta in set_field(parts, part, "name", there[part]))))


def _unassigned(table: Table, entity: Entity, sample: SampleItem) -> SampleItem:
    """Return an item of a dropped entity as it is stored, including its keys."""
    stored = item_writer(table, entity)(sample).item
    every = {key for index in table.all_indexes for key in index.key_names}
    return SampleItem(
        part_id(table.id, "item", sample.id),
        {name: value for name, value in stored.items() if name not in every},
        {name: value for name, value in stored.items() if name in every},
    )


def _entity(table: Table, entity: Entity, decisions: Mapping[str, Decision], gone: set[str]) -> Entity:
    """Return the entity with its overloads as decided, and items that store what they stored."""
    overloads = [
        converted
        for one in entity.overloads
        if (converted := _overload(table, one, decisions.get(one.id))) is not None and one.index not in gone
    ]
    made = replace(entity, overloads=tuple(overloads))
    if made.overloads == entity.overloads:
        return made
    made = _with_attributes(table, made)
    write, old = item_writer(table, made), item_writer(table, entity)
    every = {key for index in table.all_indexes for key in index.key_names}
    own = every & {one.name for one in made.attributes}
    items = []
    for before, sample in zip(entity.items, made.items, strict=True):
        stored = old(before).item
        carried = {name: value for name, value in stored.items() if name in every}
        found = {name: value for name, value in carried.items() if name in own}
        logical = replace(sample, values={**sample.values, **found, **read_back(made, stored)}, stored_keys={})
        same = {name: value for name, value in write(logical).item.items() if name in every} == carried
        items.append(logical if same else replace(logical, stored_keys=carried))
    return replace(made, items=tuple(items))


def _overload(table: Table, overload: Overload, said: Decision | None) -> Overload | None:
    if said is None or said.word is Word.KEEP:
        return overload
    if said.word is Word.DROP:
        if overload.index is not BASE:
            return None
        # Every item has the table's key: without a template, the key is the attribute itself.
        return replace(overload, keys={name: _reference_template(name) for name in table.base.key_names}, when="")
    index = table.index(overload.index)
    for name, text in said.templates.items():
        if index is None or name not in index.key_names:
            raise Invalid(f"{name[:100]} is not a key attribute here", path=overload.id)
        if not text or len(text) > _TEMPLATE_MAX or keys.parse(text).problem:
            why = keys.parse(text).problem if text and len(text) <= _TEMPLATE_MAX else "it is empty or too long"
            raise Invalid(f"{name[:100]}: not a valid key template: {why}", path=f"{overload.id}.{name[:100]}")
    when = overload.when if said.when is None else said.when
    return replace(overload, keys={**overload.keys, **said.templates}, when=when)


def _reference_template(name: str) -> str:
    return keys.print_template((keys.Reference(name),))


def _with_attributes(table: Table, entity: Entity) -> Entity:
    """Add an attribute for each name that corrected templates refer to. Without a value in any item, it is key-only."""
    referred = [name for one in entity.overloads for text in one.keys.values() for name in keys.parse(text).attributes]
    types = {key.name: key.type for index in table.all_indexes for key in index.keys}
    held = {name for sample in entity.items for name in sample.values}
    new = [name for name in dict.fromkeys(referred) if name not in entity.attributes_by_name]
    made = tuple(
        Attribute(
            part_id(entity.id, "attribute", name), name, types.get(name, AttributeType.S),
            key_only=name not in held and name not in types,
        )
        for name in new
    )  # fmt: skip
    every = {*types, *referred}
    # An attribute that was read back for a removed template no longer belongs to anything.
    kept = tuple(one for one in entity.attributes if not one.key_only or one.name in every)
    samples = {one.name for one in entity.attributes} - {one.name for one in kept}
    items = tuple(
        replace(sample, values={name: value for name, value in sample.values.items() if name not in samples})
        for sample in entity.items
    )
    return replace(entity, attributes=(*kept, *made), items=items)


def _with_patterns(design: Design, decisions: Mapping[str, Decision]) -> Design:
    """Remove entities that no longer exist from patterns, their relations, and dropped patterns. A pattern that was
    decided loses its mark.
    """
    left = {entity.name for _, entity in design.entities()}
    kept = (one for one in design.patterns if (said := decisions.get(one.id)) is None or said.word is not Word.DROP)
    patterns = (
        replace(
            one,
            entities=tuple(name for name in one.entities if name in left),
            provenance="" if one.id in decisions else one.provenance,
        )
        for one in kept
    )
    related = (one for one in design.relations if {one.parent, one.child, one.join or one.child} <= left)
    return replace(design, patterns=tuple(patterns), relations=tuple(related))

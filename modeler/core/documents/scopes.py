"""What the names in a part's fields mean: storing turns them into ids, showing turns ids into names.

A scope is made from as much of the document as has names: tables with their indexes and entities with attributes, and
the codes of patterns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from modeler.core.documents.named_ids import Document, attributes_of, first_of, ids_of, leading, place_in, shared_of
from modeler.core.documents.references import BOUND, BOUNDS, Additions, Names
from modeler.core.fields.references import Ref

type Ids = Mapping[str, str]

NO_NAMES: Final = Names({}, {})
_END_OF_NAME: Final = re.compile(r"[\s,;]")


@dataclass(frozen=True, slots=True)
class NameScope:
    """Names that a part may use. Tables, indexes and entities by the bare id; `marked_...` by what follows @."""

    attributes: Names = NO_NAMES
    tables: Ids = field(default_factory=dict)
    indexes: Ids = field(default_factory=dict)
    entities: Ids = field(default_factory=dict)
    marked_entities: Names = NO_NAMES
    design: Scopes | None = None

    def one(self, reference: Ref) -> Callable[[str], str]:
        """How a text that refers to something is stored."""
        names = self.attributes
        if reference is Ref.ATTRIBUTE:  # the most frequent by far
            return names.store
        whole = self.design
        match reference:
            case Ref.PARAMETER_NAME:
                return names.store
            case Ref.PATH:
                return names.store_path
            case Ref.TEMPLATE:
                return names.store_template
            case Ref.EXPRESSION:
                return names.store_condition
            case Ref.PARAMETER:
                return names.store_parameter
            case Ref.TABLE:
                return _bare_id(self.tables)
            case Ref.INDEX:
                return _bare_id(self.indexes)
            case Ref.ENTITY:
                return _bare_id(self.entities)
            case Ref.MARKED_ENTITY:
                return self.marked_entities.store
        if whole is None or reference is Ref.KEY:
            return str
        return whole.one(reference)

    def many(self, reference: Ref) -> Callable[[str], list[str]]:
        """The same for a member of a list."""
        convert = self.one(reference)
        return lambda text: [convert(text)]

    def only(self, name: str) -> NameScope:
        """The scope with this one name, for texts in which others are ids already."""
        wanted = {name, *(f"{name}{bound}" for bound in BOUNDS)}

        def kept(names: Names) -> Names:
            return Additions({one: identity for one, identity in names.ids.items() if one in wanted}, {})

        return replace(self, attributes=kept(self.attributes), marked_entities=kept(self.marked_entities))


def _bare_id(ids: Ids) -> Callable[[str], str]:
    return lambda name: ids.get(name, f"={name}")


class _KnownTable:
    """Lookups of many patterns in one table: ids by name."""

    def __init__(self, table: Document | None) -> None:
        self._table = table or {}

    @cached_property
    def indexes(self) -> Ids:
        return ids_of(self._table.get("indexes", ()))

    @cached_property
    def entities(self) -> Ids:
        return ids_of(self._table.get("entities", ()))

    @cached_property
    def by_name(self) -> Mapping[str, Document]:
        return {entity["name"]: entity for entity in reversed(self._table.get("entities", ()))}

    @cached_property
    def attributes(self) -> Ids:
        return first_of(attributes_of(self._table.get("entities", ())))


class Scopes:
    """The scopes of every part of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._tables: tuple[Document, ...] = tuple(document.get("tables", ()))
        self._by_name: dict[str, Document] = {}
        for table in self._tables:
            self._by_name.setdefault(table["name"], table)
        self._known: dict[str, _KnownTable] = {}

    @cached_property
    def of_design(self) -> NameScope:
        """Names in the design's own fields: all attributes, entities and indexes, whatever table they are in."""
        return NameScope(self._all_attributes, marked_entities=self._all_entities, design=self)

    def of_table(self, table: Document) -> NameScope:
        """Names in a table's and its indexes' fields: the attributes of all entities in it."""
        shared = shared_of(attributes_of(table.get("entities", ())))
        return NameScope(Names(shared, {}), marked_entities=self._all_entities, design=self)

    def of_entity(self, entity: Document, table: Document) -> NameScope:
        """Names in the fields of an entity and of what hangs on it."""
        own = Names(first_of(attributes_of([entity])), {})
        entities = {**self._all_entities.ids, **ids_of(table.get("entities", ()))}
        return NameScope(
            own, indexes=ids_of(table.get("indexes", ())), marked_entities=Names(entities, {}), design=self
        )

    def of_pattern(self, pattern: Document, of_whole: Document | None = None) -> NameScope:
        """Names in a pattern, or in a step of one, which speaks of the whole's table, and in it of its entities, where
        it names none. One that names no entities speaks of all of its table.
        """
        table = self._table_of(pattern, of_whole)
        known = _KnownTable(table) if table is None else self._known.setdefault(table["id"], _KnownTable(table))
        ids = dict(self._about(pattern, of_whole, known))
        if table is not None:
            for step in pattern.get("steps", ()):
                for name, identity in self.of_pattern(step, pattern).attributes.ids.items():
                    ids.setdefault(name, identity)
        _add_bounds(ids, pattern)
        return NameScope(Names(ids, {}), self._table_ids, known.indexes, known.entities, self._all_entities, self)

    def of_relation(self, relation: Document) -> NameScope:
        """Names in a relation: its attributes are those of the join entity, else of the child."""
        holder = relation.get("join") or relation.get("child")
        found = (one for table in self._tables for one in table.get("entities", ()) if one["name"] == holder)
        own = Names(shared_of(attributes_of(found)), {})
        return NameScope(own, marked_entities=self._all_entities, design=self)

    def _table_of(self, pattern: Document, of_whole: Document | None) -> Document | None:
        name = pattern.get("table") or (of_whole or {}).get("table") or ""
        table = self._by_name.get(name)
        return self._tables[0] if table is None and not name and len(self._by_name) == 1 else table

    def _about(self, pattern: Document, of_whole: Document | None, known: _KnownTable) -> Ids:
        """The attributes that a pattern speaks of, by name."""
        whole = of_whole or {}
        own_table = pattern.get("table") or whole.get("table") or ""
        named = pattern.get("entities") or (whole.get("entities") if own_table == (whole.get("table") or "") else ())
        about = [known.by_name[one] for one in named or () if one in known.by_name]
        return first_of(attributes_of(about)) if named else known.attributes

    def one(self, reference: Ref) -> Callable[[str], str]:
        """How references are stored that mean the same wherever they stand."""
        match reference:
            case Ref.MARKED_INDEX:
                return self._all_indexes.store
            case Ref.MARKED_PATTERN:
                return self._patterns.store
            case Ref.SOURCE:
                return self._store_source
            case Ref.KEPT:
                return self._store_kept
            case Ref.PLACE:
                return self._store_place
        return str

    @cached_property
    def _table_ids(self) -> Ids:
        return {name: one["id"] for name, one in self._by_name.items()}

    @cached_property
    def _all_attributes(self) -> Names:
        return Names(shared_of(attributes_of(one for table in self._tables for one in table.get("entities", ()))), {})

    @cached_property
    def _all_entities(self) -> Names:
        return Names(shared_of((one["name"], one["id"]) for t in self._tables for one in t.get("entities", ())), {})

    @cached_property
    def _all_indexes(self) -> Names:
        return Names(shared_of((one["name"], one["id"]) for t in self._tables for one in t.get("indexes", ())), {})

    @cached_property
    def _patterns(self) -> Names:
        listed = self._document.get("access_patterns", ())
        return Names(first_of((str(one.get("code") or one.get("name") or ""), one["id"]) for one in listed), {})

    @cached_property
    def _sources(self) -> list[tuple[str, Document]]:
        """Entities by name, the longest name first, as one may begin with another."""
        listed = [(one["name"], one) for table in self._tables for one in table.get("entities", ()) if one["name"]]
        return sorted(listed, key=lambda pair: -len(pair[0]))

    def _store_source(self, text: str) -> str:
        """``Order.status, by stream``: the attribute of an entity, and words."""
        bare = text.lstrip()
        found = [one for name, one in self._sources if bare.startswith(f"{name}.")]
        for entity in found:
            rest = bare[len(entity["name"]) + 1 :]
            name = _END_OF_NAME.split(rest, maxsplit=1)[0]
            known = first_of(attributes_of([entity])).get(name)
            if known is not None or entity is found[-1]:
                own = name if known is None else f"{{@{known}}}"
                return f"{text[: len(text) - len(bare)]}{{@{entity['id']}}}.{own}{rest[len(name) :]}"
        return text

    def _store_kept(self, text: str) -> str:
        """What a consumer of a stream keeps: an entity, a table, an attribute, or one of an entity."""
        if text in self._all_entities.ids:
            return self._all_entities.store(text)
        if text in self._by_name:
            return f"@{self._by_name[text]['id']}"
        if text in self._all_attributes.ids or text.startswith("@"):
            return self._all_attributes.store(text)
        return self._store_source(text)

    def _store_place(self, path: str) -> str:
        """The path of a finding: ``tables.app-main.entities.Order.GSI1.GSI1PK``, ``patterns.A2.filter``."""
        start, _, rest = path.partition(".")
        if start == "patterns" and (label := leading(rest, self._patterns.ids)):
            return f"patterns.{{@{self._patterns.ids[label]}}}{rest[len(label) :]}"
        name = leading(rest, self._by_name) if start == "tables" else ""
        if not name:
            return path
        table = self._by_name[name]
        return f"tables.{{@{table['id']}}}{place_in(table, rest[len(name) :])}"


def _add_bounds(ids: dict[str, str], pattern: Document) -> None:
    """Parameters that bound what an intent's range names: they follow its name."""
    for one in (pattern, *pattern.get("steps", ())):
        intent = one.get("intent")
        ranged = intent.get("range") if isinstance(intent, Mapping) else None
        if isinstance(ranged, str) and ranged in ids:
            for bound in BOUNDS:
                ids.setdefault(f"{ranged}{bound}", f"{ids[ranged]}{BOUND}{bound}")

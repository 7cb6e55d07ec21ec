"""What the names in a part's fields mean: storing turns them into ids, showing turns ids into names.

A scope is made from as much of the document as has names: tables with their indexes and entities with attributes, and
the codes of patterns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from modeler.core.design.parts import Json, Part, PartKind, Parts
from modeler.core.documents.references import BOUND, BOUNDS, SHARED, Additions, Names
from modeler.core.fields.references import Convert, Ref, converted
from modeler.core.fields.table import referring

type Document = Mapping[str, Json]
type Ids = Mapping[str, str]

NO_NAMES: Final = Names({}, {})
_END_OF_NAME: Final = re.compile(r"[\s,;]")


@dataclass(frozen=True, slots=True)
class Scope:
    """Names that a part may use. Tables, indexes and entities by the bare id; `marked_...` by what stands behind @."""

    attributes: Names = NO_NAMES
    tables: Ids = field(default_factory=dict)
    indexes: Ids = field(default_factory=dict)
    entities: Ids = field(default_factory=dict)
    marked_entities: Names = NO_NAMES
    design: Scopes | None = None

    def one(self, reference: Ref) -> Callable[[str], str]:
        """How a text that refers to something is stored."""
        names = self.attributes
        whole = self.design
        match reference:
            case Ref.ATTRIBUTE | Ref.PARAMETER_NAME:
                return names.store
            case Ref.PATH:
                return names.store_path
            case Ref.TEMPLATE:
                return names.store_template
            case Ref.EXPRESSION:
                return names.store_condition
            case Ref.PARAMETER:
                return names.store_parameter
            case Ref.TABLE | Ref.INDEX | Ref.ENTITY:
                ids = {Ref.TABLE: self.tables, Ref.INDEX: self.indexes, Ref.ENTITY: self.entities}[reference]
                return lambda name: ids.get(name, f"={name}")
            case Ref.MARKED_ENTITY:
                return self.marked_entities.store
        if whole is None or reference is Ref.KEY:
            return str
        return whole.one(reference)

    def many(self, reference: Ref) -> Callable[[str], list[str]]:
        """The same for a member of a list."""
        convert = self.one(reference)
        return lambda text: [convert(text)]

    def only(self, name: str) -> Scope:
        """The scope with this one name, for texts in which others are ids already."""
        wanted = {name, *(f"{name}{bound}" for bound in BOUNDS)}

        def kept(names: Names) -> Names:
            return Additions({one: identity for one, identity in names.ids.items() if one in wanted}, {})

        return replace(self, attributes=kept(self.attributes), marked_entities=kept(self.marked_entities))


@dataclass(frozen=True, slots=True)
class Showing:
    """Ids as names, whatever part they stand in."""

    names: Names

    @staticmethod
    def of(parts: Parts) -> Showing:
        """With the names that the parts have now."""
        labels = {part.id: label_of(part) for part in parts.values() if part.kind not in _NAMELESS}
        gone = frozenset(
            part.id
            for part in parts.values()
            if part.kind not in _NAMELESS and (part.is_removed or _is_removed(parts.get(part.parent)))
        )
        return Showing(Names({}, labels, gone))

    def one(self, reference: Ref) -> Callable[[str], str]:
        """How a stored text is shown."""
        names = self.names
        match reference:
            case Ref.TEMPLATE:
                return names.show_template
            case Ref.EXPRESSION:
                return names.show_condition
            case Ref.PARAMETER:
                return names.show_parameter
            case Ref.TABLE | Ref.INDEX | Ref.ENTITY:
                return lambda identity: names.names.get(identity, identity.removeprefix("="))
            case Ref.KEY:
                return str
            case Ref.SOURCE | Ref.PLACE:
                return names.show_marked
        return names.show

    def many(self, reference: Ref) -> Callable[[str], list[str]]:
        """The same for a member of a list."""
        if reference in (Ref.ATTRIBUTE, Ref.MARKED_ENTITY, Ref.MARKED_INDEX, Ref.KEPT):
            return self.names.show_all
        convert = self.one(reference)
        return lambda text: [convert(text)]


_NAMELESS: Final = frozenset({PartKind.ITEM, PartKind.OVERLOAD, PartKind.DESIGN})


def _is_removed(part: Part | None) -> bool:
    return part is not None and part.is_removed


def label_of(part: Part) -> str:
    """The name that others use for a part: of a pattern its code, else its name."""
    return str(part.fields.get("code") or part.name) if part.kind is PartKind.PATTERN else part.name


class _KnownTable:
    """What many patterns ask of one table: ids by name."""

    def __init__(self, table: Document | None) -> None:
        self._table = table or {}

    @cached_property
    def indexes(self) -> Ids:
        return _ids(self._table.get("indexes", ()))

    @cached_property
    def entities(self) -> Ids:
        return _ids(self._table.get("entities", ()))

    @cached_property
    def by_name(self) -> Mapping[str, Document]:
        return {entity["name"]: entity for entity in reversed(self._table.get("entities", ()))}

    @cached_property
    def attributes(self) -> Ids:
        return _first(_attributes(self._table.get("entities", ())))


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
    def of_design(self) -> Scope:
        """Names in the design's own fields: all attributes, entities and indexes, whatever table they are in."""
        return Scope(self._all_attributes, marked_entities=self._all_entities, design=self)

    def of_table(self, table: Document) -> Scope:
        """Names in a table's and its indexes' fields: the attributes of all entities in it."""
        shared = _shared(_attributes(table.get("entities", ())))
        return Scope(Names(shared, {}), marked_entities=self._all_entities, design=self)

    def of_entity(self, entity: Document, table: Document) -> Scope:
        """Names in the fields of an entity and of what hangs on it."""
        own = Names(_first(_attributes([entity])), {})
        entities = {**self._all_entities.ids, **_ids(table.get("entities", ()))}
        return Scope(own, indexes=_ids(table.get("indexes", ())), marked_entities=Names(entities, {}), design=self)

    def of_pattern(self, pattern: Document, of_whole: Document | None = None) -> Scope:
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
        return Scope(Names(ids, {}), self._table_ids, known.indexes, known.entities, self._all_entities, self)

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
        return _first(_attributes(about)) if named else known.attributes

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
        return Names(_shared(_attributes(one for table in self._tables for one in table.get("entities", ()))), {})

    @cached_property
    def _all_entities(self) -> Names:
        return Names(_shared((one["name"], one["id"]) for t in self._tables for one in t.get("entities", ())), {})

    @cached_property
    def _all_indexes(self) -> Names:
        return Names(_shared((one["name"], one["id"]) for t in self._tables for one in t.get("indexes", ())), {})

    @cached_property
    def _patterns(self) -> Names:
        listed = self._document.get("access_patterns", ())
        return Names(_first((str(one.get("code") or one.get("name") or ""), one["id"]) for one in listed), {})

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
            known = _first(_attributes([entity])).get(name)
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
        if start == "patterns" and (label := _leading(rest, self._patterns.ids)):
            return f"patterns.{{@{self._patterns.ids[label]}}}{rest[len(label) :]}"
        name = _leading(rest, self._by_name) if start == "tables" else ""
        if not name:
            return path
        table = self._by_name[name]
        return f"tables.{{@{table['id']}}}{_place_in(table, rest[len(name) :])}"


def _place_in(table: Document, rest: str) -> str:
    for where in ("indexes", "entities"):
        listed = {one["name"]: one for one in reversed(table.get(where, ()))}
        if rest.startswith(f".{where}.") and (name := _leading(rest[len(where) + 2 :], listed)):
            below = rest[len(where) + 2 + len(name) :]
            inner = _place_of_entity(table, listed[name], below) if where == "entities" else below
            return f".{where}.{{@{listed[name]['id']}}}{inner}"
    return rest


def _place_of_entity(table: Document, entity: Document, rest: str) -> str:
    start = ".attributes."
    attributes = _first(_attributes([entity]))
    if rest.startswith(start) and (name := _leading(rest[len(start) :], attributes)):
        return f"{start}{{@{attributes[name]}}}{rest[len(start) + len(name) :]}"
    indexes = _ids(table.get("indexes", ()))
    if name := _leading(rest[1:], indexes):
        return f".{{@{indexes[name]}}}{rest[1 + len(name) :]}"
    return rest


def _leading(path: str, names: Iterable[str]) -> str:
    """The longest of some names that a path begins with; '' for none."""
    fitting = (
        name for name in names if name and path.startswith(name) and path[len(name) : len(name) + 1] in ("", ".", "[")
    )
    return max(fitting, key=len, default="")


def _attributes(entities: Iterable[Document]) -> Iterator[tuple[str, str]]:
    return ((one["name"], one["id"]) for entity in entities for one in entity.get("attributes", ()))


def _ids(parts: Iterable[Document]) -> dict[str, str]:
    return _first((one["name"], one["id"]) for one in parts)


def _first(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Ids by name, of several with one name the first."""
    found: dict[str, str] = {}
    for name, identity in pairs:
        found.setdefault(name, identity)
    return found


def _shared(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Ids by name, of several with one name all of them."""
    found: dict[str, list[str]] = {}
    for name, identity in pairs:
        found.setdefault(name, []).append(identity)
    return {name: SHARED.join(dict.fromkeys(ids)) for name, ids in found.items()}


def _add_bounds(ids: dict[str, str], pattern: Document) -> None:
    """Parameters that bound what an intent's range names: they follow its name."""
    for one in (pattern, *pattern.get("steps", ())):
        intent = one.get("intent")
        ranged = intent.get("range") if isinstance(intent, Mapping) else None
        if isinstance(ranged, str) and ranged in ids:
            for bound in BOUNDS:
                ids.setdefault(f"{ranged}{bound}", f"{ids[ranged]}{BOUND}{bound}")


def in_scope(kind: PartKind, raw: Mapping[str, Json], scope: Convert) -> dict[str, Json]:
    """A part's fields in the document's nesting, with everything that they refer to stored or shown."""
    made = dict(raw)
    for name, references in referring(kind):
        if made.get(name):
            made[name] = converted(references, made[name], scope)
    return made

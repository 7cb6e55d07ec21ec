"""The data of a design's page: the design at a revision, its stored items, and where a person looks.

A `Scene` contains nothing personal and never changes, so each worker builds it once per revision and renders every
fragment for every reader from it.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from designer.page.comments import SILENCE, Talk
from designer.page.draft_view import DraftLook
from designer.page.hues import entities_ever, entity_hues
from designer.page.index_view import Look, WholeLook, look
from designer.page.lazy_rows import Lazy
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import Part, PartKind, Parts
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, Table
from modeler.core.evaluator.database import Database
from modeler.core.items.draft_table import DraftTable, Surroundings
from modeler.core.items.incremental_grid import Gathered
from modeler.core.items.materialize import StoredItem, item_writer, materialise
from modeler.core.servings.known import KnownServings


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Where a person looks: ids of a table, an index ('' is the table's own key), a pattern and a part, the first row
    of the grid's window, and in `more` the reader's choices on one page (a filter, an order), by name. It is the
    page's address, so that it survives a reload and can be sent to a colleague.
    """

    table: str = ""
    index: str = ""
    pattern: str = ""
    part: str = ""
    first: int = 0
    more: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(query: Mapping[str, str]) -> PagePlace:
        """From the query of an address; invalid values are ignored."""
        first = query.get("first", "0")
        known = {f.name for f in dataclasses.fields(PagePlace)}
        return PagePlace(
            table=query.get("table", ""),
            index=query.get("index", ""),
            pattern=query.get("pattern", ""),
            part=query.get("part", ""),
            first=int(first) if first.isascii() and first.isdigit() and len(first) < 8 else 0,
            more=tuple(sorted((name, text) for name, text in query.items() if name not in known)),
        )

    def but(self, **changes: Any) -> PagePlace:
        """The same place with the given changes."""
        return replace(self, **changes)

    def choice(self, name: str) -> Any:
        """The value of a name in the address: a field of the place, or a choice of one page (a filter); else ''."""
        return getattr(self, name) if name in self.__slots__ and name != "more" else dict(self.more).get(name, "")

    @property
    def query(self) -> str:
        """As the query of an address, without the choices of one page."""
        return _query_of(self)


@lru_cache(maxsize=20_000)
def _query_of(place: PagePlace) -> str:
    """Kept, because each push writes the addresses of all rows again."""
    chosen = (("table", place.table), ("index", place.index), ("pattern", place.pattern), ("part", place.part))
    return urlencode([(name, value) for name, value in (*chosen, ("first", place.first)) if value])


def stored_again(design: Design, before: Scene | None) -> dict[str, Sequence[StoredItem]]:
    """The stored items of every table, by table id. The stored items of an entity are taken from the scene `before` if
    the entity and the keys of its table did not change: an edit renders only what it affects.
    """
    return {table.id: tuple(chain.from_iterable(_stored_parts(table, before))) for table in design.tables}


def _stored_parts(table: Table, before: Scene | None) -> Iterator[Iterable[StoredItem]]:
    old = _keyed_alike(table, before)
    known = {entity.id: entity for entity in old.entities} if old is not None else {}
    for entity in table.entities:
        was = known.get(entity.id)
        if before is not None and was is entity:
            yield before.by_entity[entity.id]
        elif before is not None and was is not None and _written_alike(was, entity):
            yield _written_again(table, entity, was, before.by_entity[entity.id])
        else:
            yield map(item_writer(table, entity), entity.items)
    yield map(item_writer(table, None), table.unassigned)


def _keyed_alike(table: Table, before: Scene | None) -> Table | None:
    """The table in the previous scene, if its keys and indexes were the same."""
    old = next((one for one in before.design.tables if one.id == table.id), None) if before else None
    return old if old is not None and old.all_indexes == table.all_indexes else None


def _written_alike(was: Entity, entity: Entity) -> bool:
    return (was.name, was.attributes, was.overloads) == (entity.name, entity.attributes, entity.overloads)


def _written_again(table: Table, entity: Entity, was: Entity, stored: Iterable[StoredItem]) -> Iterator[StoredItem]:
    """The stored items of an entity; only those that have changed are rendered."""
    known = {sample.id: (sample, one) for sample, one in zip(was.items, stored, strict=True)}
    write = item_writer(table, entity)
    for sample in entity.items:
        found = known.get(sample.id)
        yield found[1] if found is not None and found[0] is sample else write(sample)


def gathered_before(design: Design, before: Scene | None) -> dict[str, Gathered]:
    """The index views of the previous scene for indexes that did not change, by index id."""
    tables = (table for table in design.tables if _keyed_alike(table, before) is not None)
    made = before.gathered if before is not None else {}
    return {index.id: made[index.id] for table in tables for index in table.all_indexes if index.id in made}


@dataclass(frozen=True)
class Scene:
    """A design at one revision. `analysis` is that of the newest analyzed revision, {} before the first, and `stamp`
    identifies it. `given` are stored items by table id if they differ from the sample items (a draft), and `earlier`
    are index views of another scene for the same indexes. `talk` are the comments on the design, and `named` are the
    names of its revisions, newest first: neither creates a revision. `is_outdated` says that the analysis was made with
    other rules or prices than those of this process, `analysed_at` when.
    """

    design_id: UUID
    revision: int
    design: Design
    parts: Parts
    analysis: Mapping[str, Any] = field(default_factory=dict)
    analysed: int = 0
    stamp: int = 0
    given: Mapping[str, Sequence[StoredItem]] | None = None
    talk: Talk = SILENCE
    named: tuple[tuple[int, str], ...] = ()
    earlier: Mapping[str, Gathered] = field(default_factory=dict)
    is_outdated: bool = False
    analysed_at: datetime | None = None

    @property
    def is_behind(self) -> bool:
        """Return whether the analysis is that of an older revision, or of older rules or prices."""
        return self.is_outdated or self.analysed < self.revision

    @property
    def is_bare(self) -> bool:
        """Whether it has no entity, so that there is nothing to check, to cost or to prove."""
        return not any(True for _ in self.design.entities())

    @cached_property
    def hues(self) -> dict[str, str]:
        """The color class of each entity, by name."""
        return entity_hues((entity for _, entity in self.design.entities()), entities_ever(self.parts))

    @cached_property
    def besides_patterns(self) -> tuple[Part, ...]:
        """All parts but access patterns: what is stored, and where, is made of them alone."""
        return tuple(part for part in self.parts.values() if part.kind is not PartKind.PATTERN)

    @cached_property
    def stored(self) -> Mapping[str, Sequence[StoredItem]]:
        """The stored items of every table, by table id."""
        if self.given is not None:
            return self.given
        return {table.id: materialise(table) for table in self.design.tables}

    @cached_property
    def database(self) -> Database:
        """The stored items as access patterns find them."""
        return Database.of(self.design, {table.name: self.stored[table.id] for table in self.design.tables})

    @cached_property
    def _looks(self) -> dict[str, WholeLook]:
        return {}

    def look(self, table: Table, index: Index) -> Look:
        """A table through one of its indexes, computed once."""
        if index.id not in self._looks:
            self._looks[index.id] = look(table, index, self.stored[table.id], self.earlier.get(index.id))
        return self._looks[index.id]

    @property
    def gathered(self) -> Mapping[str, Gathered]:
        """The index views computed so far, here or before, by index id."""
        return {**self.earlier, **{index: made.gathered for index, made in self._looks.items()}}

    @cached_property
    def by_entity(self) -> Mapping[str, Sequence[StoredItem]]:
        """Stored items by entity id, and those without an entity by table id: a draft renders only its own entity."""
        found: dict[str, Sequence[StoredItem]] = {}
        for table in self.design.tables:
            stored = iter(self.stored[table.id])
            for entity in table.entities:
                found[entity.id] = tuple(islice(stored, len(entity.items)))
            found[table.id] = tuple(stored)
        return found

    def with_talk(self, talk: Talk, named: tuple[tuple[int, str], ...]) -> Scene:
        """The same scene with the current comments and names of revisions; computed results are kept."""
        current = copy.copy(self)
        object.__setattr__(current, "talk", talk)
        object.__setattr__(current, "named", named)
        return current

    @cached_property
    def _surroundings(self) -> dict[str, Surroundings]:
        return {}

    def with_draft(self, table: Table, draft: Entity) -> Scene:
        """The scene with an entity that is still being typed."""
        entities = tuple(draft if entity.id == draft.id else entity for entity in table.entities)
        changed = replace(table, entities=entities)
        was = next(entity for entity in table.entities if entity.id == draft.id)
        if not DraftTable.can_draft(changed, was, draft):
            return self._with_every_item(changed, draft)
        if draft.id not in self._surroundings:
            self._surroundings[draft.id] = Surroundings(table, was, self.stored[table.id])
        return self._with_draft_of(DraftTable(changed, draft, self._surroundings[draft.id]))

    def _with_draft_of(self, drafted: DraftTable) -> Scene:
        tables = tuple(drafted.table if one.id == drafted.table.id else one for one in self.design.tables)
        known = {one.name: getattr(self, one.name) for one in dataclasses.fields(Scene)}
        return DraftScene(**{**known, "design": replace(self.design, tables=tables)}, before=self, drafted=drafted)

    def _with_every_item(self, table: Table, draft: Entity) -> Scene:
        """The same where a draft cannot be computed by column: every item of its entity is rendered."""
        at = next(n for n, entity in enumerate(table.entities) if entity.id == draft.id)
        kept = [self.by_entity[entity.id] for entity in table.entities if entity.id != draft.id]
        written = tuple(map(item_writer(table, draft), draft.items))
        stored = tuple(chain(*kept[:at], written, *kept[at:], self.by_entity[table.id]))
        tables = tuple(table if one.id == table.id else one for one in self.design.tables)
        design = replace(self.design, tables=tables)
        return replace(self, design=design, given={**self.stored, table.id: stored}, earlier=self.gathered)

    def table(self, place: PagePlace) -> Table | None:
        """The selected table, else the first."""
        tables = self.design.tables
        return next((table for table in tables if table.id == place.table), tables[0] if tables else None)

    def index(self, table: Table, place: PagePlace) -> Index:
        """The selected index, else the table's own key."""
        return next((index for index in table.indexes if index.id == place.index), table.base)

    def pattern(self, place: PagePlace) -> AccessPattern | None:
        """The selected access pattern."""
        return next((pattern for pattern in self.design.patterns if pattern.id == place.pattern), None)

    @cached_property
    def _servings(self) -> KnownServings:
        return KnownServings()

    def asked(self, pattern: AccessPattern) -> AccessPattern:
        """The pattern as it is served if it names no key: with that index and key."""
        return self._servings.asked(self.design, pattern)

    def chosen(self, place: PagePlace) -> Part | None:
        """The selected part; None without a selection, or if it was removed."""
        part = self.parts.get(place.part)
        return None if part is None or part.is_removed else part

    @cached_property
    def findings(self) -> tuple[Mapping[str, Any], ...]:
        """The findings of the newest analysis, the most severe first."""
        return tuple(self.analysis.get("findings", {}).get("findings", ()))

    @property
    def not_compared(self) -> int:
        """At least this many comparisons of keys were not made by the newest analysis."""
        return int(self.analysis.get("findings", {}).get("not_compared", 0))

    @property
    def muted(self) -> tuple[Mapping[str, Any], ...]:
        """The muted findings of the newest analysis."""
        return tuple(self.analysis.get("findings", {}).get("muted", ()))

    @cached_property
    def findings_by_part(self) -> dict[str, list[Mapping[str, Any]]]:
        """Findings by the id of their part, and of each of its parents."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        for finding in self.findings:
            part = self.parts.get(finding.get("part") or "")
            while part is not None:
                found.setdefault(part.id, []).append(finding)
                part = self.parts.get(part.parent)
        return found


@dataclass(frozen=True)
class DraftScene(Scene):
    """A scene with an entity that is still being typed; only what is shown is computed. `before` is the scene
    without the draft.
    """

    before: Scene = field(kw_only=True)
    drafted: DraftTable = field(kw_only=True)

    @cached_property
    def stored(self) -> Mapping[str, Sequence[StoredItem]]:
        """The stored items of every table, by table id."""
        return {**self.before.stored, self.drafted.table.id: Lazy(range(len(self.drafted)), self.drafted.stored)}

    @cached_property
    def by_entity(self) -> Mapping[str, Sequence[StoredItem]]:
        """Stored items by entity id, and those without an entity by table id."""
        first, end = self.drafted.surroundings.first, self.drafted.end
        return {**self.before.by_entity, self.drafted.draft.id: Lazy(range(first, end), self.drafted.stored)}

    @cached_property
    def _drafted_looks(self) -> dict[str, Look]:
        return {}

    def look(self, table: Table, index: Index) -> Look:
        """A table through one of its indexes, computed once."""
        if table.id != self.drafted.table.id:
            return self.before.look(table, index)
        if index.id not in self._drafted_looks:
            logical = self.before.look(table, index).logical
            self._drafted_looks[index.id] = DraftLook(self.drafted, index, logical)
        return self._drafted_looks[index.id]

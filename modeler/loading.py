"""Rows to parts and designs: the structure, windows of items, everything, or only what an edit affects.

One SQL statement reads one state of a design, so that no reader sees half of another person's edit.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from psycopg import sql

from modeler.core.design.model import Design as CoreDesign
from modeler.core.design.parts import CHILDREN, ROOT, Part, PartKind
from modeler.core.documents.incremental_design import reassemble
from modeler.core.documents.mentions import marked
from modeler.core.documents.parts_codec import design_of
from modeler.core.edits.changes import WHOLE, Delta, apply_delta
from modeler.core.errors import Missing
from modeler.models import ROWS, Design, PartRow, SampleItem, Snapshot

STRUCTURE: Final = tuple(kind for kind in ROWS if kind is not PartKind.ITEM)
_PARENTS: Final = (PartKind.ENTITY, PartKind.TABLE)
"""The kinds of parents, the lowest first; children of the design itself need no row of a parent."""

KEPT_DESIGNS: Final = 16
KEPT_PARTS: Final = 80_000
"""One process keeps this many designs loaded, and more as long as they have fewer parts together: a busy process has
many designs that are edited, and most designs are small.
"""

REPLAYED_MAX: Final = 200
"""Maximum number of changes to apply to a kept design; beyond it, reading all rows again is faster."""


@dataclass(frozen=True)
class Loaded:
    """All parts of a design as of a revision, including tombstones; with or without items. Never changed in place."""

    id: UUID
    revision: int
    items_revision: int
    parts: dict[str, Part]

    @cached_property
    def design(self) -> CoreDesign:
        """The design that the parts make, sharing what did not change with the last one that was made of them."""
        earlier: Loaded | None = vars(self).get("earlier")
        made = design_of(self.parts) if earlier is None else reassemble(earlier.parts, earlier.design, self.parts)
        vars(self).pop("earlier", None)
        return made

    def moved_on(self, revision: int, items_revision: int, parts: dict[str, Part]) -> Loaded:
        """As of a newer revision; its design is made when somebody asks for it."""
        later = Loaded(self.id, revision, items_revision, parts)
        known = self if "design" in vars(self) else vars(self).get("earlier")
        if known is not None:
            vars(later)["earlier"] = known
        return later


def read_structure(design_id: UUID) -> Loaded:
    """Everything but the sample items. Raises Missing."""
    return _read(design_id, STRUCTURE)


def read_whole(design_id: UUID) -> Loaded:
    """Everything, items included. Raises Missing."""
    return _read(design_id, tuple(ROWS))


def _read(design_id: UUID, kinds: tuple[PartKind, ...]) -> Loaded:
    rows = _rows(design_id, kinds)
    root = next((row for row in rows if row[0] == PartKind.DESIGN), None)
    if root is None:
        raise Missing("the design does not exist", code="design.missing")
    return Loaded(design_id, root[4], root[5], dict(map(_part, rows)))


def _rows(
    design_id: UUID, kinds: tuple[PartKind, ...], column: str = "", values: Iterable[str] = ()
) -> list[tuple[Any, ...]]:
    """(kind, id, parent, fields, revision, items revision) of the root and of rows of these kinds: all rows, or those
    whose `column` is one of `values`.
    """
    wanted: list[Any] = [design_id, *([sorted(values)] if column else [])]
    with connection.cursor() as cursor:
        cursor.execute(_statement(kinds, column), [design_id, *(wanted * len(kinds))])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


@lru_cache(maxsize=16)
def _statement(kinds: tuple[PartKind, ...], column: str) -> sql.Composed:
    """Raw SQL: the ORM took longer to build the union than Postgres to answer it."""
    root = sql.SQL("SELECT {}, {}, '', root, revision, items_revision FROM {} WHERE id = %s").format(
        sql.Literal(str(PartKind.DESIGN)), sql.Literal(ROOT), sql.Identifier(Design._meta.db_table)
    )
    chosen = sql.SQL(" AND {} = ANY(%s)").format(sql.Identifier(column)) if column else sql.SQL("")
    others = (
        sql.SQL("SELECT {}, part, parent, fields, 0, 0 FROM {} WHERE design_id = %s{}").format(
            sql.Literal(str(kind)), sql.Identifier(ROWS[kind]._meta.db_table), chosen
        )
        for kind in kinds
    )
    return sql.SQL(" UNION ALL ").join((root, *others))


def _part(row: tuple[Any, ...]) -> tuple[str, Part]:
    kind, part, parent, fields = row[:4]
    return part, Part(part, PartKind(kind), parent, json.loads(fields))


def items_of(design: Design, parent: str, *, first: int = 0, count: int | None = None) -> list[Part]:
    """A window of the items of one entity (or of a table's unassigned ones) that are not removed, in order."""
    rows = SampleItem.objects.filter(design=design, parent=parent, removed=False).order_by("position", "part")
    return [row.as_part() for row in rows[first : None if count is None else first + count]]


def read_named(design: Design, ids: Iterable[str]) -> dict[str, Part]:
    """The parts with these ids, if they exist."""
    wanted = sorted(set(ids))
    found = dict(map(_part, _rows(design.pk, tuple(ROWS), "part", wanted))) if wanted else {}
    return {part: found[part] for part in wanted if part in found}


def parts_around(design: Design, deltas: Iterable[Delta]) -> dict[str, Part]:
    """Parts that a change affects or depends on: those in it, their parents, the children of removed parts, and what
    its label names: the entities of relations, the index of a key, the attributes of a template.
    """
    listed = tuple(deltas)
    touched = {delta.part for delta in listed}
    found = _read_with_parents(design, touched | set(_parents_named(listed)) | set(_told(listed)))
    found |= {ROOT: design.as_part()}
    found |= read_named(design, set(_related(found, listed)) - found.keys())
    dying = {d.part for d in listed if d.field == WHOLE and d.after is None}
    return found | read_below(design, dying & found.keys(), found)


def _read_with_parents(design: Design, ids: Iterable[str]) -> dict[str, Part]:
    """The parts with these ids, if they exist, all their parents, and the indexes of keys, in one statement."""
    named = sorted(set(ids) - {ROOT})
    if not named:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_parents_statement(), {"design": design.pk, "named": named})
        return dict(map(_part, cursor.fetchall()))


@lru_cache(maxsize=1)
def _parents_statement() -> sql.Composed:
    """The requested rows of every kind, the indexes that they name, then, level by level, the parents of the rows
    before.
    """
    row = sql.SQL("SELECT {} AS kind, part, parent, fields FROM {} WHERE design_id = %(design)s AND part {}")

    def rows(kind: PartKind, chosen: sql.Composable) -> sql.Composed:
        return row.format(sql.Literal(str(kind)), sql.Identifier(ROWS[kind]._meta.db_table), chosen)

    every = sql.SQL(" UNION ALL ").join(rows(kind, sql.SQL("= ANY(%(named)s)")) for kind in ROWS)
    index = rows(PartKind.INDEX, sql.SQL("IN (SELECT fields ->> 'index' FROM named)"))
    known: sql.Composable = sql.SQL("told")
    levels = [sql.SQL("named AS ({})").format(every)]
    levels.append(sql.SQL("told AS (SELECT * FROM named UNION ALL {})").format(index))
    for kind in _PARENTS:
        above = rows(kind, sql.SQL("IN (SELECT parent FROM {})").format(known))
        level = sql.Identifier(f"{kind}_above")
        levels.append(sql.SQL("{} AS (SELECT * FROM {} UNION ALL {})").format(level, known, above))
        known = level
    return sql.SQL("WITH {} SELECT * FROM {}").format(sql.SQL(", ").join(levels), known)


def _parents_named(deltas: Iterable[Delta]) -> Iterator[str]:
    for delta in deltas:
        if delta.field == WHOLE and isinstance(delta.after, dict) and isinstance(delta.after.get("parent"), str):
            yield delta.after["parent"]


def _related(found: Mapping[str, Part], deltas: Iterable[Delta]) -> Iterator[str]:
    """The entities of the relations that a change makes or touches."""
    fields = [part.fields for part in found.values() if part.kind is PartKind.RELATION]
    wholes = (delta.after for delta in deltas if delta.field == WHOLE and isinstance(delta.after, dict))
    fields += [one.get("fields") or {} for one in wholes if one.get("kind") == PartKind.RELATION]
    yield from (str(one[end]).removeprefix("@") for one in fields for end in ("parent", "child") if one.get(end))


def _told(deltas: Sequence[Delta]) -> Iterator[str]:
    """The ids in the first delta, which is the one that the label of a change tells."""
    for delta in deltas[:1]:
        if delta.field != WHOLE:
            yield from (one for value in (delta.before, delta.after) for one in marked(value))
        elif isinstance(delta.after, dict) and (index := (delta.after.get("fields") or {}).get("index")):
            yield str(index)


def read_below(design: Design, ids: Iterable[str], known: dict[str, Part]) -> dict[str, Part]:
    """All descendants of these parts."""
    below: dict[str, Part] = {}
    level = {part for part in ids if known[part].kind in CHILDREN}
    while level:
        children = dict(map(_part, _rows(design.pk, tuple(ROWS), "parent", level)))
        children.pop(ROOT, None)
        below |= children
        level = {part.id for part in children.values() if part.kind in CHILDREN}
    return below


def write_parts(design: Design, before: dict[str, Part], after: dict[str, Part]) -> None:
    """Write the parts that differ, and no other row. The root goes onto `design`, which the caller saves."""
    for kind, model in ROWS.items():
        gone = [part.id for part in before.values() if part.kind is kind and part.id not in after]
        if gone:
            model.objects.filter(design=design, part__in=gone).delete()
    changed = [part for part in after.values() if before.get(part.id) is not part]
    for kind, model in ROWS.items():
        rows = [_row(model, design, part) for part in changed if part.kind is kind]
        model.objects.bulk_create(
            rows,
            batch_size=2000,
            update_conflicts=True,
            unique_fields=["design", "part"],
            update_fields=["parent", "fields"],
        )
    design.root = dict(after[ROOT].fields)


def _row(model: type[PartRow], design: Design, part: Part) -> PartRow:
    return model(design=design, part=part.id, parent=part.parent, fields=dict(part.fields))


def parts_at(design: Design, revision: int) -> dict[str, Part]:
    """All parts as of an older revision: the nearest snapshot, and the changes since, replayed."""
    snapshot = Snapshot.objects.filter(design=design, revision__lte=revision).order_by("-revision").first()
    state, start = (snapshot.parts, snapshot.revision) if snapshot else ({}, 0)
    return replay(design, state, start, revision)


def replay(design: Design, state: dict[str, Part], start: int, end: int) -> dict[str, Part]:
    """The parts after the changes of the revisions start + 1 to end; `state` is not changed."""
    after = dict(state)
    for change in design.changes.filter(revision__gt=start, revision__lte=end).order_by("revision"):
        for delta in change.deltas:
            apply_delta(after, delta)
    return after


_kept: OrderedDict[UUID, Loaded] = OrderedDict()
_kept_lock: Final = threading.Lock()


def read_current(design_id: UUID, seen: Design | None = None) -> Loaded:
    """The whole current design, kept in this process and updated by the changes since; as in `seen` if the caller has
    just read the design's row.

    Raises Missing. Data of an open transaction can be rolled back, so it is never kept.
    """
    if connection.in_atomic_block:
        return read_whole(design_id)
    with _kept_lock:
        kept = _kept.get(design_id)
    loaded = _moved_on(kept, seen) if kept is not None else read_whole(design_id)
    with _kept_lock:
        _kept[design_id] = loaded
        _kept.move_to_end(design_id)
        while len(_kept) > KEPT_DESIGNS and sum(len(one.parts) for one in _kept.values()) > KEPT_PARTS:
            _kept.popitem(last=False)
    return loaded


def _moved_on(kept: Loaded, seen: Design | None) -> Loaded:
    # Another thread can have updated it since the caller looked.
    if seen is not None and seen.revision <= kept.revision:
        return kept
    design = seen or Design.objects.filter(pk=kept.id).first()
    if design is None:
        raise Missing("the design does not exist", code="design.missing")
    if design.revision == kept.revision:
        return kept
    if not 0 < design.revision - kept.revision <= REPLAYED_MAX:
        return read_whole(kept.id)
    parts = replay(design, kept.parts, kept.revision, design.revision)
    return kept.moved_on(design.revision, design.items_revision, parts)

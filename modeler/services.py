"""The only module that changes a design. The browser, the REST API, imports, fixes, undo and redo all use it.

Each service runs in one transaction with the design's row locked, checks permission and the shape of its input, writes
only the rows that the deltas name, takes the next revision and records the change. After the commit, the revision is
published, and the listener (`on_revision`) is called.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from modeler import broadcast
from modeler.auditing.events import audit_note
from modeler.core.design.parts import ROOT, Json, Part, PartKind, Parts
from modeler.core.documents.parts_codec import put_together, take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits import changes
from modeler.core.edits.changes import Delta, apply_delta, births, touched
from modeler.core.edits.differences import differences, with_known_ids
from modeler.core.errors import Conflict, Invalid, Missing, Stale
from modeler.delta_checks import check_delta, check_size
from modeler.loading import parts_around, parts_at, read_named, read_structure, read_whole, write_parts
from modeler.models import AuditKind, Change, Design, Snapshot
from modeler.models.designs import EVERYTHING, TOUCHED_MAX, ChangeKind
from modeler.permissions import Action
from modeler.quotas import refuse_design, refuse_storage
from modeler.selectors import design_for, design_locked_for, require_in
from modeler.turns import in_turn
from modeler.wording.change_label import LABEL_MAX, change_label

SNAPSHOT_EVERY: Final = 100
SNAPSHOT_FROM_DELTAS: Final = 1000
"""A change with this many deltas gets a snapshot immediately, because it is faster to read than to replay."""


@dataclass(frozen=True, slots=True)
class Revision:
    """The result of a change: the number of the revision, and the deltas as applied. `by` is a person's id."""

    design: UUID
    number: int
    deltas: tuple[Delta, ...]
    label: str
    by: int | None

    @property
    def touched(self) -> list[str]:
        """Ids of the parts, or ``["*"]`` if there are too many."""
        ids = list(touched(self.deltas))
        return ids if len(ids) <= TOUCHED_MAX else [EVERYTHING]


KEY: Final = re.compile(r"[!-~]{1,80}")

type Listener = Callable[[Revision], None]
_listeners: list[Listener] = []


def on_revision(listener: Listener) -> Listener:
    """A port: `listener` is called after the commit of every revision. modeler.tasks requests analysis in it."""
    if listener not in _listeners:
        _listeners.append(listener)
    return listener


@transaction.atomic
def design_create(
    *,
    workspace: UUID,
    by: Any,
    name: str = "",
    document: Mapping[str, Json] | None = None,
    is_example: bool = False,
    label: str = "",
) -> Design:
    """Create a design: empty, or from own JSON (with its own name, unless `name` is given).

    Raises Missing or Forbidden; DocumentInvalid if `document` has another shape, and then nothing is stored;
    QuotaReached if the operator limits the designs of a workspace.
    """
    require_in(by, workspace, Action.CREATE)
    parts = parts_of_document(document) if document is not None else {ROOT: Part(ROOT, PartKind.DESIGN, "", {})}
    root = {**parts[ROOT].fields, **({"name": name} if name else {})}
    parts[ROOT] = Part(ROOT, PartKind.DESIGN, "", root or {"name": "Untitled"})
    return _create(workspace, by, parts, is_example, label or ("imported" if document is not None else "created"))


def _create(workspace: UUID, by: Any, parts: Parts, is_example: bool, label: str) -> Design:
    refuse_design(workspace)
    design = Design.objects.create(pk=uuid.uuid4(), workspace_id=workspace, is_example=is_example)
    record(design, {}, births(parts), by=by, kind=ChangeKind.CREATE, label=label)
    design.refresh_from_db(fields=["name"])
    return design


def parts_of_document(document: Mapping[str, Json]) -> dict[str, Part]:
    """Own JSON as parts. Raises DocumentInvalid."""
    return take_apart(to_document(from_document(document)))


def design_change(
    *,
    design_id: UUID,
    deltas: Iterable[Delta],
    by: Any,
    label: str = "",
    idempotency_key: str | None = None,
    base_revision: int | None = None,
) -> Revision:
    """Apply deltas. A change that changes nothing creates no revision; a repeated key creates no second one.

    Raises Missing, Forbidden; Invalid for a wrong shape; Stale, with both values, if a field no longer has the value
    that the person saw; Conflict if a part or one of its parents was removed.
    """
    listed = tuple(deltas)
    return design_change_under_lock(
        design_id=design_id,
        make=lambda _: listed,
        by=by,
        label=label,
        idempotency_key=idempotency_key,
        base_revision=base_revision,
        read=None,
    )


@in_turn
def design_change_under_lock(
    *,
    design_id: UUID,
    make: Callable[[dict[str, Part]], Iterable[Delta]],
    by: Any,
    label: str = "",
    kind: ChangeKind = ChangeKind.EDIT,
    idempotency_key: str | None = None,
    base_revision: int | None = None,
    expected_revision: int | None = None,
    read: Callable[[UUID], Any] | None = read_structure,
) -> Revision:
    """Apply the deltas that `make` derives from the parts as they are under the lock (the structure, or the result of
    `read`). For removals, accepted fixes and other changes that need the current state. Raises as `design_change`
    does, and Stale if the design is not at `expected_revision`.
    """
    design = design_locked_for(by, design_id, Action.EDIT)
    if idempotency_key is not None and not KEY.fullmatch(idempotency_key):
        raise Invalid("an idempotency key has 1 to 80 visible ASCII characters", path="idempotency_key")
    if idempotency_key is not None and (seen := _seen(design, idempotency_key, by)) is not None:
        return seen
    _refuse_other_revision(design, expected_revision)
    known = read(design.pk).parts if read is not None else {}
    deltas = check_size(make(known))
    return record(
        design,
        known if read is read_whole else parts_around(design, deltas),
        deltas,
        by=by,
        kind=kind,
        label=label,
        idempotency_key=idempotency_key,
        base_revision=base_revision,
    )


def _refuse_other_revision(design: Design, expected: int | None) -> None:
    if expected is not None and design.revision != expected:
        raise Stale(
            f"the design is at revision {design.revision}, not {expected}; reload it",
            path=ROOT,
            theirs=design.revision,
            yours=expected,
        )


def _seen(design: Design, key: str, by: Any) -> Revision | None:
    change = design.changes.filter(idempotency_key=key).first()
    if change is None:
        return None
    if change.by_id != by.pk:
        raise Conflict("someone else sent a change with this key; use a different key", code="idempotency.taken")
    return Revision(design.pk, change.revision, change.deltas, change.label, change.by_id)


def part_remove(*, design_id: UUID, part: str, by: Any, **more: Any) -> Revision:
    """Remove a part (a tombstone stays) with everything that depends on it. Raises as `design_change` does."""

    def make(parts: dict[str, Part]) -> Iterable[Delta]:
        if part not in parts:
            parts.update(read_named(Design(pk=design_id), [part]))
        return changes.removal(parts, part)

    return design_change_under_lock(design_id=design_id, make=make, by=by, **more)


def design_replace(
    *, design_id: UUID, document: Mapping[str, Json], by: Any, expected_revision: int | None = None, label: str = ""
) -> Revision:
    """Replace the design with own JSON: parts match by id, else by name; missing ones are removed.

    Raises DocumentInvalid and then changes nothing; Stale if the design is not at `expected_revision`.
    """

    def make(before: dict[str, Part]) -> Iterable[Delta]:
        return differences(before, parts_of_document(with_known_ids(document, put_together(before))))

    return design_change_under_lock(
        design_id=design_id,
        make=make,
        by=by,
        label=label or "replaced the design with a document",
        kind=ChangeKind.IMPORT,
        expected_revision=expected_revision,
        read=read_whole,
    )


def record(
    design: Design,
    before: dict[str, Part],
    deltas: Iterable[Delta],
    *,
    by: Any,
    kind: ChangeKind,
    label: str = "",
    **more: Any,
) -> Revision:
    """Check and apply deltas to the rows of a locked design, and log them: for the services of this package only.
    `before` are the parts that they touch or depend on; `more` are further fields of the change.
    """
    listed = tuple(deltas)
    if not listed:
        return Revision(design.pk, design.revision, (), "", by.pk)
    refuse_storage(design.workspace_id)
    after = dict(before)
    for delta in listed:
        check_delta(delta, after)
        apply_delta(after, delta)
    write_parts(design, before, after)
    _count_up(design, {**before, **after}, listed)
    text = " ".join((label or change_label(listed, before, after)).replace("\x00", "").split())[:LABEL_MAX]
    revision = Revision(design.pk, design.revision, listed, text, by.pk)
    change = Change(design=design, revision=revision.number, kind=kind, by=by, label=text, **more)
    change.touched = revision.touched
    change.deltas = listed
    change.save(force_insert=True)
    if revision.number % SNAPSHOT_EVERY == 0 or len(listed) >= SNAPSHOT_FROM_DELTAS:
        _snapshot(design)
    _announce(revision)
    return revision


def _count_up(design: Design, parts: Parts, deltas: Iterable[Delta]) -> None:
    design.revision += 1
    if any(parts[part].kind is PartKind.ITEM for part in touched(deltas)):
        design.items_revision = design.revision
    design.updated_at = timezone.now()
    design.save(update_fields=["root", "revision", "items_revision", "updated_at"])


def _snapshot(design: Design) -> None:
    snapshot = Snapshot(design=design, revision=design.revision)
    snapshot.parts = read_whole(design.pk).parts
    snapshot.save(force_insert=True)


def _announce(revision: Revision) -> None:
    """After the commit, each separately: the listener is called even if Redis does not answer."""
    tell = partial(
        broadcast.publish_revision,
        design=revision.design,
        revision=revision.number,
        touched=revision.touched,
        by=revision.by,
    )
    for heard in (tell, *(partial(listener, revision) for listener in _listeners)):
        transaction.on_commit(heard, robust=True)


@in_turn
def design_remove(*, design_id: UUID, by: Any) -> None:
    """Move a design to the trash; it is kept, and can be restored. Raises Missing or Forbidden."""
    design = design_locked_for(by, design_id, Action.DELETE)
    design.removed_at = timezone.now()
    design.save(update_fields=["removed_at"])
    audit_note(AuditKind.REMOVED, by=by, design=design)
    transaction.on_commit(partial(broadcast.publish_removed, design=design.pk), robust=True)


@in_turn
def design_restore(*, design_id: UUID, by: Any) -> Design:
    """Bring a removed design back. Raises Missing, Forbidden; QuotaReached as `design_create` does."""
    design = design_locked_for(by, design_id, Action.DELETE, removed=True)
    refuse_design(design.workspace_id)
    design.removed_at = None
    design.save(update_fields=["removed_at"])
    audit_note(AuditKind.RESTORED, by=by, design=design)
    transaction.on_commit(partial(broadcast.publish_removed, design=design.pk), robust=True)
    return design


@transaction.atomic
def design_duplicate(
    *, design_id: UUID, by: Any, workspace: UUID | None = None, name: str = "", revision: int | None = None
) -> Design:
    """Create a design with the parts of another, of the current or an older revision, in the same workspace or in
    another. It records its origin. Raises Missing or Forbidden.
    """
    source = design_for(by, design_id, Action.EXPORT)
    target = workspace or source.workspace_id
    require_in(by, target, Action.CREATE)
    whole = read_whole(source.pk)
    at = whole.revision if revision is None else revision
    parts = take_apart(put_together(whole.parts if revision is None else _parts_of(source, revision)))
    root = parts[ROOT].fields
    named = name or f"{root.get('name', source.name)} ({'copy' if revision is None else f'revision {revision}'})"
    parts[ROOT] = Part(ROOT, PartKind.DESIGN, "", {**root, "name": named})
    label = f"copied from {source.name}, revision {at}"
    return design_from_parts(workspace=target, by=by, parts=parts, label=label, origin=(source, at))


def design_from_parts(*, workspace: UUID, by: Any, parts: Parts, label: str, origin: tuple[Design, int]) -> Design:
    """Create a design with exactly these parts, ids and positions included. `origin` are the design and revision that
    had them. Raises Missing or Forbidden.
    """
    require_in(by, workspace, Action.CREATE)
    made = _create(workspace, by, parts, False, label)
    made.origin, made.origin_revision = origin
    made.save(update_fields=["origin", "origin_revision"])
    return made


def design_as_of(*, design_id: UUID, revision: int, by: Any) -> dict[str, Part]:
    """The parts of a design as of an older revision. Raises Missing."""
    return _parts_of(design_for(by, design_id, Action.SEE), revision)


def _parts_of(design: Design, revision: int) -> dict[str, Part]:
    if not 0 < revision <= design.revision:
        raise Missing(f"this design has revisions 1 to {design.revision}", path=str(revision), code="revision")
    return parts_at(design, revision)

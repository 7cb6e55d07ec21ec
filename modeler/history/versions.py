"""Named versions: resolving a revision, naming revisions, restoring one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from modeler import broadcast
from modeler.core.design.parts import Part, living
from modeler.core.edits.changes import Delta
from modeler.core.edits.differences import differences
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.loading import parts_at, read_whole
from modeler.models import Design, Version
from modeler.models.designs import ChangeKind
from modeler.permissions import Action
from modeler.selectors import as_uuid, design_for, design_locked_for
from modeler.services import Revision, design_change_under_lock
from modeler.turns import in_turn

NAME_MAX: Final = 80
DIGITS_MAX: Final = 9


def versions_of(design: Design) -> QuerySet[Version]:
    """The named revisions of a design that a person can see, newest revision first."""
    return design.versions.select_related("by").order_by("-revision", "name")


def names_of(design: Design, revisions: Iterable[int]) -> dict[int, list[Version]]:
    """The names of these revisions of a design that a person can see; revisions without one are omitted."""
    found: dict[int, list[Version]] = {}
    for version in versions_of(design).filter(revision__in=list(revisions)):
        found.setdefault(version.revision, []).append(version)
    return found


def revision_meant(design: Design, text: str) -> int:
    """The revision for a text: a number, the name of a version, or '' or 'now' for the newest. Raises Missing."""
    word = " ".join(text.split())
    if not word:
        return design.revision
    named = design.versions.filter(name=word).values_list("revision", flat=True).first()
    if named is not None:
        return named
    if word.isascii() and word.isdigit() and len(word) <= DIGITS_MAX and 0 < int(word) <= design.revision:
        return int(word)
    if word.lower() == "now":
        return design.revision
    raise Missing(
        f"{design.name} has no version named {word[:NAME_MAX]!r}; its revisions are 1 to {design.revision}",
        path="revision",
        code="revision",
    )


@in_turn
def version_name(*, design_id: UUID, revision: int, name: str, by: Any) -> Version:
    """Give a revision a name. Raises Missing, Forbidden; Invalid for an invalid name; Conflict for the name of another
    revision.
    """
    design = design_locked_for(by, design_id, Action.EDIT)
    if not 0 < revision <= design.revision:
        raise Missing(f"this design has revisions 1 to {design.revision}", path="revision", code="revision")
    named = _name(name)
    _refuse_taken(design, named)
    _tell(design)
    return Version.objects.create(design=design, revision=revision, name=named, by=by)


@in_turn
def version_rename(*, design_id: UUID, version_id: UUID | str, name: str, by: Any) -> Version:
    """Rename a version. Raises as `version_name` does."""
    design = design_locked_for(by, design_id, Action.EDIT)
    version = version_in(design, version_id)
    version.name = _name(name)
    _refuse_taken(design, version.name, but=version)
    version.save(update_fields=["name"])
    _tell(design)
    return version


@in_turn
def version_remove(*, design_id: UUID, version_id: UUID | str, by: Any) -> Version:
    """Remove the name; the revision stays. Raises Missing or Forbidden."""
    design = design_locked_for(by, design_id, Action.EDIT)
    version = version_in(design, version_id)
    Version.objects.filter(pk=version.pk).delete()
    _tell(design)
    return version


def version_in(design: Design, version_id: UUID | str) -> Version:
    """One version of a design that a person can see. Raises Missing."""
    identity = as_uuid(version_id)
    version = versions_of(design).filter(pk=identity).first() if identity else None
    if version is None:
        raise Missing("this design does not have this version", path="version", code="version.missing")
    return version


def _tell(design: Design) -> None:
    """Notify people who have the design open, after the commit."""
    transaction.on_commit(
        partial(broadcast.publish_versions, design=design.pk, at=timezone.now().isoformat()), robust=True
    )


def _name(text: str) -> str:
    name = " ".join(text.replace("\x00", "").split())
    if not name or len(name) > NAME_MAX or not name.isprintable():
        raise Invalid(f"a version's name has 1 to {NAME_MAX} printable characters", path="name")
    if name.isdigit():
        raise Invalid("a version's name cannot be a number, because numbers are revisions", path="name")
    return name


def _refuse_taken(design: Design, name: str, but: Version | None = None) -> None:
    named = design.versions.filter(name=name)
    other = (named.exclude(pk=but.pk) if but else named).first()
    if other is not None:
        raise Conflict(f"revision {other.revision} is already named {name}", path="name", code="version.taken")


def revision_restore(*, design_id: UUID, revision: int, by: Any, expected_revision: int | None = None) -> Revision:
    """Restore the design to a revision, as one change that can be undone; without differences, no change.

    Raises Missing, Forbidden; Stale if the design is not at `expected_revision`.
    """
    design = design_for(by, design_id, Action.EDIT)
    if not 0 < revision <= design.revision:
        raise Missing(f"this design has revisions 1 to {design.revision}", path="revision", code="revision")
    wanted = living(parts_at(design, revision))

    def make(now: dict[str, Part]) -> Iterable[Delta]:
        return differences(now, wanted)

    return design_change_under_lock(
        design_id=design_id,
        make=make,
        by=by,
        kind=ChangeKind.RESTORE,
        label=f"restored revision {revision}",
        expected_revision=expected_revision,
        read=read_whole,
    )

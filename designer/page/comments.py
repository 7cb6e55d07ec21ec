"""Comments of a design: its current threads, with a version, for the regions that show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from designer.page.presence import person_of
from modeler.models import Comment, Thread
from modeler.selectors import threads_of
from modeler.wording.part_label import CommentedSpot


@dataclass(frozen=True, slots=True)
class Said:
    """One comment; `person` is None for a former member, `text` is '' if it was deleted."""

    id: str
    person: dict[str, Any] | None
    text: str
    at: datetime
    is_edited: bool
    is_removed: bool
    names: tuple[str, ...]
    is_by_guest: bool = False


@dataclass(frozen=True, slots=True)
class SpokenThread:
    """One thread: its place, comments, and whether it is resolved. `label` is that of its place at creation."""

    id: str
    spot: CommentedSpot
    kind: str
    label: str
    resolved_by: str
    is_resolved: bool
    said: tuple[Said, ...]
    people: frozenset[int]


@dataclass(frozen=True)
class Talk:
    """All threads of a design, those with the newest comments first. `version` changes with any of its contents."""

    version: str = ""
    threads: tuple[SpokenThread, ...] = ()

    @cached_property
    def open(self) -> tuple[SpokenThread, ...]:
        """Those that are not resolved."""
        return tuple(thread for thread in self.threads if not thread.is_resolved)


SILENCE: Final = Talk()


def talk_version(threads: int, changed_at: datetime | None) -> str:
    """The version of a design's comments, from the number of threads and the newest change; '' without comments."""
    return f"{threads}-{changed_at.isoformat()}" if threads and changed_at else ""


def talk_of(design_id: UUID, version: str) -> Talk:
    """All current comments of a design."""
    return Talk(version, tuple(map(_thread, threads_of(design_id)))) if version else SILENCE


def _thread(thread: Thread) -> SpokenThread:
    said: Iterable[Comment] = thread.comments.all()
    comments = tuple(map(_comment_text, said))
    return SpokenThread(
        id=str(thread.pk),
        spot=CommentedSpot(thread.part, thread.field, thread.rule, thread.path),
        kind=thread.kind,
        label=thread.label,
        resolved_by=str(thread.resolved_by or ""),
        is_resolved=thread.resolved_at is not None,
        said=comments,
        people=frozenset(one.person["id"] for one in comments if one.person) | _named(thread),
    )


def _named(thread: Thread) -> frozenset[int]:
    return frozenset(person.pk for one in thread.comments.all() for person in one.mentions.all())


def _comment_text(comment: Comment) -> Said:
    return Said(
        id=str(comment.pk),
        person=person_of(comment.by) if comment.by else None,
        is_by_guest=bool(comment.by and comment.by.is_guest),
        text=comment.text,
        at=comment.at,
        is_edited=comment.edited_at is not None,
        is_removed=comment.removed_at is not None,
        names=tuple(person.display_name for person in comment.mentions.all()),
    )

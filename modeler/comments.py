"""Comments on a design: write, reply, edit, delete, resolve, and notify.

They create no revision, and edits do not change them: a thread outlives its part. After the commit, people who have the
design open are notified, and people who were mentioned or answered get a notice (`on_notice`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from modeler import broadcast
from modeler.core.design.parts import ROOT, Part
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.loading import read_named
from modeler.models import Branch, Comment, Design, Notice, NoticeKind, Thread
from modeler.permissions import Action, may
from modeler.quotas import one_at_a_time
from modeler.selectors import as_uuid, design_for, last_change_of, people_of
from modeler.wording.part_label import CommentedSpot, is_there, spot_kind, spot_label

TEXT_MAX: Final = 4000
THREADS_MAX: Final = 2000
OF_A_GUEST_MAX: Final = 200

type StepLabel = Callable[[Design, str, Any], str]
"""The label of a step of a plan, by its fingerprint; modeler/branches provides it. Raises Missing."""
type Listener = Callable[[Notice], None]
_listeners: list[Listener] = []


def on_notice(listener: Listener) -> Listener:
    """A port: `listener` is called after the commit of every notice. The application sends mail from it."""
    if listener not in _listeners:
        _listeners.append(listener)
    return listener


_step_labels: list[StepLabel] = []


def on_step(labels: StepLabel) -> StepLabel:
    """A port: `labels` names the steps of migration plans, which are places of comments."""
    _step_labels[:] = [labels]
    return labels


def label_of_step(design: Design, fingerprint: str, by: Any) -> str:
    """The label of a step of the plan of a branch. Raises Missing if there is no such step, or no such branch."""
    return _step_labels[0](design, fingerprint, by)


@transaction.atomic
def thread_open(*, design_id: UUID, by: Any, spot: CommentedSpot, text: str, key: UUID | None = None) -> Comment:
    """Start a thread at a place. The same key does not start a second thread.

    Raises Missing, also for a part or a step of a plan that does not exist (any more); Forbidden; Invalid.
    """
    design = design_for(by, design_id, Action.COMMENT)
    said = _text(text)
    if (seen := _seen(design, key, by)) is not None:
        return seen
    one_at_a_time("threads", design_id)
    if design.threads.count() >= THREADS_MAX:
        raise Invalid(f"this design has {THREADS_MAX} threads; resolve and delete some", path="text")
    spot.refuse_odd()
    parts = parts_around(design, [spot.part])
    if not is_there(spot, parts):
        raise Missing(_why_gone(design, spot, parts), path=spot.part)
    thread = Thread.objects.create(
        design=design,
        part=spot.part,
        field=spot.field,
        rule=spot.rule,
        path=spot.path,
        kind=spot_kind(spot, parts),
        label=label_of_step(design, spot.path, by) if spot.is_step else spot_label(spot, parts),
        by=by,
    )
    return _say(thread, by, said, key)


@transaction.atomic
def comment_answer(*, design_id: UUID, thread_id: UUID, by: Any, text: str, key: UUID | None = None) -> Comment:
    """Reply in a thread, even if its part no longer exists. Raises Missing, Forbidden, Invalid."""
    design = design_for(by, design_id, Action.COMMENT)
    said = _text(text)
    seen = _seen(design, key, by)
    return seen if seen is not None else _say(_thread(design, thread_id), by, said, key)


@transaction.atomic
def comment_edit(*, design_id: UUID, comment_id: UUID, by: Any, text: str) -> Comment:
    """Edit one's own comment; people whom it newly mentions are notified. Raises Missing, Forbidden, Invalid."""
    design = design_for(by, design_id, Action.COMMENT)
    comment = _own(design, comment_id, by)
    said = _text(text)
    if said == comment.text:
        return comment
    comment.text, comment.edited_at = said, timezone.now()
    comment.save(update_fields=["text", "edited_at"])
    _touch(comment.thread)
    _tell_named(design, comment)
    return comment


@transaction.atomic
def comment_remove(*, design_id: UUID, comment_id: UUID, by: Any) -> None:
    """Delete one's own comment, or, as an owner, that of a guest; a thread without comments is deleted too.

    Raises Missing, Forbidden.
    """
    design = design_for(by, design_id, Action.COMMENT)
    comment = _own(design, comment_id, by, may_be_of_guest=may(design.role, Action.MANAGE))
    comment.text, comment.removed_at = "", timezone.now()
    comment.save(update_fields=["text", "removed_at"])
    told = list(comment.notices.values_list("user_id", flat=True))
    comment.notices.all().delete()
    if comment.thread.comments.filter(removed_at=None).exists():
        _touch(comment.thread)
    else:
        comment.thread.delete()
        _announce(design.pk)
    _tell(told)


@transaction.atomic
def thread_settle(*, design_id: UUID, thread_id: UUID, by: Any, is_resolved: bool) -> Thread:
    """Resolve or reopen a thread. Raises Missing, Forbidden."""
    design = design_for(by, design_id, Action.COMMENT)
    thread = _thread(design, thread_id)
    if (thread.resolved_at is not None) != is_resolved:
        thread.resolved_at, thread.resolved_by = (timezone.now(), by) if is_resolved else (None, None)
        thread.save(update_fields=["resolved_at", "resolved_by"])
        _touch(thread)
    return thread


@transaction.atomic
def notices_read(*, by: Any, notice_id: int | None = None) -> int:
    """Mark one or all of one's own notices as read; return the number of unread ones."""
    own = Notice.objects.filter(user=by, read_at=None)
    (own if notice_id is None else own.filter(pk=notice_id)).update(read_at=timezone.now())
    _tell([by.pk])
    return own.count()


def _why_gone(design: Design, spot: CommentedSpot, parts: dict[str, Part]) -> str:
    """Who removed the place of a comment, if that is known: the person who wrote it can ask, or restore the place."""
    change = last_change_of(design, spot.part) if spot.part in parts else None
    if change is None or change.by is None:
        return "this part of the design no longer exists"
    return f"{change.by} removed {spot_label(spot, parts)}. To comment on it, restore it in the history"


def parts_around(design: Design, ids: Iterable[str]) -> dict[str, Part]:
    """These parts, their parents, and the parts from which their names derive, if they exist."""
    found = {ROOT: design.as_part(), **read_named(design, ids)}
    while True:
        wanted = {part.parent for part in found.values()} | {
            str(part.fields.get("index") or "") for part in found.values()
        }
        above = read_named(design, wanted - found.keys() - {""})
        if not above:
            return found
        found |= above


def _text(text: str) -> str:
    said = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if not said:
        raise Invalid("a comment needs text", path="text")
    if len(said) > TEXT_MAX:
        raise Invalid(f"a comment has at most {TEXT_MAX:,} characters; this one has {len(said):,}", path="text")
    return said


def _seen(design: Design, key: UUID | None, by: Any) -> Comment | None:
    comment = Comment.objects.select_related("thread").filter(by=by, key=key).first() if key is not None else None
    if comment is not None and comment.thread.design_id != design.pk:
        raise Conflict("this key was already used for another comment; use a different key", code="comment.key")
    return comment


def _thread(design: Design, thread_id: UUID) -> Thread:
    identity = as_uuid(thread_id)
    thread = design.threads.filter(pk=identity).first() if identity else None
    if thread is None:
        raise Missing("this thread no longer exists", code="thread.missing")
    return thread


def _own(design: Design, comment_id: UUID, by: Any, *, may_be_of_guest: bool = False) -> Comment:
    living = Comment.objects.select_related("thread", "by").filter(thread__design=design, removed_at=None)
    comment = living.filter(pk=comment_id).first()
    if comment is None:
        raise Missing("this comment no longer exists", code="comment.missing")
    is_of_guest = comment.by is not None and comment.by.is_guest
    if comment.by_id != by.pk and not (is_of_guest and may_be_of_guest):
        raise Forbidden("only the author can edit a comment", code="comment.not_own")
    return comment


def _say(thread: Thread, by: Any, text: str, key: UUID | None) -> Comment:
    _refuse_too_many(thread.design_id, by)
    comment = Comment.objects.create(thread=thread, by=by, text=text, key=key)
    _touch(thread)
    named = _tell_named(thread.design, comment)
    wrote = (thread.by_id, *thread.comments.filter(removed_at=None).values_list("by_id", flat=True))
    spoke = {one for one in wrote if one is not None}
    _notify(comment, NoticeKind.ANSWER, spoke - named - {by.pk})
    opener = Branch.objects.filter(design=thread.design_id).values_list("by", flat=True).first()
    if opener is not None:
        _notify(comment, NoticeKind.COMMENT, {opener} - spoke - named - {by.pk})
    return comment


def _refuse_too_many(design_id: UUID, by: Any) -> None:
    """Raise Conflict if a guest has written as much as a guest may. A link can be passed on to anybody."""
    if not by.is_guest:
        return
    one_at_a_time("comments", by.pk)
    if Comment.objects.filter(thread__design=design_id, by=by).count() >= OF_A_GUEST_MAX:
        raise Conflict(f"a guest can write at most {OF_A_GUEST_MAX} comments on a design", code="comment.limit")


def _tell_named(design: Design, comment: Comment) -> set[int]:
    """Notify the people whom a comment mentions, once each; return the IDs of all mentioned people."""
    named = {person.pk for person in mentioned(comment.text, people_of(design))} - {comment.by_id}
    comment.mentions.set(named)
    _notify(comment, NoticeKind.MENTION, named - set(comment.notices.values_list("user_id", flat=True)))
    return named


def mentioned(text: str, people: Iterable[Any]) -> list[Any]:
    """The people whom a text mentions: @ and the whole name, ignoring case. The longest matching name wins."""
    by_length = sorted(people, key=lambda person: -len(person.display_name))
    found: list[Any] = []
    rest = text
    for person in by_length:
        name = re.compile(rf"(?<![\w@])@{re.escape(person.display_name)}(?!\w)", re.IGNORECASE)
        if name.search(text if person.display_name in {one.display_name for one in found} else rest):
            found.append(person)
            rest = name.sub(" ", rest)
    return found


def _notify(comment: Comment, kind: NoticeKind, people: Iterable[int]) -> None:
    notices_send([Notice(user_id=one, comment=comment, kind=kind, by_id=comment.by_id) for one in sorted(people)])


def notices_send(notices: Iterable[Notice]) -> None:
    """Store notices, and tell their people after the commit."""
    made = Notice.objects.bulk_create(notices)
    for notice in made:
        for listener in _listeners:
            transaction.on_commit(partial(listener, notice), robust=True)
    _tell(one.user_id for one in made)


def _tell(people: Iterable[int]) -> None:
    for one in people:
        transaction.on_commit(partial(broadcast.publish_notice, user_id=one), robust=True)


def _touch(thread: Thread) -> None:
    thread.changed_at = timezone.now()
    thread.save(update_fields=["changed_at"])
    _announce(thread.design_id)


def _announce(design_id: UUID) -> None:
    tell = partial(broadcast.publish_comments, design=design_id, at=timezone.now().isoformat())
    transaction.on_commit(tell, robust=True)

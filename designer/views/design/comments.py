"""Comments on a design: the list, the threads of one place, writing and deleting; and one's own notices."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows, signed_in
from designer.page.presence import person_of
from designer.page.regions.comments import threads_at
from designer.page.scenes import scene_of
from designer.views.design.pages import page_context
from modeler import comments as service
from modeler.core.design.parts import ROOT
from modeler.core.errors import Missing
from modeler.models import Comment
from modeler.permissions import Action, may
from modeler.selectors import as_uuid, notices_of, people_of, unread_count
from modeler.wording.part_label import CommentedSpot, spot_label

NOTICES_MAX = 100
SPOT = ("part", "field", "rule", "path")


@allows(Action.SEE)
@never_cache
@require_GET
def comments(request: DesignRequest) -> HttpResponse:
    """All threads of a design."""
    return render(request, "designer/design/comments.html", page_context(request, "comments", tab="comments"))


@allows(Action.SEE)
@never_cache
@require_GET
def comments_at(request: DesignRequest) -> HttpResponse:
    """The threads of one place, for its dialog."""
    scene = scene_of(request.design.pk)
    spot = _spot(request.GET.dict())
    label = (
        service.label_of_step(request.design, spot.path, request.user)
        if spot.is_step
        else spot_label(spot, scene.parts)
    )
    if not label:
        raise Missing("this part of the design no longer exists", path=spot.part)
    context = {
        "spot": spot,
        "label": label,
        "threads": threads_at(scene, spot),
        "page": reverse("design", args=[request.design.pk]),
        "base": reverse("design-comments", args=[request.design.pk]),
        "may_comment": may(request.design.role, Action.COMMENT),
    }
    return render(request, "designer/parts/comments/at_place.html", context)


def _spot(given: dict[str, str]) -> CommentedSpot:
    said = {name: given.get(name, "") for name in SPOT}
    spot = CommentedSpot(**{**said, "part": said["part"] or ROOT})
    spot.refuse_odd()
    return spot


@allows(Action.COMMENT)
@require_POST
def comment_new(request: DesignRequest) -> HttpResponse:
    """Start a thread at the place of `part`, `field`, `rule` and `path`."""
    given = request.POST.dict()
    spot = _spot(given)
    comment = service.thread_open(
        design_id=request.design.pk, by=request.user, spot=spot, text=given.get("text", ""), key=_key(given)
    )
    return _comment_ids(comment)


@allows(Action.COMMENT)
@require_POST
def comment_answer(request: DesignRequest, thread_id: UUID) -> HttpResponse:
    """Reply in a thread."""
    given = request.POST.dict()
    comment = service.comment_answer(
        design_id=request.design.pk,
        thread_id=thread_id,
        by=request.user,
        text=given.get("text", ""),
        key=_key(given),
    )
    return _comment_ids(comment)


def _key(given: dict[str, str]) -> UUID | None:
    return as_uuid(given.get("key", ""))


def _comment_ids(comment: Comment) -> HttpResponse:
    return JsonResponse({"comment": str(comment.pk), "thread": str(comment.thread_id)})


@allows(Action.COMMENT)
@require_POST
def comment_edit(request: DesignRequest, comment_id: UUID) -> HttpResponse:
    """Edit one's own comment."""
    text = request.POST.get("text", "")
    return _comment_ids(
        service.comment_edit(design_id=request.design.pk, comment_id=comment_id, by=request.user, text=text)
    )


@allows(Action.COMMENT)
@require_POST
def comment_remove(request: DesignRequest, comment_id: UUID) -> HttpResponse:
    """Delete one's own comment."""
    service.comment_remove(design_id=request.design.pk, comment_id=comment_id, by=request.user)
    return HttpResponse(status=204)


@allows(Action.COMMENT)
@require_POST
def thread_resolve(request: DesignRequest, thread_id: UUID) -> HttpResponse:
    """Resolve a thread; with ``open=1``, reopen it."""
    is_resolved = request.POST.get("open") != "1"
    service.thread_settle(design_id=request.design.pk, thread_id=thread_id, by=request.user, is_resolved=is_resolved)
    return HttpResponse(status=204)


@allows(Action.COMMENT)
@never_cache
@require_GET
def comment_people(request: DesignRequest) -> HttpResponse:
    """The people who can be mentioned here."""
    people = [person_of(person) for person in people_of(request.design)]
    return JsonResponse({"people": people})


@allows(Action.SEE)
@never_cache
@require_GET
def design_inbox(request: DesignRequest) -> HttpResponse:
    """One's own notices, for the dialog on a design's page."""
    return render(request, "designer/parts/comments/inbox.html", _inbox(request))


@allows(Action.SEE)
@require_POST
def design_inbox_read(request: DesignRequest) -> HttpResponse:
    """Mark one's own notices as read: that of `notice`, or all."""
    return JsonResponse({"unread": _read(request)})


@signed_in
@never_cache
@require_GET
def inbox(request: HttpRequest) -> HttpResponse:
    """One's own notices of all designs."""
    return render(request, "designer/accounts/inbox.html", _inbox(request))


@signed_in
@require_POST
def inbox_read(request: HttpRequest) -> HttpResponse:
    """The same, from the page of all notices."""
    _read(request)
    return redirect("inbox")


def _read(request: HttpRequest) -> int:
    notice = request.POST.get("notice", "")
    return service.notices_read(
        by=request.user, notice_id=int(notice) if notice.isascii() and notice.isdigit() else None
    )


def _inbox(request: HttpRequest) -> dict[str, Any]:
    return {"notices": notices_of(request.user)[:NOTICES_MAX], "unread": unread_count(request.user)}

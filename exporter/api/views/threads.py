"""/api/v1/designs/<id>/threads/: comments on a design, on its parts, findings, and steps of a branch's plan."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import LIMIT, OFFSET, ApiView, page_of
from exporter.api.schema import REFUSALS
from exporter.api.serializers import Text
from modeler import comments
from modeler.comments import TEXT_MAX
from modeler.core.design.parts import ROOT
from modeler.models import Thread
from modeler.permissions import Action
from modeler.selectors import design_for, threads_of
from modeler.wording.part_label import STEP, CommentedSpot


class CommentSerializer(serializers.Serializer[Any]):
    """One comment. A deleted one has no text."""

    id = serializers.UUIDField()
    by = serializers.CharField(allow_null=True, help_text="The name of the person who wrote it")
    at = serializers.DateTimeField()
    edited_at = serializers.DateTimeField(allow_null=True)
    is_removed = serializers.BooleanField()
    text = serializers.CharField(allow_blank=True)


class ThreadSerializer(serializers.Serializer[Any]):
    """A thread with its comments, the oldest first. `label` and `kind` describe the place as it was at the start."""

    id = serializers.UUIDField()
    part = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True)
    path = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of this name, as the base class has one
    is_resolved = serializers.BooleanField()
    resolved_by = serializers.CharField(allow_null=True)
    comments = CommentSerializer(many=True)


class ThreadAskedSerializer(serializers.Serializer[Any]):
    """A comment that begins a thread at a place. Without a place it is about the design."""

    text = Text(max_length=TEXT_MAX)
    part = Text(max_length=64, required=False, default=ROOT, help_text="The id of a part")
    field = Text(max_length=300, required=False, default="", allow_blank=True, help_text="A field of the part")
    rule = Text(
        max_length=80,
        required=False,
        default="",
        allow_blank=True,
        help_text=f"The rule of a finding at the part, or {STEP} for a step of a branch's migration plan",
    )
    path = Text(
        max_length=400,
        required=False,
        default="",
        allow_blank=True,
        help_text="The path of the finding, or the fingerprint of the step",
    )


class SaidSerializer(serializers.Serializer[Any]):
    """The text of a reply."""

    text = Text(max_length=TEXT_MAX)


class SettledSerializer(serializers.Serializer[Any]):
    """Whether the thread is resolved."""

    resolved = serializers.BooleanField(default=True)


class ThreadList(ApiView):
    """The comments on a design."""

    access: ClassVar = {"GET": Action.SEE, "POST": Action.COMMENT}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: ThreadSerializer(many=True), **REFUSALS})
    def get(self, request: Request, design_id: UUID) -> Response:
        """Threads, those with the newest comments first, at most 500. For a branch, give the id of its design."""
        design = design_for(request.user, design_id, Action.SEE)
        rows, headers = page_of(request, threads_of(design.pk))
        return Response(ThreadSerializer([_thread_json(one) for one in rows], many=True).data, headers=headers)

    @extend_schema(request=ThreadAskedSerializer, responses={201: ThreadSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID) -> Response:
        """Begin a thread at a place. 404 if the part, or the step of the plan, no longer exists."""
        given = _given(ThreadAskedSerializer, request, design_id)
        text = given.pop("text")
        made = comments.thread_open(design_id=design_id, by=request.user, spot=CommentedSpot(**given), text=text)
        return Response(_shown(design_id, made.thread_id), status.HTTP_201_CREATED)


class ThreadReply(ApiView):
    """Replies."""

    access: ClassVar = {"POST": Action.COMMENT}

    @extend_schema(request=SaidSerializer, responses={200: ThreadSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, thread_id: UUID) -> Response:
        """Reply in a thread, also if its place no longer exists."""
        text = _given(SaidSerializer, request, design_id)["text"]
        comments.comment_answer(design_id=design_id, thread_id=thread_id, by=request.user, text=text)
        return Response(_shown(design_id, thread_id))


class ThreadResolve(ApiView):
    """Resolving a thread."""

    access: ClassVar = {"POST": Action.COMMENT}

    @extend_schema(request=SettledSerializer, responses={200: ThreadSerializer, **REFUSALS})
    def post(self, request: Request, design_id: UUID, thread_id: UUID) -> Response:
        """Resolve or reopen a thread. Open threads of a branch block its merge."""
        is_resolved = _given(SettledSerializer, request, design_id)["resolved"]
        comments.thread_settle(design_id=design_id, thread_id=thread_id, by=request.user, is_resolved=is_resolved)
        return Response(_shown(design_id, thread_id))


def _given(serializer: Any, request: Request, design_id: UUID) -> dict[str, Any]:
    """The body, after a look at who calls, so that a stranger learns nothing. Raises Missing, Forbidden."""
    design_for(request.user, design_id, Action.COMMENT)
    asked = serializer(data=request.data)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _shown(design_id: UUID, thread_id: UUID) -> Any:
    return ThreadSerializer(_thread_json(threads_of(design_id).get(pk=thread_id))).data


def _thread_json(thread: Thread) -> dict[str, Any]:
    place = {name: getattr(thread, name) for name in ("id", "part", "field", "rule", "path", "kind", "label")}
    said = [
        {
            "id": one.pk,
            "by": _name(one.by),
            "at": one.at,
            "edited_at": one.edited_at,
            "is_removed": one.removed_at is not None,
            "text": one.text,
        }
        for one in thread.comments.all()
    ]
    settled = {"is_resolved": thread.resolved_at is not None, "resolved_by": _name(thread.resolved_by)}
    return {**place, **settled, "comments": said}


def _name(person: Any) -> str | None:
    return None if person is None else str(person)

"""/api/v1/notices/: a person's own notices: mentions, replies, and steps of reviews."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.authentication import refuse_narrow_token
from exporter.api.base import LIMIT, OFFSET, ApiView, page_of
from exporter.api.schema import REFUSALS
from modeler.comments import notices_read
from modeler.core.errors import Forbidden
from modeler.models import Notice, NoticeKind
from modeler.permissions import Action
from modeler.selectors import notices_of


class NoticeSerializer(serializers.Serializer[Any]):
    """One notice. `design` is the design of the comment, or the main line of the branch."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(NoticeKind.values)
    at = serializers.DateTimeField()
    is_read = serializers.BooleanField()
    by = serializers.CharField(allow_null=True, help_text="The name of the person who caused it")
    design = serializers.UUIDField()
    design_name = serializers.CharField()
    branch = serializers.UUIDField(allow_null=True, help_text="The branch's own design")
    thread = serializers.UUIDField(allow_null=True)
    text = serializers.CharField(help_text="The comment, or the name of the branch")


class ReadSerializer(serializers.Serializer[Any]):
    """The notice to mark as read; without one, all."""

    notice = serializers.IntegerField(min_value=1, required=False)


class UnreadSerializer(serializers.Serializer[Any]):
    """How many notices are unread."""

    unread = serializers.IntegerField()


class NoticeList(ApiView):
    """The caller's notices."""

    access: ClassVar = {"GET": None, "POST": None}

    @extend_schema(parameters=[OFFSET, LIMIT], responses={200: NoticeSerializer(many=True), **REFUSALS})
    def get(self, request: Request) -> Response:
        """Notices about designs that the caller can see, the newest first, at most 500."""
        rows, headers = page_of(request, notices_of(request.user))
        return Response(NoticeSerializer([_notice_json(one) for one in rows], many=True).data, headers=headers)

    @extend_schema(request=ReadSerializer, responses={200: UnreadSerializer, **REFUSALS})
    def post(self, request: Request) -> Response:
        """Mark one notice, or all, as read. Returns how many are unread. 403 for guests, and for a read-only token."""
        refuse_narrow_token(request, Action.EDIT)
        if getattr(request.user, "is_guest", True):
            raise Forbidden("guests read their notices on the page of the design", code="forbidden.guest")
        asked = ReadSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        return Response({"unread": notices_read(by=request.user, notice_id=asked.validated_data.get("notice"))})


def _notice_json(notice: Notice) -> dict[str, Any]:
    about = _of_branch(notice) if notice.branch is not None else _of_comment(notice)
    own = {"id": notice.pk, "kind": notice.kind, "at": notice.at, "is_read": notice.read_at is not None}
    return {**own, **about}


def _of_branch(notice: Notice) -> dict[str, Any]:
    branch = notice.branch
    assert branch is not None
    main, text = branch.main, branch.design.name
    return {"by": _name(notice.by), "design": main.pk, "design_name": main.name, "branch": branch.design_id,
            "thread": None, "text": text}  # fmt: skip


def _of_comment(notice: Notice) -> dict[str, Any]:
    comment = notice.comment
    assert comment is not None
    design = comment.thread.design
    return {"by": _name(comment.by), "design": design.pk, "design_name": design.name, "branch": None,
            "thread": comment.thread_id, "text": comment.text}  # fmt: skip


def _name(person: Any) -> str | None:
    return None if person is None else str(person)

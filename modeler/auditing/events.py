"""Writing the audit log. A service notes its event in its own transaction: an action without its event did not happen.

Each event is also a line of the log `keysheet.audit`, for systems that collect the server's output.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from modeler.models import AuditEvent, AuditKind, Design, Job

log = logging.getLogger("keysheet.audit")
DETAIL_MAX: Final = 500
PRUNE_EVERY: Final = 3600
"""Seconds between two deletions of expired events."""


@dataclass(slots=True)
class Requester:
    """Where the request that is being answered came from."""

    address: str
    token: str = ""


_requester: Final[ContextVar[Requester | None]] = ContextVar("requester", default=None)


@contextmanager
def requested_from(address: str) -> Iterator[None]:
    """Events inside carry this network address."""
    before = _requester.set(Requester(address[:64]))
    try:
        yield
    finally:
        _requester.reset(before)


def requested_with(token: str) -> None:
    """Events of the current request carry the name of this API token."""
    if (requester := _requester.get()) is not None:
        requester.token = token


def audit_note(
    kind: AuditKind,
    *,
    by: Any = None,
    workspace: UUID | None = None,
    design: Design | None = None,
    detail: str = "",
) -> AuditEvent:
    """Write an event. The workspace of a design is known; `by` None is the server or somebody unknown."""
    requester = _requester.get() or Requester("")
    is_known = getattr(by, "pk", None) is not None
    event = AuditEvent.objects.create(
        kind=kind,
        by=by if is_known else None,
        by_name=_name_of(by) if is_known else "",
        workspace_id=design.workspace_id if design is not None else workspace,
        design=design,
        design_name=design.name if design is not None else "",
        detail=detail[:DETAIL_MAX],
        address=requester.address,
        token=requester.token,
    )
    transaction.on_commit(partial(log.info, "%s", json.dumps(as_json(event), ensure_ascii=False)), robust=True)
    return event


def _name_of(person: Any) -> str:
    return str(person) if person.is_guest else f"{person} <{person.email}>"


def as_json(event: AuditEvent) -> dict[str, str]:
    """The event as it is exported: text only, the time in UTC."""
    return {
        "at": event.at.isoformat(),
        "kind": str(event.kind),
        "by": event.by_name,
        "workspace": str(event.workspace_id or ""),
        "design": str(event.design_id or ""),
        "design_name": event.design_name,
        "detail": event.detail,
        "address": event.address,
        "token": event.token,
    }


def events_expire() -> Iterable[Job]:
    """Delete events that are older than the operator keeps them, at most once per hour. Returns no jobs."""
    if settings.AUDIT_DAYS and cache.add("audit:pruned", 1, timeout=PRUNE_EVERY):
        AuditEvent.objects.filter(at__lt=timezone.now() - timedelta(days=settings.AUDIT_DAYS)).delete()
    return ()

"""Reading the audit log: of a workspace by its owners, of an account by its person, of the server by its operator."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from io import StringIO
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils.timezone import make_aware

from modeler.auditing.events import as_json
from modeler.core.errors import Invalid
from modeler.core.values.cells import guarded
from modeler.models import AuditEvent, AuditKind
from modeler.permissions import Action
from modeler.selectors import require_in

COLUMNS: Final = ("at", "kind", "by", "workspace", "design", "design_name", "detail", "address", "token")
SUBJECTS: Final = tuple(dict.fromkeys(str(kind).partition(".")[0] for kind in AuditKind))
FORMATS: Final = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which events: a kind or a subject ("account"), part of the person's name, the first and the last day in UTC."""

    kind: str = ""
    by: str = ""
    since: date | None = None
    until: date | None = None


def audit_filter(*, kind: str = "", by: str = "", since: str = "", until: str = "") -> AuditFilter:
    """The filter of a query string. Raises Invalid naming the field."""
    if kind and kind not in SUBJECTS and kind not in AuditKind.values:
        raise Invalid(f"{kind[:40]!r} is not a kind of event", path="kind")
    return AuditFilter(kind, by.replace("\x00", "").strip()[:200], _day(since, "since"), _day(until, "until"))


def _day(text: str, path: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Invalid(f"{path} must be a date, such as 2026-11-23", path=path) from error


def events_in(workspace_id: UUID, *, by: Any, wanted: AuditFilter | None = None) -> QuerySet[AuditEvent]:
    """The events of a workspace and of its members' accounts, newest first. An account can belong to several
    workspaces: show its events without the network address (`shown_to_owners`). Raises Missing, Forbidden.
    """
    require_in(by, workspace_id, Action.AUDIT)
    members = get_user_model().objects.filter(memberships__workspace=workspace_id)
    of_accounts = Q(workspace=None, kind__startswith="account.", by__in=members)
    found = AuditEvent.objects.filter(Q(workspace=workspace_id) | of_accounts)
    return _filtered(found, wanted).order_by("-at", "-pk")


def events_of_account(person: Any) -> QuerySet[AuditEvent]:
    """What concerns the security of one's own account, newest first."""
    mine = AuditEvent.objects.filter(Q(kind__startswith="account.") | Q(kind__startswith="token."), by=person)
    return mine.order_by("-at", "-pk")


def events_of_server(wanted: AuditFilter | None = None) -> QuerySet[AuditEvent]:
    """Every event, oldest first, for the operator."""
    return _filtered(AuditEvent.objects.all(), wanted).order_by("at", "pk")


def _filtered(events: QuerySet[AuditEvent], wanted: AuditFilter | None) -> QuerySet[AuditEvent]:
    if wanted is None:
        return events
    if wanted.kind:
        is_subject = wanted.kind in SUBJECTS
        events = events.filter(kind__startswith=f"{wanted.kind}.") if is_subject else events.filter(kind=wanted.kind)
    if wanted.by:
        events = events.filter(by_name__icontains=wanted.by)
    if wanted.since:
        events = events.filter(at__gte=make_aware(datetime.combine(wanted.since, time.min)))
    if wanted.until:
        events = events.filter(at__lt=make_aware(datetime.combine(wanted.until, time.min) + timedelta(days=1)))
    return events


def shown_to_owners(event: AuditEvent) -> AuditEvent:
    """The event of an account without its network address; others as they are."""
    if event.workspace_id is None:
        event.address = ""
    return event


def written_as(form: str, events: Iterable[AuditEvent]) -> Iterator[str]:
    """The events as CSV with a header, or as one JSON object per line."""
    if form == "jsonl":
        yield from (json.dumps(as_json(event), ensure_ascii=False) + "\n" for event in events)
        return
    yield _row(COLUMNS)
    for event in events:
        values = as_json(event)
        yield _row([guarded(values[name]) for name in COLUMNS])


def _row(cells: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()

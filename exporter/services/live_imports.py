"""Importing from a declared endpoint: which tables exist, and a job that reads some of them. Nothing is written.

An endpoint is named, never addressed, and only tables that its operator allows are shown or read.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from exporter.provisioning.endpoints import Endpoint
from exporter.services import import_drafts as holding
from exporter.services.endpoint_access import endpoint_for, entered_briefly, readable_tables, refuse_tables
from exporter.services.endpoint_limits import Amount, use_begin
from exporter.services.imports import Looked, import_place
from exporter.services.live_import_jobs import LIVE
from modeler.auditing.events import audit_note
from modeler.core.errors import Invalid
from modeler.jobs import job_enqueue, job_enqueue_in
from modeler.models import AuditKind, Design
from modeler.permissions import Action
from modeler.selectors import design_for, require_in

TABLES_LISTED: Final = 500
TABLES_SEARCHED: Final = 10_000
"""As many tables as an account can have in a Region. facts/limits#throughput."""
TABLES_READ: Final = 20
ITEMS: Final = 500
ITEMS_MAX: Final = 10_000
UNITS: Final = 25
UNITS_MAX: Final = 10_000


@dataclass(frozen=True, slots=True)
class WantedTables:
    """What to read: at most `items` of each table, at most `units_per_second` in total, contents masked or not."""

    endpoint: str
    tables: tuple[str, ...]
    items: int = ITEMS
    units_per_second: int = UNITS
    is_masked: bool = True


@dataclass(frozen=True, slots=True)
class Listed:
    """The tables of an endpoint that may be read, by name; `has_more`: not all are listed. `containing` is what their
    names had to contain.
    """

    endpoint: Endpoint
    tables: tuple[str, ...]
    has_more: bool
    containing: str = ""


def tables_of(
    *, by: Any, endpoint: str, workspace: UUID | None = None, design: UUID | None = None, containing: str = ""
) -> Listed:
    """Return the first tables of an endpoint that this person may read into a design; with `containing`, of those whose
    names contain this text in any case.

    Raises Missing, Forbidden; EndpointUnreachable, RequestRefused as the endpoint says.
    """
    where = _allowed(by, workspace, design, endpoint)
    names, has_more = entered_briefly(where, by).names(TABLES_SEARCHED)
    wanted = [name for name in names if containing.lower() in name.lower()]
    readable = readable_tables(by, where, wanted)
    return Listed(where, tuple(readable[:TABLES_LISTED]), has_more or len(readable) > TABLES_LISTED, containing)


def live_begin(*, by: Any, wanted: WantedTables, workspace: UUID | None = None, design: UUID | None = None) -> Looked:
    """Request a job that reads tables, for a new design in a workspace or for a change of a design.

    Raises Missing, Forbidden; Invalid if a limit is exceeded.
    """
    where = _allowed(by, workspace, design, wanted.endpoint)
    tables = list(dict.fromkeys(wanted.tables))
    _refuse(wanted, where)
    refuse_tables(by, where, tables)
    fresh = import_place(by=by, workspace=workspace, design=design, filename=_called(where, tables))
    payload = {
        "token": fresh.token,
        "endpoint": where.name,
        "tables": tables,
        "items": wanted.items,
        "units_per_second": min(wanted.units_per_second, where.read_units or UNITS_MAX),
        "is_masked": wanted.is_masked,
        "use": use_begin(by, where, Amount()),
    }
    _noted(by, where, tables, wanted.is_masked, fresh)
    # Held before the job starts: a worker can be faster than this process.
    holding.hold(fresh)
    holding.keep(fresh, "secret", secrets.token_hex(16))
    job = (
        job_enqueue(kind=LIVE.name, design_id=UUID(fresh.design), by=by, payload=payload)
        if fresh.design
        else job_enqueue_in(kind=LIVE.name, workspace=fresh.workspace, by=by, payload=payload)
    )
    waiting = replace(fresh, job=str(job.pk))
    holding.hold(waiting)
    return Looked(waiting, job)


def _noted(by: Any, where: Endpoint, tables: list[str], is_masked: bool, fresh: holding.Held) -> None:
    masked = "masked" if is_masked else "unmasked"
    detail = f"{where.name}, {masked}: {', '.join(tables)}"
    design = Design.objects.filter(pk=fresh.design).first() if fresh.design else None
    workspace = UUID(fresh.workspace) if fresh.workspace else None
    audit_note(AuditKind.TABLES_READ, by=by, workspace=workspace, design=design, detail=detail)


def _allowed(by: Any, workspace: UUID | None, design: UUID | None, endpoint: str) -> Endpoint:
    """Anyone who may prove designs on an endpoint may look there."""
    if (workspace is None) == (design is None):
        raise Invalid("specify where to import: a workspace for a new design, or a design to change", path="workspace")
    if design is not None:
        seen = design_for(by, design, Action.PROVISION)
        return endpoint_for(seen.role, seen.workspace_id, endpoint)
    assert workspace is not None
    return endpoint_for(require_in(by, workspace, Action.PROVISION), workspace, endpoint)


def _refuse(wanted: WantedTables, where: Endpoint) -> None:
    if not 1 <= len(set(wanted.tables)) <= TABLES_READ:
        raise Invalid(f"choose 1 to {TABLES_READ} tables", path="tables")
    if where.is_always_masked and not wanted.is_masked:
        raise Invalid(f"{where.name} masks the values of items; import them masked", path="is_masked")
    if not 0 <= wanted.items <= ITEMS_MAX:
        raise Invalid(f"specify 1 to {ITEMS_MAX:,} items per table", path="items")
    if not 1 <= wanted.units_per_second <= UNITS_MAX:
        raise Invalid(f"specify 1 to {UNITS_MAX:,} read units per second", path="units_per_second")


def _called(where: Endpoint, tables: list[str]) -> str:
    return f"{', '.join(tables[:3])}{' and more' if len(tables) > 3 else ''} on {where.name}"

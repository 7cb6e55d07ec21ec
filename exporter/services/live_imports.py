"""Importing from a declared endpoint: which tables exist, and a job that reads some of them. Nothing is written.

An endpoint is named, never addressed, and only tables that its operator allows are shown or read.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import Endpoint, declared, endpoint_named
from exporter.services import import_drafts as holding
from exporter.services.imports import Looked, import_place
from exporter.services.live_import_jobs import LIVE
from modeler.core.errors import Invalid, Missing
from modeler.jobs import job_enqueue, job_enqueue_in
from modeler.permissions import Action
from modeler.selectors import design_for, require_in

TABLES_LISTED: Final = 500
TABLES_READ: Final = 20
ITEMS: Final = 500
ITEMS_MAX: Final = 10_000
UNITS: Final = 25
UNITS_MAX: Final = 10_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to read: at most `items` of each table, at most `units_per_second` in total, contents masked or not."""

    endpoint: str
    tables: tuple[str, ...]
    items: int = ITEMS
    units_per_second: int = UNITS
    is_masked: bool = True


@dataclass(frozen=True, slots=True)
class Listed:
    """The tables of an endpoint that may be read, by name; `has_more`: not all are listed."""

    endpoint: Endpoint
    tables: tuple[str, ...]
    has_more: bool


def import_endpoints() -> tuple[Endpoint, ...]:
    """Return the declared endpoints that have tables that may be read."""
    return tuple(one for one in declared(settings.ENDPOINTS) if one.import_tables)


def tables_of(*, by: Any, endpoint: str, workspace: UUID | None = None, design: UUID | None = None) -> Listed:
    """Return the tables of a declared endpoint that may be read into a design.

    Raises Missing, Forbidden; EndpointUnreachable, RequestRefused as the endpoint says.
    """
    _allow(by, workspace, design)
    where = endpoint_named(settings.ENDPOINTS, endpoint)
    names, has_more = DynamoDB(where, patient=False).names(TABLES_LISTED)
    return Listed(where, tuple(name for name in names if where.may_import(name)), has_more)


def live_begin(*, by: Any, wanted: Wanted, workspace: UUID | None = None, design: UUID | None = None) -> Looked:
    """Request a job that reads tables, for a new design in a workspace or for a change of a design.

    Raises Missing, Forbidden; Invalid if a limit is exceeded.
    """
    _allow(by, workspace, design)
    where = endpoint_named(settings.ENDPOINTS, wanted.endpoint)
    tables = list(dict.fromkeys(wanted.tables))
    _refuse(wanted, where, tables)
    fresh = import_place(by=by, workspace=workspace, design=design, filename=_called(where, tables))
    payload = {
        "token": fresh.token,
        "endpoint": where.name,
        "tables": tables,
        "items": wanted.items,
        "units_per_second": wanted.units_per_second,
        "is_masked": wanted.is_masked,
    }
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


def _allow(by: Any, workspace: UUID | None, design: UUID | None) -> None:
    """Anyone who may prove designs on an endpoint may look there."""
    if (workspace is None) == (design is None):
        raise Invalid("specify where to import: a workspace for a new design, or a design to change", path="workspace")
    if design is not None:
        design_for(by, design, Action.PROVISION)
    else:
        require_in(by, workspace, Action.PROVISION)


def _refuse(wanted: Wanted, where: Endpoint, tables: Iterable[str]) -> None:
    listed = list(tables)
    if not 1 <= len(listed) <= TABLES_READ:
        raise Invalid(f"choose 1 to {TABLES_READ} tables", path="tables")
    for name in listed:
        if not where.may_import(name):
            raise Missing(
                f"{where.name} does not allow a table {name[:255]!r} to be read", path="tables", code="table.missing"
            )
    if not 0 <= wanted.items <= ITEMS_MAX:
        raise Invalid(f"specify 1 to {ITEMS_MAX:,} items per table", path="items")
    if not 1 <= wanted.units_per_second <= UNITS_MAX:
        raise Invalid(f"specify 1 to {UNITS_MAX:,} read units per second", path="units_per_second")


def _called(where: Endpoint, tables: list[str]) -> str:
    return f"{', '.join(tables[:3])}{' and more' if len(tables) > 3 else ''} on {where.name}"

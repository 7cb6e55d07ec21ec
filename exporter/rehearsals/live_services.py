"""The wish for items of live tables in a rehearsal: refused, limited, and noted before anything is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exporter.rehearsals.live_asked import LiveAsked, live_names
from exporter.services.endpoint_access import endpoint_for, refuse_tables
from exporter.services.endpoint_limits import Amount, use_begin
from modeler.auditing.events import audit_note
from modeler.models import AuditKind

if TYPE_CHECKING:
    from modeler.core.design.model import Design
    from modeler.selectors import SeenDesign


def live_asked(design: SeenDesign, by: Any, asked: LiveAsked, before: Design, after: Design) -> dict[str, Any]:
    """Return what a run keeps of a wish for items of live tables. Raises Invalid, Missing, Forbidden; Conflict if a
    limit of the endpoint is reached.
    """
    asked.refuse()
    where = endpoint_for(design.role, design.workspace_id, asked.endpoint)
    tables = live_names(before, after, asked.names)
    refuse_tables(by, where, tables.values())
    use = use_begin(by, where, Amount())
    detail = f"{where.name}, masked, for a rehearsal: {', '.join(tables.values())}"
    audit_note(AuditKind.TABLES_READ, by=by, design=design, detail=detail)
    rate = min(asked.units_per_second, where.read_units or asked.units_per_second)
    numbers = {"items": asked.items, "units": asked.units, "units_per_second": rate}
    return {"live": {"endpoint": where.name, "tables": tables, **numbers, "use": use}}


def live_json(asked: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the wish as REST has it."""
    return None if asked is None else {name: value for name, value in asked.items() if name != "use"}

"""A design compared with what is deployed: live tables of a declared endpoint, or a file. Nothing is stored or held.

exporter/services/drift_jobs.py does it in a worker if it takes longer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from exporter.drift import drift_change, drift_of
from exporter.importers import IMPORTERS, Imported, import_text
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.reading import read_settings
from exporter.services.endpoint_access import endpoint_for, entered_briefly, readable_tables
from modeler.core.design.model import Design
from modeler.core.design.parts import living
from modeler.core.edits.changes import apply
from modeler.core.errors import DocumentInvalid, Invalid, Missing
from modeler.core.findings import Finding
from modeler.loading import Loaded, read_current
from modeler.permissions import Action
from modeler.selectors import design_for
from modeler.to_json import to_json
from modeler.wording.change_details import Told, told_in_short

TABLES_MAX: Final = 20
"""Limit on live tables per comparison: each takes seven calls while a person waits."""

TABLELESS: Final = frozenset({"patterns", "sql"})
"""Importers of formats that do not describe DynamoDB tables, but draft them."""


@dataclass(frozen=True, slots=True)
class Drift:
    """The differences between a design, at a revision, and what is deployed; `what` names the other side."""

    what: str
    revision: int
    findings: tuple[Finding, ...]
    told: tuple[Told, ...]
    report: tuple[Mapping[str, Any], ...]

    def as_json(self) -> dict[str, Any]:
        """Return the form that the REST API uses."""
        return {
            "with": self.what,
            "revision": self.revision,
            "findings": [to_json(one.as_json()) for one in self.findings],
            "changes": [one.as_json() for one in self.told],
            "report": list(self.report),
        }


def drift_with_file(
    *,
    design_id: UUID,
    by: Any,
    raw: bytes,
    filename: str = "",
    names: str = "",
    given: Mapping[str, str] | None = None,
) -> Drift:
    """Compare a design with a template, a description, or any file that can be imported.

    `names` specifies tables with different names there: ``orders=orders-prod, ...``; `given` are values for
    parameters of the file. Raises Missing, Forbidden; DocumentInvalid.
    """
    design = design_for(by, design_id, Action.SEE)
    called = names_of(names)
    imported = import_text(raw, filename, given)
    if imported.importer in TABLELESS:
        title = next(one.title for one in IMPORTERS if one.name == imported.importer)
        raise DocumentInvalid(f"this is {title}, which does not describe deployed tables; compare with a template")
    return _compared(read_current(design.pk), imported, filename or "the file", called)


def drift_with_live(*, design_id: UUID, by: Any, endpoint: str = "", names: str = "") -> Drift:
    """Compare a design with the live tables of the same names, or of those in `names`, on a declared endpoint.

    Raises Missing, Forbidden; EndpointUnreachable, RequestRefused; Invalid if the design has too many tables.
    """
    design = design_for(by, design_id, Action.PROVISION)
    where = endpoint_for(design.role, design.workspace_id, endpoint)
    loaded = read_current(design.pk)
    called = names_of(names)
    tables = _described(by, where, tables_asked(loaded.design, called))
    about = {"keysheet_scan": 1, "endpoint": where.name, "region": where.region, "name": where.name}
    imported = import_text(json.dumps({**about, "tables": tables}).encode())
    return _compared(loaded, imported, where.name, called)


def names_of(text: str) -> dict[str, str]:
    """Read ``design=real, ...`` as a mapping from the design's names. Raises Invalid."""
    found: dict[str, str] = {}
    for pair in (one.strip() for one in text.split(",")):
        mine, equals, real = (one.strip() for one in pair.partition("="))
        if pair and not (mine and equals and real):
            raise Invalid("specify names as design=real, separated by commas", path="names")
        if pair:
            found[mine] = real
    return found


def tables_asked(design: Design, called: Mapping[str, str]) -> list[str]:
    """Return the names of the design's tables there. Raises Invalid if there are too many."""
    wanted = list(dict.fromkeys(called.get(table.name, table.name) for table in design.tables))
    if len(wanted) > TABLES_MAX:
        raise Invalid(f"{len(wanted)} tables are too many for one comparison; the limit is {TABLES_MAX}", path="tables")
    return wanted


def _described(by: Any, where: Endpoint, names: list[str]) -> list[dict[str, Any]]:
    """Return the tables of these names that exist, and that this person may read."""
    open_ones = readable_tables(by, where, names)
    if names and not open_ones:
        raise Missing(f"{where.name} allows none of these tables to be read", path="endpoint", code="table.missing")
    dynamodb = entered_briefly(where, by)

    def describe(name: str) -> dict[str, Any] | None:
        try:
            return read_settings(dynamodb, name)
        except Missing:
            return None

    with ThreadPoolExecutor(8, thread_name_prefix="drift") as pool:
        return [found for found in pool.map(describe, open_ones) if found is not None]


def _compared(loaded: Loaded, imported: Imported, what: str, names: Mapping[str, str]) -> Drift:
    actual = replace(
        imported.design, tables=tuple(replace(one, entities=(), unassigned=()) for one in imported.design.tables)
    )
    before = living(loaded.parts)
    change = drift_change(before, actual, unsaid=imported.unsaid, names=names)
    told = tuple(told_in_short(change, before, apply(before, change)))
    findings = drift_of(loaded.design, actual, unsaid=imported.unsaid, names=names)
    return Drift(what, loaded.revision, findings, told, tuple(line.as_json() for line in imported.report))

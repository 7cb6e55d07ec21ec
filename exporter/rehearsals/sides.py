"""Both sides of a rehearsal, the names of its tables, and where it can run."""

from __future__ import annotations

from typing import Any

from exporter.models import ProvisioningRun
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import TABLE_NAME_MAX
from exporter.targets.migration.routed_tables import routed_tables
from modeler.comparisons.comparison import ComparedDesign, side_of
from modeler.core.design.model import Design
from modeler.core.errors import Conflict, Invalid
from modeler.core.migration.pairs import Pairing


def sides_of(run: ProvisioningRun, by: Any) -> tuple[ComparedDesign, ComparedDesign]:
    """The design before and after the change. Raises Missing if the person does not see one of them."""
    base = side_of(design_id=run.asked["base"], by=by, revision=str(run.asked["base_revision"]))
    return base, side_of(design_id=run.design_id, by=by, revision=str(run.revision))


def table_names(before: Design, after: Design, prefix: str) -> dict[str, str]:
    """The tables that a rehearsal makes, by their names in the designs, and its control table. Raises Invalid if no
    stored item moves, or if a name is too long.
    """
    routes = routed_tables(Pairing(before, after))
    if not routes:
        raise Invalid("no stored item needs another key, so there is nothing to rehearse", path="before")
    names = {one.name: prefix + one.name for route in routes for one in (route.old, route.new)}
    for name in names.values():
        if len(name) > TABLE_NAME_MAX:
            said = f"{name[:40]}... has {len(name)} characters; a table's name has at most {TABLE_NAME_MAX}"
            raise Invalid(said, path="tables")
    return {**names, "(control)": f"{prefix}control"}


def refuse_endpoint_without_rehearsals(endpoint: Endpoint) -> None:
    """Raise Conflict for an AWS account, and for an emulator on which the operator refuses rehearsals."""
    if endpoint.allows_rehearsals:
        return
    why = (
        "an AWS account would bill it, and it does not measure throughput"
        if endpoint.costs_money
        else "its operator refuses it"
    )
    raise Conflict(f"{endpoint.name} is not for rehearsals: {why}; choose an emulator", code="rehearsal.endpoint")

"""For people who provision: a check of an endpoint for a design; for owners: the policy that its role needs."""

from __future__ import annotations

from math import ceil
from typing import Any
from uuid import UUID

from exporter.provisioning.access_policy import FORMS, policy_text
from exporter.provisioning.aws import EndpointUnreachable
from exporter.provisioning.endpoint_check import EndpointCheck, RunNeeds, checked
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import make_plan
from exporter.provisioning.summary import run_units
from exporter.services.endpoint_access import endpoint_for, entered_briefly
from modeler.core.design.model import Design as CoreDesign
from modeler.core.design.tables import IndexKind
from modeler.core.errors import Invalid, Missing
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.selectors import design_for, require_in


def endpoint_check(*, design_id: UUID, by: Any, endpoint: str = "") -> EndpointCheck:
    """Check an endpoint ('': the first) for a run of a design, in seconds. Nothing is created.

    Raises Missing, Forbidden.
    """
    design = design_for(by, design_id, Action.PROVISION)
    where = endpoint_for(design.role, design.workspace_id, endpoint)
    needs = _needs(read_current(design.pk).design, where)
    try:
        dynamodb = entered_briefly(where, by)
    except EndpointUnreachable as unreachable:
        return EndpointCheck(where.name, problem=unreachable.message)
    return checked(dynamodb, needs)


def _needs(design: CoreDesign, where: Endpoint) -> RunNeeds:
    """Return what a run of a design needs. One that cannot be created there, as yet, consumes nothing."""
    indexes = max((sum(one.kind is IndexKind.GSI for one in table.indexes) for table in design.tables), default=0)
    try:
        reads, writes = run_units(make_plan(design, prefix=where.name_prefix, trust=where.trust, tags={}))
    except Invalid:
        return RunNeeds(len(design.tables), indexes)
    return RunNeeds(len(design.tables), indexes, ceil(reads), ceil(writes))


def policy_file(*, workspace_id: UUID, by: Any, endpoint: str, form: str) -> tuple[str, str]:
    """Return the name and the text of a template that creates the role of an endpoint, with the external id of this
    workspace.

    Raises Missing, Forbidden for anyone but an owner.
    """
    role = require_in(by, workspace_id, Action.MANAGE)
    if form not in FORMS:
        raise Missing(f"a policy is written as {' or '.join(FORMS)}", code="policy.missing", path="form")
    where = endpoint_for(role, workspace_id, endpoint)
    return FORMS[form], policy_text(where, [where.external_id], form, role_name(where))


def role_name(endpoint: Endpoint) -> str:
    """Return the name of the endpoint's role, so that its permission to look at itself fits."""
    return endpoint.role_arn.rpartition("/")[2] or "keysheet"

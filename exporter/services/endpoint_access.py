"""Which declared endpoints a person may use, and which of their tables.

An endpoint belongs to the workspaces that its operator names: everybody who is invited anywhere can have a workspace,
and owns it, so a role alone permits nothing. Tables of a proof run belong to the people who see its design.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

from exporter.models import ProvisionedTable
from exporter.provisioning.aws import DynamoDB, session_name
from exporter.provisioning.endpoints import Endpoint, declared, endpoint_among
from modeler.core.errors import Forbidden, Missing
from modeler.permissions import Role
from modeler.selectors import designs_visible_to
from modeler.turns import give_connection_back

PER_WORKSPACE: Final = "workspace"
"""The external id of a declaration by which each workspace gets its own."""

_OF_A_RUN: Final = re.compile(r"[a-z0-9-]+-[0-9a-f]{10}-.*", re.DOTALL)
"""What follows an endpoint's prefix in the name of a run's table: `exporter.provisioning.plan.run_prefix`."""


def endpoints_for(role: Role | str | None, workspace: UUID | str) -> tuple[Endpoint, ...]:
    """Return the endpoints that a member with that role may use in a workspace, in the operator's order."""
    found = (one for one in declared(settings.ENDPOINTS) if one.is_open_to(workspace) and one.admits(role))
    return tuple(in_workspace(one, workspace) for one in found)


def endpoints_of(person: Any) -> tuple[Endpoint, ...]:
    """Return the endpoints that a person may use in any of their workspaces, in the operator's order."""
    places = list(person.memberships.values_list("role", "workspace_id")) if person.pk is not None else []
    usable = {one.name for role, workspace in places for one in endpoints_for(role, workspace)}
    return tuple(one for one in declared(settings.ENDPOINTS) if one.name in usable)


def import_endpoints(role: Role | str | None, workspace: UUID | str) -> tuple[Endpoint, ...]:
    """Return those of `endpoints_for` that have tables that may be read."""
    return tuple(one for one in endpoints_for(role, workspace) if one.import_tables)


def endpoint_for(role: Role | str | None, workspace: UUID | str, name: str) -> Endpoint:
    """Return an endpoint of a workspace by its name; '' names the first. The caller has checked `Action.PROVISION`.

    Raises Missing for one that is not open to the workspace; Forbidden if it requires a higher role.
    """
    found = [one for one in declared(settings.ENDPOINTS) if one.is_open_to(workspace)]
    usable = [one for one in found if one.admits(role)]
    endpoint = endpoint_among(usable if usable and not name else found, name, "endpoints of this workspace")
    if not endpoint.admits(role):
        said = f"{endpoint.name} requires the role {endpoint.role} in this workspace; your role is {role}"
        raise Forbidden(said, code="forbidden.endpoint")
    return in_workspace(endpoint, workspace)


def entered_briefly(endpoint: Endpoint, by: Any) -> DynamoDB:
    """Enter an endpoint while a person waits: one attempt of a few seconds for each request. An endpoint that does not
    answer holds no connection to Postgres: those of a process are few, and others need them.

    Raises EndpointUnreachable.
    """
    give_connection_back()
    return DynamoDB(endpoint, patient=False, named=session_name(by))


def in_workspace(endpoint: Endpoint, workspace: UUID | str) -> Endpoint:
    """Return an endpoint as a workspace enters it: with its own external id, if the operator wants that."""
    if endpoint.external_id != PER_WORKSPACE:
        return endpoint
    return replace(endpoint, external_id=external_id_of(endpoint.name, workspace))


def external_id_of(endpoint: str, workspace: UUID | str) -> str:
    """Return the external id of a workspace at an endpoint. It cannot be derived without the server's secret key, so no
    workspace can name that of another.
    """
    found = salted_hmac("keysheet.external_id", f"{endpoint}:{workspace}", algorithm="sha256")
    return f"keysheet-{found.hexdigest()[:32]}"


def readable_tables(person: Any, endpoint: Endpoint, names: Iterable[str]) -> list[str]:
    """Return those tables of an endpoint that a person may read: those that the operator allows, without the tables of
    proof runs of designs that the person does not see.
    """
    allowed = [name for name in names if endpoint.may_import(name)]
    made = ProvisionedTable.objects.filter(name__in=allowed)
    known = set(made.values_list("name", flat=True))
    own = set(made.filter(run__design__in=designs_visible_to(person).order_by()).values_list("name", flat=True))
    return [name for name in allowed if name in own or (name not in known and not _is_of_a_run(endpoint, name))]


def refuse_tables(person: Any, endpoint: Endpoint, names: Iterable[str]) -> None:
    """Raise Missing, with the name, if a person may not read one of these tables."""
    asked = list(names)
    readable = set(readable_tables(person, endpoint, asked))
    for name in asked:
        if name not in readable:
            said = f"{endpoint.name} does not allow a table {name[:255]!r} to be read"
            raise Missing(said, path="tables", code="table.missing")


def _is_of_a_run(endpoint: Endpoint, name: str) -> bool:
    """Does a table have a name that runs give? Without a row here, another server's run made it, or a purged one."""
    after = name.removeprefix(endpoint.name_prefix)
    return name.startswith(endpoint.name_prefix) and _OF_A_RUN.fullmatch(after) is not None

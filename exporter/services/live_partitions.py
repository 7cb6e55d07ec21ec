"""How many partitions the live tables of a design have: the open shards of their streams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from exporter.provisioning.aws import DynamoDB, session_name
from exporter.services.endpoint_access import endpoint_for, readable_tables
from modeler.models import Design
from modeler.permissions import Action
from modeler.selectors import design_for


def refuse_endpoint(*, design: Design, name: str, by: Any) -> None:
    """Raise Missing or Forbidden if a person may not read live tables of this endpoint for the design."""
    seen = design_for(by, design.pk, Action.PROVISION)
    endpoint_for(seen.role, seen.workspace_id, name)


def live_partitions(
    *, design: Design, tables: Iterable[str], name: str, by: Any, work: str
) -> tuple[dict[str, int], list[str]]:
    """The partitions of live tables by their names, and a sentence about each table for which they are not known.

    Reads only tables that the operator allows. Raises Missing, Forbidden; Conflict if the endpoint cannot be reached.
    """
    seen = design_for(by, design.pk, Action.PROVISION)
    endpoint = endpoint_for(seen.role, seen.workspace_id, name)
    named = list(tables)
    readable = set(readable_tables(by, endpoint, named))
    dynamodb = DynamoDB(endpoint, named=session_name(by, work)).that_answers()
    known = {one: dynamodb.open_shards(one) for one in named if one in readable}
    found = {one: shards for one, shards in known.items() if shards}
    return found, list(_unknown(named, readable, found, endpoint.name))


def _unknown(named: list[str], readable: set[str], found: dict[str, int], endpoint: str) -> Iterator[str]:
    for one in named:
        if one not in readable:
            yield f"{endpoint} does not allow the table {one} to be read, so its partitions are not known"
        elif one not in found:
            yield f"No table {one} with a stream is on {endpoint}, so its partitions are not known"

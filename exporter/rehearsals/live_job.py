"""Items of live tables for a rehearsal in a worker: read as far as the operator and the person's role allow now."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from exporter.provisioning.aws import DynamoDB, session_name
from exporter.rehearsals.live_asked import LiveAsked
from exporter.rehearsals.live_items import LiveReader, with_live
from exporter.rehearsals.live_reading import LiveWork, read_live
from exporter.rehearsals.rehearsing import Rehearsing
from exporter.services.endpoint_access import endpoint_for, refuse_tables
from exporter.services.endpoint_limits import use_add
from modeler.jobs import Progress
from modeler.selectors import role_in

if TYPE_CHECKING:
    from modeler.core.design.model import Design


def with_live_items(work: Rehearsing, before: Design) -> Generator[Progress, None, Design]:
    """Read items of the live tables, masked, and return the design with them as sample items.

    They are in the memory of this process alone. What a worker that was killed has read stays paid for.
    """
    run, asked = work.run, work.run.asked["live"]
    workspace = run.design.workspace_id
    endpoint = endpoint_for(role_in(run.by, workspace), workspace, asked["endpoint"])
    refuse_tables(run.by, endpoint, asked["tables"].values())
    wanted = LiveAsked(endpoint.name, {}, asked["items"], asked["units"], asked["units_per_second"])
    told: dict[str, Any] = {**LiveWork().as_json(), "endpoint": endpoint.name, "units": _units_of(work)}
    work.told.append({"live": told})

    def spent(units: float) -> None:
        told["units"] = round(told["units"] + units, 1)
        # At once: what was paid for counts, whatever happens next.
        work.save(at_once=True)
        use_add(asked["use"], run.by, endpoint, units)

    reader = LiveReader(before)
    left = replace(wanted, units=wanted.units - int(told["units"]))
    dynamodb = DynamoDB(endpoint, named=session_name(run.by, run.pk.hex)).that_answers()
    for seen in read_live(dynamodb, reader, asked["tables"], left, spent):
        told |= {name: value for name, value in seen.as_json().items() if name != "units"}
        yield work.progress(f"reading the live tables: {seen.read:,} items, {told['units']:,} read units")
    return with_live(before, reader.found)


def _units_of(work: Rehearsing) -> float:
    """Return the units that an earlier attempt of this job consumed."""
    told = (work.run.results or {}).get("told", ())
    return float(next((one["live"]["units"] for one in told if "live" in one), 0))

"""Reading live tables in a worker: their settings, then their items page by page, then the same preview as for a file.

Pages are held with the import (import_drafts.py) and nowhere else, so that a second attempt continues where
the first one ended, and no item is read, or paid for, twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from exporter.importers import Imported, import_text
from exporter.importers.live.masking import Masker, masker
from exporter.provisioning.aws import DynamoDB, session_name
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.reading import ReadLimiter, ScannedPage, read_settings, scan
from exporter.services import import_drafts as holding
from exporter.services.endpoint_access import endpoint_for, refuse_tables
from exporter.services.endpoint_limits import use_add
from exporter.services.import_drafts import Held
from exporter.services.import_store import change_of
from modeler.core.errors import Missing
from modeler.core.limits import DOCUMENT_BYTES_MAX
from modeler.jobs import LONG, Progress, Steps, job_kind
from modeler.models import Design, Job
from modeler.permissions import Action
from modeler.selectors import role_in

BYTES_MAX: Final = DOCUMENT_BYTES_MAX // 2
"""Limit on the items read, in bytes of JSON: the document around them must fit too."""


@dataclass
class LiveReading:
    """One job's work: what was requested, and what has been read so far."""

    job: Job
    held: Held
    endpoint: Endpoint
    dynamodb: DynamoDB
    most: int
    rate: ReadLimiter
    expected: int = 0
    done: int = 0
    size: int = 0
    pages: list[str] = field(default_factory=list)

    def progress(self, message: str) -> Progress:
        """Count items read of those expected."""
        return Progress(self.done, max(self.expected, self.done, 1), message)

    def known(self, table: str) -> Callable[[int, int], ScannedPage | None]:
        """Return pages of a table that an earlier attempt kept."""
        return lambda segment, number: holding.kept(self.held, self._name(table, segment, number))

    def keep(self, table: str, mask: Masker) -> Callable[[int, int, ScannedPage], ScannedPage]:
        """Masks pages of a table, then keeps them: unmasked contents are never stored. Their units count."""

        def keep(segment: int, number: int, page: ScannedPage) -> ScannedPage:
            masked = replace(page, items=tuple(mask(item) for item in page.items))
            holding.keep(self.held, self._name(table, segment, number), masked)
            use_add(self.job.payload["use"], self.job.by, self.endpoint, page.units)
            return masked

        return keep

    def _name(self, table: str, segment: int, number: int) -> str:
        name = f"page:{table}:{segment}:{number}"
        self.pages.append(name)
        return name


def read_live(job: Job, design: Design | None) -> Steps:
    """Describe the tables, scan them, and read the result like a file."""
    held = holding.held_for(job.by, job.payload["token"])
    if not isinstance(holding.kept(held, "read"), Imported):
        work = _work(job, held)
        names: list[str] = job.payload["tables"]
        described = []
        for place, name in enumerate(names, start=1):
            described.append(read_settings(work.dynamodb, name))
            yield Progress(0, 1, f"described {place} of {len(names)} {'table' if len(names) == 1 else 'tables'}")
        work.expected = sum(min(work.most, _count(one)) for one in described)
        for one in described:
            mask = _masker(job, held, work.endpoint, one)
            one["items"] = yield from _items(work, str(one["table"]["TableName"]), mask)
        yield work.progress("inferring entities")
        holding.keep(held, "read", import_text(_document(work, described), held.filename))
        holding.drop(held, *dict.fromkeys(work.pages))
    found = holding.read_of(held)
    if held.design:
        change_of(held, found)
    read = sum(1 for _ in found.design.items())
    yield Progress(max(read, 1), max(read, 1), f"{read:,} items")
    return {"token": held.token}


LIVE: Final = job_kind("live-import", queue=LONG, action=Action.PROVISION)(read_live)


def _work(job: Job, held: Held) -> LiveReading:
    """Return the work, after another look at what the operator and the person's role allow now."""
    asked = job.payload
    workspace = job.design.workspace_id if job.design else job.workspace_id
    assert workspace is not None
    endpoint = endpoint_for(role_in(job.by, workspace), workspace, asked["endpoint"])
    refuse_tables(job.by, endpoint, asked["tables"])
    rate = ReadLimiter(min(asked["units_per_second"], endpoint.read_units or asked["units_per_second"]))
    return LiveReading(
        job,
        held,
        endpoint,
        DynamoDB(endpoint, named=session_name(job.by, job.pk.hex)).that_answers(),
        asked["items"],
        rate,
    )


def _masker(job: Job, held: Held, endpoint: Endpoint, described: Mapping[str, Any]) -> Masker:
    """Return what masks the contents of values: equal values stay equal everywhere in this import."""
    if not job.payload["is_masked"] and not endpoint.is_always_masked:
        return dict
    # The masking secret is held, not stored: a later reader of the database cannot test values against it.
    secret = holding.kept(held, "secret")
    if not secret:
        raise Missing(holding.GONE, code="import.gone")
    return masker(secret, [one["AttributeName"] for one in described["table"].get("AttributeDefinitions", ())])


def _items(work: LiveReading, name: str, mask: Masker) -> Steps:
    """Yield a limited number of a table's items, masked before anyone sees them."""
    found: list[dict[str, Any]] = []
    most = work.most if work.size < BYTES_MAX else 0
    known, keep = work.known(name), work.keep(name, mask)
    for some in scan(work.dynamodb, name, most=most, rate=work.rate, known=known, keep=keep):
        for item in some:
            work.size += len(json.dumps(item))
            if work.size > BYTES_MAX:
                return found
            found.append(item)
            work.done += 1
        yield work.progress(f"reading {name}")
    return found


def _count(described: Mapping[str, Any]) -> int:
    count = described["table"].get("ItemCount")
    return count if isinstance(count, int) else 0


def _document(work: LiveReading, tables: Sequence[Mapping[str, Any]]) -> bytes:
    """Return what was read, as the file that exporter/importers/live/tables.py reads."""
    name = tables[0]["table"]["TableName"] if len(tables) == 1 else work.endpoint.name
    about = {"keysheet_scan": 1, "endpoint": work.endpoint.name, "region": work.endpoint.region, "name": name}
    return json.dumps({**about, "tables": tables}).encode()

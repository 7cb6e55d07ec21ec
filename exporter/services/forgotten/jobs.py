"""The look for forgotten tables, their removal, and the tags of a run that is kept longer, as jobs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.conf import settings

from exporter.models import ProvisioningRun
from exporter.models.provisioning import MADE
from exporter.provisioning import tables
from exporter.provisioning.aws import DynamoDB, RequestRefused, session_name
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.run_tags import EXPIRES_TAG, RUN_TAG, as_list, expiry_value
from exporter.services.endpoint_access import endpoint_for, in_workspace
from exporter.services.forgotten.finding import forgotten_among, forgotten_named, names_with_prefix, unknown_of
from exporter.services.forgotten.rows import note_missing, rows_to_check
from modeler.core.errors import Conflict
from modeler.jobs import LONG, Progress, Steps, job_kind
from modeler.models import Design, Job
from modeler.permissions import Action
from modeler.selectors import role_in


def look(job: Job, design: Design | None) -> Steps:
    """Find tables without a row, and rows without a table. Nothing is changed."""
    dynamodb = _entered(job)
    yield Progress(0, 1, "listing tables")
    names, is_whole = names_with_prefix(dynamodb)
    can_tell = dynamodb.endpoint.trust.tags
    unknown = unknown_of(dynamodb, names) if can_tell else []
    found = []
    for place, (name, table) in enumerate(forgotten_among(dynamodb, unknown, str(job.workspace_id)), start=1):
        found += [table.as_json()] if table else []
        yield Progress(place, len(unknown), f"looked at {name}")
    there = set(names)
    rows = rows_to_check(job.workspace_id, dynamodb.endpoint.name) if is_whole else []
    missing = [
        {"row": row.pk, "name": row.name, "table": row.table, "design": row.run.design.name}
        for row in rows
        if row.name not in there
    ]
    looked = len(names) if can_tell else 0
    return {"can_tell": can_tell, "is_whole": is_whole, "looked": looked, "tables": found, "missing": missing}


def remove(job: Job, design: Design | None) -> Steps:
    """Remove the tables that a person chose among those found, each after another look at its tags; and record that
    tables of rows are gone, if they still are.
    """
    dynamodb = _entered(job)
    names, wanted = list(job.payload["tables"]), set(job.payload["rows"])
    problems: list[str] = []
    removed: list[str] = []
    for place, name in enumerate(names, start=1):
        try:
            for message in _removed(dynamodb, name, str(job.workspace_id)):
                yield Progress(place - 1, len(names), message)
            removed.append(name)
        except (RequestRefused, Conflict) as refused:
            problems.append(f"{name}: {refused.message}")
        yield Progress(place, len(names), name)
    for row in rows_to_check(job.workspace_id, dynamodb.endpoint.name):
        if row.pk in wanted and dynamodb.describe(row.name) is None:
            note_missing(row.run, [row.pk])
    if problems:
        raise Conflict("; ".join(problems), code="provision.left")
    return {"removed": removed}


def _removed(dynamodb: DynamoDB, name: str, workspace: str) -> Iterator[str]:
    """Remove a table whose tags still say that it is forgotten, and wait until it is gone."""
    found = forgotten_named(dynamodb, name, workspace)
    if found is None:
        if dynamodb.describe(name) is not None:
            raise Conflict("a run looks after this table now, or its tags have changed; it was left unchanged")
        return
    # `tables.remove` looks at the tag of the run once more, right before it asks for the deletion.
    yield from tables.remove(dynamodb, name, found.run)


def keep_longer(job: Job, design: Design) -> Steps:
    """Say on the tables of a run until when they are kept now. Its row decides; the tag is for people who look at the
    account.
    """
    run = ProvisioningRun.objects.select_related("design").get(pk=job.payload["run"], design=design)
    endpoint = in_workspace(endpoint_named(settings.ENDPOINTS, run.endpoint), design.workspace_id)
    rows = list(run.tables.filter(state__in=MADE).exclude(arn=""))
    if not endpoint.trust.tags or run.expires_at is None:
        return {"tables": 0}
    dynamodb = DynamoDB(endpoint, named=session_name(job.by, run.pk.hex)).that_answers()
    tags = as_list({RUN_TAG: str(run.pk), EXPIRES_TAG: expiry_value(run.expires_at)})
    for place, row in enumerate(rows, start=1):
        dynamodb.call("tag_resource", ResourceArn=row.arn, Tags=tags)
        yield Progress(place, len(rows), f"{row.table} is kept longer")
    return {"tables": len(rows)}


def _entered(job: Job) -> DynamoDB:
    workspace = job.workspace_id
    assert workspace is not None
    endpoint = endpoint_for(role_in(job.by, workspace), workspace, job.payload["endpoint"])
    return DynamoDB(endpoint, named=session_name(job.by, job.pk.hex)).that_answers()


LOOK: Final = job_kind("look-for-tables", queue=LONG, action=Action.MANAGE)(look)
REMOVE: Final = job_kind("remove-forgotten", queue=LONG, action=Action.MANAGE, is_limited=False)(remove)
KEEP_LONGER: Final = job_kind("keep-longer", queue=LONG, action=Action.PROVISION, is_limited=False)(keep_longer)

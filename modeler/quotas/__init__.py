"""How much a workspace can have, if the operator limits it: designs, their storage, jobs in progress.

Each limit is 0 if there is none; then nothing is counted, and Postgres gets no question.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.db import connection, models
from redis.exceptions import RedisError

from modeler.core.errors import Conflict
from modeler.models import ROWS, Analysis, Change, Comment, Design, Snapshot

log = logging.getLogger(__name__)

MEASURED_SECONDS: Final = 60
"""How long a measurement of storage is used: measuring reads all rows of a workspace."""

_MIB: Final = 1024 * 1024
QUOTA: Final = "quota"
"""What a workspace has."""

_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
_STORED: Final[tuple[tuple[type[models.Model], str, tuple[str, ...]], ...]] = (
    *((one, "design", ("fields",)) for one in ROWS.values()),
    (Change, "design", ("plain", "packed", "touched")),
    (Snapshot, "design", ("packed",)),
    (Analysis, "design", ("result",)),
    (Comment, "thread__design", ("text",)),
)
"""What grows with a design: models, their way to it, and their large columns."""


class QuotaReached(Conflict):
    """A limit of the operator for a workspace; the code names it."""

    code = "quota"


def one_at_a_time(what: object, of: object) -> None:
    """Wait until no other transaction counts the same things of the same owner, which has this number or id, until the
    end of this one. Count in a statement after this: an earlier one does not see what others have made meanwhile.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [f"keysheet {what} {of}"])


def refuse_design(workspace: UUID | str) -> None:
    """Raise QuotaReached if a workspace has no room for one more design. Those in the trash do not count."""
    most = settings.QUOTAS["designs"]
    if not most:
        return
    one_at_a_time(QUOTA, workspace)
    there = Design.objects.filter(workspace_id=workspace, removed_at=None).count()
    if there >= most:
        raise QuotaReached(
            f"this workspace has {there} designs, branches included, and the operator of this server allows {most}; "
            "move some to the trash, or ask the operator",
            code="quota.designs",
        )


def refuse_storage(workspace: UUID | str) -> None:
    """Raise QuotaReached if the designs of a workspace take more than they may, with their history and the trash."""
    most = settings.QUOTAS["storage_mib"]
    if most and (taken := _measured(workspace)) >= most * _MIB:
        raise QuotaReached(
            f"the designs of this workspace take {taken / _MIB:,.0f} MiB with their history, and the operator of this "
            f"server allows {most:,} MiB; delete designs permanently from the trash, or ask the operator",
            code="quota.storage",
        )


def refuse_jobs(workspace: UUID | str, in_progress: Any) -> None:
    """Raise QuotaReached if a workspace has too many long jobs; `in_progress` are those of all workspaces."""
    most = settings.QUOTAS["jobs"]
    if not most:
        return
    one_at_a_time(QUOTA, workspace)
    if in_progress.filter(team=workspace).count() >= most:
        raise QuotaReached(
            f"{most} jobs of this workspace are in progress, as many as the operator of this server allows; wait until "
            "one finishes, or stop one",
            code="quota.jobs",
        )


def storage_changed(workspace: UUID | str) -> None:
    """Measure again at the next question: something was deleted."""
    if settings.QUOTAS["storage_mib"]:
        try:
            cache.delete(_key(workspace))
        except RedisError:
            log.warning("the storage of workspace %s is measured later", workspace)


def _measured(workspace: UUID | str) -> int:
    """Bytes, as measured within MEASURED_SECONDS. Without Redis each question measures."""
    try:
        known = cache.get(_key(workspace))
    except RedisError:
        known = None
    if known is not None:
        return int(known)
    found = storage_of(workspace)
    try:
        cache.set(_key(workspace), found, MEASURED_SECONDS)
    except RedisError:
        log.warning("the storage of workspace %s is measured each time", workspace)
    return found


def storage_of(workspace: UUID | str) -> int:
    """Return the bytes that large columns of the designs of a workspace take in Postgres, compressed."""
    return sum(_bytes(model, columns, {f"{path}__workspace": workspace}) for model, path, columns in _STORED)


def _bytes(model: type[models.Model], columns: Iterable[str], of_workspace: Mapping[str, Any]) -> int:
    number = models.BigIntegerField()
    sizes = {
        f"{column}_bytes": models.Sum(models.Func(column, function="pg_column_size", output_field=number))
        for column in columns
    }
    found = model._default_manager.filter(**of_workspace).order_by().aggregate(**sizes)
    return sum(one or 0 for one in found.values())


def _key(workspace: UUID | str) -> str:
    return f"quota:storage:{workspace}"

"""Finding tables of this server that no run here looks after, by their tags. Nothing is removed.

Rows are lost when the database is restored from a backup, or when a workspace is deleted. A row that says "removed"
does not hide a table: it could have been created by a request that was on its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from exporter.provisioning.aws import DynamoDB, RequestRefused
from exporter.provisioning.run_tags import (
    DESIGN_TAG,
    EXPIRES_TAG,
    OWNER_TAG,
    REVISION_TAG,
    RUN_TAG,
    WORKSPACE_TAG,
    is_of,
)
from exporter.services.forgotten.marks import known_names, server_marks

NAMES_MAX: Final = 10_000
"""The number of tables that a Region can have at most, on request. facts/limits#throughput."""
_MISSING: Final = "ResourceNotFoundException"


@dataclass(frozen=True, slots=True)
class ForgottenTable:
    """A table of this server without a run: its name, and what its tags say."""

    name: str
    run: str
    design: str
    workspace: str
    revision: str
    owner: str
    expires: str

    def as_json(self) -> dict[str, Any]:
        """Return it as a job keeps it."""
        return asdict(self)


def names_with_prefix(dynamodb: DynamoDB) -> tuple[list[str], bool]:
    """Return the tables of an endpoint whose names begin as those of runs do, and whether all tables were listed."""
    names, has_more = dynamodb.names(NAMES_MAX)
    return [name for name in names if name.startswith(dynamodb.endpoint.name_prefix)], not has_more


def unknown_of(dynamodb: DynamoDB, names: Iterable[str]) -> list[str]:
    """Return the names that no run here looks after; those that exist in vain are among them."""
    known = known_names(dynamodb.endpoint.name)
    return [name for name in names if name not in known]


def forgotten_among(
    dynamodb: DynamoDB, names: Iterable[str], workspace: str = ""
) -> Iterator[tuple[str, ForgottenTable | None]]:
    """Yield each name, with the table if its tags say that this server created it for a workspace ('': for any)."""
    for name in names:
        yield name, forgotten_named(dynamodb, name, workspace)


def forgotten_named(dynamodb: DynamoDB, name: str, workspace: str = "") -> ForgottenTable | None:
    """Return one table if its tags say so and no run looks after it now; None if not, or if it does not exist."""
    found = dynamodb.describe(name)
    if found is None:
        return None
    try:
        tags = dynamodb.tags(str(found["TableArn"]))
    except RequestRefused as refused:
        # It was deleted between the two requests.
        if refused.code == _MISSING:
            return None
        raise
    if not is_of(tags, server_marks(), workspace) or name in known_names(dynamodb.endpoint.name):
        return None
    said = (tags.get(key, "") for key in (RUN_TAG, DESIGN_TAG, WORKSPACE_TAG, REVISION_TAG, OWNER_TAG, EXPIRES_TAG))
    return ForgottenTable(name, *said)

"""The tags of a run's tables: whose they are, and until when. A table is found again by them if its row was lost. Pure.

Other tags are never set: tags of an account can grant permissions and assign costs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

RUN_TAG: Final = "keysheet:run"
DESIGN_TAG: Final = "keysheet:design"
REVISION_TAG: Final = "keysheet:revision"
OWNER_TAG: Final = "keysheet:owner"
EXPIRES_TAG: Final = "keysheet:expires"
WORKSPACE_TAG: Final = "keysheet:workspace"
SERVER_TAG: Final = "keysheet:server"
_VALUE_MAX: Final = 256
_REFUSED: Final = re.compile(r"[^\w\s.:/=+@-]")


@dataclass(frozen=True, slots=True)
class TableOwner:
    """Who a table belongs to: the server that created it, a workspace there, and the run."""

    server: str
    workspace: str
    run: str
    design: str
    revision: int
    owner: str
    expires: datetime | None


def tags_of(owner: TableOwner) -> dict[str, str]:
    """Return the tags of a table."""
    found = {
        RUN_TAG: owner.run,
        DESIGN_TAG: owner.design,
        REVISION_TAG: str(owner.revision),
        OWNER_TAG: _value(owner.owner),
        WORKSPACE_TAG: owner.workspace,
        SERVER_TAG: owner.server,
    }
    return found | ({EXPIRES_TAG: expiry_value(owner.expires)} if owner.expires else {})


def expiry_value(at: datetime) -> str:
    """Return the value of the tag that says when a table is removed."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_of(tags: Mapping[str, str], servers: Collection[str | None], workspace: str) -> bool:
    """Do tags say that this server created the table for that workspace ('': for any)?"""
    return bool(tags.get(RUN_TAG)) and tags.get(SERVER_TAG) in servers and workspace in ("", tags.get(WORKSPACE_TAG))


def as_list(tags: Mapping[str, str]) -> list[dict[str, str]]:
    """Return tags as requests of DynamoDB have them."""
    return [{"Key": key, "Value": value} for key, value in tags.items()]


def _value(text: str) -> str:
    """Return a text without what a tag refuses. facts/table-api#createtable."""
    return _REFUSED.sub("-", text)[:_VALUE_MAX]

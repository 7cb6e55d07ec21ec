"""ARNs of a design's tables and indexes, and the building blocks of every IAM statement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exporter.targets.base import Loss
from modeler.core.design.model import Design
from modeler.core.design.surroundings import global_table
from modeler.core.design.tables import Index, Table

type PolicyStatement = dict[str, Any]

ACCOUNT: Final = "111122223333"
"""The account in ARNs of the plain policies, as in AWS's examples; the template does not need one."""

_LEGAL: Final = re.compile(r"[A-Za-z0-9_.-]{3,255}")
_REGION: Final = re.compile(r"[a-z]{2}(-[a-z]+)+-\d")
_PARTITIONS: Final[Mapping[str, str]] = {"cn-": "aws-cn", "us-gov-": "aws-us-gov"}


@dataclass(frozen=True, slots=True)
class TableArns:
    """A table that IAM can name, with the indexes that it can name, and the ARNs of the table: one per Region."""

    table: Table
    indexes: tuple[Index, ...]
    arns: tuple[str, ...]

    def index_arns(self, *names: str) -> list[str]:
        """ARNs of these indexes in every Region; of all if none is named."""
        wanted = [index.name for index in self.indexes if not names or index.name in names]
        return [f"{arn}/index/{name}" for arn in self.arns for name in wanted]


def places(design: Design) -> tuple[TableArns, ...]:
    """Return the tables with valid DynamoDB names; others have no ARN. facts/limits#items."""
    return tuple(
        TableArns(
            table,
            tuple(index for index in table.indexes if _LEGAL.fullmatch(index.name)),
            tuple(_arn(region, table) for region in _regions(design, table)),
        )
        for table in design.tables
        if _LEGAL.fullmatch(table.name)
    )


def place_losses(design: Design) -> Iterator[Loss]:
    """Yield tables and indexes that no ARN can name."""
    for table in design.tables:
        path = f"tables.{table.name}"
        if not _LEGAL.fullmatch(table.name):
            yield Loss(path, "its name is not valid in DynamoDB, so no policy names the table")
            continue
        for index in table.indexes:
            if not _LEGAL.fullmatch(index.name):
                said = "its name is not valid in DynamoDB, so no policy names the index"
                yield Loss(f"{path}.indexes.{index.name}", said)


def _regions(design: Design, table: Table) -> tuple[str, ...]:
    wide = global_table(design, table)
    regions = wide.regions if wide else (design.region,)
    return tuple(region for region in regions if _REGION.fullmatch(region)) or ("us-east-1",)


def _arn(region: str, table: Table) -> str:
    partition = next((name for start, name in _PARTITIONS.items() if region.startswith(start)), "aws")
    return f"arn:{partition}:dynamodb:{region}:{ACCOUNT}:table/{table.name}"


def allow(
    sid: str, actions: Sequence[str], resources: Sequence[str], condition: Mapping[str, Any] | None = None
) -> PolicyStatement:
    """Return a statement that allows. Actions are named without their service."""
    return _statement("Allow", sid, actions, resources, condition)


def deny(sid: str, actions: Sequence[str], resources: Sequence[str]) -> PolicyStatement:
    """Return a statement that denies, whatever another one allows."""
    return _statement("Deny", sid, actions, resources, None)


def _statement(
    effect: str, sid: str, actions: Sequence[str], resources: Sequence[str], condition: Mapping[str, Any] | None
) -> PolicyStatement:
    named = [action if ":" in action else f"dynamodb:{action}" for action in actions]
    return {
        "Sid": sid,
        "Effect": effect,
        "Action": named,
        "Resource": list(resources),
        **({"Condition": dict(condition)} if condition else {}),
    }


def policy(statements: Sequence[PolicyStatement]) -> dict[str, Any]:
    """Return a policy document; each Sid once, a duplicate is numbered."""
    seen: dict[str, int] = {}
    made = []
    for statement in statements:
        sid = statement["Sid"]
        seen[sid] = seen.get(sid, 0) + 1
        made.append({**statement, "Sid": sid if seen[sid] == 1 else f"{sid}{seen[sid]}"})
    return {"Version": "2012-10-17", "Statement": made}


def sid_word(text: str) -> str:
    """Return a name as part of a Sid, which can contain letters and digits only."""
    return "".join(word[:1].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", text))[:64]

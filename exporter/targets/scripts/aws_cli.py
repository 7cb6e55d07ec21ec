"""Shell scripts for the AWS CLI that create the tables of a design and fill them.

Requests are in JSON files for ``--cli-input-json``; no name or text of the design is in a word of the shell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import batched
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Target, TargetKind, header, safe_name
from exporter.targets.infrastructure.table_calls import TableCall, losses, seed_items, table_calls
from exporter.targets.scripts import script
from exporter.targets.support.literals import python_comment
from modeler.core.design.model import Design
from modeler.core.limits import BATCH_WRITE_ITEMS_MAX

_COMMANDS: Final = {
    "CreateTable": "create-table",
    "UpdateTable": "update-table",
    "UpdateTimeToLive": "update-time-to-live",
    "UpdateContinuousBackups": "update-continuous-backups",
    "UpdateContributorInsights": "update-contributor-insights",
    "RegisterScalableTarget": "register-scalable-target",
    "PutScalingPolicy": "put-scaling-policy",
}


def _build(design: Design) -> Export:
    lost = losses(design)
    files: list[ExportFile] = []
    steps: list[str] = []
    folders: list[str] = []
    for table in design.tables:
        folder = safe_name(table.name, folders, otherwise="table")
        folders.append(folder)
        for number, call in enumerate(table_calls(design, table), 1):
            path = f"requests/{folder}/{number:02}-{_COMMANDS[call.operation]}.json"
            files.append(ExportFile(path, _json(call.arguments)))
            steps += _step(call, path, number)
        for number, some in enumerate(batched(seed_items(design)[table.name], BATCH_WRITE_ITEMS_MAX, strict=False), 1):
            path = f"requests/{folder}/items-{number:04}.json"
            requests = [{"PutRequest": {"Item": item}} for item in some]
            files.append(ExportFile(path, _json({"RequestItems": {table.name: requests}})))
            has_binary = any(_is_binary(value) for item in some for value in item.values())
            steps += ["", f"put_items {path}{' binary' if has_binary else ''}"]
    said = python_comment(header(design, "tables, their settings and sample items", lost))
    text = script("aws_cli").replace("# HEADER\n", said).replace("# STEPS\n", "\n".join(steps) + "\n")
    return Export((ExportFile("create-tables.sh", text), *files), lost)


def _step(call: TableCall, path: str, number: int) -> list[str]:
    """Return the lines of one call. Paths contain only safe characters; a comment says what the call does."""
    said = python_comment([call.does + (" (costs money while it exists)" if call.billed else "")]).rstrip()
    if number == 1:
        return ["", said, f"create_table {path}"]
    return ["", said, f"request {call.service} {_COMMANDS[call.operation]} {path}"]


def _is_binary(value: Mapping[str, Any]) -> bool:
    """Does a value of DynamoDB's JSON contain binary data? The two versions of the CLI read it in different ways."""
    ((kind, data),) = value.items()
    within = data.values() if kind == "M" else data if kind == "L" else ()
    return kind in ("B", "BS") or any(_is_binary(one) for one in within)


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


TARGET: Final = Target(
    "aws-cli",
    "Create and seed script (AWS CLI)",
    ("create-tables.sh", "requests/<table>/*.json"),
    "application/x-sh",
    _build,
    TargetKind.SCRIPTS,
)

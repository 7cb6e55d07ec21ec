"""Scripts that use boto3 to create the tables of a design and fill them; JSON files next to them hold the data."""

from __future__ import annotations

import json
from typing import Final

from exporter.targets.base import Export, ExportFile, Target, TargetKind, header
from exporter.targets.infrastructure.table_calls import losses, seed_items, table_calls
from exporter.targets.scripts import script
from exporter.targets.support.literals import python_comment
from modeler.core.design.model import Design


def _build(design: Design) -> Export:
    lost = losses(design)
    said = python_comment(header(design, "tables, their settings and sample items", lost))
    files = (
        ExportFile("create_tables.py", said + script("create_tables")),
        ExportFile("tables.json", _json(_tables(design))),
        ExportFile("seed.py", python_comment(header(design, "sample items", ())) + script("seed")),
        ExportFile("items.json", _json(seed_items(design))),
        ExportFile("requirements.txt", "boto3>=1.42\n"),
    )
    return Export(files, lost)


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _tables(design: Design) -> list[dict[str, object]]:
    """Return each table with its calls in order."""
    return [
        {
            "table": table.name,
            "calls": [
                {
                    "service": call.service,
                    "operation": call.operation,
                    "does": call.does,
                    "billed": call.billed,
                    "arguments": call.arguments,
                }
                for call in table_calls(design, table)
            ],
        }
        for table in design.tables
    ]


TARGET: Final = Target(
    "boto3",
    "Create and seed scripts (boto3)",
    ("create_tables.py", "tables.json", "seed.py", "items.json"),
    "text/x-python",
    _build,
    TargetKind.SCRIPTS,
)

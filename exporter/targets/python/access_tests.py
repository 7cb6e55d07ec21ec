"""Access-layer tests: a folder to run pytest in. It creates the tables, fills them, runs every access pattern through
the generated access code, and asserts keys, items, and units.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header
from exporter.targets.infrastructure.table_calls import proof_arguments, refused_items, seed_items
from exporter.targets.python.entities import needed
from exporter.targets.python.package import Package, package_of
from exporter.targets.python.proofs import proof
from exporter.targets.python.target import package_files
from exporter.targets.support.literals import python_comment, python_docstring
from exporter.targets.support.resolved_reads import by_key
from modeler.core.design.model import Design
from modeler.core.evaluator.database import Database

_SUFFIX_MAX: Final = 200
_IMPORTS: Final = """
from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from proving import Consumed, in_any_order, item, items_of, keys_of, refused

"""


@by_key
def _build(design: Design) -> Export:
    package = package_of(design)
    losses = (*package.losses, *_losses(design))
    tests = _tests(package, losses)
    found = (
        ExportFile("test_access_patterns.py", tests),
        ExportFile("conftest.py", _data("conftest")),
        ExportFile("proving.py", _data("proving")),
        ExportFile("tables.json", _json(_tables(design))),
        ExportFile("items.json", _json(seed_items(design))),
        ExportFile("requirements.txt", "boto3>=1.42\npytest>=8\n"),
    )
    return Export((*found, *package_files(package)), losses)


def _losses(design: Design) -> tuple[Loss, ...]:
    found = [Loss(place, said) for _, place, said in refused_items(design)]
    found.append(Loss("tables", "the tables of the tests are on-demand, without the settings of the design"))
    return tuple(found)


def _data(name: str) -> str:
    return files("exporter.targets.python").joinpath(f"data/{name}.txt").read_text("utf-8")


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _tables(design: Design) -> list[dict[str, object]]:
    """Return each table with the suffix of its real name, in characters that a table name can have."""
    found: list[dict[str, object]] = []
    for place, table in enumerate(design.tables, 1):
        suffix = re.sub(r"[^A-Za-z0-9_.-]+", "_", table.name)[:_SUFFIX_MAX] + ("" if place == 1 else f"-{place}")
        found.append({"name": table.name, "suffix": suffix, "create": proof_arguments(table)})
    return found


def _tests(package: Package, losses: tuple[Loss, ...]) -> str:
    design = package.design
    database = Database.of(design)
    proofs = [proof(design, database, function) for function in package.functions]
    made = f"def test_that_tables_are_made(tables: Tables) -> None:\n    assert len(tables) == {len(design.tables)}\n"
    body = "\n\n".join(proofs) or made
    own = f"from {package.name} import patterns\n" if "patterns." in body else ""
    own += f"from {package.name}.runtime.keys import NoKey\n" if "NoKey" in body else ""
    classes = sorted({plan.name for plan in package.entities} & set(re.findall(r"\w+", body)))
    own += f"from {package.name}.entities import {', '.join(classes)}\n" if classes else ""
    about = python_docstring(
        [
            f"{design.name}: every access pattern on real tables, through the generated access code.",
            "",
            "Run: pip install -r requirements.txt; pytest. conftest.py determines where the tables are created.",
        ]
    )
    losing = python_comment(header(design, "access tests", losses)[1:])
    imports = needed(_IMPORTS, body + " Any ")
    imports = imports if "pytest." in body else imports.replace("import pytest\n", "")
    return about + losing + imports + own + "\nTables = dict[str, Any]\n\n\n" + body


TARGET: Final = Target(
    "access-tests",
    "Access-layer tests (pytest)",
    ("test_access_patterns.py", "conftest.py", "tables.json", "items.json"),
    "text/x-python",
    _build,
    TargetKind.CODE,
)

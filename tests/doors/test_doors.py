"""Each target of a design is read by its tool. `make test` takes the design that has everything, `make doors` all, and
prints a table.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from exporter.importers import import_text
from exporter.targets import NAMES as TARGETS
from exporter.targets import target
from modeler.core.design.model import Design
from modeler.examples import NAMES, example
from tests.doors.checks import Door, check_of, module_of
from tests.exporter.targets.designs.all_designs import MODELS, everything

IS_WHOLE = bool(os.environ.get("DOORS"))


def of_model(path: Path) -> Callable[[], Design]:
    return lambda: import_text(path.read_bytes(), path.name).design


def of_example(name: str) -> Callable[[], Design]:
    return lambda: example(name).design


def designs() -> dict[str, Callable[[], Design]]:
    """Makers of the designs that this run takes, by name."""
    found: dict[str, Callable[[], Design]] = {"everything": everything}
    for name in NAMES if IS_WHOLE else ():
        found[name] = of_example(name)
    if IS_WHOLE:
        found |= {path.stem: of_model(path) for path in sorted(MODELS.glob("*.json")) if path.name != "patterns.json"}
    return found


DESIGNS = designs()


LONG = (
    "access-tests",
    "aws-cli",
    "boto3",
    "cdk-python",
    "cdk-typescript",
    "dynamodb-toolbox",
    "electrodb",
    "html",
    "java",
    "markdown",
    "mcp",
    "mermaid",
    "onetable",
    "openapi",
    "pulumi-python",
    "pulumi-typescript",
    "pynamodb",
    "sam",
    "sarif",
    "serverless",
    "terraform@5",
)
"""Targets whose tools take several seconds, some of them ten and more."""


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.doors) if name in LONG else name for name in TARGETS]
)
def test_its_tool_reads_it(name, design, tmp_path, sandbox_url, record_property):
    made = DESIGNS[design]()
    export = target(name).build(made)
    for file in export.files:
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    record_property("door", check_of(name)(Door(made, export, tmp_path, sandbox_url)))


def test_every_target_has_a_tool_that_reads_it():
    assert [name for name in TARGETS if module_of(name) is None] == []

"""A server runs a generated migration only if its modules hold tables of keys and nothing else."""

from __future__ import annotations

import pytest

from exporter.rehearsals.known_code import refuse_unknown_code
from exporter.targets.base import ExportFile
from exporter.targets.migration.package import migration_package
from modeler.core.errors import Invalid
from modeler.examples import NAMES, example
from tests.exporter.migration.generated import changed
from tests.exporter.targets.designs.all_designs import everything


def prefixed(document):
    """Every key of every table begins with other letters."""
    for table in document["tables"]:
        for one in table["entities"]:
            for overload in one["overloads"]:
                if not overload.get("index"):
                    name = table["partition_key"][0]["name"]
                    template = overload["keys"].get(name, "")
                    if isinstance(template, str) and not template.startswith("{"):
                        overload["keys"][name] = f"N{template}"


@pytest.mark.parametrize("name", [*NAMES, "everything"])
def test_every_generated_package_is_known(name):
    before = everything() if name == "everything" else example(name).design
    try:
        made = migration_package(before, changed(before, prefixed))
    except Invalid as refusal:
        assert "nothing to migrate" in refusal.message
        return
    refuse_unknown_code(made.files)


@pytest.mark.parametrize(
    "code",
    [
        "import os",
        "from os import system",
        "from .engine.aws import clients",
        "X = __import__('os')",
        "X = open('/etc/passwd')",
        "X = keys.__globals__",
        "X = ().__class__",
        "keys = 1",
        "def f(): pass",
        "X = [one for one in ()]",
        "X = f'{keys}'",
        "X = lambda open: open",
        "class A: pass",
        "X = (Y := 1)",
        "del keys",
    ],
)
def test_anything_else_is_refused(code):
    with pytest.raises(Invalid, match="not run"):
        refuse_unknown_code([ExportFile("made_migration/old_tables.py", code)])


def test_what_is_the_same_in_every_package_is_not_looked_at():
    refuse_unknown_code([ExportFile("made_migration/engine/aws.py", "import os"), ExportFile("README.md", "import os")])

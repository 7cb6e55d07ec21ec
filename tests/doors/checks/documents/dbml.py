"""DBML: PyDBML reads it, with every entity, its attributes, its identity, and the references."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.doors.checks import Door
from tests.doors.fetched import python_packages

PARSER = "pydbml==1.2.1"
_READ = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pydbml import PyDBML
found = PyDBML(open(sys.argv[2], encoding="utf-8").read())
tables = [{"name": one.name, "columns": [column.type for column in one.columns],
           "keys": sum(column.pk for column in one.columns)} for one in found.tables]
print(json.dumps({"tables": tables, "refs": len(found.refs)}))
"""


def check(door: Door) -> str:
    packages = python_packages("pydbml", PARSER)
    done = subprocess.run(
        [sys.executable, "-c", _READ, str(packages), str(door.file(".dbml"))],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    entities = [entity for _, entity in door.design.entities()]
    assert [len(one["columns"]) for one in found["tables"]] == [len(one.attributes_by_name) or 1 for one in entities]
    assert [one["keys"] for one in found["tables"]] == [len(one.identity) == 1 for one in entities]
    return f"{len(entities)} tables, {found['refs']} references"

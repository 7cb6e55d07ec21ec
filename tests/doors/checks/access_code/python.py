"""Python access code: `mypy --strict` reads it, and its entities make of every sample item what DynamoDB is to hold."""

from __future__ import annotations

import json
import subprocess
import sys

from exporter.targets.access_code.entity_plan import plan_key, plans_by_key
from exporter.targets.python.values import native
from exporter.targets.support.literals import Language
from modeler.core.design.model import Design
from modeler.core.items.materialize import item_writer
from tests.doors.checks import Door
from tests.exporter.targets.designs.generated import imported, mypy, oldest_python, package_in


def check(door: Door) -> str:
    package = package_in(door.folder)
    assert mypy(door.folder, "--python-version", oldest_python(door.folder), package.name) == ""
    said = f"{len(door.design.patterns)} patterns typed"
    with imported(package) as module:
        count = compared(door.design, module.entities)
    _imports_alone(door, package.name)
    return f"{said}, {count} items as the design stores them"


def compared(design: Design, entities) -> int:
    """Every sample item through its class, there and back; how many there were."""
    plans = plans_by_key(design, Language.PYTHON)
    count = 0
    for table, entity in design.entities():
        plan = plans[plan_key(table, entity)]
        made = getattr(entities, plan.name)
        known = entity.attributes_by_name
        for sample in entity.items:
            if sample.stored_keys or not _fits(known, sample.values):
                continue
            stored = item_writer(table, entity)(sample)
            if stored.key is None:
                continue
            one = made(**{plan.field(name): _given(value) for name, value in sample.values.items()})
            item = {name: native(value) for name, value in stored.item.items()}
            assert one.to_item() == item
            assert one.key() == {name: item[name] for name in table.base.key_names}
            assert made.from_item(item) == one
            count += 1
    return count


def _given(value):
    return True if value.type == "NULL" else native(value)


def _fits(known, values) -> bool:
    has_all = all(one.name in values for one in known.values() if one.optional >= 1)
    return has_all and all(name in known and known[name].type == value.type for name, value in values.items())


def _imports_alone(door: Door, name: str) -> None:
    """It needs nothing that is not in it: not even boto3."""
    code = f"import sys, {name}.patterns, json; print(json.dumps(sorted({{one.split('.')[0] for one in sys.modules}})))"
    done = subprocess.run(  # our own interpreter on files that were just written
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(door.folder)!r}); {code}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert set(json.loads(done.stdout)) - sys.stdlib_module_names - {"__main__", name} <= {"sitecustomize"}

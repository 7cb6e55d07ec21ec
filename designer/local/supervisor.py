"""Starts every part of Keysheet on this machine in order, restarts parts that stop, and stops everything at the end."""

import http.client
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

from designer.local import ports, services, sign_in
from designer.local.children import Program, StartFailed, wait_until
from designer.local.ports import HOST
from designer.local.postgres import Postgres, folder_for
from designer.local.room import why_unwritable
from designer.local.sandbox import Sandbox
from designer.local.state import StateFolder, one_start_at_a_time
from designer.local.valkey import Valkey
from designer.local.voice import Voice

DATABASE: Final = "keysheet"
SANDBOX_KEY: Final = "sandbox-key"
ENDS_TOLERATED: Final = 5
WITHIN_SECONDS: Final = 60.0
ROOM_EVERY_SECONDS: Final = 2.0
STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(slots=True)
class SupervisedProgram:
    """A running part, and the times at which it ended before."""

    program: Program
    process: subprocess.Popen[bytes]
    ends: deque[float] = field(default_factory=lambda: deque(maxlen=ENDS_TOLERATED))


@dataclass(slots=True)
class Supervisor:
    state: StateFolder
    given: Mapping[str, str]
    voice: Voice = field(default_factory=Voice)
    ports: dict[str, int] = field(default_factory=dict)
    members: list[SupervisedProgram] = field(default_factory=list)
    door: socket.socket | None = None
    unwritable: str = ""
    looks_again_at: float = 0.0

    def up(self) -> None:
        """Run until Ctrl-C or SIGTERM, and stop every process that was started."""
        for number in STOPPING:
            signal.signal(number, interrupt)
        self.state.open()
        with self.state.alone():
            for name in self.state.end_leftovers():
                self.voice.say("keysheet", f"stopped {name}, which an earlier start left running")
            try:
                with one_start_at_a_time(self.say_waiting):
                    self.start()
                self.watch()
            except KeyboardInterrupt:
                self.voice.say("keysheet", "stopping")
            finally:
                self.stop()

    def say_waiting(self) -> None:
        self.voice.say("keysheet", "waiting: another copy of Keysheet is starting on this machine")

    def start(self) -> None:
        begun = time.monotonic()
        self.ports = self.state.ports()
        environment = self.environment()
        self.start_servers()
        self.prepare(environment)
        # One worker per queue, so that long jobs never delay an analysis.
        for queue in services.QUEUES:
            self.begin(services.worker(environment, queue))
        # It listens here, so that nobody is refused while the web server is started again.
        self.door = ports.listen(self.ports["web"])
        web = self.begin(services.web(environment, self.ports["web"], self.door.fileno()))
        wait_until(self.web_answers, web, "the web server")
        address = sign_in.new_address(self.state, self.ports["web"])
        self.voice.say("keysheet", f"up in {time.monotonic() - begun:.1f} s; Ctrl-C stops everything")
        self.voice.say("keysheet", f"open this address to sign in as the local owner (it works once): {address}")

    def servers(self) -> tuple[Postgres | None, Valkey | None, Sandbox | None]:
        """Return the servers to run here: each one that the environment does not provide elsewhere."""
        folder, secret = self.state.folder, self.state.secret
        return (
            None
            if self.given.get("DATABASE_URL")
            else Postgres(folder_for(folder), self.ports["postgres"], secret("postgres-password")),
            None
            if self.given.get("REDIS_URL")
            else Valkey(folder / "valkey", self.ports["valkey"], secret("valkey-password")),
            None
            if self.given.get("AWS_ENDPOINT_URL_DYNAMODB")
            else Sandbox(folder, self.ports["sandbox"], key=secret(SANDBOX_KEY)),
        )

    def environment(self) -> dict[str, str]:
        """Return the environment for the settings of the worker and the web server; variables that the person has set
        are kept.
        """
        postgres, valkey, sandbox = self.servers()
        values = {
            "KEYSHEET_MODE": "local",
            "KEYSHEET_INSTANCE": self.state.instance,
            "KEYSHEET_STATE": str(self.state.folder),
            "SECRET_KEY": self.state.secret("secret-key"),
            "PYTHONUNBUFFERED": "1",
        }
        if postgres:
            values["DATABASE_URL"] = postgres.url(DATABASE)
        if valkey:
            values["REDIS_URL"] = valkey.url
        if sandbox:
            values["AWS_ENDPOINT_URL_DYNAMODB"] = sandbox.url
            values["KEYSHEET_SANDBOX_KEY"] = sandbox.key
        return {**values, **{name: value for name, value in self.given.items() if value}}

    def start_servers(self) -> None:
        postgres, valkey, sandbox = self.servers()
        if sandbox:
            sandbox.install()
        if postgres:
            postgres.create()
        waiting = [(server, self.begin(server.program())) for server in (sandbox, valkey, postgres) if server]
        for server, process in waiting:
            server.wait(process)
        if postgres:
            postgres.create_database(DATABASE)

    def prepare(self, environment: Mapping[str, str]) -> None:
        command = (sys.executable, "-m", "designer.local.prepare")
        program = Program("keysheet", command, environment, services.CHECKOUT)
        process = self.begin(program)
        code = process.wait()
        self.members.pop()
        if code:
            raise StartFailed(f"the database could not be prepared (code {code}); see its output above")

    def web_answers(self) -> bool:
        connection = http.client.HTTPConnection(HOST, self.ports["web"], timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == http.client.OK
        except OSError:
            return False
        finally:
            connection.close()

    def begin(self, program: Program) -> subprocess.Popen[bytes]:
        process = self.launch(program)
        self.members.append(SupervisedProgram(program, process))
        return process

    def launch(self, program: Program) -> subprocess.Popen[bytes]:
        process = program.start(output=subprocess.PIPE)
        try:
            self.state.record(program.name, process.pid, program.command)
        except OSError:
            # A program without a record could outlive this process: it is ended, and started again.
            program.end(process)
        if process.stdout:
            self.voice.follow(program.name, process.stdout)
        return process

    def watch(self) -> None:
        while True:
            self.look()
            time.sleep(0.2)

    def look(self) -> None:
        """Start again what has ended. Not while the disk is full: the programs would end again, and that would count
        as a fault of theirs.
        """
        ended = [member for member in self.members if member.process.poll() is not None]
        if not ended or time.monotonic() < self.looks_again_at:
            return
        before, self.unwritable = self.unwritable, why_unwritable(self.folders())
        if self.unwritable:
            self.looks_again_at = time.monotonic() + ROOM_EVERY_SECONDS
            if self.unwritable != before:
                names = ", ".join(member.program.name for member in ended)
                self.voice.say("keysheet", f"{self.unwritable}; {names} ended, and is started when it can be")
            return
        if before:
            self.voice.say("keysheet", "there is room again; going on")
            for member in self.members:
                member.ends.clear()
        for member in ended:
            self.start_again(member)

    def folders(self) -> list[Path]:
        """Return the folders that the programs write to."""
        postgres = self.servers()[0]
        return [self.state.folder, *([postgres.folder] if postgres else [])]

    def start_again(self, member: SupervisedProgram) -> None:
        name, now = member.program.name, time.monotonic()
        member.ends.append(now)
        if len(member.ends) == ENDS_TOLERATED and now - member.ends[0] < WITHIN_SECONDS:
            raise StartFailed(f"{name} ended {ENDS_TOLERATED} times within a minute; see its output above")
        self.voice.say("keysheet", f"{name} ended with code {member.process.returncode}; starting it again")
        member.program.end(member.process)
        member.process = self.launch(member.program)

    def stop(self) -> None:
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)
        if self.door is not None:
            self.door.close()
        for member in reversed(self.members):
            member.program.end(member.process)
            (self.state.folder / "run" / f"{member.program.name}.json").unlink(missing_ok=True)


def interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt

"""Which browser is chosen and installed on machines that have different ones."""

import os
import shutil
import subprocess

import pytest

from tests.ground import chromium


class Machine:
    """A machine with some programs. Its apt knows some packages, some of them only after an update."""

    def __init__(self, *programs: str, known: tuple[str, ...] = (), after_update: tuple[str, ...] = ()) -> None:
        self.programs = set(programs)
        self.known = set(known)
        self.after_update = set(after_update)
        self.commands: list[str] = []

    def which(self, name: str) -> str | None:
        return f"/usr/bin/{name}" if name in self.programs else None

    def run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        verb = command[1] if command[0] == "apt-get" else "playwright"
        package = command[-3] if verb == "install" else ""
        self.commands.append(f"{verb} {package}".strip())
        if verb == "update":
            self.known |= self.after_update
        if verb == "install" and package in self.known:
            self.programs.add(package)
        failed = verb == "install" and package not in self.known
        return subprocess.CompletedProcess(command, int(failed))


SHELL = chromium.WITHOUT_WINDOWS
MACHINES = {
    "has the shell": (Machine("apt-get", "chromium", SHELL), []),
    "has Chromium, and its apt knows the shell": (Machine("apt-get", "chromium", known=(SHELL,)), [f"install {SHELL}"]),
    "has Chromium, and its apt does not know the shell": (Machine("apt-get", "chromium"), [f"install {SHELL}"]),
    "has Chrome and no apt": (Machine("google-chrome"), []),
    "is new": (
        Machine("apt-get", after_update=(SHELL, "chromium")),
        [f"install {SHELL}", "update", f"install {SHELL}"],
    ),
    "is new, and its distribution has no shell": (
        Machine("apt-get", after_update=("chromium",)),
        [f"install {SHELL}", "update", f"install {SHELL}", "install chromium"],
    ),
    "is new, and its apt has no browser": (
        Machine("apt-get"),
        [f"install {SHELL}", "update", f"install {SHELL}", "install chromium", "playwright"],
    ),
    "is new, and has no apt": (Machine(), ["playwright"]),
}


@pytest.fixture
def on(monkeypatch):
    """A function that makes this machine another one, whose person is root."""

    def become(machine: Machine) -> None:
        monkeypatch.setattr(shutil, "which", machine.which)
        monkeypatch.setattr(subprocess, "run", machine.run)
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        monkeypatch.setattr(chromium, "ON_MACOS", ())

    return become


@pytest.mark.parametrize("name", MACHINES)
def test_the_best_browser_that_a_machine_can_have_is_installed(on, name):
    machine, commands = MACHINES[name]
    on(machine)
    chromium.ensure()
    assert machine.commands == commands
    own = chromium.system_chromium()
    assert (own is None) == ("playwright" in commands)
    if SHELL in machine.programs:
        assert own == f"/usr/bin/{SHELL}"


def test_only_root_installs_packages_of_the_system(on, monkeypatch):
    machine = Machine("apt-get", known=(SHELL,))
    on(machine)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    chromium.ensure()
    assert machine.commands == ["playwright"]

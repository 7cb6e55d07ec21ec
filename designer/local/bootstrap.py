"""Install a fresh clone with any Python 3.8 or newer: `python3 bootstrap.py`.

It finds uv, or installs it into a separate environment. Then uv installs the packages in uv.lock that running needs,
and with `--tools` those of the tests and checks too. It uses the standard library only, because nothing of Keysheet is
installed yet.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent.parent
STATE = CHECKOUT / ".keysheet"
UV = "uv==0.13.9"
VENDOR = CHECKOUT / "static" / "vendor" / "htmax.min.js"
NO_VENV = "this Python has no venv module; on Debian or Ubuntu, run `apt-get install -y python3-venv`, then try again"

# Installed packages stay: a start after the tests does not remove their tools.
TO_RUN = ("--no-default-groups", "--extra", "server", "--group", "local", "--inexact")
TO_TEST = ("--all-groups", "--extra", "server")

NOT_INSTALLED = (
    "the packages could not be installed (see the error above). The installation needs the package index and Python "
    "3.13; if Python 3.13 is not installed, uv downloads it from github.com"
)


def runs(command: list[str]) -> bool:
    """Does uv start here? A version manager can put a uv on the path that refuses this folder's Python."""
    try:
        done = subprocess.run([*command, "--version"], cwd=CHECKOUT, capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def found_uv() -> list[str] | None:
    own = str(STATE / "bootstrap" / "bin" / "python")
    for command in (["uv"], [sys.executable, "-m", "uv"], [own, "-m", "uv"]):
        if runs(command):
            return command
    return None


def installed_uv() -> list[str]:
    """Install uv in `.keysheet/bootstrap`, because a system Python refuses to install packages into itself."""
    folder = STATE / "bootstrap"
    if subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=False).returncode:
        sys.exit(NO_VENV)
    python = str(folder / "bin" / "python")
    if subprocess.run([python, "-m", "pip", "install", "--quiet", UV], check=False).returncode:
        sys.exit("uv could not be installed from the package index; check the network connection")
    return [python, "-m", "uv"]


def sync(uv: list[str], *extra: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    done = subprocess.run([*uv, "sync", "--frozen", "--quiet", *extra], cwd=CHECKOUT, env=environment, check=False)
    if done.returncode:
        sys.exit(NOT_INSTALLED)


def main() -> None:
    wanted = TO_TEST if "--tools" in sys.argv[1:] else TO_RUN
    try:
        STATE.mkdir(exist_ok=True)
        (STATE / "uv.json").touch()
    except PermissionError:
        sys.exit(f"{STATE} belongs to another user; start as that user, or remove it")
    uv = found_uv() or installed_uv()
    (STATE / "uv.json").write_text(json.dumps(uv))
    sync(uv, *wanted)
    # uv can take the editable build from its cache, made for an earlier clone at this path: then no hook has run.
    if not VENDOR.is_file():
        sync(uv, *wanted, "--reinstall-package", "keysheet")


if __name__ == "__main__":
    main()

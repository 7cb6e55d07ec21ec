"""A Chromium for the browser tests: the system's own, else apt's, else Playwright's own.

`python -m tests.ground.chromium` installs one where there is none.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_MACOS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def system_chromium() -> str | None:
    """The path of a browser that the machine already has."""
    found = (shutil.which(name) for name in NAMES)
    return next(filter(None, (*found, *(path for path in ON_MACOS if Path(path).exists()))), None)


def install_with_apt() -> bool:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    steps = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"])
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return all(subprocess.run(step, env=quiet, stdout=subprocess.DEVNULL).returncode == 0 for step in steps)


def ensure() -> None:
    if system_chromium() or (install_with_apt() and system_chromium()):
        return
    if subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"]).returncode:
        sys.exit("no Chromium: install it (Debian: `apt-get install -y chromium`), then try again")


if __name__ == "__main__":
    ensure()

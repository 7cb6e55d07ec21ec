"""A Chromium for the browser tests: one without windows where there is one, else the system's own, else Playwright's.

`python -m tests.ground.chromium` installs one. Debian's `chromium-headless-shell` draws the same pages with a fifth
less processor time than `chromium`; Playwright's own is the same kind.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

WITHOUT_WINDOWS: Final = "chromium-headless-shell"
NAMES = (WITHOUT_WINDOWS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_MACOS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def system_chromium() -> str | None:
    """The path of a browser that the machine already has, the best one first. None: Playwright finds its own."""
    found = (shutil.which(name) for name in NAMES)
    return next(filter(None, (*found, *(path for path in ON_MACOS if Path(path).exists()))), None)


def apt(*arguments: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", *arguments, "-y", "-qq"]
    return subprocess.run(command, env=environment, capture_output=True).returncode == 0


def install_with_apt(package: str) -> bool:
    # What the machine has stays: a package that needs others of a different version is refused.
    return apt("install", "--no-install-recommends", "--no-remove", package) and system_chromium() is not None


def ensure() -> None:
    """Install a browser, the best one that this machine can have. A machine that has one is asked for no more than the
    packages that its apt knows already: nothing is fetched again and again for a package that does not exist.
    """
    if shutil.which(WITHOUT_WINDOWS):
        return
    with_apt = os.geteuid() == 0 and shutil.which("apt-get") is not None
    if (with_apt and install_with_apt(WITHOUT_WINDOWS)) or system_chromium():
        return
    if with_apt and apt("update") and any(map(install_with_apt, (WITHOUT_WINDOWS, "chromium"))):
        return
    if subprocess.run([sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]).returncode:
        sys.exit("no Chromium: install it (Debian: `apt-get install -y chromium-headless-shell`), then try again")


if __name__ == "__main__":
    ensure()

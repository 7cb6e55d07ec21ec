"""Nobody should need a compiler: every package that a start installs has a wheel for each machine we name."""

import json
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from designer.local.bootstrap import found_uv
from designer.local.sandbox import REQUIREMENTS
from designer.local.services import CHECKOUT
from tests.present import present

PLATFORMS = ("aarch64-apple-darwin", "x86_64-apple-darwin", "x86_64-manylinux_2_28", "aarch64-manylinux_2_28")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*present(found_uv()), *arguments], cwd=CHECKOUT, capture_output=True, text=True)


@pytest.fixture(scope="module")
def registry() -> None:
    try:
        with urllib.request.urlopen("https://pypi.org/simple/pip/", timeout=10):
            return
    except (urllib.error.URLError, OSError) as error:
        pytest.skip(f"the package index is not reachable: {error}")


@pytest.fixture(scope="module")
def locked(tmp_path_factory) -> str:
    """What uv.lock installs, as a requirements file."""
    path = tmp_path_factory.mktemp("locked") / "requirements.txt"
    done = run("export", "--frozen", "--no-emit-project", "--no-hashes", "--quiet", "--output-file", str(path))
    assert done.returncode == 0, done.stderr
    return str(path)


@pytest.mark.conformance(cases=1)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_locked_package_has_a_wheel(registry, locked, platform, tmp_path):
    only = ("--only-binary", ":all:", "--python-platform", platform, "--python-version", "3.13")
    for requirements in (locked, str(REQUIREMENTS)):
        done = run("pip", "install", "--dry-run", "--target", str(tmp_path / "none"), *only, "-r", requirements)
        assert done.returncode == 0, done.stderr
        assert "Would install" in done.stderr


def test_the_lock_is_current(registry):
    done = run("lock", "--check")
    assert done.returncode == 0, done.stderr


def test_the_browser_packages_are_locked_without_naming_a_registry():
    lock = json.loads((CHECKOUT / "static" / "package-lock.json").read_text())
    packages = {name: found for name, found in lock["packages"].items() if name}
    assert packages
    assert all("integrity" in found and "resolved" not in found for found in packages.values())
    assert sys.version_info[:2] == (3, 13)

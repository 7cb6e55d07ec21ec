"""Nobody should need a compiler: every package that a start installs has a wheel for each machine we name."""

import json
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from designer.local.bootstrap import found_uv
from designer.local.sandbox import REQUIREMENTS
from designer.local.services import CHECKOUT
from tests.present import present

EXAMPLES = CHECKOUT / "modeler" / "examples"
ORDERS, BEFORE, AFTER = (
    str(EXAMPLES / f"{name}.json") for name in ("order-management", "parcel-tracking-before", "parcel-tracking-after")
)
NOBODY = "http://127.0.0.1:9"
COMMANDS = {
    "check": (0, [ORDERS]),
    "import": (0, [ORDERS]),
    "drift": (0, [ORDERS, ORDERS]),
    "diff": (0, [ORDERS, ORDERS]),
    "deployments": (0, [BEFORE, AFTER, "--out", "deployments"]),
    "migrate": (0, [BEFORE, AFTER, "--out", "migration"]),
    "rehearse": (2, [BEFORE, AFTER, "--endpoint-url", NOBODY]),
    "export": (0, [ORDERS, "--target", "pdf", "--out", "exported"]),
    "capacity": (0, [ORDERS]),
    "scenarios": (0, [ORDERS, "--pdf", "scenarios.pdf"]),
    "evaluate": (0, [ORDERS, "A2"]),
    "requirements": (0, ["sentences.txt"]),
    "simulate": (0, [ORDERS]),
    "load": (0, [ORDERS, "--endpoint-url", NOBODY, "--read-units", "100", "--write-units", "900"]),
    "synthesise": (0, [ORDERS]),
}
"""Each command with arguments, and its exit code. Nobody listens at the endpoint."""

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


@pytest.mark.conformance
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


@pytest.fixture(scope="module")
def alone(registry, tmp_path_factory) -> Path:
    """The programs of an environment in which nothing but the wheel of this checkout was asked for."""
    folder = tmp_path_factory.mktemp("alone")
    python = str(folder / "venv" / "bin" / "python")
    for command in (
        ("build", "--wheel", "--quiet", "--out-dir", str(folder)),
        ("venv", "--quiet", "--python", sys.executable, str(folder / "venv")),
    ):
        done = run(*command)
        assert done.returncode == 0, done.stderr
    done = run("pip", "install", "--quiet", "--compile-bytecode", "--python", python, *map(str, folder.glob("*.whl")))
    assert done.returncode == 0, done.stderr
    return folder / "venv" / "bin"


def named(requirement: str) -> str:
    return requirement.partition("~")[0].partition(">")[0].partition("<")[0].partition("[")[0].lower()


@pytest.mark.conformance
def test_the_wheel_brings_nothing_that_only_a_server_needs(alone):
    done = run("pip", "list", "--python", str(alone / "python"), "--format", "json")
    installed = {one["name"].lower() for one in json.loads(done.stdout)}
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    server = [*project["project"]["optional-dependencies"]["server"], *project["dependency-groups"]["production"]]
    assert {"keysheet", "boto3", "typst"} <= installed
    assert {"django", "celery", "redis", "psycopg", "granian", "uvicorn"} <= {named(one) for one in server}
    assert installed & {named(one) for one in server} == set()


@pytest.mark.conformance
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_works_from_the_wheel_alone(alone, tmp_path, name):
    (tmp_path / "sentences.txt").write_text("Get a customer by id, 50 per second.\n")
    code, arguments = COMMANDS[name]
    command = [str(alone / "keysheet"), name, *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    assert done.stdout or code
    assert "Traceback" not in done.stderr


def test_no_command_is_missing_here(capsys):
    from exporter.command_line import main

    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines() if line.startswith("    ") and line[4] != " "] == list(
        COMMANDS
    )

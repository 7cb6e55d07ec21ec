"""The first thing that a fresh clone runs, with whatever Python the machine has."""

import subprocess
import sys
from pathlib import Path

import pytest

from designer.local import bootstrap


def test_where_venv_is_missing_the_one_apt_line_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "STATE", tmp_path)
    monkeypatch.setattr(bootstrap.sys, "executable", "/bin/false")
    with pytest.raises(SystemExit) as ended:
        bootstrap.installed_uv()
    assert "`apt-get install -y python3-venv`" in str(ended.value)


def test_a_uv_that_does_not_start_here_is_passed_over(tmp_path):
    broken = tmp_path / "uv"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    assert not bootstrap.runs([str(broken)])
    assert not bootstrap.runs([str(tmp_path / "missing")])


@pytest.mark.skipif(not Path("/usr/bin/python3").exists(), reason="this system has no Python of its own")
def test_a_system_python_installs_what_is_locked():
    done = subprocess.run(["/usr/bin/python3", bootstrap.__file__], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert bootstrap.VENDOR.is_file()
    assert sys.prefix == str(bootstrap.CHECKOUT / ".venv")

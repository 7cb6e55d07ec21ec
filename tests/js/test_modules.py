"""The pure JavaScript modules, by Node's own test runner: the Node that Playwright brings."""

import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

HERE = Path(__file__).parent


@pytest.mark.parametrize("file", sorted(HERE.glob("*.test.js")), ids=lambda file: file.name)
def test_a_module_keeps_its_promises(file):
    node = compute_driver_executable()[0]
    run = subprocess.run([node, "--test", str(file)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr

"""What a rehearsal runs has limits, whatever it does, and the server that starts it has none of them."""

import resource
import subprocess
import sys

import pytest

from exporter.rehearsals import guardian


def run(program, folder):
    """The exit code and what was printed. Standard input stays open until the end: its end would be the program's."""
    command = [sys.executable, guardian.__file__, sys.executable, "-c", program]
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        return process.wait(), said


def test_each_limit_holds_for_what_is_run_and_not_for_us(tmp_path):
    before = {what: resource.getrlimit(what) for what in guardian.LIMITS}
    program = f"import resource; print([resource.getrlimit(what) for what in {list(guardian.LIMITS)}])"
    _, said = run(program, tmp_path)
    if sys.platform == "linux":
        assert said.strip() == str([(most, most) for most in guardian.LIMITS.values()])
    assert {what: resource.getrlimit(what) for what in guardian.LIMITS} == before


@pytest.mark.skipif(sys.platform != "linux", reason="macOS knows no limit of memory")
def test_memory_and_files_end_at_their_limits(tmp_path):
    code, said = run("bytearray(5 << 30)", tmp_path)
    assert code == 1 and "MemoryError" in said
    code, said = run("open('big', 'wb').truncate(1 << 30)", tmp_path)
    assert code == 1 and "File too large" in said
    code, said = run("files = [open('f', 'w') for _ in range(300)]", tmp_path)
    assert code == 1 and "Too many open files" in said

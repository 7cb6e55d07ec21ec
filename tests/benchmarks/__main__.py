"""`make bench`: prints how long things take beside what we aim at. Asserts nothing: a shared machine proves nothing."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    """The core, then everything that needs stores, a server and a browser: each in a process of its own."""
    root = HERE.parents[1]
    for script in (
        "analysis.py",
        "cost.py",
        "servings.py",
        "grid.py",
        "imports.py",
        "targets.py",
        "synthesis.py",
        "simulation.py",
        "merging.py",
        "installing.py",
    ):
        subprocess.run([sys.executable, str(HERE / script)], cwd=root, check=True)
    # The browser of one leaves an event loop running, in which another cannot start its own.
    live = ["-s", "-W", "default", "-p", "no:cacheprovider", "-o", "python_files=bench_*.py"]
    command = [sys.executable, "-m", "pytest", *live]
    ended = [subprocess.run([*command, str(one)], cwd=root, check=False) for one in sorted(HERE.glob("bench_*.py"))]
    return int(any(one.returncode for one in ended))


if __name__ == "__main__":
    sys.exit(main())

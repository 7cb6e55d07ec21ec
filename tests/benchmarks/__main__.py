"""`make bench`: prints how long things take beside what we aim at. Asserts nothing: a shared machine proves nothing."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    """The core in a process of its own, then everything that needs stores, a server and a browser."""
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
    live = ["-s", "-W", "default", "-p", "no:cacheprovider", "-o", "python_files=bench_*.py", str(HERE)]
    return subprocess.run([sys.executable, "-m", "pytest", *live], cwd=root, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

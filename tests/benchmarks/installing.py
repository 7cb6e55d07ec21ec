"""How long `make up` installs in a fresh clone with empty caches, and how much: what a person waits for first."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
SECONDS_AIM, MB_AIM = 60, 450


def installed(clone: Path, caches: Path) -> float:
    """Seconds of `make running`, with nothing that an earlier install has kept."""
    empty = {
        "UV_CACHE_DIR": str(caches / "uv"),
        "PIP_CACHE_DIR": str(caches / "pip"),
        "npm_config_cache": str(caches / "npm"),
    }
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    start = perf_counter()
    subprocess.run(["make", "--silent", "running"], cwd=clone, env=environment | empty, check=True)
    return perf_counter() - start


def megabytes(folder: Path) -> float:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) / 1024**2


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="keysheet-install-"))
    try:
        clone = folder / "clone"
        subprocess.run(["git", "clone", "--quiet", "--local", str(ROOT), str(clone)], check=True)
        seconds = installed(clone, folder / "caches")
        print(f"{'make up installs, from empty caches':<58} {seconds:7.0f} s   aim {SECONDS_AIM}")
        print(f"{'what it installs into .venv':<58} {megabytes(clone / '.venv'):7.0f} MB  aim {MB_AIM}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

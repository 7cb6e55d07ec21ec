"""Source files that exported code ships unchanged, read from the `runtime` folders of the targets."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def runtime_file(family: str, name: str) -> str:
    """The text of a file, such as ``keys.ts`` of the family ``typescript``."""
    return files(f"exporter.targets.{family}").joinpath("runtime", name).read_text("utf-8")

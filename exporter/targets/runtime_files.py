"""Source files that exported code brings along, unchanged: real Java and TypeScript, read from the folder `runtime`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def runtime_file(path: str) -> str:
    """The text of a file of the folder `runtime`, such as ``typescript/keys.ts``."""
    return files("exporter.targets").joinpath("runtime", *path.split("/")).read_text("utf-8")

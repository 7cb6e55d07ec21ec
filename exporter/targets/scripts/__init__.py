"""Scripts that create and fill the tables of a design: the parts that are the same for every design, as text."""

from __future__ import annotations

from importlib.resources import files


def script(name: str) -> str:
    """Return the text of a script."""
    return files(__name__).joinpath(f"{name}.txt").read_text("utf-8")

"""DynamoDB's reserved words. facts/limits#reserved-words."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources


@lru_cache(maxsize=1)
def reserved_words() -> frozenset[str]:
    """The 573 reserved words, in upper case."""
    lines = resources.files("modeler.core").joinpath("data/reserved_words.txt").read_text("ascii").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def is_reserved(name: str) -> bool:
    """Whether DynamoDB rejects the name as a bare path element; case does not matter."""
    return name.upper() in reserved_words()

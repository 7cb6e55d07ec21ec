"""The version of what the rules say: a digest of the core's own modules and tables, never counted by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

_DIGITS: Final = 16
_KEPT: Final = (".py", ".json", ".txt")


def digest(root: Traversable) -> str:
    """Return the digest of every module and table below a folder: 16 hexadecimal digits.

    A finding rests on capacity, servings, the algebra of keys, quotas and prices as much as on the rule itself, so the
    whole core counts. What was computed under another digest is computed again.
    """
    found = hashlib.sha256()
    for path, content in _files(root, ""):
        found.update(f"{path}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()[:_DIGITS]


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(_KEPT):
            yield path + entry.name, entry.read_bytes()


RULES_VERSION: Final = digest(resources.files("modeler.core"))

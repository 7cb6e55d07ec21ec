"""The files of this checkout: what git knows or would be asked to know, and how long their functions are."""

from __future__ import annotations

import ast
import io
import subprocess
import tokenize
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PRODUCT: Final = ("designer/", "exporter/", "modeler/", "manage.py")


@cache
def known() -> tuple[str, ...]:
    """Paths from the root, sorted: committed files, and new ones that are not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout, or git is not installed: what is committed cannot be told")
    return tuple(sorted({path for path in listed.split("\0") if path and (ROOT / path).is_file()}))


def files(*suffixes: str, under: tuple[str, ...] = ("",)) -> list[str]:
    """Paths that end in one of the suffixes and begin with one of the folders; migrations are Django's, not ours, and
    Python in goldens is what the product writes for others.
    """
    found = (path for path in known() if path.endswith(suffixes) and path.startswith(under))
    return [path for path in found if "/migrations/" not in path and not _is_written_for_others(path)]


def _is_written_for_others(path: str) -> bool:
    return path.startswith("tests/golden/") and path.endswith(".py")


@cache
def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


@cache
def tree(path: str) -> ast.Module:
    return ast.parse(text(path), path)


@cache
def functions(path: str) -> tuple[tuple[str, int, int], ...]:
    """Each function of a file: its name, its first line, how many lines it has."""
    return tuple(
        (node.name, node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@cache
def comments(path: str) -> tuple[tuple[int, str], ...]:
    """Each comment of a Python file with its line; text inside strings is none."""
    tokens = tokenize.generate_tokens(io.StringIO(text(path)).readline)
    return tuple((token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT)

"""The files of this checkout: what git knows or would be asked to know, each read, parsed and walked once."""

from __future__ import annotations

import ast
import gc
import io
import re
import subprocess
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PRODUCT: Final = ("designer/", "exporter/", "modeler/", "manage.py")
_HOLDERS: Final = (ast.stmt, ast.ExceptHandler, ast.match_case)
"""The nodes that statements stand in."""
_DEFINITION: Final = re.compile(r"^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)", re.MULTILINE)
_WORDS: Final = frozenset({tokenize.COMMENT, tokenize.STRING, tokenize.FSTRING_MIDDLE})


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


@contextmanager
def _no_collections() -> Iterator[None]:
    """Collections while files are parsed find nothing, and would take longer than the parsing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@cache
def tree(path: str) -> ast.Module:
    with _no_collections():
        return ast.parse(text(path), path)


@cache
def _nodes(path: str) -> dict[type[ast.AST], list[Any]]:
    """Every node of a Python file by its class, but for the contexts of names (`ast.Load`), a third of all."""
    return _by_class(_walk(tree(path)))


@cache
def _statements(path: str) -> dict[type[ast.AST], list[Any]]:
    """Every statement of a Python file by its class: a tenth of the nodes. No expression holds a statement."""
    return _by_class(_walk_statements(tree(path)))


def _by_class(walked: Iterable[ast.AST]) -> dict[type[ast.AST], list[Any]]:
    found: dict[type[ast.AST], list[Any]] = defaultdict(list)
    with _no_collections():
        for node in walked:
            found[type(node)].append(node)
    return found


def _walk_statements(root: ast.Module) -> list[ast.AST]:
    """What `_walk` gives, in its order, without the expressions."""
    reached: list[ast.AST] = [root]
    for node in reached:
        for value in vars(node).values():
            if isinstance(value, list):
                reached += [one for one in value if isinstance(one, _HOLDERS)]
    return reached[1:]


def _walk(root: ast.AST) -> list[ast.AST]:
    """What `ast.walk` gives, in its order and in a third of its time."""
    reached = [root]
    for node in reached:
        for value in vars(node).values():
            if isinstance(value, list):
                reached += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                reached.append(value)
    return reached


def nodes[N: ast.AST](path: str, *kinds: type[N]) -> list[N]:
    """The nodes of a Python file that are of one of these classes; of each class in the order of `ast.walk`."""
    found = _statements(path) if all(issubclass(kind, ast.stmt) for kind in kinds) else _nodes(path)
    return [node for kind in kinds for node in found.get(kind, ())]


def names(path: str, wanted: Iterable[str]) -> bool:
    """Does one of these words stand in the file? A guard against a rare name parses only the files that have it."""
    return any(word in text(path) for word in wanted)


@cache
def functions(path: str) -> tuple[tuple[str, int, int], ...]:
    """Each function of a file: its name, its first line, how many lines it has."""
    found: list[ast.FunctionDef | ast.AsyncFunctionDef] = nodes(path, ast.FunctionDef, ast.AsyncFunctionDef)
    return tuple((node.name, node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1) for node in found)


class Outlined(NamedTuple):
    line: int
    kind: str
    """`def` or `class`."""
    name: str
    indent: int


@cache
def outline(path: str) -> tuple[Outlined, ...]:
    return tuple(outlined(text(path)))


def outlined(content: str) -> Iterator[Outlined]:
    """Each line that begins like a definition: all definitions are among them, and perhaps lines of texts. To parse
    all files of this checkout takes ten times as long.
    """
    line, place = 1, 0
    for hit in _DEFINITION.finditer(content):
        line, place = line + content.count("\n", place, hit.start()), hit.start()
        yield Outlined(line, hit[2], hit[3], len(hit[1]))


def may_have_longer(content: str, most: int) -> bool:
    """Can a function of this Python have more lines? If not, there is no need to parse it.

    A function ends before the next definition that is indented no more. A text can hold what looks like one: such a
    file has to be parsed.
    """
    if "'''" in content or any(_DEFINITION.search(held) for held in content.split('"""')[1::2]):
        return True
    rows, after = list(outlined(content)), len(content.splitlines()) + 1
    return any(
        one.kind == "def"
        and next((row.line for row in rows[place + 1 :] if row.indent <= one.indent), after) - one.line > most
        for place, one in enumerate(rows)
    )


@cache
def words(path: str) -> tuple[tokenize.TokenInfo, ...]:
    """The comments and strings of a Python file."""
    tokens = tokenize.generate_tokens(io.StringIO(text(path)).readline)
    return tuple(token for token in tokens if token.type in _WORDS)


def comments(path: str, like: re.Pattern[str]) -> list[tuple[int, str]]:
    """Each comment of a Python file that has a match, with its line; text inside strings is none. A file without a
    match is not read word by word, which takes longer than all else.
    """
    if not like.search(text(path)):
        return []
    found = (token for token in words(path) if token.type == tokenize.COMMENT)
    return [(token.start[0], token.string) for token in found if like.search(token.string)]

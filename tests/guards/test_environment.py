"""One file reads the environment, strictly; what else touches it says why."""

import ast
from typing import Final

import pytest

from tests.guards.tree import PRODUCT, files, names, nodes

READERS: Final = frozenset({"environ", "environb", "getenv", "putenv"})
SETTINGS: Final = "designer/environment.py"
NAMES_THE_SETTINGS: Final = "names the settings module where nothing has named one"
ALLOWED: Final = {
    SETTINGS: "the one reader",
    "manage.py": NAMES_THE_SETTINGS + ", and the mode for commands on files",
    "designer/asgi.py": NAMES_THE_SETTINGS,
    "designer/wsgi.py": NAMES_THE_SETTINGS,
    "designer/celery.py": NAMES_THE_SETTINGS + ", and keeps Celery from running Django's checks",
    "designer/local/prepare.py": NAMES_THE_SETTINGS,
    "designer/local/__main__.py": "hands the supervisor what it was started with: it makes the settings' environment",
    "designer/local/guarded_sandbox.py": "runs in the sandbox's own environment, which has no Django",
    "exporter/rehearsals/process.py": "hands a rehearsal the path of programs, and nothing else",
    "designer/local/bootstrap.py": "runs before anything is installed, and hands uv what it was started with",
}


def touches(path: str) -> bool:
    if not names(path, READERS):
        return False
    return any(_is_a_reader(node) or _imports_a_reader(node) for node in nodes(path, ast.Attribute, ast.ImportFrom))


def _is_a_reader(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in READERS


def _imports_a_reader(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "os" and bool(READERS & {one.name for one in node.names})


@pytest.mark.slow
def test_nothing_but_the_settings_reads_the_environment():
    assert [path for path in files(".py", under=PRODUCT) if touches(path) and path not in ALLOWED] == []


def test_every_exception_is_still_one():
    assert [path for path in ALLOWED if not touches(path)] == []


def test_only_a_default_is_set_by_what_names_the_settings():
    odd = []
    for path, why in ALLOWED.items():
        if why.startswith(NAMES_THE_SETTINGS):
            found = nodes(path, ast.Attribute, ast.Subscript)
            odd += [f"{path}:{node.lineno}" for node in found if _is_more_than_a_default(node)]
    assert odd == []


def _is_more_than_a_default(node: ast.AST) -> bool:
    """`os.getenv`, `os.environ[...]`, or another method of it than `setdefault`."""
    if isinstance(node, ast.Subscript):
        return _is_a_reader(node.value)
    if isinstance(node, ast.Attribute) and _is_a_reader(node.value):
        return node.attr != "setdefault"
    return isinstance(node, ast.Attribute) and node.attr == "getenv"

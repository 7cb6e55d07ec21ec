"""A refusal is a sentence with a stable code: one tree, and no answer that shows our own insides."""

import ast
import re
from collections import defaultdict
from typing import Any

import pytest

from designer import middleware
from exporter.api import errors as api_errors
from modeler.core import errors
from modeler.core.errors import KeysheetError
from tests.guards.tree import PRODUCT, ROOT, files, names, nodes, text

CODE = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*")
INSIDES = frozenset({"traceback", "format_exc", "print_exc", "format_exception", "exc_info", "sys.exc_info"})
WRITES_THE_LOG = {
    "designer/live/watchdog.py": "logs where each thread is when the loop is frozen",
    "designer/observing/brief.py": "drops what Django logs of a Host that a stranger chose",
    "designer/observing/json_lines.py": "formats what `log.exception` was given",
}
"""Modules that can name a stack trace, because all they write is the server's log."""


def family(kind: type[KeysheetError] = KeysheetError) -> list[type[KeysheetError]]:
    return [kind, *(one for below in kind.__subclasses__() for one in family(below))]


def test_every_code_is_of_the_one_form_and_stands_for_one_thing():
    classes = defaultdict(set)
    for kind in family():
        assert CODE.fullmatch(kind.code), f"{kind.__qualname__}: {kind.code!r}"
        classes[kind.code].add(kind.__qualname__)
    assert {code: names for code, names in classes.items() if len(names) > 1} == {}


def test_every_code_that_is_given_in_place_is_of_the_one_form():
    odd = []
    for path in (path for path in files(".py", under=PRODUCT) if names(path, ["code="])):
        for node in nodes(path, ast.Raise):
            odd += [f"{path}:{node.lineno} {given!r}" for given in codes_given(node) if not CODE.fullmatch(given)]
    assert odd == []


def codes_given(node: ast.Raise) -> list[str]:
    """What `raise Kind(..., code="...")` says."""
    words = node.exc.keywords if isinstance(node.exc, ast.Call) else []
    values = [word.value.value for word in words if word.arg == "code" and isinstance(word.value, ast.Constant)]
    return [value for value in values if isinstance(value, str)]


def test_every_family_of_the_core_is_drawn_in_its_docstring():
    drawn = errors.__doc__ or ""
    assert [
        kind.__name__ for kind in family() if kind.__module__ == errors.__name__ and kind.__name__ not in drawn
    ] == []


@pytest.mark.parametrize("kind", family()[1:], ids=lambda kind: kind.__name__)
def test_the_page_and_the_api_know_the_family_of_every_refusal(kind: Any):
    assert any(issubclass(kind, known) for known, _ in middleware.STATUS)
    assert any(issubclass(kind, known) for known in api_errors.STATUS)


def test_the_page_and_the_api_give_a_family_the_same_number():
    assert dict(middleware.STATUS) == dict(api_errors.STATUS)


def test_no_code_of_ours_writes_a_stack_trace():
    """The log does, by `log.exception`; no answer, no job row, no message may."""
    found = [one for path in files(".py", under=PRODUCT) if path not in WRITES_THE_LOG for one in traces(path)]
    assert found == []


def test_every_module_that_may_name_a_stack_trace_does():
    assert [path for path in WRITES_THE_LOG if not traces(path)] == []


def traces(path: str) -> list[str]:
    """Where a module names a stack trace."""
    if not names(path, INSIDES):
        return []
    named = [(node.lineno, node.attr) for node in nodes(path, ast.Attribute)]
    named += [(node.lineno, node.id) for node in nodes(path, ast.Name)]
    return [f"{path}:{line} {name}" for line, name in named if name in INSIDES]


def test_the_core_knows_no_status_numbers():
    numbered = re.compile(r"\bstatus\s*=\s*[45]\d\d\b|\bHTTP_[45]\d\d")
    core = files(".py", under=("modeler/", "exporter/importers/", "exporter/targets/", "exporter/services/"))
    assert [path for path in core if numbered.search(text(path))] == []


def test_no_page_of_an_error_shows_what_failed():
    shows = re.compile(r"\bexception\b|\btraceback\b|request\.META|settings\.", re.IGNORECASE)
    pages = [path for path in files(".html", under=("templates/",)) if re.search(r"/(?:4\d\d|500|errors/)", f"/{path}")]
    assert [path for path in pages if shows.search(text(path))] == []
    assert (ROOT / "templates/500.html").exists()

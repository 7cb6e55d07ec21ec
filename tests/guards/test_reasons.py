"""A rule that is set aside says why: a checker that is silenced, and a test that does not run."""

import ast
import re
from typing import Final

import pytest

from tests.guards.tree import comments, files, names, nodes

SILENCERS: Final = re.compile(r"#\s*(noqa|type:\s*ignore|pragma:|pylint:|mypy:|ruff:|pyright:)", re.IGNORECASE)
# `# the names are ours`, `# type: ignore[attr-defined]  # why`: a rule by name, then a reason.
WITH_A_REASON: Final = re.compile(r"#\s*(?:noqa:\s*[A-Z]+\d+|type:\s*ignore\[[\w-]+\])\s+#\s*\S+(?:\s+\S+){2,}")
MARKS: Final = frozenset({"skip", "skipif", "xfail", "importorskip"})
LATER: Final = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")


def test_a_silenced_checker_says_which_rule_and_why():
    silent = [
        f"{path}:{line} {comment}"
        for path in files(".py")
        for line, comment in comments(path, SILENCERS)
        if not WITH_A_REASON.search(comment)
    ]
    assert silent == []


@pytest.mark.slow
def test_a_test_that_may_not_run_says_why():
    marks = [
        (path, node)
        for path in files(".py", under=("tests/",))
        if names(path, MARKS)
        for node in nodes(path, ast.Attribute)
        if node.attr in MARKS
    ]
    assert [f"{path}:{node.lineno} {ast.unparse(node)}" for path, node in marks if not _is_explained(node, path)] == []


def _is_explained(node: ast.Attribute, path: str) -> bool:
    """Is it called with a sentence? `skip("...")` or `skipif(..., reason="...")`."""
    for call in nodes(path, ast.Call):
        if call.func is node:
            said = [word.value for word in call.keywords if word.arg in {"reason", "msg"}]
            said += call.args if node.attr == "skip" else []
            return any(not isinstance(word, ast.Constant) or len(str(word.value).split()) > 2 for word in said)
    return False


def test_nothing_is_put_off_in_a_comment():
    put_off = [f"{path}:{line} {comment}" for path in files(".py") for line, comment in comments(path, LATER)]
    assert put_off == []

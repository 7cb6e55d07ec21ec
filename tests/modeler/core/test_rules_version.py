"""The version of the rules is made from the core, so that no change of a rule leaves old findings in the database."""

import re
import shutil
from pathlib import Path

import pytest

from modeler.core.migration import CHANGE_RULES
from modeler.core.rules import RULES
from modeler.core.rules_version import RULES_VERSION, digest

CORE = Path(__file__).parents[3] / "modeler" / "core"


@pytest.fixture
def copy(tmp_path):
    return Path(shutil.copytree(CORE, tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__")))


def test_it_is_the_digest_of_the_core(copy):
    assert digest(copy) == RULES_VERSION
    assert re.fullmatch(r"[0-9a-f]{16}", RULES_VERSION)


@pytest.mark.slow
@pytest.mark.parametrize(
    "changed",
    ["rules/keys/key_order.py", "capacity/heat.py", "limits.py", "data/reserved_words.txt", "data/prices.json"],
)
def test_a_change_of_any_module_or_table_changes_it(copy, changed):
    with (copy / changed).open("a") as file:
        file.write("\n")
    assert digest(copy) != RULES_VERSION


@pytest.mark.conformance
@pytest.mark.slow
def test_a_change_of_any_rule_and_of_any_table_changes_it(copy):
    rules = [rule.check.__module__ for rule in (*RULES, *CHANGE_RULES)]
    modules = {Path(*name.split(".")[2:]).with_suffix(".py") for name in rules}
    tables = {path.relative_to(CORE) for path in (CORE / "data").iterdir() if path.is_file()}
    support = {path.relative_to(CORE) for path in (CORE / "rules" / "support").glob("*.py")}
    assert len(modules) > 40
    for changed in sorted(modules | tables | support):
        before = (copy / changed).read_bytes()
        (copy / changed).write_bytes(before + b"\n")
        assert digest(copy) != RULES_VERSION, changed
        (copy / changed).write_bytes(before)
    assert digest(copy) == RULES_VERSION


@pytest.mark.slow
def test_a_new_module_and_a_renamed_one_change_it(copy):
    (copy / "rules" / "keys" / "key_order.py").rename(copy / "rules" / "keys" / "ordering.py")
    renamed = digest(copy)
    (copy / "rules" / "new.py").touch()
    assert len({RULES_VERSION, renamed, digest(copy)}) == 3


@pytest.mark.slow
def test_what_python_compiles_does_not_count(copy):
    (copy / "rules" / "__pycache__").mkdir(exist_ok=True)
    (copy / "rules" / "__pycache__" / "any.cpython-313.pyc").write_bytes(b"compiled")
    assert digest(copy) == RULES_VERSION

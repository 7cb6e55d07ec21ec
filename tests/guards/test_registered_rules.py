"""No rule is forgotten: each is registered, and what documents name is a rule."""

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from modeler.core.migration import CHANGE_RULES
from modeler.core.rules import RULES
from modeler.core.rules.support.rule import Rule
from tests.guards.tree import files, names, nodes

REGISTERED = {id(rule) for rule in (*RULES, *CHANGE_RULES)}
IDS = {rule.id for rule in (*RULES, *CHANGE_RULES)}
BLOCKS = Path("docs/facts/building-blocks.md")
_RULE_ID = re.compile(r"`([a-z]+\.[a-z_]+)`")


def decorated(functions: Iterable[ast.FunctionDef]) -> list[str]:
    """Names of functions that are decorated with ``@rule(...)``."""
    return [one.name for one in functions if any(map(is_rule, one.decorator_list))]


def is_rule(decorator: ast.expr) -> bool:
    match decorator:
        case ast.Call(func=ast.Name(id="rule") | ast.Attribute(attr="rule")):
            return True
    return False


def unregistered() -> Iterator[str]:
    for path in files(".py", under=("modeler/core/",)):
        if not names(path, ["rule("]):
            continue
        found = set(decorated(nodes(path, ast.FunctionDef)))
        if not found:
            continue
        module = import_module(path.removesuffix(".py").replace("/", "."))
        found |= {name for name, value in vars(module).items() if isinstance(value, Rule)}
        yield from (f"{path}: {name}" for name in found if id(getattr(module, name, None)) not in REGISTERED)


def test_every_rule_is_registered():
    assert sorted(unregistered()) == [], "add it to RULES of its module, and the module to modeler/core/rules"


def test_no_rule_is_registered_twice():
    listed = [id(rule) for rule in (*RULES, *CHANGE_RULES)]
    assert len(listed) == len(set(listed))


def test_a_decorated_function_is_found():
    code = '@rule("keys.x", ERROR, Scope.TABLE, title="X", why="", fix="", sources="")\ndef x(context, table): ...\n'
    assert decorated(ast.parse(code).body) == ["x"]
    assert decorated(ast.parse("def y(context, table): ...").body) == []


def named_by_blocks(document: str) -> set[str]:
    """Rule ids in the last cells of the tables of building blocks."""
    rows = (line for line in document.splitlines() if line.startswith('| <a id="'))
    return {name for row in rows for name in _RULE_ID.findall(row.rstrip("| ").rpartition(" | ")[2])}


def test_building_blocks_name_rules_that_exist():
    named = named_by_blocks(BLOCKS.read_text("utf-8"))
    assert len(named) > 15
    assert sorted(named - IDS) == []


def test_an_unknown_rule_of_a_block_is_found():
    row = '| <a id="p1"></a>P1 One entity | keys `a.b` | | GetItem | `keys.no_such_rule`, more |'
    assert named_by_blocks(row) - IDS == {"keys.no_such_rule"}

"""Settings and facts are read by their typed form: `Table.options`, `Design.options`, `AccessPattern.facts`.

A look-up of the document by name is right where the document itself is read, compared or written.
"""

import ast
from typing import Final

from tests.guards.tree import files, names, tree

PACKAGES: Final = ("modeler/", "exporter/", "designer/")
READERS: Final = ("modeler/core/fields/", "modeler/core/design/", "exporter/importers/", "modeler/core/documents/")
RAW: Final = ("settings", "extra")
# An edit keeps the members that are not understood; a comparison shows both documents.
ALLOWED: Final = {
    "exporter/targets/data/workbench.py": "gives back what the import of a Workbench model kept",
    "designer/page/regions/cost.py": "shows whether an edit changes the document",
    "modeler/core/migration/differences.py": "compares two documents",
    "modeler/core/migration/rates.py": "reads a setting of the same name of a table or an index",
    "modeler/core/rules/capacity/billing_modes.py": "reads a setting of the same name of a table or an index",
    "modeler/core/migration/rekeying.py": "copies settings to a new table",
    "modeler/core/migration/rules/keys.py": "reads the settings that a step of a plan sets",
    "modeler/core/synthesis/pricing.py": "reads the settings that the synthesis gives to new tables",
    "modeler/core/rules/operations/table_features.py": "counts the bytes of the policy's text",
    "modeler/core/rules/security/access_and_encryption.py": "its fixes keep the other members",
}


def look_ups(path: str) -> list[str]:
    """``x.settings.get(...)`` and ``x.extra[...]``, also by a name that holds them; a capacity has its own settings."""
    if not names(path, (f".{name}" for name in RAW)):
        return []
    return [f"{path}:{line}" for line in lines_of_look_ups(tree(path))]


def lines_of_look_ups(tree: ast.Module) -> list[int]:
    nodes = ((node, scope) for scope in scopes(tree) for node in ast.walk(scope))
    return [node.lineno for node, scope in nodes if isinstance(node, ast.expr) and is_look_up(node, scope)]


def scopes(tree: ast.Module) -> list[ast.stmt]:
    """The functions of a module, without those within others, and methods of its classes."""
    found: list[ast.stmt] = []
    for node in tree.body:
        found += node.body if isinstance(node, ast.ClassDef) else [node]
    return found


def is_look_up(node: ast.AST, scope: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=held, attr="get"), args=[ast.Constant() | ast.Name(), *_]):
            return is_raw(held, scope)
        case ast.Subscript(value=held, slice=ast.Constant(value=str()), ctx=ast.Load()):
            return is_raw(held, scope)
    return False


def is_raw(held: ast.AST, scope: ast.AST) -> bool:
    match held:
        case ast.Attribute(value=ast.Attribute(attr="capacity") | ast.Name(id="capacity")):
            return False
        case ast.Attribute(value=owner, attr=name):
            return name in RAW and not (isinstance(owner, ast.Name) and owner.id in ("django", "conf"))
        case ast.Name(id=name):
            return any(names_it(node, name, scope) for node in ast.walk(scope))
    return False


def names_it(node: ast.AST, name: str, scope: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=target)], value=ast.Attribute() as value):
            return target == name and is_raw(value, scope)
    return False


def test_no_setting_is_looked_up_by_name():
    found = {
        place
        for path in files(".py", under=PACKAGES)
        if not path.startswith(READERS) and path not in ALLOWED
        for place in look_ups(path)
    }
    assert found == set(), "use Table.options, Design.options or AccessPattern.facts"


def test_what_is_allowed_is_needed():
    assert [path for path in ALLOWED if not look_ups(path)] == []


def test_a_look_up_is_found():
    found = {
        "def f(table): return table.settings.get('live')": True,
        "def f(table):\n    given = table.settings\n    return given['live']": True,
        "class A:\n    def f(self): return self.pattern.extra.get('skew')": True,
        "def f(index): return index.capacity.settings.get('auto_scaling')": False,
        "def f(settings): return settings.get('live')": False,
        "def f(table): return table.options.live": False,
    }
    for code, expected in found.items():
        assert bool(lines_of_look_ups(ast.parse(code))) is expected, code

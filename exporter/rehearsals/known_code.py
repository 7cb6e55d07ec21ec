"""A look at the generated modules before a server runs them: they hold tables of keys, and can do nothing else. Pure.

Names in a design are text that anybody types. The generator writes them as literals; this is a second lock, which does
not depend on that.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from exporter.targets.base import ExportFile
from modeler.core.errors import Invalid

WRITTEN: Final = ("old_tables.py", "new_tables.py", "routes.py", "__init__.py")
"""The modules of a package that depend on the designs. The others are the same in every package."""

_MODULES: Final = frozenset(
    {"__future__", "decimal", "engine.shapes", "engine.routes", "runtime", "runtime.rules", None}
)
_NODES: Final = (
    ast.Module, ast.Expr, ast.Assign, ast.ImportFrom, ast.alias, ast.Name, ast.Load, ast.Store, ast.Constant, ast.Tuple,
    ast.List, ast.Dict, ast.Set, ast.Call, ast.keyword, ast.Attribute, ast.Lambda, ast.arguments, ast.arg, ast.BinOp,
    ast.Add, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.Compare, ast.In, ast.NotIn, ast.Is,
    ast.IsNot, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.IfExp, ast.Subscript,
)  # fmt: skip
_NAMES: Final = frozenset(
    {"Decimal", "Overload", "Reveals", "Route", "Rules", "Shape", "StoredTable", "conditions", "frozenset", "keys",
     "new_tables", "old_tables", "values"}
)  # fmt: skip


def refuse_unknown_code(files: Iterable[ExportFile]) -> None:
    """Raise Invalid if a generated module has anything but tables of keys."""
    for file in files:
        if file.path.rpartition("/")[2] in WRITTEN and file.path.count("/") == 1:
            _refuse(file)


def _refuse(file: ExportFile) -> None:
    tree = ast.parse(file.text)
    own = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    if own & _NAMES or any(not one.isidentifier() or one.startswith("__") for one in own):
        raise _unknown(file)
    for node in ast.walk(tree):
        if not isinstance(node, _NODES) or not _is_known(node, own):
            raise _unknown(file)


def _is_known(node: ast.AST, own: set[str]) -> bool:
    match node:
        case ast.ImportFrom(module=module, level=level):
            return module in _MODULES and (level == 1) == (module not in ("__future__", "decimal"))
        case ast.Name(id=name):
            return name in own or name in _NAMES
        case ast.Attribute(attr=name):
            return not name.startswith("_")
        case ast.arg(arg=name):
            return name == "values"
    return True


def _unknown(file: ExportFile) -> Invalid:
    return Invalid(
        f"{file.path} has code that a migration does not need, so it is not run", path="", code="rehearsal.code"
    )

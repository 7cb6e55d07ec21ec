"""The files of a generated migration, from one design to another."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Final

from exporter.targets.access_code.entity_plan import plans_by_key
from exporter.targets.access_code.runtime_files import runtime_file
from exporter.targets.base import Export, ExportFile, Loss, header
from exporter.targets.infrastructure.table_calls import proof_arguments, seed_items
from exporter.targets.migration.deployment.template import deployment_files
from exporter.targets.migration.readme import readme
from exporter.targets.migration.routed_tables import RoutedTable, routed_tables
from exporter.targets.migration.shape_writer import written_tables
from exporter.targets.python.naming import package_name
from exporter.targets.python.project_file import project_file
from exporter.targets.support.literals import Language, python_comment, python_docstring, python_literal
from modeler.core.design.items import Attribute
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.migration import plan
from modeler.core.migration.overlap.owed import owed_items
from modeler.core.migration.pairs import EntityPair, Pairing
from modeler.core.values.attribute_values import AttributeType

OLDEST: Final = "3.12"
RUNTIME: Final = ("__init__", "keys", "conditions", "rules")
ENGINE: Final = (
    "__init__", "aws", "bringing", "calls", "checking", "command_line", "commands/__init__", "commands/exporting",
    "commands/options", "commands/requirements", "control", "copying", "cutover", "evidence", "exports/__init__",
    "exports/backfilling", "exports/manifest", "exports/places", "filling", "migration", "pace", "preparing",
    "problems", "rehearsal_reader", "rehearsal_writer", "rehearsing", "routes", "scanning", "serving", "shapes",
    "stored_values", "streaming", "verifying",
)  # fmt: skip
_MYPY: Final = '\n[[tool.mypy.overrides]]\nmodule = ["boto3.*", "botocore.*"]\nignore_missing_imports = true\n'


def migration_package(before: Design, after: Design) -> Export:
    """Return a package that moves what `before` has stored to `after`, and what it does not move.

    Raises Invalid if no stored item needs another key.
    """
    pairing = Pairing(before, after)
    routes = routed_tables(pairing)
    if not routes:
        owed = "".join(f". {one.message}: no stored item becomes one of them" for one in owed_items(pairing))
        raise Invalid(f"no stored item needs another key, so there is nothing to migrate{owed}", path="")
    root = f"{package_name(after)}_migration"
    losses = tuple(_losses(pairing, routes))
    old = written_tables(
        before, _distinct_tables((one.old, one.old) for one in routes), "Tables and entities before the change."
    )
    new = written_tables(after, _distinct_tables(_new_sides(pairing, routes)), "Tables and entities after the change.")
    written = (
        ExportFile(f"{root}/__init__.py", _init(before, after, losses)),
        ExportFile(f"{root}/__main__.py", _main(root)),
        ExportFile(f"{root}/py.typed", "\n"),
        ExportFile(f"{root}/old_tables.py", old.source),
        ExportFile(f"{root}/new_tables.py", new.source),
        ExportFile(f"{root}/routes.py", _routes(pairing, routes, old.constants, new.constants)),
        ExportFile(f"{root}/tables.json", _tables(routes)),
        ExportFile(f"{root}/rehearsal.json", _rehearsal(before, routes)),
        *(ExportFile(f"{root}/runtime/{name}.py", runtime_file("python", f"{name}.py")) for name in RUNTIME),
        *(ExportFile(f"{root}/engine/{name}.py", _engine_file(name)) for name in ENGINE),
        *deployment_files(root, f"{before.name} to {after.name}", routes),
        ExportFile("README.md", readme(root, routes, plan(before, after), losses)),
        _project(root),
    )
    return Export(written, losses)


def _engine_file(name: str) -> str:
    return files("exporter.targets.python").joinpath("engine", f"{name}.py").read_text("utf-8")


def _project(root: str) -> ExportFile:
    made = project_file(root, OLDEST, ["boto3>=1.42"])
    return ExportFile(made.path, made.text.replace('"py.typed"]', '"py.typed", "*.json"]') + _MYPY)


def _distinct_tables(tables: Iterable[tuple[Table, Table]]) -> list[tuple[Table, Table]]:
    return list({id(table): (table, named) for table, named in tables}.values())


def _new_sides(pairing: Pairing, routes: Iterable[RoutedTable]) -> Iterator[tuple[Table, Table]]:
    """Yield each new table as designed, and as it is named during the migration."""
    return ((_designed(pairing, one), one.new) for one in routes)


def _designed(pairing: Pairing, route: RoutedTable) -> Table:
    return route.pairs[0].after_table


def _losses(pairing: Pairing, routes: tuple[RoutedTable, ...]) -> Iterator[Loss]:
    yield Loss("design", "access patterns, settings of tables, rates and sample items are not part of a migration")
    for table, entity in pairing.gone_entities():
        yield Loss(
            f"tables.{table.name}.entities.{entity.name}",
            "the new design has no such entity: its items stay in the old table, and are not copied",
        )
    for one in owed_items(pairing):
        path = f"tables.{one.table.name}.entities.{one.entity.name}"
        yield Loss(path, f"{one.message}, which the migration does not write")
    for route in routes:
        if route.old.unassigned:
            path = f"tables.{route.old.name}.unassigned"
            yield Loss(path, "items that match no entity are reported as problems, and are not moved")
    for route in routes:
        for pair in route.pairs:
            yield from _unconverted(pair, route)
    for plan_of in plans_by_key(pairing.after, Language.PYTHON).values():
        yield from (Loss(path, told) for path, told in plan_of.losses())


def _unconverted(pair: EntityPair, route: RoutedTable) -> Iterator[Loss]:
    """Yield what stored items keep that the new design writes otherwise."""
    path = f"tables.{pair.before_table.name}.entities.{pair.before.name}.attributes"
    for old, new in pair.attributes:
        if old and new and pair.is_stored and old.type is not new.type:
            yield Loss(f"{path}.{old.name}", _of_type(old, new, is_copied=not route.in_place))
    ttl = pair.after_table.options.ttl_attribute
    known = {
        pair.before_table.options.ttl_attribute,
        *pair.renames.values(),
        *(one.name for one in pair.before.attributes),
    }
    if pair.is_stored and pair.after.attribute(ttl) is not None and ttl not in known:
        yield Loss(f"{path}.{ttl}", "stored items lack this TTL attribute: they never expire until it is filled in")


_CONVERTED: Final = frozenset({(AttributeType.N, AttributeType.S), (AttributeType.S, AttributeType.N)})
"""Types of attributes that copies have instead of those that stored items have."""


def _of_type(old: Attribute, new: Attribute, *, is_copied: bool) -> str:
    if not is_copied or (old.type, new.type) not in _CONVERTED:
        return f"stored values keep the type {old.type.value}: readers meet both types"
    if old.type is AttributeType.S:
        return "copies have the number that the text is; an item whose text is none is reported as a problem"
    told = "" if old.format == new.format else f", which is not the format {new.format or 'of new items'}"
    return f"copies have the digits of the number as text{told}"


def _types(route: RoutedTable) -> dict[str, dict[str, tuple[str, str]]]:
    """Return the attributes whose type copies change, by the old entity and the new name."""
    if route.in_place:
        return {}
    found = {
        pair.before.name: {
            new.name: (old.type.value, new.type.value)
            for old, new in pair.attributes
            if old and new and (old.type, new.type) in _CONVERTED
        }
        for pair in route.pairs
    }
    return {entity: types for entity, types in found.items() if types}


def _init(before: Design, after: Design, losses: tuple[Loss, ...]) -> str:
    about = [f"{before.name} to {after.name}: a migration of stored items, written by Keysheet.", ""]
    about.append("Run: python -m PACKAGE --help. README.md has the order of the commands.")
    return python_docstring(about) + "\n" + python_comment(header(after, "migration", losses)[1:])


def _main(root: str) -> str:
    return f'''"""Runs the commands of the migration."""

from __future__ import annotations

import json
import sys
from importlib.resources import files

from .engine.command_line import main
from .routes import ROUTES

if __name__ == "__main__":
    tables, rehearsal = (
        json.loads(files("{root}").joinpath(name).read_text("utf-8")) for name in ("tables.json", "rehearsal.json")
    )
    sys.exit(main(ROUTES, tables, {python_literal(root.replace("_", "-"))}, rehearsal=rehearsal, package="{root}"))
'''


def _routes(pairing: Pairing, routes: tuple[RoutedTable, ...], old: Mapping[int, str], new: Mapping[int, str]) -> str:
    lines = [*python_docstring(["Where the items of each old table go."]).splitlines(), ""]
    lines += ["from __future__ import annotations", "", "from . import new_tables, old_tables"]
    lines += ["from .engine.routes import Route", "", "ROUTES = ("]
    for one in routes:
        lines.append("    Route(")
        lines.append(f"        {python_literal(one.name)},")
        lines.append(f"        old_tables.{old[id(one.old)]},")
        lines.append(f"        new_tables.{new[id(_designed(pairing, one))]},")
        lines.append(f"        {python_literal({pair.before.name: pair.after.name for pair in one.pairs})},")
        marks = (name for name in ("in_place", "old_stays", "new_exists") if getattr(one, name))
        lines += [f"        {name}=True," for name in marks]
        if renames := {pair.before.name: pair.renames for pair in one.pairs if pair.renames}:
            lines.append(f"        renames={python_literal(renames)},")
        if types := _types(one):
            lines.append(f"        types={python_literal(types)},")
        lines.append("    ),")
    return "\n".join([*lines, ")", ""])


def _rehearsal(before: Design, routes: tuple[RoutedTable, ...]) -> str:
    """Return the old tables and the sample items in them."""
    items = seed_items(before)
    tables = {one.old.name: proof_arguments(one.old) for one in routes}
    return json.dumps({"tables": tables, "items": {name: items[name] for name in tables}}, ensure_ascii=False) + "\n"


def _tables(routes: tuple[RoutedTable, ...]) -> str:
    found = {one.new.name: proof_arguments(one.new) for one in routes}
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"

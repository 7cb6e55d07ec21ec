"""The stored shapes of a design's entities, as Python: the rules of their keys, and what the keys reveal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from exporter.targets.access_code.entity_plan import EntityPlan, plan_key, plans_by_key, templated_keys
from exporter.targets.access_code.key_reading import groups_of, key_readings
from exporter.targets.python.entities import needed, rules_lines
from exporter.targets.python.item_reading import PYTHON, raw_literal
from exporter.targets.support.literals import Language, python_docstring, python_literal
from modeler.core.design.model import Design
from modeler.core.design.tables import Table

REVERSED = "reversed "
"""The type of a number that a key has as the difference to the largest of its width, which follows."""

_IMPORTS = """
from __future__ import annotations

from decimal import Decimal

from .engine.shapes import Reveals, Shape, StoredTable
from .runtime import conditions, keys
from .runtime.rules import Overload, Rules
"""


@dataclass(frozen=True, slots=True)
class WrittenTables:
    """The module of one side, and the names of its constants by the id of each table."""

    source: str
    constants: Mapping[int, str]


def written_tables(design: Design, tables: Iterable[tuple[Table, Table]], about: str) -> WrittenTables:
    """Return the module of some tables: each as in the design, and as it is named during the migration."""
    plans = plans_by_key(design, Language.PYTHON)
    lines: list[str] = []
    constants: dict[int, str] = {}
    for number, (table, named) in enumerate(tables, 1):
        own = [plans[plan_key(table, entity)] for entity in table.entities]
        for plan in own:
            lines += ["", "", *_shape(plan)]
        constants[id(table)] = f"TABLE_{number}"
        lines += ["", "", *_table(constants[id(table)], named, own)]
    body = "\n".join(lines) + "\n"
    return WrittenTables(python_docstring([about]) + needed(_IMPORTS, body).rstrip() + "\n" + body, constants)


def _constant(plan: EntityPlan) -> str:
    return plan.module.upper().strip("_") or "ENTITY"


def _shape(plan: EntityPlan) -> Iterator[str]:
    first, *rules = rules_lines(plan)
    own = frozenset(plan.table.base.key_names)
    always = {one.name for one in plan.attributes if one.optional >= 1} - set(plan.only_in_keys) - own
    sources = {name for one in plan.keys if not one.index.is_base for name in one.attributes}
    yield f"{_constant(plan)} = Shape("
    yield f"    {python_literal(plan.entity.name)},"
    yield f"    {first.partition(' = ')[2]}"
    yield from (f"    {line}" for line in rules[:-1])
    yield "    ),"
    for name, values in (("made", templated_keys(plan.entity)), ("always", always), ("sources", sources)):
        if values:
            yield f"    {name}=frozenset({python_literal(frozenset(values))}),"
    if reveals := list(_reveals(plan)):
        yield "    reveals=("
        yield from (f"        {one}," for one in reveals)
        yield "    ),"
    yield ")"


def _reveals(plan: EntityPlan) -> Iterator[str]:
    """Yield what keys reveal: the table's own key everything, since it is never stale; keys of indexes only what is
    stored nowhere else.
    """
    groups = groups_of(plan)
    types = {one.name: one.type.value for one in plan.attributes}
    own, hidden = frozenset(plan.table.base.key_names), frozenset(plan.only_in_keys)
    for one in key_readings(plan, PYTHON, tuple(groups), with_reversed=True):
        names = one.attributes if one.key in own else one.attributes & hidden
        kinds = {**types, **{name: f"{REVERSED}{width}" for name, width in one.reversed.items()}}
        told = {groups[name]: (name, kinds[name]) for name in sorted(names)}
        if told:
            yield f"Reveals({python_literal(one.key)}, {raw_literal(one.pattern)}, {python_literal(told)})"


def _table(constant: str, table: Table, plans: Iterable[EntityPlan]) -> Iterator[str]:
    shapes = "".join(f"{_constant(plan)}, " for plan in plans)
    yield f"{constant} = StoredTable("
    yield f"    {python_literal(table.name)},"
    yield f"    {python_literal(tuple(table.base.key_names))},"
    yield f"    ({shapes.rstrip() if shapes.count(',') == 1 else shapes.rstrip(', ')}),"
    indexes = {index.name: tuple(index.key_names) for index in table.indexes}
    if indexes:
        yield f"    {python_literal(indexes)},"
    yield ")"

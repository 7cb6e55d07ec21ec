"""A package of TypeScript that a target wrote, compiled and run: what it stores, what its functions do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.typescript.library_project import Project
from exporter.targets.typescript.nodes import Code, Object, TsCall, constant, write
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation
from modeler.core.evaluator.unstored import unstored
from modeler.core.items.materialize import StoredItem
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item
from tests.doors.access_runs import Given, Ground, Written, calls, predicted, samples
from tests.doors.checks import Door
from tests.doors.found_rows import AS_JSON, compare_rows
from tests.doors.node_code import compiled, ran

LIST_SETS = {AttributeType.SS, AttributeType.NS, AttributeType.BS}


@dataclass(frozen=True)
class Library:
    """How a library's package is driven: an expression that writes an item, what it stores besides, how sets look."""

    head: str
    put: Callable[[EntityPlan, str], str]
    own: Collection[str] = ()
    lists_for_sets: bool = False
    carries: Callable[[Written], bool] = lambda written: True
    marks: Callable[[EntityPlan], Item] = lambda plan: {}


def check_package(door: Door, library: Library) -> str:
    """Compile, write every sample, call every function; asserts that all of it is as the core says."""
    compiled(door.folder)
    project = Project(door.design)
    written = [one for one in samples(project.entities) if library.carries(one)]
    with Ground(door.design, door.sandbox_url) as ground:
        _writes_what_the_core_stores(door, ground, project, library, written)
        called = _does_what_is_predicted(door, ground, project, library, written)
    return (
        f"tsc; {len(written)} items stored as the core has them, {called} of {len(project.patterns)} functions called"
    )


def _environment(door: Door, ground: Ground, project: Project) -> dict[str, str]:
    names = {f"{project.constants[name]}_TABLE": real for name, real in ground.names.items()}
    return {"AWS_ENDPOINT_URL_DYNAMODB": door.sandbox_url, **names}


def item_code(plan: EntityPlan, values: Item, library: Library) -> str:
    """An item as an object literal, by the names that the entity has."""
    members = [
        (field.identifier, value_code(values[field.name], library))
        for field in plan.fields.values()
        if field.name in values
    ]
    return write(Object(members))


def value_code(value: AttributeValue, library: Library) -> Any:
    """A value as the library takes it."""
    made = constant(value)
    return (
        made.arguments[0] if library.lists_for_sets and value.type in LIST_SETS and isinstance(made, TsCall) else made
    )


def _writes_what_the_core_stores(
    door: Door, ground: Ground, project: Project, library: Library, written: list[Written]
) -> None:
    calls = [library.put(one.plan, item_code(one.plan, one.sample.values, library)) for one in written]
    body = "".join(f"await {call};\n" for call in calls)
    ran(door.folder, f'import * as api from "./dist/index.js";\n{library.head}\n{body}console.log("true");\n',
        _environment(door, ground, project))  # fmt: skip
    for table in door.design.tables:
        wanted = {one.stored.key: one for one in written if one.plan.table is table}
        held = ground.held(table)
        assert held.keys() == wanted.keys()
        for key, one in wanted.items():
            extra = {*library.own, *one.plan.only_in_keys}
            found = {name: value for name, value in held[key].items() if name not in extra}
            assert found == dict(one.stored.item), (one.plan.name, key)


def _does_what_is_predicted(
    door: Door, ground: Ground, project: Project, library: Library, written: list[Written]
) -> int:
    """Call every function on what the exported entities wrote: nothing is stored that a user of the package lacks."""
    database = _of_those(door.design, written)
    lines, wanted = [], []
    for pattern in project.patterns:
        found = predicted(door.design, pattern, database)
        given = calls(pattern)
        if not given or found.problems:
            continue
        lines.append(_called(pattern, given, found, library))
        wanted.append((pattern, found, database))
        database = found.after
    script = f"{AS_JSON}{_TRIED}{''.join(lines)}console.log(JSON.stringify(all));\n"
    answers = ran(door.folder, script, _environment(door, ground, project)) if lines else []
    for (pattern, found, before), answer in zip(wanted, answers, strict=True):
        _compare(project, pattern, found, before, answer)
    for table in door.design.tables:
        held = ground.held(table)
        hidden = {*library.own}
        mine = {key: {n: v for n, v in item.items() if n not in hidden} for key, item in held.items()}
        assert mine.keys() == {one.key for one in database.items(table.name)}
        marks = {plan.entity.name: library.marks(plan) for plan in project.entities if plan.table is table}
        for one in database.items(table.name):
            missing = marks.get(one.entity or "", {}).items() - held[one.key].items()
            assert not missing, (table.name, one.key, missing)
            # An update that makes its item gives a library the attributes in the key, too, and it stores them.
            unstored = _only_in_keys(project, one.entity) | (_in_keys(project, one.entity) - one.item.keys())
            unstored |= _in_no_index(table, mine[one.key]) - one.item.keys()
            seen = {name: value for name, value in mine[one.key].items() if name not in unstored}
            assert seen == dict(one.item), (table.name, one.key, seen.items() ^ one.item.items())
    return len(lines)


def _only_in_keys(project: Project, entity: str | None) -> set[str]:
    return {name for plan in project.entities if plan.entity.name == entity for name in plan.only_in_keys}


def _in_keys(project: Project, entity: str | None) -> set[str]:
    return {name for plan in project.entities if plan.entity.name == entity for name in plan.key_inputs}


def _in_no_index(table: Table, item: Item) -> set[str]:
    """Keys of indexes without the index's other key: the item is not in them."""
    return {name for index in table.indexes if not item.keys() >= set(index.key_names) for name in index.key_names}


def _of_those(design: Design, written: list[Written]) -> Database:
    """The items that the exported entities wrote, as the core stores them."""
    kept: dict[str, list[StoredItem]] = {table.name: [] for table in design.tables}
    for one in written:
        kept[one.plan.table.name].append(one.stored)
    return Database.of(design, kept)


_TRIED = """
import * as api from "./dist/index.js";
const all = [];
const plain = (value) => {
  if (value === undefined || value === null) return [];
  // What a transaction does not find stands in its place as nothing.
  const rows = value.items && !Array.isArray(value.items) ? Object.values(value.items).flat() : value.items ?? value;
  if (!Array.isArray(rows)) return [rows];
  return rows.filter((one) => one != null);
};
async function tried(...calls) {
  const rows = [];
  try {
    for (const call of calls) rows.push(...plain(await call()));
    return { rows: rows.map(said) };
  } catch (error) {
    return { error: `${error.name} ${error.message} ${error.cause?.name ?? ""} ${error.context?.err?.name ?? ""}` };
  }
}
"""


def _called(pattern: PatternPlan, given: Iterable[dict[str, Given]], found: Evaluation, library: Library) -> str:
    """The calls of a function, one after the other, as a line of the script."""
    beside = {**dict(_items(pattern, library)), **dict(_held(pattern, found))}
    each = [{**beside, **{name: _code(value, library) for name, value in one.items()}} for one in given]
    texts = [f"() => api.{pattern.function}({write(Object(list(one.items()))) if one else ''})" for one in each]
    return f"all.push(await tried({', '.join(texts)}));\n"


def _code(given: Given, library: Library) -> Any:
    return value_code(given, library) if isinstance(given, AttributeValue) else [constant(one) for one in given]


def _items(pattern: PatternPlan, library: Library) -> Iterator[tuple[str, Any]]:
    """The items that a pattern puts, each without what is meant for its condition or for other steps."""
    for one in (pattern, *pattern.members):
        if one.item is not None and one.item.entity is not None:
            plan, values = one.item.entity, one.bindings.values
            left_out = unstored(one.table, one.pattern, plan.entity, values)
            kept = {name: value for name, value in values.items() if name not in left_out}
            yield one.item.identifier, Code(item_code(plan, kept, library))


def _held(pattern: PatternPlan, found: Evaluation) -> Iterator[tuple[str, Any]]:
    """What the items hold that are written: each step's own item."""
    for one, done in zip(pattern.members or (pattern,), found.writes, strict=False):
        for parameter in one.parameters:
            if parameter.is_stored and done.before and parameter.name in done.before.item:
                yield parameter.identifier, constant(done.before.item[parameter.name])


def _compare(
    project: Project, pattern: PatternPlan, found: Evaluation, before: Database, answer: Mapping[str, Any]
) -> None:
    label = pattern.pattern.label
    if pattern.operation.is_read:
        assert "rows" in answer, (label, answer)
        assert all(answer["rows"]), f"{label}: rows without an attribute"
        compare_rows(project, pattern, found, before, answer["rows"])
        return
    failed = bool(found.refusals) or any(write.condition_held is False for write in found.writes)
    assert ("error" in answer) == failed, (label, answer, found.refusals)

"""One test per access pattern: it calls the function with the design's example, and compares with the evaluator."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby
from typing import Final

from exporter.targets.python.code import Code, written
from exporter.targets.python.functions import PackageFunction
from exporter.targets.python.values import literal, native
from exporter.targets.support.literals import python_docstring, python_literal
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.evaluator import Evaluation, Write
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.scope import PatternScope, scope_of
from modeler.core.values.attribute_values import Item

_NOTHING: Final = "nothing to return or to change: proves nothing; add a sample item that this pattern finds"


def proof(design: Design, database: Database, function: PackageFunction) -> str:
    """Return the source of a test."""
    pattern = function.pattern
    code = f"{pattern.code}: " if pattern.code else ""
    head = f"def test_{function.name}(tables: Tables, consumed: Consumed) -> None:\n"
    about = python_docstring([f"{code}{pattern.name or pattern.operation}."], 4)
    if problem := _problem(function):
        return f"@pytest.mark.skip(reason={python_literal(problem)})\n{head}{about}"
    call = _call(function)
    refusal = next(iter(function.evaluation.refusals), None)
    if refusal is not None:
        asked = call if function.returns == "None" else f"items_of({call})"
        expected = [f"with refused({python_literal(refusal.code)}, NoKey):", f"    {asked}"]
    else:
        expected = list(_lines(design, database, function, call))
    if function.evaluation.proves_nothing:
        # A skipped test is neither a success nor a failure, and pytest prints the reason.
        expected.append(f"pytest.skip({python_literal(_NOTHING)})")
    return head + about + "".join(f"    {line}\n" for line in expected)


def _problem(function: PackageFunction) -> str:
    """Return why a pattern's result cannot be predicted; '' if it can."""
    if function.evaluation.problems:
        return f"the pattern is incomplete: {function.evaluation.problems[0]}"
    lacking = [one.name for one in function.arguments if not one.example]
    return f"the design has no example of {', '.join(lacking)}" if lacking else ""


def _call(function: PackageFunction) -> str:
    tables = [f"tables[{python_literal(name)}]" for name in function.tables]
    given = [f"{one.name}={one.example}" for one in function.arguments]
    short = f"patterns.{function.name}({', '.join([*tables, *given])})"
    if len(short) <= 90:
        return short
    lines = "".join(f"        {one},\n" for one in [*tables, *given])
    return f"patterns.{function.name}(\n{lines}    )"


def _lines(design: Design, database: Database, function: PackageFunction, call: str) -> Iterator[str]:
    evaluation = function.evaluation
    answers = function.returns != "None"
    yield f"answer = {call}" if answers else call
    if answers:
        yield from _answer(design, database, function)
    units = {"read": evaluation.read_units, "write": evaluation.write_units}
    given = ", ".join(f"{side}={python_literal(_exact(amount))}" for side, amount in units.items() if amount)
    yield f"consumed.check({given})"
    for write in _last_writes(evaluation):
        yield from _write_assertion(design, write)


def _exact(amount: Decimal) -> str:
    return format(amount.normalize(), "f")


def _answer(design: Design, database: Database, function: PackageFunction) -> Iterator[str]:
    """Return what the answer holds: by key if each item contains it, else by everything that it contains."""
    returned = [one.item for one in function.evaluation.returned]
    table = design.table(function.pattern.table)
    names = table.base.key_names if table else ()
    if len(function.tables) == 1 and names and all(name in item for item in returned for name in names):
        keys: Code = [_tuple(item, names) for item in returned]
        shown, expected = f"keys_of(answer, {', '.join(map(python_literal, names))})", keys
    else:
        shown, expected = "items_of(answer)", [_item(item) for item in returned]
    match _order(design, database, function.pattern, function.evaluation):
        case "exact":
            yield f"assert {shown} == {written(expected, 4)}"
        case "any":
            yield f"assert in_any_order({shown}) == in_any_order({written(expected, 4)})"
        case _:
            yield f"assert len({shown}) == {len(returned)}  # which of them, the order of equal keys decides"


def _tuple(item: Item, names: tuple[str, ...]) -> str:
    return python_literal(tuple(native(item[name]) for name in names))


def _item(item: Item) -> Code:
    return {name: literal(value) for name, value in item.items()}


def _order(design: Design, database: Database, pattern: AccessPattern, evaluation: Evaluation) -> str:
    """What is promised of the order: exact, any, or not even which items. facts/ordering#key-order."""
    match pattern.operation:
        case Operation.GET | Operation.TRANSACT_GET:
            return "exact"
        case Operation.SCAN:
            return "" if evaluation.more else "any"
        case Operation.QUERY:
            scope = scope_of(design, pattern, None, database)
            if not isinstance(scope, PatternScope) or scope.index.is_base:
                return "exact"
            return _order_of_entries(scope, evaluation)
    return "any"


def _order_of_entries(scope: PatternScope, evaluation: Evaluation) -> str:
    collections = scope.database.collections(scope.table, scope.index)
    entries = {entry.key: entry for entries in collections.values() for entry in entries}
    places = [(entries[one.key].partition, entries[one.key].sort) for one in evaluation.returned]
    if all(len(list(members)) == 1 for _, members in groupby(places)):
        return "" if evaluation.more and _is_cut(scope, evaluation) else "exact"
    return "" if evaluation.more else "any"


def _is_cut(scope: PatternScope, evaluation: Evaluation) -> bool:
    """Does an entry that was not examined share its key with one that was?"""
    collections = scope.database.collections(scope.table, scope.index)
    seen = set(evaluation.examined)
    all_entries = [entry for entries in collections.values() for entry in entries]
    examined = {(entry.partition, entry.sort) for entry in all_entries if entry.id in seen}
    return any((entry.partition, entry.sort) in examined for entry in all_entries if entry.id not in seen)


def _last_writes(evaluation: Evaluation) -> list[Write]:
    """Return the last write of each item."""
    found = {(write.table, write.key): write for write in evaluation.writes}
    return list(found.values())


def _write_assertion(design: Design, write: Write) -> Iterator[str]:
    table = design.table(write.table)
    if table is None:
        return
    key = python_literal(dict(zip(table.base.key_names, (native(value) for value in write.key), strict=True)))
    stored = f"item(tables[{python_literal(write.table)}], {key})"
    if write.after is None:
        yield f"assert {stored} is None"
    else:
        yield f"assert {stored} == {written(_item(write.after.item), 4)}"

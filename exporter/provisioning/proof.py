"""Proving access patterns on existing tables: predict, run, read back what was written, compare, restore."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.provisioning.aws import EndpointFailed
from exporter.provisioning.comparison import Key, Seen, compare
from exporter.provisioning.endpoints import Trust
from exporter.provisioning.expressions import NotExpressible
from exporter.provisioning.pattern_requests import PatternAnswer, Sender, ask
from exporter.provisioning.requests import Request, RequestNaming, requests_of
from exporter.provisioning.rows import ProofRow, Status, combined, not_compared
from exporter.provisioning.wire import item_from_client, item_to_client
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.evaluator import Evaluation, evaluate
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.scope import members
from modeler.core.items.materialize import key_item, key_of
from modeler.core.values.attribute_values import Item

SETTLING_SECONDS: Final = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Waits before a read that differs is repeated, for endpoints whose indexes lag behind their tables."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Where patterns are proved: a design whose tables exist under other names on an endpoint."""

    design: Design
    sender: Sender
    names: Mapping[str, str]
    trust: Trust


@dataclass(frozen=True, slots=True)
class Proof:
    """One pattern's row, its prediction, and every key that it may have written."""

    row: ProofRow
    evaluation: Evaluation
    written: tuple[Key, ...] = ()


def prove(ground: Ground, pattern: AccessPattern, database: Database) -> Proof:
    """Run a pattern on tables that hold `database`, and compare. Nothing is restored. If the endpoint itself fails, the
    row reports that, and not a difference.
    """
    evaluation = evaluate(ground.design, pattern, stored=database)
    if pattern.operation is Operation.STEPS:
        return _prove_steps(ground, pattern, database, evaluation)
    if evaluation.problems:
        sentence = f"the pattern is not specified well enough to run it: {evaluation.problems[0]}"
        return Proof(not_compared(pattern, sentence), evaluation)
    try:
        naming = RequestNaming(ground.names, keys_too=True)
        requests = requests_of(ground.design, pattern, database, naming)
    except NotExpressible as error:
        return Proof(not_compared(pattern, f"not run: {error.message}"), evaluation)
    keys = _keys_written(ground, requests)
    try:
        row = _compared(ground, pattern, database, evaluation, requests, keys)
    except EndpointFailed as failed:
        row = not_compared(pattern, failed.message)
    return Proof(row, evaluation, keys)


def _compared(
    ground: Ground,
    pattern: AccessPattern,
    database: Database,
    evaluation: Evaluation,
    requests: tuple[Request, ...],
    keys: tuple[Key, ...],
) -> ProofRow:
    """The row of a pattern. A read that differs is repeated where indexes lag behind."""
    for wait in (*(SETTLING_SECONDS if ground.trust.settles and not keys else ()), None):
        seen = _seen(ground, requests, keys)
        row = compare(ground.design, pattern, database, evaluation, seen, ground.trust)
        if wait is None or row.status is not Status.DIFFER:
            break
        time.sleep(wait)
    return row


def _prove_steps(ground: Ground, pattern: AccessPattern, database: Database, evaluation: Evaluation) -> Proof:
    """Prove each step on what the one before left, as the evaluator does."""
    rows: list[ProofRow] = []
    written: list[Key] = []
    for step in members(pattern):
        done = prove(ground, step, database)
        rows.append(done.row)
        written += done.written
        database = done.evaluation.after
    return Proof(combined(pattern, rows), evaluation, tuple(dict.fromkeys(written)))


def put_back(ground: Ground, keys: tuple[Key, ...], database: Database) -> None:
    """Restore what `database` holds under these keys, whatever a pattern wrote."""
    for table_name, key in keys:
        table = ground.design.table(table_name)
        if table is None:
            continue
        stored = database.item(table_name, key)
        target = {"TableName": ground.names[table_name]}
        if stored is not None:
            ground.sender.send(Request("put_item", {**target, "Item": item_to_client(stored.item)}))
        else:
            schema = table.partition_key + table.sort_key
            found = item_to_client(key_item(schema, key))
            ground.sender.send(Request("delete_item", {**target, "Key": found}))


def _seen(ground: Ground, requests: tuple[Request, ...], keys: tuple[Key, ...]) -> Seen:
    answer = ask(ground.sender, requests, ground.names)
    written = tuple((key, _stored(ground, key)) for key in keys)
    return Seen(tuple(_keyed(ground, answer)), answer.units, answer.refused, written)


def _keyed(ground: Ground, answer: PatternAnswer) -> Iterator[tuple[Key, Item]]:
    """Return items of an answer with the table's name in the design, and their key."""
    tables = {real: ground.design.table(name) for name, real in ground.names.items()}
    for real, item in answer.items:
        table = tables[real]
        if table is not None:
            yield (table.name, key_of(table.partition_key + table.sort_key, item) or ()), item


def _stored(ground: Ground, key: Key) -> Item | None:
    """Return what an endpoint holds under a key, read consistently."""
    table = ground.design.table(key[0])
    if table is None:
        return None
    schema = table.partition_key + table.sort_key
    arguments = {
        "TableName": ground.names[table.name],
        "Key": item_to_client(key_item(schema, key[1])),
        "ConsistentRead": True,
    }
    found = ground.sender.send(Request("get_item", arguments)).get("Item")
    return item_from_client(found) if found else None


def _keys_written(ground: Ground, requests: tuple[Request, ...]) -> tuple[Key, ...]:
    """Return every complete key that requests may write, each once, in order."""
    names = {real: name for name, real in ground.names.items()}
    found: dict[Key, None] = {}
    for real, raw in _targets(requests):
        table = ground.design.table(names.get(real, ""))
        key = key_of(table.partition_key + table.sort_key, item_from_client(raw)) if table else None
        if table is not None and key is not None:
            found[table.name, key] = None
    return tuple(found)


def _targets(requests: tuple[Request, ...]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (real table, item or key in the client's form) of every write."""
    for request in requests:
        arguments = request.arguments
        match request.method:
            case "put_item":
                yield arguments["TableName"], arguments["Item"]
            case "update_item" | "delete_item":
                yield arguments["TableName"], arguments["Key"]
            case "transact_write_items":
                for action in arguments["TransactItems"]:
                    (one,) = action.values()
                    yield one["TableName"], one.get("Item") or one["Key"]
            case "batch_write_item":
                for table, actions in arguments["RequestItems"].items():
                    for action in actions:
                        (one,) = action.values()
                        yield table, one.get("Item") or one["Key"]

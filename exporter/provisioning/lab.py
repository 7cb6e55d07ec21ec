"""The lab of the order management example: six steps and 6b, as data, with the known result of each. Pure.

facts/procedures#lab: shipping an order with `SET #s = :s REMOVE GSI2PK, GSI2SK` leaves a stale entry in GSI1;
shipping it by intent moves that entry and drains GSI2, so that A4 and A5 both change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from exporter.provisioning.comparison import places
from exporter.provisioning.plan import RunPlan
from exporter.provisioning.proof import Ground, prove
from exporter.provisioning.rows import ProofRow, Status, key_texts, unit_texts
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import IndexKind
from modeler.core.errors import Invalid
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation

NEEDED_PATTERNS: Final = ("A2", "A3", "A4", "A5", "A7")
NEEDED_ENTITIES: Final = ("Customer", "Order", "LineItem")
OPEN_ORDER: Final = {"customerId": "a1b2", "orderDate": "2026-06-01", "orderId": "o-9001"}
SHIPPED_ORDER: Final = {"customerId": "a1b2", "orderDate": "2026-06-03", "orderId": "o-9044"}
FIRST: Final = "ORDER#2026-06-01#o-9001"
SECOND: Final = "ORDER#2026-06-03#o-9044"


@dataclass(frozen=True, slots=True)
class LabStep:
    """One call of the lab. `keys` are the sort keys that must be returned in this order (None: it is a write); `units`
    by index, '' for the table's own.
    """

    step: str
    pattern: AccessPattern
    keys: tuple[str, ...] | None
    units: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lab:
    """The lab of a design: the design without its items, since the lab brings its own, and the steps in order."""

    design: Design
    steps: tuple[LabStep, ...]


def offers_lab(design: Design) -> bool:
    """Does a design have what the lab needs?"""
    return not _missing(design)


def lab_of(design: Design) -> Lab:
    """Return the lab on a design: the order management example, or a copy of it. Raises Invalid for any other."""
    if missing := _missing(design):
        raise Invalid(f"the lab needs the order management example; this design has no {', no '.join(missing)}")
    emptied = tuple(
        replace(table, unassigned=(), entities=tuple(replace(entity, items=()) for entity in table.entities))
        for table in design.tables
    )
    empty = replace(design, tables=emptied)
    return Lab(empty, tuple(_steps(empty)))


def run_lab(ground: Ground, lab: Lab) -> Iterator[dict[str, Any]]:
    """Return one row per step, on empty tables: a normal row plus `step`, `expected`, and `expected_units`."""
    database = Database.of(lab.design)
    for step in lab.steps:
        proof = prove(ground, step.pattern, database)
        database = proof.evaluation.after
        row = judged(lab.design, step, proof.evaluation, proof.row)
        expected = {"expected": list(step.keys or ()), "expected_units": _expected(lab.design, step)}
        yield {**row.as_json(), "step": step.step, **expected}


def created_row(plan: RunPlan, described: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    """Return the row of step 1: every table is ACTIVE and has the indexes of the design, also ACTIVE."""
    found = {
        str(index["IndexName"])
        for one in described
        for index in (one or {}).get("GlobalSecondaryIndexes") or ()
        if one is not None and one["TableStatus"] == "ACTIVE" and index.get("IndexStatus", "ACTIVE") == "ACTIVE"
    }
    wanted = {index.name for table in plan.design.tables for index in table.indexes if index.kind is IndexKind.GSI}
    status = Status.AGREE if found == wanted and None not in described else Status.DIFFER
    sentence = f"ACTIVE, with {', '.join(sorted(found)) or 'no index'}"
    row = ProofRow("lab-1", "", "Create the table and wait", "CreateTable", status, sentence)
    return {**row.as_json(), "step": "1", "expected": sorted(wanted), "expected_units": {}}


def judged(design: Design, step: LabStep, evaluation: Evaluation, row: ProofRow) -> ProofRow:
    """Return the row, changed to differ if the prediction is not the lab's known result."""
    found = [key_texts(one.key)[-1] for one in evaluation.returned]
    if step.keys is not None and found != list(step.keys):
        wanted = ", ".join(step.keys) or "nothing"
        return replace(
            row, status=Status.DIFFER, sentence=f"the lab's known result here is {wanted}; this design differs"
        )
    if unit_texts(places(design, step.pattern, evaluation)) != _expected(design, step):
        return replace(
            row, status=Status.DIFFER, sentence="the lab's known units here are different; this design differs"
        )
    if row.status is Status.EMPTY and step.keys is not None:
        # An earlier step stored what is no longer found here: that it is gone is the point.
        return replace(row, status=Status.AGREE)
    return row


def _expected(design: Design, step: LabStep) -> dict[str, str]:
    table = design.table(step.pattern.table)
    name = table.name if table else ""
    found = {f"{name}/{index}" if index else name: units for index, units in step.units.items()}
    return unit_texts({place: Decimal(units) for place, units in found.items()})


def _missing(design: Design) -> list[str]:
    patterns = [code for code in NEEDED_PATTERNS if design.pattern(code) is None]
    table = design.table(design.patterns[0].table) if design.patterns else None
    entities = [name for name in NEEDED_ENTITIES if table is None or table.entity(name) is None]
    return [*(f"pattern {code}" for code in patterns), *(f"entity {name}" for name in entities)]


def _steps(design: Design) -> Iterator[LabStep]:
    yield _put(design, "2", "Put the customer", "Customer", {"customerId": "a1b2", "name": "Acme Co", "tier": "GOLD"})
    opened = {**OPEN_ORDER, "status": "OPEN", "total": "149.00"}
    yield _put(design, "2", "Put an open order", "Order", opened, GSI1="1", GSI2="1")
    shipped = {**SHIPPED_ORDER, "status": "SHIPPED", "total": "72.50"}
    yield _put(design, "2", "Put a shipped order", "Order", shipped, GSI1="1")
    line = {"orderId": "o-9001", "line": "1", "sku": "ABC", "qty": "2"}
    yield _put(design, "2", "Put a line item of the open order", "LineItem", line)
    yield _read(design, "3", "A2", "Orders of the customer, newest first", (SECOND, FIRST), customerId="a1b2")
    yield _read(design, "4", "A3", "Items of the order", ("ITEM#001",), orderId="o-9001")
    yield _read(design, "5", "A5", "Open orders", (FIRST,))
    yield from _ship_as_the_seed(design)
    again = "Open the order again, including its keys"
    yield _put(design, "6b", again, "Order", opened, GSI1="1", GSI2="1")
    yield from _ship_by_intent(design)


def _ship_as_the_seed(design: Design) -> Iterator[LabStep]:
    ship = replace(
        _named(design, "A7", "Ship it without updating GSI1"),
        set={},
        if_="",
        update="SET #s = :s REMOVE GSI2PK, GSI2SK",
        names={"#s": "status"},
        values={":s": "SHIPPED"},
        parameters=OPEN_ORDER,
    )
    yield LabStep("6", ship, None, {"": "1", "GSI1": "1", "GSI2": "1"})
    yield _read(design, "6", "A5", "No open order is left", ())
    stale = "GSI1 still lists it as open"
    yield _read(design, "6", "A4", stale, (FIRST,), customerId="a1b2", status="OPEN")
    lacking = "It is not listed as shipped"
    yield _read(design, "6", "A4", lacking, (SECOND,), customerId="a1b2", status="SHIPPED")


def _ship_by_intent(design: Design) -> Iterator[LabStep]:
    shipped = {"customerId": "a1b2", "status": "SHIPPED"}
    yield _read(design, "6b", "A4", "Shipped orders before", (SECOND,), **shipped)
    yield _read(design, "6b", "A5", "Open orders before", (FIRST,))
    ship = replace(_named(design, "A7", "Ship it by intent"), parameters=OPEN_ORDER)
    yield LabStep("6b", ship, None, {"": "1", "GSI1": "2", "GSI2": "1"})
    yield _read(design, "6b", "A4", "Shipped orders after", (SECOND, FIRST), **shipped)
    yield _read(design, "6b", "A4", "No order is listed as open", (), customerId="a1b2", status="OPEN")
    yield _read(design, "6b", "A5", "GSI2 is drained", ())


def _named(design: Design, code: str, title: str) -> AccessPattern:
    found = design.pattern(code)
    assert found is not None, f"lab_of has checked for {code}"
    return replace(found, name=title)


def _put(design: Design, step: str, title: str, entity: str, parameters: Mapping[str, Any], **units: str) -> LabStep:
    table = _named(design, "A2", "").table
    pattern = AccessPattern(
        f"lab-{step}", "", title, Operation.PUT, table=table, entities=(entity,), parameters=parameters
    )
    return LabStep(step, pattern, None, {"": "1", **units})


def _read(design: Design, step: str, code: str, title: str, keys: tuple[str, ...], **parameters: str) -> LabStep:
    pattern = replace(_named(design, code, title), parameters=parameters)
    return LabStep(step, pattern, keys, {pattern.index or "": "0.5"})

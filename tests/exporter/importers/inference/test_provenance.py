"""What an import infers is marked, raises nothing above advice, and is confirmed by a decision or an edit."""

from __future__ import annotations

import json
from dataclasses import replace

from exporter.importers import Imported, import_text
from exporter.importers.inference.guesses import Decision, decided
from exporter.updating import updated
from modeler.core.analysis import findings
from modeler.core.design.model import Design
from modeler.core.design.parts import INFERRED
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.edits.changes import apply
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Typed
from modeler.core.findings import Severity

SQL = """CREATE TABLE customer (id int PRIMARY KEY, city text);
CREATE TABLE invoice (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customer(id), billed timestamp);
CREATE INDEX by_city ON customer (city);"""
ITEMS = [
    {"PK": "CUST#a-1", "SK": "PROFILE", "type": "customer", "name": "Ada"},
    {"PK": "CUST#b-2", "SK": "PROFILE", "type": "customer", "name": "Bob"},
    {"PK": "CUST#a-1", "SK": "ORDER#9", "type": "order", "number": "9"},
    {"PK": "CUST#a-1", "SK": "ORDER#10", "type": "order", "number": "10"},
]


def of_sql() -> Imported:
    return import_text(SQL.encode(), "shop.sql")


def of_items() -> Imported:
    lines = (json.dumps({"Item": {name: {"S": text} for name, text in item.items()}}) for item in ITEMS)
    return import_text("\n".join(lines).encode(), "shop.json")


def severe(design: Design) -> list[str]:
    return [one.rule for one in findings(design) if one.severity is not Severity.ADVICE]


def unmarked(design: Design) -> Design:
    tables = tuple(
        replace(
            table,
            provenance="",
            indexes=tuple(replace(one, provenance="") for one in table.indexes),
            entities=tuple(
                replace(one, provenance="", overloads=tuple(replace(cell, provenance="") for cell in one.overloads))
                for one in table.entities
            ),
        )
        for table in design.tables
    )
    patterns = tuple(replace(one, provenance="") for one in design.patterns)
    return replace(design, tables=tables, patterns=patterns)


def test_an_unserved_pattern_of_sql_is_advice_until_it_is_confirmed():
    design = of_sql().design
    assert severe(design) == []
    unserved = [one for one in findings(design) if one.rule == "pattern.unserved"]
    assert unserved and all(one.facts["inferred"] for one in unserved)
    assert "pattern.unserved" in severe(unmarked(design))


def test_templates_that_samples_show_are_marked_with_their_entities():
    design = of_items().design
    assert {one.provenance for _, one in design.entities()} == {INFERRED}
    assert {cell.provenance for _, one in design.entities() for cell in one.overloads} == {INFERRED}


def test_a_kept_inference_is_confirmed():
    imported = of_sql()
    kept = decided(imported, {guess.part: Decision.keep() for guess in imported.guesses})
    assert {one.provenance for _, one in kept.design.entities()} == {""}
    assert {cell.provenance for _, one in kept.design.entities() for cell in one.overloads} == {""}


def test_an_entity_stays_inferred_while_one_of_its_inferences_is_undecided():
    imported = of_items()
    order = next(one for _, one in imported.design.entities() if one.name == "order")
    asked = {guess.part for guess in imported.guesses} & {order.id, *(one.id for one in order.overloads)}
    assert asked
    one = decided(imported, {min(asked): Decision.keep()})
    found = next(entity for _, entity in one.design.entities() if entity.name == "order")
    assert found.provenance == (INFERRED if len(asked) > 1 else "")


def test_an_edit_of_a_template_confirms_it_and_a_new_name_of_the_entity_does_not():
    design = of_sql().design
    entity = next(one for _, one in design.entities() if one.name == "Customer")
    cell = entity.overloads[0]
    parts = parts_of(design)
    shown = cell.keys["SK"]
    renamed = typed_change(parts, [Typed(entity.id, "name", "Client", "Customer", "Customer")])
    edited = typed_change(parts, [Typed(cell.id, "keys.SK", "PROFILE", parts[cell.id].fields["keys.SK"], shown)])
    after = {one.name: one for _, one in design_of(apply(parts, edited)).entities()}
    assert after["Customer"].overloads[0].provenance == ""
    assert after["Invoice"].overloads[0].provenance == INFERRED
    other = {one.name: one for _, one in design_of(apply(parts, renamed)).entities()}
    assert other["Client"].provenance == INFERRED


def test_an_edit_of_a_pattern_confirms_it_and_a_rate_does_not():
    design = of_sql().design
    parts = parts_of(design)
    pattern = design.patterns[0]
    rated = typed_change(parts, [Typed(pattern.id, "per_second", {"average": 1, "peak": 2})])
    edited = typed_change(parts, [Typed(pattern.id, "descending", True)])
    assert design_of(apply(parts, rated)).patterns[0].provenance == INFERRED
    assert design_of(apply(parts, edited)).patterns[0].provenance == ""


def test_the_same_file_again_does_not_undo_a_confirmation():
    imported = of_sql()
    kept = decided(imported, {guess.part: Decision.keep() for guess in imported.guesses}).design
    again = updated(kept, imported.design)
    assert {cell.provenance for _, one in again.entities() for cell in one.overloads} == {""}

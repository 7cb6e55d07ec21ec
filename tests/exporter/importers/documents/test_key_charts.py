"""Markdown tables that give the keys of entities."""

from __future__ import annotations

import pytest

from exporter.importers import import_text
from modeler.core.analysis import findings
from modeler.core.design.model import Design
from modeler.core.design.parts import INFERRED
from modeler.core.errors import DocumentInvalid
from modeler.core.findings import Severity


def _read(text: str, name: str = "greenhouse.md"):
    return import_text(text.encode(), name)


def _keys(design: Design) -> dict[str, dict[str, dict[str, str]]]:
    """The key templates by entity and index ('' for the table)."""
    return {
        entity.name: {one.index or "": {name: str(text) for name, text in one.keys.items()} for one in entity.overloads}
        for _, entity in design.entities()
    }


CHART = """# Greenhouse

Everything is in the table `greenhouse-main`.

| Entity | PK | SK | GSI1PK | GSI1SK | Description |
|:-------|----|----|--------|--------|-------------|
| **Bed** | `BED#<bedId>` | `INFO` | — | — | Where plants grow |
| Plant | `BED#<bedId>` | `PLANT#<plantId>` | `SPECIES#<species>` | `<plantedOn>` | |
"""


def test_each_row_is_an_entity_with_its_keys_as_written():
    imported = _read(CHART)
    assert imported.importer == "key-chart"
    (table,) = imported.design.tables
    assert table.name == "greenhouse-main"
    assert [(one.name, one.key_names) for one in table.all_indexes] == [
        (table.base.name, ("PK", "SK")),
        ("GSI1", ("GSI1PK", "GSI1SK")),
    ]
    assert _keys(imported.design) == {
        "Bed": {"": {"PK": "BED#{bedId}", "SK": "INFO"}},
        "Plant": {
            "": {"PK": "BED#{bedId}", "SK": "PLANT#{plantId}"},
            "GSI1": {"GSI1PK": "SPECIES#{species}", "GSI1SK": "{plantedOn}"},
        },
    }
    bed, plant = (one for _, one in imported.design.entities())
    assert bed.description == "Where plants grow"
    assert plant.identity == ("bedId", "plantId")
    assert {one.provenance for one in (*bed.overloads, *plant.overloads)} == {""}
    assert not [one for one in findings(imported.design) if one.severity is Severity.ERROR]


@pytest.mark.parametrize("written", ["<n>", "{n}", "${n}", "{{n}}", "[n]", r"\<n\>", "__n__"])
def test_placeholders_are_read_in_any_brackets(written):
    design = _read(f"| Item | pk |\n|---|---|\n| Pot | POT#{written} |\n").design
    assert _keys(design) == {"Pot": {"": {"pk": "POT#{n}"}}}


@pytest.mark.parametrize(
    ("cell", "template"),
    [
        ("POT#<id>", "POT#{potId}"),
        ("POT#p-17", "POT#{potId}"),
        ("POT#01HZX3J9Q2", "POT#{potId}"),
        ("POT#potId", "POT#{potId}"),
        ("POT#{seq:06d}", "POT#{seq:pad(6)}"),
        ("POT#<planted on>", "POT#{plantedOn}"),
        ("POT#<YYYY-MM-DD>", "POT#{date}"),
        ("POT#<type>", "POT#{potType}"),
        ('"POT#" + glaze', "POT#{glaze}"),
    ],
)
def test_what_a_cell_does_not_spell_out_is_an_inference_to_confirm(cell, template):
    imported = _read(f"| Item | pk |\n|---|---|\n| Pot | {cell} |\n")
    assert _keys(imported.design) == {"Pot": {"": {"pk": template}}}
    said = [one for one in imported.report if one.line == 3 and template in one.message]
    marks = [one.provenance for _, entity in imported.design.entities() for one in entity.overloads]
    assert (len(said), marks) == ((0, [""]) if template.endswith("{glaze}") else (1, [INFERRED]))


def test_an_id_alone_in_an_index_is_the_id_of_the_row():
    text = (
        "| Entity | PK | SK | GSI1PK | GSI1SK |\n|---|---|---|---|---|\n"
        "| Leave | `EMP#<id>` | `LEAVE#<id>` | `OPEN#<state>` | `<day>#<id>` |\n"
    )
    assert _keys(_read(text).design) == {
        "Leave": {
            "": {"PK": "EMP#{empId}", "SK": "LEAVE#{leaveId}"},
            "GSI1": {"GSI1PK": "OPEN#{state}", "GSI1SK": "{day}#{leaveId}"},
        }
    }


def test_another_form_of_a_key_and_a_column_that_is_not_read_are_said():
    text = (
        "| Entity | PK | SK | Owner team |\n|---|---|---|---|\n"
        "| Stay | `ROOM#{room}` | `T#{start}#{stay}` or `SERIES#{stay}` | desk |\n"
    )
    imported = _read(text)
    assert _keys(imported.design) == {"Stay": {"": {"PK": "ROOM#{room}", "SK": "T#{start}#{stay}"}}}
    dropped = {(one.line, one.message) for one in imported.report if one.level == "dropped"}
    assert dropped == {
        (1, "the column Owner team of the table of keys is not read"),
        (3, "SK: another form of the key, SERIES#{stay}, is left out"),
    }


def test_an_item_without_one_key_of_an_index_is_not_in_it():
    text = (
        '| Entity | PK | SK / GSI PK | GSI SK |\n|--|--|--|--|\n| Spade | ID | "spade" | Name |\n'
        '| Setup | "setup" | "setup" | n/a |\n'
    )
    imported = _read(text)
    assert _keys(imported.design) == {
        "Spade": {"": {"PK": "{ID}", "SK": "spade"}, "GSI": {"SK": "spade", "GSISK": "{Name}"}},
        "Setup": {"": {"PK": "setup", "SK": "setup"}},
    }


def test_a_key_of_numbers_is_one_where_the_text_or_the_header_says_so():
    chart = "| Entity | PK (N) | gsi1_pk | gsi1_sk |\n|--|--|--|--|\n| Run | <n> | R#<t> | <points> |\n"
    text = f"Keys: `gsi1_sk` number.\n\n{chart}"
    (table,) = _read(text).design.tables
    assert [one.type.value for index in table.all_indexes for one in index.keys] == ["N", "S", "N"]
    assert {one.name: one.type.value for one in table.entities[0].attributes} == {"n": "N", "t": "S", "points": "N"}


def test_requests_beside_the_chart_are_access_patterns_of_its_entities():
    text = (
        f"{CHART}\n## Access patterns\n\n- plants of a bed\n- get a plant by species\n"
        "- Billing: on demand\n- orders of a customer\n"
    )
    imported = _read(text)
    assert [(one.name, one.entities) for one in imported.design.patterns] == [
        ("Plants of a bed", ("Plant",)),
        ("Get a plant by species", ("Plant",)),
    ]
    assert [entity.name for _, entity in imported.design.entities()] == ["Bed", "Plant"]
    assert [one.message for one in imported.report if "not read as requests" in one.message] == [
        "lines 14, 15: not read as requests for the entities of the tables"
    ]


def test_a_table_of_requests_with_keys_is_no_chart():
    text = "| Access pattern | PK |\n|---|---|\n| plants of a bed, newest first | BED#id |\n"
    assert _read(text).importer == "patterns"


def test_a_row_without_a_key_is_said():
    imported = _read("| Entity | PK | SK |\n|---|---|---|\n| Bed | `BED#{bed}` | `INFO` |\n| Shed | | |\n")
    assert [entity.name for _, entity in imported.design.entities()] == ["Bed"]
    assert [(one.line, one.message) for one in imported.report if "without a key" in one.message] == [
        (4, "a row without a key: Shed |  | ")
    ]


def test_a_table_of_example_items_is_read_as_items():
    text = (
        "| PK | SK | Kind | Height | GSI1PK | GSI1SK |\n|---|---|---|---|---|---|\n"
        "| BED#11 | PLANT#1 | Plant | 30 | SPECIES#fern | 2031-04-01 |\n"
        "| BED#11 | PLANT#2 | Plant | 12 | - | - |\n| BED#12 | INFO | Bed | - | - | - |\n"
    )
    imported = _read(text)
    (table,) = imported.design.tables
    assert {(one.name, len(one.items)) for one in table.entities} == {("Plant", 2), ("Bed", 1)}
    plant = next(one for one in table.entities if one.name == "Plant")
    assert [one.index for one in plant.overloads] == [None, "GSI1"]
    assert plant.attribute("Height").type.value == "N"
    assert not [one for one in imported.report if one.level == "dropped"]


def test_a_table_of_tables_gives_the_names_of_their_key_attributes():
    text = (
        "| Table | Partition key | Sort key | Purpose |\n|---|---|---|---|\n| `beds` | `bedId` (Number) | - | Beds |\n"
        "| `plants` | bedId (N) | plantedOn | |\n| `notes` | the key of its bed | - | |\n"
    )
    imported = _read(text)
    assert [(one.name, [(key.name, key.type.value) for key in one.base.keys]) for one in imported.design.tables] == [
        ("beds", [("bedId", "N")]),
        ("plants", [("bedId", "N"), ("plantedOn", "S")]),
    ]
    assert imported.design.tables[0].description == "Beds"
    assert [(one.line, one.message) for one in imported.report] == [
        (5, "not read as a table: `notes` | the key of its bed | - | "),
        (0, "the document does not give the type of plantedOn; read as S"),
    ]


def test_a_table_of_indexes_adds_those_that_no_entity_writes():
    text = f"| Index | PK | SK |\n|---|---|---|\n| GSI1 | GSI1PK | GSI1SK |\n| byName (GSI) | name | - |\n\n{CHART}"
    (table,) = _read(text).design.tables
    assert [(one.name, one.key_names) for one in table.indexes] == [
        ("GSI1", ("GSI1PK", "GSI1SK")),
        ("byName", ("name",)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "| Kind | Partition key | Sort key |\n|---|---|---|\n| Local | as the table has it | has another one |\n",
        "| Column | Type | PK |\n|---|---|---|\n| id | bigint | yes |\n",
        "| Index | Partition key |\n|---|---|\n| byName | name |\n",
    ],
)
def test_tables_that_explain_keys_are_no_design(text):
    with pytest.raises(DocumentInvalid, match="write one"):
        _read(text)


def test_settings_in_the_text_are_said_not_to_be_read():
    text = f"On demand, PITR on, TTL on `gone`.\n\n{CHART}\nThe TTL is a day.\n"
    said = [one.message for one in _read(text).report if "settings" in one.message]
    assert said == ["settings that the text names are not read: PITR and TTL"]
    assert not [one for one in _read(CHART).report if "settings" in one.message]


def test_names_without_a_letter_are_no_obstacle_to_requests():
    text = (
        "| Entity | PK | SK |\n|---|---|---|\n| — | A#<_> | B#<-> |\n\n- plants of a bed, newest first\n- get a plant\n"
    )
    (entity,) = (one for _, one in _read(text).design.entities())
    assert entity.name == "—"

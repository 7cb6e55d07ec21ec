"""TypeDORM in TypeScript sources: decorated classes and their tables, read by the syntax tree."""

from __future__ import annotations

import io
import zipfile

import pytest

from exporter.importers import Imported, import_text
from modeler.core.errors import DocumentInvalid

TABLE = """import { Table, INDEX_TYPE } from '@typedorm/common';
export const fleet = new Table({
  name: 'fleet', partitionKey: 'PK', sortKey: 'SK',
  indexes: {
    GSI1: { type: INDEX_TYPE.GSI, partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    LSI1: { type: INDEX_TYPE.LSI, sortKey: 'LSI1SK' },
  },
});
"""
PILOT = """import { Attribute, AutoGenerateAttribute, AUTO_GENERATE_ATTRIBUTE_STRATEGY, Entity, INDEX_TYPE }
  from '@typedorm/common';
import { fleet } from './table';

abstract class Kept {
  @AutoGenerateAttribute({ strategy: AUTO_GENERATE_ATTRIBUTE_STRATEGY.EPOCH_DATE, autoUpdate: true })
  changed: number;
}

@Entity({
  table: fleet, name: 'pilot',
  primaryKey: { partitionKey: 'HARBOR#{{harbor}}', sortKey: 'PILOT#{{id}}' },
  indexes: {
    GSI1: { type: INDEX_TYPE.GSI, partitionKey: 'RANK#{{rank}}', sortKey: 'PILOT#{{id}}' },
    LSI1: { type: INDEX_TYPE.LSI, sortKey: { alias: 'born' } },
  },
})
export class Pilot extends Kept {
  @AutoGenerateAttribute({ strategy: AUTO_GENERATE_ATTRIBUTE_STRATEGY.UUID4 })
  id: string;
  @Attribute() harbor: string;
  @Attribute({ unique: true }) licence: string;
  @Attribute() born?: number;
  @Attribute({ isEnum: true, default: 'junior' }) rank: 'junior' | 'senior';
  @Attribute() retired: boolean | null;
  @Attribute() boats: string[];
  @Attribute({ hidden: true }) seen: Date;
  @Attribute() address: Address;
  unlisted: string;
}
"""


def _read(text: str, name: str = "pilot.ts") -> Imported:
    return import_text(text.encode(), name)


def _both() -> Imported:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("src/table.ts", TABLE)
        archive.writestr("src/pilot.ts", PILOT)
    return _read_bytes(made.getvalue())


def _read_bytes(raw: bytes) -> Imported:
    return import_text(raw, "fleet.zip")


def test_a_table_of_another_file_has_its_indexes_and_entities() -> None:
    read = _both()
    assert read.importer == "typedorm"
    (table,) = read.design.tables
    assert (table.name, [one.name for one in table.base.keys]) == ("fleet", ["PK", "SK"])
    found = {one.name: (one.kind.value, [(key.name, key.type.value) for key in one.keys]) for one in table.indexes}
    assert found == {
        "GSI1": ("GSI", [("GSI1PK", "S"), ("GSI1SK", "S")]), "LSI1": ("LSI", [("PK", "S"), ("LSI1SK", "N")]),
    }  # fmt: skip
    assert [one.name for one in table.entities] == ["pilot", "pilot licence"]


def test_keys_are_templates_of_attributes_with_the_names_of_the_table() -> None:
    entity = _both().design.tables[0].entities[0]
    held = {one.index: dict(one.keys) for one in entity.overloads}
    texts = {
        index: {name: str(getattr(one, "source", one)) for name, one in keys.items()} for index, keys in held.items()
    }
    assert texts == {
        None: {"PK": "HARBOR#{harbor}", "SK": "PILOT#{id}"},
        "GSI1": {"GSI1PK": "RANK#{rank}", "GSI1SK": "PILOT#{id}"},
        "LSI1": {"LSI1SK": "{born}"},
    }
    assert {one.index: one.when for one in entity.overloads}["LSI1"] == "attribute_exists(born)"


def test_attributes_have_the_types_of_their_declarations() -> None:
    entity = _both().design.tables[0].entities[0]
    assert {one.name: one.type.value for one in entity.attributes} == {
        "changed": "N", "id": "S", "harbor": "S", "licence": "S", "born": "N", "rank": "S", "retired": "BOOL",
        "boats": "L", "seen": "S", "address": "M", "__en": "S",
    }  # fmt: skip
    forms = {one.name: one.format for one in entity.attributes if one.format}
    assert forms == {"changed": "epoch_seconds", "id": "uuid4", "rank": "enum", "__en": "enum"}


def test_a_unique_attribute_has_the_item_that_keeps_it_unique() -> None:
    kept = _both().design.tables[0].entities[1]
    keys = {name: str(getattr(one, "source", one)) for name, one in kept.overloads[0].keys.items()}
    assert keys == dict.fromkeys(("PK", "SK"), "DRM_GEN_PILOT.LICENCE#{licence}")


def test_without_its_table_the_names_of_the_keys_are_said_to_be_assumed() -> None:
    read = _read(PILOT)
    (table,) = read.design.tables
    assert [one.name for one in table.base.keys] == ["PK", "SK"]
    assert [one.name for one in table.indexes] == ["GSI1", "LSI1"]
    assert any("another file" in line.message for line in read.report)


def test_a_class_whose_key_is_computed_says_so() -> None:
    text = PILOT.replace("'PILOT#{{id}}' },\n  indexes", "made() },\n  indexes")
    read = _read(text)
    assert any("SK" in line.message and "computes" in line.message for line in read.report)


def test_a_source_without_an_entity_is_refused_with_what_it_needs() -> None:
    with pytest.raises(DocumentInvalid, match="TypeDORM entity"):
        _read("import { Connection } from '@typedorm/core';\nexport const one = new Connection();\n")

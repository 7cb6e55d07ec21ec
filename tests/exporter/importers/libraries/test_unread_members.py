"""What models of libraries say that a design does not have is reported."""

from __future__ import annotations

from exporter.importers import import_text

INHERITED = """from pynamodb.models import Model
from pynamodb.indexes import LocalSecondaryIndex, KeysOnlyProjection
from pynamodb.attributes import UnicodeAttribute, NumberAttribute
from ours import Base

class ByState(LocalSecondaryIndex):
    class Meta:
        projection = KeysOnlyProjection()
        read_capacity_units = 9
        write_capacity_units = 9
    owner = UnicodeAttribute(hash_key=True)
    state = UnicodeAttribute(range_key=True)

class Job(Base):
    class Meta(Base.Meta):
        table_name = "jobs"
    owner = UnicodeAttribute(hash_key=True)
    job = UnicodeAttribute(range_key=True)
    state = UnicodeAttribute(default="new")
    tries = NumberAttribute(default_for_new=0)
    by_state = ByState()
"""


def test_a_meta_of_another_file_is_not_that_of_another_class():
    imported = import_text(INHERITED.encode(), "jobs.py")
    (jobs,) = imported.design.tables
    assert jobs.settings["billing"] == "PAY_PER_REQUEST", "the units are those of an index"
    said = [line.message for line in imported.report if line.level == "dropped"]
    assert "Meta is made from Base.Meta, which is not in this file; what it sets is left out" in said
    assert "values by default of state and tries: not part of a design; left out" in said


def test_what_is_inside_a_map_of_electrodb_is_said_to_be_left_out():
    text = """import { Entity } from 'electrodb'
export const Doc = new Entity({ model: { entity: 'doc', service: 's', version: '1' },
  attributes: { id: { type: 'string' }, body: { type: 'map', properties: { title: { type: 'string' } } },
    lines: { type: 'list', items: { type: 'map', properties: { text: { type: 'string' } } } },
    tags: { type: 'list', items: 'string' } },
  indexes: { main: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } } }, { table: 't' })
"""
    report = import_text(text.encode(), "doc.ts").report
    assert sum(line.message.startswith("the schema inside a map or a list") for line in report) == 2

"""Each cause is one line of a report: what is left out is not said to be used, and an assumption is said once."""

from __future__ import annotations

from exporter.importers import import_text
from exporter.importers.support.report_lines import IN_ITS_PLACE, Level, ReportLine, in_the_design

UNKNOWN = """resource "aws_dynamodb_table" "shelf" {
  name           = "shelf"
  billing_mode   = var.billing_mode
  hash_key       = "id"
  read_capacity  = var.stage == "prod" ? 5 : 1
  write_capacity = var.stage == "prod" ? 5 : 1
  attribute {
    name = "id"
    type = "S"
  }
  ttl {
    enabled        = var.has_ttl
    attribute_name = var.ttl_attribute
  }
}
"""


def test_each_unknown_of_terraform_is_one_line():
    report = import_text(UNKNOWN.encode(), "main.tf").report
    assert [(line.path.rpartition(".")[2], line.message) for line in report] == [
        ("read_capacity", "var.stage has no value; assumed 'prod', here and everywhere else"),
        ("billing_mode", "unknown billing mode 'var.billing_mode'; read as PAY_PER_REQUEST (on demand)"),
        ("ttl", "the attribute is unknown; left out"),
    ]


def test_requests_for_two_tables_are_two_tables():
    text = """{"RequestItems": {
      "shelf": [{"PutRequest": {"Item": {"id": {"S": "a"}}}}, {"PutRequest": {"Item": {"id": {"S": "b"}}}}],
      "room": [{"PutRequest": {"Item": {"name": {"S": "x"}, "floor": {"N": "1"}}}}]}}"""
    made = import_text(text.encode(), "requests.json").design
    assert [(one.name, sum(len(each.items) for each in one.entities)) for one in made.tables] == [
        ("shelf", 2),
        ("room", 1),
    ]


def test_a_placeholder_inside_a_longer_one_is_not_in_the_design():
    said = [
        ReportLine(Level.GUESSED, f"a.{word}", f"var.{word} is known only at apply; 'var.{word}' {IN_ITS_PLACE}")
        for word in ("name", "name_prefix")
    ]
    short, long = in_the_design(said, '{"name": "boatsvar.name_prefix"}', frozenset())
    assert (short.level, short.message) == (Level.DROPPED, "var.name is known only at apply; left out")
    assert long.level is Level.GUESSED
    both = in_the_design(said, '{"name": "var.name_prefix-var.name"}', frozenset())
    assert {one.level for one in both} == {Level.GUESSED}

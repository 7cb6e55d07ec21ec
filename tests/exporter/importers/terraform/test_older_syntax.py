"""Terraform before 0.12: a map can be written as a block, with names in quotes."""

from __future__ import annotations

import pytest

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid

TABLE = """resource "aws_dynamodb_table" "music" {
  name = "music"
  billing_mode = "PAY_PER_REQUEST"
  hash_key = "id"
  attribute {
    name = "id"
    type = "S"
  }
  tags %s{
    %s = "web"
    Environment = "${var.stage}"
  }
}
"""


@pytest.mark.parametrize("name", ["Team", '"Team"'])
@pytest.mark.parametrize("mark", ["", "= "])
def test_tags_are_read_in_both_spellings(mark, name):
    imported = import_text((TABLE % (mark, name)).encode(), "main.tf")
    assert imported.design.tables[0].settings["tags"] == {"Team": "web"}
    assert any("Environment" in line.message for line in imported.report)


def test_what_is_no_hcl_in_either_spelling_is_refused_at_its_own_line():
    with pytest.raises(DocumentInvalid, match="line 10, column"):
        import_text((TABLE % ("", "]")).encode(), "main.tf")

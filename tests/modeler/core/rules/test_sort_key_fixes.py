"""Fixes of sort keys: for a table that lacks one, and for numbers in it."""

from dataclasses import replace

from modeler.core.edits.applied_fixes import fixed
from tests.modeler.core.rules.builders import attribute
from tests.modeler.core.rules.cases.case import found
from tests.modeler.core.rules.cases.keys.key_order import ranked
from tests.modeler.core.rules.cases.keys.keys import CHILD, GET_LINE, GET_TOKEN, LINES, LIST, TOKEN, design

RULE = "keys.no_sort_key"


def fixes_of(made):
    (finding,) = found(made, RULE)
    return finding.fixes


def test_items_that_are_alone_have_metadata_and_children_their_id():
    before = design(TOKEN, LINES, patterns=(GET_TOKEN,), sort=False)
    (fix,) = fixes_of(before)
    after = fixed(before, fix)
    sorts = {entity.name: entity.overloads[0].keys["SK"] for entity in after.tables[0].entities}
    assert sorts == {"Token": "METADATA", "Line": "LINE#{id}"}
    assert [(one.name, one.templates) for one in after.patterns[0].key] == [
        ("PK", ("TOKEN#{id}",)),
        ("SK", ("METADATA",)),
    ]


def test_none_where_a_call_could_not_name_its_item_or_nothing_would_be_won():
    assert fixes_of(design(TOKEN, LINES, patterns=(GET_TOKEN, GET_LINE), sort=False)) == ()
    assert fixes_of(design(TOKEN, patterns=(LIST,), sort=False)) == ()
    assert fixes_of(design(TOKEN, CHILD, sort=False, live=True)) == ()
    assert fixes_of(design(TOKEN, replace(CHILD, overloads=()), sort=False)) == ()


def test_numbers_of_one_template_are_one_finding_whose_fix_pads_all_of_them():
    numbers = (attribute("n", "N", "integer", range=(0, 999)), attribute("m", "N", "integer", range=(0, 99)))
    before = ranked("S#{n}#{m}", *numbers)
    (finding,) = found(before, "keys.unpadded_number")
    assert "n and m in S#{n}#{m} of Score are not padded" in finding.message
    after = fixed(before, finding.fixes[0])
    assert "{n:pad(3)}#{m:pad(2)}" in after.tables[0].entities[0].overloads[0].keys["SK"]
    assert found(after, "keys.unpadded_number") == []

"""A sort key for a table that lacks one."""

from dataclasses import replace

from modeler.core.edits.applied_fixes import fixed
from tests.modeler.core.rules.cases.case import found
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

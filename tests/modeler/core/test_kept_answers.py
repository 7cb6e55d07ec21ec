"""What an analysis keeps of a revision for the next one: the next one's findings are those of its design alone.

The designs of the cases are edited in the ways below, each case in a quarter of them; most make or end a finding.
"""

from dataclasses import replace
from itertools import islice

import pytest

from modeler.core.analysis import analyse
from modeler.core.rules.support.memo import Memo
from tests.modeler.core.rules.test_every_rule import CASES

pytestmark = pytest.mark.slow


def edited_entities(entity):
    """An entity after one edit, of each kind that people make."""
    for at in range(len(entity.overloads)):
        yield "without an index", replace(entity, overloads=(*entity.overloads[:at], *entity.overloads[at + 1 :]))
    yield "without samples", replace(entity, items=())
    yield "with its first attribute only", replace(entity, attributes=entity.attributes[:1])
    yield "without its first attribute", replace(entity, attributes=entity.attributes[1:])
    yield "with a thousand times the items", replace(entity, count=(entity.count or 10) * 1000)
    yield "without an identity", replace(entity, identity=())
    for one in entity.attributes[:4]:
        yield f"identified by {one.name}", replace(entity, identity=(one.name,))
    yield "with another name", replace(entity, name=f"{entity.name}X")


def edited_tables(table):
    for at, entity in enumerate(table.entities):
        before, after = table.entities[:at], table.entities[at + 1 :]
        for edit, other in edited_entities(entity):
            yield f"{entity.name} {edit}", replace(table, entities=(*before, other, *after))
        if before or after:
            yield f"no {entity.name}", replace(table, entities=(*before, *after))
    yield "with TTL", replace(table, settings={**table.settings, "ttl": "expiresAt"})


def edited(design):
    for at, table in enumerate(design.tables):
        for edit, other in edited_tables(table):
            yield edit, replace(design, tables=(*design.tables[:at], other, *design.tables[at + 1 :]))
    for at in range(len(design.patterns)):
        yield f"without pattern {at}", replace(design, patterns=(*design.patterns[:at], *design.patterns[at + 1 :]))


def said(analysis):
    return [(one.rule, one.severity, one.path, one.message) for one in analysis.findings]


@pytest.mark.conformance(cases=6)
@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: CASES[number].rule)
def test_findings_after_an_edit_are_those_of_the_design_alone(number):
    for design in (CASES[number].trigger, CASES[number].near):
        for edit, other in islice(edited(design), number % 4, None, 4):
            memo = Memo()
            analyse(design, memo)
            assert said(analyse(other, memo)) == said(analyse(other)), edit

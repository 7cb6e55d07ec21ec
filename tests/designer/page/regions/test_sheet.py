"""Which tables have their key sheets on one page."""

from dataclasses import replace

from designer.page.regions.sheet import CELLS_MAX, HEAD_CELLS, beside
from modeler.core.design.items import Entity
from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.values.attribute_values import AttributeType

TOGETHER = CELLS_MAX // HEAD_CELLS
TABLES = tuple(
    Table(id=f"t{n}", name=f"T{n}", partition_key=(KeyAttribute("PK", AttributeType.S),))
    for n in range(2 * TOGETHER + 1)
)


def with_entities(table, count):
    return replace(table, entities=tuple(Entity(id=f"e{n}", name=f"E{n}") for n in range(count)))


def test_a_table_is_shown_with_the_same_ones_whichever_of_them_is_selected():
    assert beside(TABLES, TABLES[0]) == beside(TABLES, TABLES[TOGETHER - 1]) == [*TABLES[:TOGETHER]]
    assert beside(TABLES, TABLES[TOGETHER]) == [*TABLES[TOGETHER : 2 * TOGETHER]]
    assert beside(TABLES, TABLES[-1]) == [TABLES[-1]]


def test_a_table_of_too_many_cells_is_shown_alone():
    tables = (TABLES[0], with_entities(TABLES[1], CELLS_MAX), TABLES[2])
    assert [beside(tables, one) for one in tables] == [[one] for one in tables]

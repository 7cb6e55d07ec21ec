"""The seeds' own arithmetic, as the evaluator counts it.

facts/check-values#units, by facts/throughput#reads, facts/throughput#writes, facts/throughput#index-writes,
facts/throughput#example.
"""

from dataclasses import replace

import pytest

from modeler.core.design.tables import Table
from tests.modeler.core.evaluator.tables import PLAIN, holding, run, sized
from tests.modeler.core.order_management import conditions, gsi, key, pattern

ROWS = [f"{n:02}" for n in range(50)]
LIST = pattern("Query", index="G", key=conditions(kind="k"))
GETS = pattern("BatchGetItem", key=conditions(pk="a", sk="{s}"), parameters={"s": ROWS})


def rows(size: int, projection: str):
    table = replace(PLAIN, indexes=(gsi("G", key("kind"), key("sk"), projection=projection),))
    return holding(*(sized(size, pk="a", sk=sort, kind="k") for sort in ROWS), table=table)


def test_a_thin_list_finds_fifty_rows_and_fetches_each():
    design = rows(4096, "KEYS_ONLY")
    assert (run(design, LIST).count, run(design, GETS).count) == (50, 50)
    assert run(design, LIST).read_units + run(design, GETS).read_units == 25.5
    assert run(design, LIST).read_units + run(design, replace(GETS, consistent=True)).read_units == 50.5


@pytest.mark.parametrize(
    ("size", "units"), [(250, 2), (400, 2.5), (500, 3.5), (800, 5), (1024, 6.5), (2048, 12.5), (4096, 25)]
)
def test_a_fat_list_reads_them_at_once(size, units):
    assert run(rows(size, "ALL"), LIST).read_units == units


def put(sort: str):
    return pattern("PutItem", key=conditions(pk="a", sk=sort))


@pytest.mark.parametrize(("operation", "table_units"), [("TransactWriteItems", 4), ("BatchWriteItem", 2)])
def test_an_order_and_its_line_cost_the_table_twice_in_a_transaction(operation, table_units):
    table = replace(PLAIN, indexes=(gsi("G", key("kind")),))
    steps = tuple(replace(put(sort), set={"kind": "k"}) for sort in ("order", "line"))
    done = run(holding(table=table), pattern(operation, steps=steps))
    assert sum(write.table_units for write in done.writes) == table_units
    assert sum(change.units for write in done.writes for change in write.indexes) == 2


@pytest.mark.parametrize(("operation", "units"), [(None, 9), ("TransactWriteItems", 12)])
def test_moving_the_key_of_an_index_with_everything(operation, units):
    table = Table("t", "t", PLAIN.partition_key, PLAIN.sort_key, (gsi("G", key("kind")), gsi("H", key("other"))))
    design = holding(sized(2355, pk="a", sk="1", kind="k1"), table=table)
    move = pattern("UpdateItem", key=conditions(pk="a", sk="1"), set={"kind": "k2"})
    assert run(design, pattern(operation, steps=(move,)) if operation else move).write_units == units


def test_five_hundred_writes_of_two_and_a_half_kilobytes_a_second():
    done = run(holding(), replace(put("1"), parameters={"pad": "x" * (2560 - 10)}))
    assert 500 * done.write_units == 1500


@pytest.mark.parametrize(("consistent", "units"), [(False, 1000), (True, 2000)])
def test_two_thousand_reads_of_three_kilobytes_a_second(consistent, units):
    design = holding(sized(3072, pk="a", sk="1"))
    get = pattern("GetItem", key=conditions(pk="a", sk="1"), consistent=consistent)
    assert 2000 * run(design, get).read_units == units
    twice = pattern("TransactGetItems", steps=(replace(get, consistent=False),))
    assert 2000 * run(design, twice).read_units == 4000

"""What reads return, examine and cost.

facts/limits#requests, facts/throughput#reads, facts/expressions#key-conditions.
"""

from dataclasses import replace

import pytest

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.evaluator import evaluate
from modeler.core.values.attribute_values import number, string
from tests.modeler.core.evaluator.tables import PLAIN, holding, ids, refusals, run, sized
from tests.modeler.core.order_management import DESIGN, attribute, conditions, gsi, key, lsi, pattern, values

GET = pattern("GetItem", key=conditions(pk="{p}", sk="{s}"), parameters={"p": "a", "s": "1"})
QUERY = pattern("Query", key=conditions(pk="a"))


def get(p: str, s: str, **fields):
    return pattern("GetItem", key=conditions(pk=p, sk=s), **fields)


class TestGetItem:
    @pytest.mark.parametrize(("size", "consistent", "units"), [(3500, True, 1), (9216, True, 3), (9216, False, 1.5)])
    def test_units_go_by_four_kilobytes(self, size, consistent, units):
        design = holding(sized(size, pk="a", sk="1"))
        found = run(design, replace(GET, consistent=consistent))
        assert (ids(found), found.read_units) == (["i0"], units)

    @pytest.mark.parametrize(("consistent", "units"), [(True, 1), (False, 0.5)])
    def test_a_missing_item_costs_the_minimum(self, consistent, units):
        found = run(holding(), replace(GET, consistent=consistent))
        assert (found.returned, found.examined, found.read_units) == ((), (), units)

    def test_the_whole_key_is_wanted(self):
        assert refusals(holding(), pattern("GetItem", key=conditions(pk="a"))) == ["key.schema"]
        prefix = conditions(pk="a", sk={"begins_with": "1"})
        assert refusals(holding(), pattern("GetItem", key=prefix)) == ["key.schema"]

    def test_a_parameter_without_a_value_is_a_problem_and_reads_nothing(self):
        found = evaluate(holding(), replace(GET, parameters={"p": "a"}))
        assert found.problems == ("sk: the parameter s has no value",)
        assert (found.pages, found.refused) == ((), True)

    def test_a_projection_leaves_what_it_names_and_saves_nothing(self):
        design = holding(sized(9216, pk="a", sk="1", name="N"))
        found = run(design, replace(GET, projection=("name", "nothing")))
        assert found.returned[0].item == values(name="N")
        assert found.returned[0].key == (string("a"), string("1"))
        assert found.read_units == 1.5


class TestBatchGet:
    DESIGN = holding(sized(1536, pk="a", sk="1"), sized(6656, pk="a", sk="2"))

    def test_each_item_is_rounded_on_its_own(self):
        found = run(self.DESIGN, pattern("BatchGetItem", steps=(get("a", "1"), get("a", "2")), consistent=True))
        assert (ids(found), found.read_units) == (["i0", "i1"], 3)

    def test_a_transaction_pays_twice_also_for_what_is_missing(self):
        found = run(self.DESIGN, pattern("TransactGetItems", steps=(get("a", "1"), get("a", "2"), get("a", "3"))))
        assert [page.units for page in found.pages] == [2, 4, 2]

    def test_lists_of_parameters_make_one_key_each(self):
        batch = pattern("BatchGetItem", key=conditions(pk="a", sk="{s}"), parameters={"s": ["2", "1", "9"]})
        found = run(self.DESIGN, batch)
        assert (ids(found), found.read_units) == (["i1", "i0"], 0.5 + 1 + 0.5)

    def test_lists_of_different_length_are_a_problem(self):
        batch = pattern("BatchGetItem", key=conditions(pk="{p}", sk="{s}"), parameters={"p": ["a"], "s": ["1", "2"]})
        assert evaluate(self.DESIGN, batch).problems == ("the lists of p and s differ in length",)

    def test_a_key_twice_is_refused(self):
        for operation in ("BatchGetItem", "TransactGetItems"):
            twice = pattern(operation, steps=(get("a", "1"), get("a", "1")))
            assert len(refusals(self.DESIGN, twice)) == 1

    @pytest.mark.parametrize(("count", "codes"), [(100, []), (101, ["batch.size"])])
    def test_a_hundred_keys_are_the_most(self, count, codes):
        batch = pattern(
            "BatchGetItem", key=conditions(pk="a", sk="{s}"), parameters={"s": list(map(str, range(count)))}
        )
        assert refusals(self.DESIGN, batch) == codes

    def test_parameters_that_are_given_reach_the_members(self):
        batch = pattern("BatchGetItem", steps=(get("a", "{s}"),), parameters={"s": "9"})
        assert ids(run(self.DESIGN, batch, s="2")) == ["i1"]


class TestQueryUnits:
    def test_sizes_are_summed_and_rounded_once(self):
        design = holding(*(sized(200, pk="a", sk=f"{n:02}") for n in range(40)))
        found = run(design, QUERY)
        assert (found.count, found.pages[0].size, found.read_units) == (40, 8000, 1)

    def test_an_index_is_charged_by_its_entries(self):
        table = replace(PLAIN, indexes=(gsi("G", key("kind")),))
        design = holding(*(sized(2000, pk="a", sk=str(n), kind="k") for n in range(8)), table=table)
        assert run(design, pattern("Query", index="G", key=conditions(kind="k"))).read_units == 2

    def test_an_empty_answer_costs_the_minimum(self):
        assert run(holding(), QUERY).read_units == 0.5
        assert run(holding(), replace(QUERY, consistent=True)).read_units == 1

    def test_a_filter_saves_nothing(self):
        design = holding(*(sized(3000, pk="a", sk=str(n), rank=n) for n in range(4)))
        found = run(design, replace(QUERY, filter="rank >= :least", parameters={"least": 3}))
        assert (ids(found), found.discarded, found.examined) == (["i3"], ("i0", "i1", "i2"), ("i0", "i1", "i2", "i3"))
        assert found.read_units == 1.5

    def test_a_megabyte_is_a_page_and_each_is_rounded_on_its_own(self):
        design = holding(*(sized(300_000, pk="a", sk=str(n)) for n in range(7)))
        found = run(design, QUERY)
        assert [(len(page.examined), page.size) for page in found.pages] == [(4, 1_200_000), (3, 900_000)]
        assert [page.units for page in found.pages] == [146.5, 110]

    def test_a_full_page_costs_128_or_256(self):
        design = holding(*(sized(262_144, pk="a", sk=str(n)) for n in range(4)))
        assert run(design, QUERY).read_units == 128
        assert run(design, replace(QUERY, consistent=True)).read_units == 256


class TestLocalIndex:
    TABLE = replace(PLAIN, indexes=(lsi("L", key("pk"), key("rank", "N"), "INCLUDE", ("name",)),))
    READ = pattern("Query", index="L", key=conditions(pk="a"))

    def design(self, size: int) -> Design:
        return holding(*(sized(size, pk="a", sk=str(n), rank=9 - n, name="N") for n in range(3)), table=self.TABLE)

    def test_what_it_projects_costs_its_entries_only(self):
        found = run(self.design(9216), replace(self.READ, projection=("name",)))
        assert (ids(found), found.read_units) == (["i2", "i1", "i0"], 0.5)

    @pytest.mark.parametrize(
        ("size", "consistent", "fetched"), [(200, False, 1.5), (9216, False, 4.5), (9216, True, 9)]
    )
    def test_what_it_does_not_project_is_fetched_item_by_item(self, size, consistent, fetched):
        read = replace(self.READ, projection=("pad",), consistent=consistent)
        found = run(self.design(size), read)
        assert found.pages[0].fetched_units == fetched
        assert found.read_units == fetched + (1 if consistent else 0.5)
        assert all("pad" in one.item for one in found.returned)

    def test_a_filter_on_what_it_does_not_project_sees_it(self):
        assert run(self.design(200), replace(self.READ, filter="attribute_exists(pad)")).count == 3


class TestGlobalIndex:
    TABLE = replace(PLAIN, indexes=(gsi("G", key("kind"), projection="KEYS_ONLY"),))
    DESIGN = holding(values(pk="a", sk="1", kind="k", name="N"), values(pk="a", sk="2"), table=TABLE)
    READ = pattern("Query", index="G", key=conditions(kind="k"))

    def test_what_is_not_projected_is_simply_lacking(self):
        found = run(self.DESIGN, self.READ)
        assert found.returned[0].item == values(pk="a", sk="1", kind="k")
        assert run(self.DESIGN, replace(self.READ, projection=("name",))).returned[0].item == {}

    @pytest.mark.parametrize("operation", ["Query", "Scan"])
    def test_it_cannot_be_read_consistently(self, operation):
        read = pattern(operation, index="G", key=self.READ.key if operation == "Query" else (), consistent=True)
        (refusal,) = evaluate(self.DESIGN, read).refusals
        assert refusal.message == "Consistent reads are not supported on global secondary indexes"

    def test_the_table_keys_may_be_filtered_there_and_its_own_may_not(self):
        assert run(self.DESIGN, replace(self.READ, filter="sk = '1'")).count == 1
        assert refusals(self.DESIGN, replace(self.READ, filter="kind = 'k'")) == ["filter.key"]

    def test_a_scan_sees_the_items_that_are_in_it(self):
        assert ids(run(self.DESIGN, pattern("Scan", index="G"))) == ["i0"]
        assert run(self.DESIGN, pattern("Scan", filter="kind = 'k'")).discarded == ("i1",)

    def test_an_unknown_index_is_refused(self):
        (refusal,) = evaluate(self.DESIGN, replace(self.READ, index="H")).refusals
        assert refusal.message == "The table does not have the specified index: H"


class TestFanOut:
    def test_a_stored_shard_without_a_value_reads_all_of_them(self):
        entity = Entity("e", "E", attributes=(attribute("shard", "N", "shard(3)"),))
        table = replace(PLAIN, entities=(entity,))
        design = holding(*(values(pk=f"OPEN#{n}", sk="1") for n in range(4)), table=table)
        read = pattern("Query", entities=("E",), key=conditions(pk="OPEN#{shard}"), fan_out=3)
        found = run(design, read)
        assert (ids(found), found.read_units, len(found.steps)) == (["i0", "i1", "i2"], 1.5, 3)

    def test_a_calculated_shard_without_a_value_reads_all_of_them(self):
        design = holding(*(values(pk=f"S#s1#{n}", sk="1") for n in range(4)))
        read = pattern("Query", key=conditions(pk="S#{id}#{event:shard(3)}"), parameters={"id": "s1"})
        assert ids(run(design, read)) == ["i0", "i1", "i2"]
        assert len(run(design, read, event="e7").pages) == 1

    def test_one_call_of_many_says_so(self):
        (note,) = run(holding(), replace(QUERY, fan_out=10)).notes
        assert "reads 10 keys" in note


def test_a_limit_counts_before_the_filter_and_says_that_there_is_more():
    design = holding(*(values(pk="a", sk=str(n), rank=n) for n in range(5)))
    found = run(design, replace(QUERY, limit=2, filter="rank > :r", parameters={"r": 0}, descending=True))
    assert (found.examined, ids(found), found.more) == (("i4", "i3"), ["i4", "i3"], True)
    assert not run(design, replace(QUERY, limit=5)).more


def test_a_parameter_takes_the_type_of_what_it_is_compared_with():
    entity = Entity("e", "E", attributes=(attribute("rank", "N"),))
    design = holding(values(pk="a", sk="1", rank=5), table=replace(PLAIN, entities=(entity,)))
    assert run(design, replace(QUERY, filter="rank >= :least"), least="5").count == 1


def test_a_filter_that_names_a_missing_parameter_is_a_problem():
    found = evaluate(holding(), replace(QUERY, filter="rank > :least"))
    assert found.problems == ("the parameter least has no value",)


def test_the_seven_patterns_speak_of_tables_that_exist():
    assert evaluate(DESIGN, pattern("Query", table="other")).problems == ("there is no table other",)


def test_a_number_key_is_given_as_a_parameter_or_as_digits():
    table = Table("t", "t", key("pk"), key("n", "N"))
    design = holding(*(values(pk="a", n=number(n)) for n in (1, 5, 10, 100)), table=table)
    read = pattern("Query", key=conditions(pk="a", n={"between": ["5", "{top}"]}), parameters={"top": "10.0"})
    assert ids(run(design, read)) == ["i1", "i2"]

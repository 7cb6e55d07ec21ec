"""What the calls of one pattern draw on the hottest key of each kind, call by call.

facts/throughput#reads, facts/throughput#throttling.
"""

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.capacity.heat import HeatCache, design_heat
from modeler.core.capacity.loads import LoadPlace
from modeler.core.capacity.populations import Population
from modeler.core.design.tables import IndexKind
from modeler.core.documents.reading import from_document
from tests.modeler.core.capacity.test_heat import JOB, PLAY, STATUS, R, W, attribute, call, design, entity, gsi, hot

SONG = entity("Song", [attribute("songId")], {"PK": "SONG#{songId}", "SK": "META"}, identity=["songId"], count=50)
KIND = attribute("kind", "enum", values={"A": 0.6, "B": 0.4})


def peaks(made, direction=W, index=None):
    """The peak on the hottest key of each kind."""
    return {key.label: float(key.peak) for key in design_heat(made).of("main", index) if key.direction is direction}


def touch(made, direction=W, index=None):
    (found,) = hot(made, direction, index).touches
    return found


def two_tables(first, second, *patterns):
    """A design of tables `main` and `other`, each with one entity."""
    tables = [
        {"name": name, "partition_key": [{"name": "PK", "type": "S"}], "sort_key": [{"name": "SK", "type": "S"}],
         "entities": [one]}
        for name, one in (("main", first), ("other", second))
    ]  # fmt: skip
    return from_document({"keysheet": 1, "name": "Two", "tables": tables, "access_patterns": list(patterns)})


class TestSteps:
    HOT = {"skew": {"hottest": 0.1}}  # noqa: RUF012 # nobody writes into it

    def test_one_key_that_is_written_twice_is_touched_once_by_both(self):
        put = {"operation": "PutItem", "entities": ["Play"]}
        steps = [put, {**put, "fan_out": 3}]
        found = touch(design([PLAY], [call("Steps", steps=steps, table="main", **self.HOT)]))
        assert (found.hits, found.units, found.average, found.peak) == (
            Decimal("0.3"), Decimal("0.4"), 4, 40,
        )  # fmt: skip
        assert found.text == "1 WU (an item of 136 B); 1 WU (an item of 136 B), 3 requests per call"
        same = touch(design([PLAY], [call("Steps", steps=[put, put], table="main", **self.HOT)]))
        assert (same.text, same.hits, same.units) == ("1 WU (an item of 136 B)", Decimal("0.1"), Decimal("0.2"))

    def test_a_step_is_about_the_table_and_entities_of_the_whole(self):
        steps = [{"operation": "PutItem"}, {"operation": "PutItem", "table": "main", "entities": ["Play"]}]
        whole = call("Steps", steps=steps, table="other", entities=["Job"], skew={"hottest": 1})
        heat = design_heat(two_tables(PLAY, JOB, whole))
        assert {(key.place.table, key.label): key.peak for key in heat.keys} == {
            ("other", "JOB#{jobId}"): 100, ("main", "SONG#{songId}"): 100,
        }  # fmt: skip

    def test_a_step_of_a_whole_whose_table_is_gone_touches_nothing(self):
        """Not the table without a name either: what is remembered of the pattern would then not see it renamed."""
        made = two_tables(PLAY, JOB, call("Steps", steps=[{"operation": "PutItem"}], table="gone", entities=["Play"]))
        nameless = replace(made, tables=(replace(made.tables[0], name=""), made.tables[1]))
        assert design_heat(made).keys == design_heat(nameless).keys == ()

    def test_a_step_in_another_table_has_the_entities_and_counts_of_that_table(self):
        """Both tables have an entity Job; the whole's is not the step's."""
        few = {**JOB, "attributes": [attribute("jobId")], "identity": ["jobId"], "count": 4}
        step = {"operation": "Query", "table": "other", "entities": ["Job"], "key": {"PK": "JOB#{jobId}"}}
        whole = call("Steps", steps=[step], table="main", entities=["Job"])
        made = two_tables({**few, "count": 1000}, few, whole)
        (key,) = design_heat(made).keys
        assert (key.place.table, key.spread.share) == ("other", 0.25)
        unnamed = call("Steps", steps=[{**step, "entities": []}], table="main", entities=["Play"])
        (key,) = design_heat(two_tables(PLAY, few, unnamed)).keys
        assert (key.place.table, key.spread.share) == ("other", 0.25)

    def test_each_step_has_its_own_skew_and_else_that_of_the_whole(self):
        def peak(*skews):
            put = {"operation": "PutItem", "entities": ["Play"]}
            steps = [put | ({"skew": {"hottest": one}} if one else {}) for one in skews]
            return hot(design([PLAY], [call("Steps", steps=steps, table="main", **self.HOT)]), W).peak

        assert (peak(0.5, None), peak(None, 0.5), peak(0.5, 0.2), peak(None, None)) == (60, 60, 70, 20)

    def test_what_is_inside_a_transaction_costs_twice(self):
        get = {"operation": "GetItem", "entities": ["Play"], "key": {"PK": "SONG#{songId}", "SK": "X"}}
        for operation, peak in (("TransactGetItems", 20), ("BatchGetItem", 5), ("Steps", 5)):
            assert hot(design([PLAY], [call(operation, steps=[get], table="main", **self.HOT)]), R).peak == peak


class TestSeveralEntities:
    def test_a_batch_writes_each_and_a_single_write_one_of_them(self):
        batch = call("BatchWriteItem", entities=["Play", "Song"], skew={"hottest": 0.1})
        assert peaks(design([PLAY, SONG], [batch])) == {"SONG#{songId}": 20}
        one = call("UpdateItem", entities=["Job", "Song"], skew={"hottest": 0.5})
        assert peaks(design([JOB, SONG], [one])) == {"JOB#{jobId}": 25, "SONG#{songId}": 25}

    def test_so_it_is_in_an_index(self):
        deleted = call("DeleteItem", entities=["Job", "Song"], skew={"hottest": 0.5})
        assert peaks(design([JOB, SONG], [deleted], [gsi()]), W, "GSI1") == pytest.approx(
            {"STATUS#OPEN": 10, "STATUS#DONE": 35, "STATUS#GONE": 5}
        )

    def test_a_read_of_several_is_one_read(self):
        read = call("Query", entities=["Play", "Song"], key={"PK": "SONG#{songId}"}, limit=1, skew={"hottest": 0.5})
        assert peaks(design([PLAY, SONG], [read]), R) == {"SONG#{songId}": 25}

    def test_a_read_without_a_key_is_about_the_entities_that_it_names(self):
        read = call("Query", entities=["Play"], limit=1, skew={"hottest": 0.5})
        assert peaks(design([JOB, PLAY], [read]), R) == {"SONG#{songId}": 25}
        assert peaks(design([JOB, PLAY], [{**read, "entities": []}]), R) == {"JOB#{jobId}": 25}


class TestRequests:
    def test_several_requests_of_one_call_may_meet_one_key(self):
        write = call("PutItem", entities=["Play"], fan_out=4, skew={"hottest": 0.5})
        assert hot(design([PLAY], [write]), W).peak == 200
        read = call("Query", entities=["Play"], key={"PK": "SONG#{songId}"}, fan_out=4, limit=1, skew={"hottest": 0.5})
        assert hot(design([PLAY], [read]), R).peak == 100
        assert hot(
            design([{**PLAY, "overloads": [{"keys": {"PK": "SONG#{songId}"}}]}], [read], sort_key=False), R
        ).peak == (100)

    @pytest.mark.parametrize(("fan_out", "peak"), [(1, 50), (2, 50), (3, 50)])
    def test_buckets_of_one_call_are_different_keys(self, fan_out, peak):
        event = entity("Event", [attribute("at", "iso")], {"PK": "DAY#{at:date}", "SK": "{at}"}, count=1000)
        read = call("Query", entities=["Event"], key={"PK": "DAY#{at:date}"}, fan_out=fan_out, limit=1)
        assert hot(design([event], [read]), R).peak == peak

    def test_a_batch_of_keys_is_so_many_requests(self):
        batch = call("BatchGetItem", entities=["Play"], key={"PK": "SONG#{songId}", "SK": "X"}, items_returned=20,
                     skew={"hottest": 0.2})  # fmt: skip
        found = touch(design([PLAY], [batch]), R)
        assert (found.hits, found.units, found.peak) == (4, 2, 200)
        assert found.text.endswith(", 20 requests per call")
        nearly_none = touch(design([PLAY], [{**batch, "items_returned": 1e-12}]), R)
        assert (nearly_none.hits, nearly_none.peak) == (0, 0)
        get = touch(design([PLAY], [{**batch, "operation": "GetItem"}]), R)
        assert (get.hits, get.units) == (Decimal("0.2"), Decimal("0.1"))


def kinds(when_a="kind = 'A'", key_b="B#{id}", when_b=""):
    """Things of two kinds, each with a key of its own."""
    return {
        "name": "Thing", "attributes": [attribute("id"), KIND], "identity": ["id"], "count": 10,
        "overloads": [{"index": None, "when": when_a, "keys": {"PK": "A#{id}", "SK": "X"}},
                      {"index": None, "when": when_b, "keys": {"PK": key_b, "SK": "X"}}],
    }  # fmt: skip


class TestBaseKeys:
    HALF = {"entities": ["Thing"], "skew": {"hottest": 0.5}}  # noqa: RUF012 # nobody writes into it

    def test_each_overload_is_written_by_its_share(self):
        assert peaks(design([kinds()], [call("PutItem", **self.HALF)])) == pytest.approx({"A#{id}": 30, "B#{id}": 20})

    @pytest.mark.parametrize(
        ("parameters", "expected"),
        [
            ({"kind": "A"}, {"A#{id}": 50}), ({"kind": "B"}, {"B#{id}": 50}),
            ({"kind": "A", "id": "x"}, {"A#{id}": 50}),
            ({"id": "x"}, {"A#{id}": 30, "B#{id}": 20}),
        ],
    )  # fmt: skip
    def test_a_put_whose_kind_is_told_goes_to_its_key(self, parameters, expected):
        assert peaks(design([kinds()], [call("PutItem", parameters=parameters, **self.HALF)])) == pytest.approx(
            expected
        )

    def test_what_an_update_sets_does_not_choose_its_key(self):
        update = call("UpdateItem", set={"kind": "B"}, **self.HALF)
        assert peaks(design([kinds()], [update])) == pytest.approx({"A#{id}": 30, "B#{id}": 20})
        by_kind = entity("Thing", [attribute("id"), KIND], {"PK": "K#{kind}", "SK": "{id}"}, count=10)
        assert peaks(design([by_kind], [call("UpdateItem", set={"kind": "B"}, entities=["Thing"])])) == {
            "K#A": 60, "K#B": 40,
        }  # fmt: skip
        put = call("PutItem", parameters={"kind": "B"}, entities=["Thing"])
        assert peaks(design([by_kind], [put])) == {"K#B": 100}

    @pytest.mark.parametrize(("key", "label"), [("A#{id}", "A#{id}"), ("B#{thing}", "B#{id}"), ("C#{id}", "C#{id}")])
    def test_a_key_that_is_given_is_where_it_goes(self, key, label):
        given = call("UpdateItem", key={"PK": key, "SK": "X"}, **self.HALF)
        assert set(peaks(design([kinds()], [given]))) == {label}

    def test_a_template_that_cannot_be_read_writes_nothing(self):
        assert peaks(design([kinds(key_b="B#{id")], [call("PutItem", **self.HALF)])) == {"A#{id}": 50}
        told = call("PutItem", parameters={"kind": "B"}, **self.HALF)
        assert peaks(design([kinds(key_b="B#{id")], [told])) == {}

    def test_an_item_that_no_overload_speaks_of_has_the_key_of_its_own(self):
        told = call("PutItem", parameters={"kind": "B"}, **self.HALF)
        assert set(peaks(design([kinds(when_b="kind = 'C'")], [told]))) == {"{PK}"}


class TestIndexKeys:
    CLOSE = {"entities": ["Job"], "key": {"PK": "JOB#{jobId}", "SK": "META"}}  # noqa: RUF012 # nobody writes into it

    def test_an_entry_that_is_deleted_by_its_key_leaves_the_key_that_it_has(self):
        removed = call("UpdateItem", update="REMOVE GSI1PK, GSI1SK", **self.CLOSE)
        assert peaks(design([JOB], [removed], [gsi()]), W, "GSI1") == {
            "STATUS#OPEN": 20, "STATUS#DONE": 70, "STATUS#GONE": 10,
        }  # fmt: skip

    def test_an_entry_that_moves_is_put_where_the_new_overload_writes_it(self):
        job = {**JOB, "overloads": [
            JOB["overloads"][0],
            {"index": "GSI1", "when": "status = 'OPEN'", "keys": {"GSI1PK": "TODO", "GSI1SK": "{jobId}"}},
            {"index": "GSI1", "keys": {"GSI1PK": "PAST", "GSI1SK": "{jobId}"}},
        ]}  # fmt: skip
        finish = call("UpdateItem", set={"status": "DONE"}, **{"if": "status = 'OPEN'"}, **self.CLOSE)
        assert peaks(design([job], [finish], [gsi()]), W, "GSI1") == {"TODO": 100, "PAST": 100}
        found = touch(design([job], [finish], [gsi()]), W, "GSI1")
        assert found.text == "1 WU (an entry moved: deleted at its old key, put at its new one)"


class TestSkew:
    def test_it_is_of_the_key_of_the_index_that_is_read(self):
        customer = entity(
            "Order", [attribute("orderId"), attribute("customerId")], {"PK": "O#{orderId}", "SK": "META"},
            {"index": "GSI1", "keys": {"GSI1PK": "C#{customerId}", "GSI1SK": "{orderId}"}},
            identity=["orderId"], count=1000,
        )  # fmt: skip
        read = call("Query", index="GSI1", entities=["Order"], key={"GSI1PK": "C#{customerId}"}, limit=1,
                    skew={"hottest": 0.5})  # fmt: skip
        found = touch(design([customer], [read], [gsi()]), R, "GSI1")
        assert (found.peak, found.place) == (25, LoadPlace("main", "GSI1", IndexKind.GSI))
        other = {**read, "skew": {"hottest": 0.5, "attribute": "orderId"}}
        assert hot(design([customer], [other], [gsi()]), R, "GSI1").peak == 0

    @pytest.mark.parametrize("operation", ["PutItem", "Query"])
    def test_of_a_value_that_is_sharded_within_an_enum_it_is_of_the_value(self, operation):
        """The hottest of 1,000 things takes half: whole in one of five shards, beside a fifth of the others."""
        thing = entity("Thing", [attribute("id"), KIND], {"PK": "S#{kind}#{id:shard(5)}", "SK": "{id}"},
                       identity=["id"], count=1000)  # fmt: skip
        asked = call(operation, entities=["Thing"], limit=1, skew={"hottest": 0.5})
        expected = {"S#A#{id:shard(5)}": 36, "S#B#{id:shard(5)}": 24}
        found = peaks(design([thing], [asked]), W if operation == "PutItem" else R)
        assert found == pytest.approx(
            {key: peak / (1 if operation == "PutItem" else 2) for key, peak in expected.items()}
        )

    def test_the_largest_tenant_is_the_skew_of_what_names_no_other(self):
        item = entity("Item", [attribute("tenantId"), attribute("id")], {"PK": "T#{tenantId}", "SK": "{id}"}, count=10)
        document = {
            "keysheet": 1, "name": "Tenants", "settings": {"tenant": {"attribute": "tenantId", "largest": 0.4}},
            "tables": [{"name": "main", "partition_key": [{"name": "PK", "type": "S"}],
                        "sort_key": [{"name": "SK", "type": "S"}], "entities": [item]}],
            "access_patterns": [call("PutItem", entities=["Item"]), call("PutItem", "Q", entities=["Item"],
                                                                         skew={"hottest": 0.1})],
        }  # fmt: skip
        (key,) = design_heat(from_document(document)).keys
        assert [float(one.peak) for one in key.touches] == [40, 10]


class TestWhatIsSaid:
    def test_the_place_whose_hottest_key_is_not_known(self):
        lost = {name: value for name, value in PLAY.items() if name not in {"per_parent", "count"}}
        (said,) = design_heat(design([lost], [call("PutItem", entities=["Play"])])).unknown
        assert said.startswith("P: the hottest key of main is unknown: the number of songId is not given")

    def test_a_pattern_is_found_again(self):
        made = design([PLAY], [call("PutItem", entities=["Play"])])
        cache = HeatCache()
        populations = {"main": Population.of(made.tables[0])}
        first = cache.pattern(made, made.patterns[0], populations)
        assert cache.pattern(made, made.patterns[0], populations) is first
        assert cache.pattern(made, made.patterns[0], {}) is not first

    def test_the_arithmetic_of_several_patterns(self):
        patterns = [
            call("Query", "R1", entities=["Play"], key={"PK": "SONG#{songId}"}, skew={"hottest": 0.5}, limit=1),
            call("Query", "R2", entities=["Play"], key={"PK": "SONG#{song}"}, skew={"hottest": 0.1}, items_returned=3,
                 fan_out=3),
        ]  # fmt: skip
        key = hot(design([PLAY], patterns), R)
        peak, average = key.figure(), key.figure(at_peak=False)
        assert [(line.value, line.unit) for line in peak.arithmetic] == [
            (None, ""), (25, "RU/s"), (None, ""), (15, "RU/s"), (40, "RU/s"),
        ]  # fmt: skip
        assert [line.value for line in average.arithmetic if line.value is not None] == [
            Decimal("2.5"),
            Decimal("1.5"),
            4,
        ]
        assert (peak.value, average.value, peak.unit, peak.estimate, average.estimate) == (40, 4, "RU/s", True, True)
        assert peak.arithmetic[1].text == "R1: 0.25 RU of a call on the hottest key"
        assert peak.arithmetic[0].text.endswith(" on SONG#{songId}: the hottest songId takes 50%")

    def test_the_arithmetic_of_one_has_no_sum_and_of_what_is_not_known_no_value(self):
        made = hot(design([PLAY], [call("PutItem", entities=["Play"], skew={"hottest": 0.5})]), W)
        assert [line.value for line in made.figure().arithmetic] == [None, 50]
        lost = {name: value for name, value in PLAY.items() if name not in {"per_parent", "count"}}
        key = hot(design([lost], [call("PutItem", entities=["Play"])]), W)
        assert [line.value for line in key.figure().arithmetic] == [None, None]
        assert key.figure().arithmetic[1].text.startswith("P: the number of songId is not given")

    def test_several_reasons_of_a_share_are_told_one_after_the_other(self):
        fields = [attribute("eventId"), attribute("at", "iso"), attribute("shard", "shard(4)"), STATUS]
        event = entity("Event", fields, {"PK": "{at:date}#{shard}#{status}", "SK": "{eventId}"}, count=10)
        key = hot(design([event], [call("PutItem", entities=["Event"], parameters={"status": "OPEN"})]), W)
        assert (
            key.figure().arithmetic[0].text.endswith(": as if every call were about the current {at:date}; ÷ 4 shards")
        )

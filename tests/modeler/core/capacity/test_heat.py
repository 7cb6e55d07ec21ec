"""Heat of partition-key values: the share of the hottest key, whose arithmetic is shown, and what is not known."""

from decimal import Decimal

import pytest

from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.heat import HeatCache, back_pressure, design_heat
from modeler.core.capacity.loads import Direction, LoadPlace
from modeler.core.capacity.touches import call_heat
from modeler.core.design.tables import IndexKind
from modeler.core.documents.reading import from_document

R, W = Direction.READ, Direction.WRITE


def attribute(name, format="id", type="S", **more):
    return {"name": name, "type": type, "format": format, **more}


def gsi(name="GSI1", **more):
    return {
        "name": name, "kind": "GSI", "partition_key": [{"name": f"{name}PK", "type": "S"}],
        "sort_key": [{"name": f"{name}SK", "type": "S"}], "projection": {"type": "KEYS_ONLY"}, **more,
    }  # fmt: skip


def entity(name, attributes, keys, *overloads, **more):
    base = {"index": None, "keys": keys}
    return {"name": name, "attributes": attributes, "overloads": [base, *overloads], **more}


def call(operation, code="P", peak=100, average=10, **more):
    return {"code": code, "operation": operation, "per_second": {"average": average, "peak": peak}, **more}


def design(entities, patterns, indexes=(), settings=None, sort_key=True):
    return from_document(
        {
            "keysheet": 1, "name": "Heat", "access_patterns": patterns,
            "tables": [{
                "name": "main", "partition_key": [{"name": "PK", "type": "S"}],
                "sort_key": [{"name": "SK", "type": "S"}] if sort_key else [],
                "indexes": list(indexes), "entities": entities, "settings": settings or {},
            }],
        }
    )  # fmt: skip


STATUS = attribute("status", "enum", values={"OPEN": 0.2, "DONE": 0.7, "GONE": 0.1})
PART_BYTES = {"size": {"average": 400, "max": 400}}
JOB_ATTRIBUTES = [attribute("jobId", "uuid4"), STATUS, attribute("at", "iso"), attribute("body", "text", **PART_BYTES)]
JOB = entity(
    "Job", JOB_ATTRIBUTES, {"PK": "JOB#{jobId}", "SK": "META"},
    {"index": "GSI1", "keys": {"GSI1PK": "STATUS#{status}", "GSI1SK": "{at}#{jobId}"}},
    identity=["jobId"], count=10_000,
)  # fmt: skip
PLAY = entity(
    "Play", [attribute("songId"), attribute("playId", "ulid"), attribute("at", "iso")],
    {"PK": "SONG#{songId}", "SK": "PLAY#{playId}"}, identity=["playId"], count=1_000_000, per_parent={"average": 100},
)  # fmt: skip
EVENT_ATTRIBUTES = [attribute("eventId", "uuid4"), attribute("at", "iso"), attribute("shard", "shard(10)", "N")]


def event(key, **more):
    keys = {"PK": key, "SK": "{eventId}"}
    return entity("Event", EVENT_ATTRIBUTES, keys, identity=["eventId"], count=1_000_000, **more)


def hot(made, direction, index=None):
    return design_heat(made).hottest("main", index, direction)


class TestShare:
    def test_even_traffic_is_divided_by_the_number_of_keys(self):
        key = hot(design([PLAY], [call("PutItem", entities=["Play"])]), W)
        assert (key.label, key.peak, key.average) == ("SONG#{songId}", Decimal("0.01"), Decimal("0.001"))
        assert key.estimate

    def test_the_parents_are_counted_where_the_table_has_them(self):
        song = entity(
            "Song", [attribute("songId")], {"PK": "SONG#{songId}", "SK": "META"}, identity=["songId"], count=50
        )
        assert hot(design([PLAY, song], [call("PutItem", entities=["Play"])]), W).peak == 2

    @pytest.mark.parametrize(
        ("skew", "peak"), [({"hottest": 0.3}, "30"), ({"zipf": 1.0}, "10.21701"), ({"zipf": 0}, "0.01")]
    )
    def test_skew(self, skew, peak):
        """Zipf s = 1 over 10,000 songs: 100/s × 1/H(10,000) = 100/9.78761."""
        key = hot(design([PLAY], [call("PutItem", entities=["Play"], skew=skew)]), W)
        assert float(key.peak) == pytest.approx(float(peak), abs=1e-4)

    def test_a_constant_takes_everything_and_is_no_estimate(self):
        made = design(
            [entity("Note", [attribute("noteId")], {"PK": "NOTES", "SK": "{noteId}"})],
            [call("PutItem", entities=["Note"])],
        )
        key = hot(made, W)
        assert (key.peak, key.estimate, key.used) == (100, False, 0.1)

    @pytest.mark.parametrize(
        ("template", "peak"),
        [
            ("DAY#{at:date}", 100), ("DAY#{at:date}#{eventId:shard(4)}", 25), ("DAY#{at:date}#{shard}", 10),
            ("EVENT#{eventId}", Decimal("0.0001")), ("AT#{at}", 0), ("ALL#{eventId:hash(1)}", Decimal("6.25")),
        ],
    )  # fmt: skip
    def test_time_and_shards(self, template, peak):
        assert hot(design([event(template)], [call("PutItem", entities=["Event"])]), W).peak == peak

    def test_what_is_not_known_is_said_and_not_guessed(self):
        lost = {name: value for name, value in PLAY.items() if name not in {"per_parent", "count"}}
        found = design_heat(design([lost], [call("PutItem", entities=["Play"])]))
        assert [key.peak for key in found.keys] == [0]
        assert "the number of songId is not given" in found.unknown[0]
        assert found.keys[0].lacking

    def test_without_a_rate_nothing_is_touched(self):
        assert design_heat(design([PLAY], [{"code": "P", "operation": "PutItem", "entities": ["Play"]}])).keys == ()

    def test_two_patterns_of_one_key_add_up(self):
        patterns = [
            call("PutItem", "W", entities=["Play"], skew={"hottest": 0.5}),
            call(
                "Query", "R1", entities=["Play"], key={"PK": "SONG#{songId}"}, skew={"hottest": 0.5}, items_returned=1
            ),
            call("Query", "R2", entities=["Play"], key={"PK": "SONG#{other}"}, skew={"hottest": 0.1}, items_returned=1),
        ]
        key = hot(design([PLAY], patterns), R)
        assert (key.peak, [touch.label for touch in key.touches]) == (30, ["R1", "R2"])
        figure = key.figure()
        assert figure.value == 30
        assert figure.arithmetic[-1].value == 30
        assert any("the hottest songId takes 50%" in line.text for line in figure.arithmetic)


QUERY = {"key": {"PK": "DAY#{at:date}#{shard}"}, "entities": ["Event"], "items_returned": 10}


class TestRequests:
    def test_shards_are_read_once_each(self):
        made = design([event("DAY#{at:date}#{shard}")], [call("Query", fan_out=10, **QUERY)])
        assert hot(made, R).peak == 50  # 100 calls of one request at each shard, of half a unit

    def test_a_batch_of_items_that_are_partitions_meets_each_once(self):
        counter = entity("Counter", [attribute("name")], {"PK": "C#{name}"}, identity=["name"], count=1000)
        batch = call(
            "BatchGetItem", entities=["Counter"], key={"PK": "C#{name}"}, items_returned=20, skew={"hottest": 0.2}
        )
        assert hot(design([counter], [batch], sort_key=False), R).peak == 50

    def test_transactions_double_the_table_and_not_the_index(self):
        job = call("TransactWriteItems", entities=["Job"], parameters={"status": "OPEN"}, skew={"hottest": 1})
        made = design([JOB], [job], [gsi()])
        assert (hot(made, W).peak, hot(made, W, "GSI1").peak) == (200, 100)

    def test_steps_have_the_rate_of_the_whole(self):
        steps = [{"operation": "PutItem", "entities": ["Play"]}, {"operation": "PutItem", "entities": ["Play"]}]
        made = design([PLAY], [call("Steps", steps=steps, table="main", skew={"hottest": 0.1})])
        assert hot(made, W).peak == 20
        often = [{**steps[0], "fan_out": 2}]
        made = design([PLAY], [call("Steps", steps=often, table="main", skew={"hottest": 0.1}, fan_out=3)])
        assert hot(made, W).peak == 3 * 2 * 10  # each time that the whole is gone through

    def test_an_lsi_counts_with_its_table(self):
        lsi = {
            "name": "L", "kind": "LSI", "partition_key": [{"name": "PK", "type": "S"}],
            "sort_key": [{"name": "at", "type": "S"}], "projection": {"type": "ALL"},
        }  # fmt: skip
        made = design([PLAY], [call("PutItem", entities=["Play"], skew={"hottest": 0.5})], [lsi])
        assert hot(made, W).peak == 100
        assert hot(made, W, "L") is None


class TestIndex:
    def test_a_status_key_is_as_hot_as_its_most_frequent_value(self):
        made = design([JOB], [call("DeleteItem", entities=["Job"], key={"PK": "JOB#{jobId}", "SK": "META"})], [gsi()])
        keys = {key.label: key.peak for key in design_heat(made).of("main", "GSI1")}
        assert keys == {"STATUS#OPEN": 20, "STATUS#DONE": 70, "STATUS#GONE": 10}

    def test_a_move_is_deleted_at_one_key_and_put_at_another(self):
        finish = call(
            "UpdateItem", entities=["Job"], key={"PK": "JOB#{jobId}", "SK": "META"}, set={"status": "DONE"},
            **{"if": "status = 'OPEN'"},
        )  # fmt: skip
        keys = {key.label: key.peak for key in design_heat(design([JOB], [finish], [gsi()])).of("main", "GSI1")}
        assert keys == {"STATUS#OPEN": 100, "STATUS#DONE": 100}

    def test_a_new_value_that_nobody_told_may_be_any(self):
        change = call("UpdateItem", entities=["Job"], key={"PK": "JOB#{jobId}", "SK": "META"}, set={"status": ":to"})
        keys = {key.label: float(key.peak) for key in design_heat(design([JOB], [change], [gsi()])).of("main", "GSI1")}
        assert keys == pytest.approx({"STATUS#OPEN": 40, "STATUS#DONE": 140, "STATUS#GONE": 20})

    def test_an_entry_that_does_not_change_takes_nothing(self):
        note = call("UpdateItem", entities=["Job"], key={"PK": "JOB#{jobId}", "SK": "META"}, set={"body": "x"})
        assert hot(design([JOB], [note], [gsi()]), W, "GSI1") is None

    def test_a_read_of_one_value_meets_its_writes(self):
        read = call("Query", index="GSI1", entities=["Job"], key={"GSI1PK": "STATUS#OPEN"}, limit=1)
        key = hot(design([JOB], [read], [gsi()]), R, "GSI1")
        assert (key.label, key.peak) == ("STATUS#OPEN", 50)


class TestBackPressure:
    PUT = call("PutItem", entities=["Job"], peak=4000, parameters={"status": "OPEN"})

    def test_the_hottest_partition_caps_the_writes_of_the_table(self):
        made = design([JOB], [self.PUT], [gsi()])
        (found,) = back_pressure(made, design_heat(made), {})
        assert (found.cause, found.factor, found.patterns) == ("partition", Decimal("0.25"), (("P", 4000, 1000),))

    def test_so_do_the_units_of_the_index(self):
        made = design([JOB], [self.PUT], [gsi(provisioned={"read": 1, "write": 800})], {"billing": "PROVISIONED"})
        demand = {("main", "GSI1"): design_capacity(made).place("main", "GSI1").write.peak.value}
        (found,) = back_pressure(made, design_heat(made), demand)
        assert (found.cause, found.factor) == ("provisioned", Decimal("0.2"))

    def test_an_index_that_nothing_writes_presses_nobody(self):
        """And those after it are still looked at."""
        made = design([JOB], [self.PUT], [gsi("IDLE"), gsi()])
        (found,) = back_pressure(made, design_heat(made), {})
        assert (found.place, found.key) == (LoadPlace("main", "GSI1", IndexKind.GSI), hot(made, W, "GSI1"))
        idle = design([JOB], [], [gsi(provisioned={"read": 1, "write": 5})], {"billing": "PROVISIONED"})
        assert back_pressure(idle, design_heat(idle), {("main", "GSI1"): Decimal(0)}) == ()

    def test_a_key_of_which_nobody_knows_how_hot_it_is_presses_nobody(self):
        order = entity(
            "Order", [attribute("orderId"), attribute("customerId")], {"PK": "O#{orderId}", "SK": "META"},
            {"index": "GSI1", "keys": {"GSI1PK": "C#{customerId}", "GSI1SK": "{orderId}"}},
            identity=["orderId"], count=9,
        )  # fmt: skip
        made = design([order], [call("PutItem", entities=["Order"])], [gsi()])
        assert hot(made, W, "GSI1").peak == 0
        assert back_pressure(made, design_heat(made), {}) == ()

    def test_half_a_unit_a_second_presses_as_little_as_it_is(self):
        made = design([JOB], [{**self.PUT, "per_second": {"average": 0.1, "peak": 0.5}}], [gsi()])
        (found,) = back_pressure(made, design_heat(made), {})
        assert (found.factor, found.patterns) == (2000, (("P", Decimal("0.5"), 1000),))

    def test_units_that_no_key_is_known_to_take_press_by_what_is_provisioned(self):
        made = design([JOB], [], [gsi(provisioned={"read": 1, "write": 5})], {"billing": "PROVISIONED"})
        (found,) = back_pressure(made, design_heat(made), {("main", "GSI1"): Decimal("0.5")})
        assert (found.cause, found.factor, found.key, found.patterns) == ("provisioned", 10, None, ())
        assert found.place == LoadPlace("main", "GSI1", IndexKind.GSI)


WORDS = {f"w{number:02}": 1 for number in range(70)}
THING_ATTRIBUTES = [
    attribute("thingId"), attribute("part", "", "BOOL"), attribute("kind", "enum", values={"A": 0.6, "B": 0.4}),
    attribute("word", "enum", values=WORDS), attribute("seat", "integer", "N", range=[1, 25]),
    attribute("shard", "shard(4)"), attribute("plain", "uuid4"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "more", "peak"),
    [
        ("{part}", {}, 50),
        ("K#{kind}", {"skew": {"hottest": 0.9}}, 90),
        ("W#{word}#{kind}", {}, Decimal("0.857142857")),  # 70 × 2 values are too many to spell out: 60 % of 1/70
        ("SEAT#{seat}", {}, 4),
        ("T#{thingId}#{shard}", {}, Decimal("0.1")),  # 1,000 items are 250 things of four shards
        ("T#{thingId}", {"skew": {"hottest": 0.5, "attribute": "thingId"}}, 50),
        ("T#{thingId}#{seat}", {"skew": {"hottest": 0.5, "attribute": "thingId"}}, Decimal("12.5")),
        ("S#{thingId:shard(5)}", {"skew": {"hottest": 0.5}}, 60),
    ],
)
def test_keys_made_of_several_things(key, more, peak):
    thing = entity("Thing", THING_ATTRIBUTES, {"PK": key, "SK": "X"}, identity=["thingId", "shard"], count=1000)
    made = hot(design([thing], [call("UpdateItem", entities=["Thing"], key={"PK": key, "SK": "X"}, **more)]), W)
    assert float(made.peak) == pytest.approx(float(peak), rel=1e-6)


def test_without_an_identity_a_unique_format_counts_the_items():
    thing = entity("Thing", THING_ATTRIBUTES, {"PK": "{plain}", "SK": "X"}, count=1000)
    assert hot(design([thing], [call("PutItem", entities=["Thing"])]), W).peak == Decimal("0.1")


def test_heat_is_worked_out_once_for_all_patterns_that_make_the_same_call(monkeypatch):
    worked_out = []

    def counted(*about):
        worked_out.append(about)
        return call_heat(*about)

    monkeypatch.setattr("modeler.core.capacity.heat.call_heat", counted)
    indexes = [gsi(f"GSI{number}") for number in range(1, 6)]
    overloads = [
        {"index": f"GSI{number}", "keys": {f"GSI{number}PK": f"K{number}#{{status}}", f"GSI{number}SK": "{jobId}"}}
        for number in range(1, 6)
    ]
    job = entity("Job", JOB_ATTRIBUTES, {"PK": "JOB#{jobId}", "SK": "META"}, *overloads, identity=["jobId"], count=10)
    patterns = [call("PutItem", f"P{number}", entities=["Job"], id=f"p{number}") for number in range(300)]
    made = design([job], [*patterns, call("GetItem", "D", entities=["Job"], id="d")], indexes)
    cache = HeatCache()
    first = design_heat(made, cache)
    assert len(worked_out) == 2
    assert design_heat(made, cache) == first
    assert len(worked_out) == 2
    assert first.hottest("main", "GSI3", W).peak == 300 * 70

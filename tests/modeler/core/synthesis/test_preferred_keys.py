"""Of keys that cost nearly the same: those that an expert would choose."""

from __future__ import annotations

import pytest

from modeler.core.design.patterns import Operation
from modeler.core.synthesis import SynthesisOptions, synthesise
from modeler.core.synthesis.candidates.keys import EntityCalls, index_shapes
from modeler.core.synthesis.setting_up import set_up
from tests.modeler.core.synthesis.making import (
    attribute,
    design,
    entity,
    get,
    put,
    query,
    text,
    update,
    whole,
)

pytestmark = pytest.mark.slow

EXISTS = {"if": "attribute_exists(PK)"}
TENANT = entity("Tenant", "tenantId", 3_000, attribute("tenantId"), text("name", 20))
TICKET = entity(
    "Ticket", "tenantId ticketId", 900_000, attribute("tenantId"), attribute("ticketId", "ulid"),
    attribute("assigneeId", optional=0.1), attribute("status", "enum", values={"OPEN": 0.05, "SOLVED": 0.95}),
    attribute("updatedAt", "iso"),
)  # fmt: skip
MESSAGE = entity(
    "Message", "tenantId ticketId messageId", 6_000_000, attribute("tenantId"), attribute("ticketId", "ulid"),
    attribute("messageId", "ulid"), text("text", 300),
)  # fmt: skip
CUSTOMER = entity("Customer", "customerId", 90_000, attribute("customerId"), attribute("phone"), text("name", 20))
ACCOUNT = entity("Account", "accountId", 100_000, attribute("accountId"), attribute("customerId"))
PLAYER = entity("Player", "playerId", 200_000, attribute("playerId"), text("name", 12))
SEASON = entity("Season", "seasonId", 40, attribute("seasonId"))
SCORE = entity(
    "Score", "seasonId playerId", 600_000, attribute("seasonId"), attribute("playerId"), attribute("country"),
    whole("points", 999_999),
)  # fmt: skip


def first(entities, patterns):
    """The recommended alternative."""
    return synthesise(design(entities, patterns), SynthesisOptions(alternatives=1)).alternatives[0]


def keys(made, name, index=None):
    """The key templates of an entity in the table or an index, as names show them."""
    (table,) = made.design.tables
    return tuple(next(one for one in table.entity(name).overloads if one.index == index).keys.values())


def test_a_key_has_its_label_only_beside_a_collection_that_can_be_the_same():
    reads = [
        get("R1", "Tenant", "tenantId", 10),
        query("R2", "Ticket Message", "tenantId ticketId", 40, items_returned=8),
    ]
    made = first([TENANT, TICKET, MESSAGE], reads)
    assert keys(made, "Tenant") == ("TENANT#{tenantId}", "METADATA")
    assert keys(made, "Ticket") == ("TENANT#{tenantId}#TICKET#{ticketId}", "TICKET")


def test_an_item_that_others_refer_to_is_kept_by_its_id():
    """A phone number changes, and an account knows the id of its customer."""
    made = first([CUSTOMER, ACCOUNT], [query("R1", "Customer", "phone", 8, items_returned=1), put("W1", "Account")])
    assert keys(made, "Customer") == ("CUST#{customerId}", "METADATA")
    assert keys(made, "Customer", "GSI1") == ("PHONE#{phone}", "{customerId}")


def test_nothing_follows_a_value_that_can_contain_the_delimiter():
    agent = entity("Agent", "tenantId agentId", 30_000, attribute("tenantId"), attribute("agentId"),
                   attribute("email", "email"))  # fmt: skip
    made = first([TENANT, agent], [query("R1", "Agent", "tenantId email", 2, items_returned=1)])
    assert "keys.delimiter_in_value" not in {one.rule for one in made.findings}


def test_of_two_ids_the_one_with_many_values_is_the_partition_key():
    made = first(
        [PLAYER, SEASON, SCORE],
        [
            get("R1", "Score", "seasonId playerId", 80),
            query("R2", "Score", "seasonId country", 20, "-points", limit=50, items_returned=50),
            update("W1", "Score", "seasonId playerId", 30, add={"points": "10"}),
        ],
    )
    assert keys(made, "Score") == ("PLAYER#{playerId}", "SCORE#{seasonId}")
    assert keys(made, "Score", "GSI1") == ("SEASON#{seasonId}#COUNTRY#{country}", "{points}")
    assert "keys.low_cardinality" not in {one.rule for one in made.findings}


def test_a_number_that_is_incremented_is_never_a_part_of_a_text():
    asked = design(
        [PLAYER, SEASON, SCORE],
        [
            query("R1", "Score", "seasonId", 60, "-points", limit=100, items_returned=100),
            query("R2", "Score", "seasonId country", 20, "-points", limit=50, items_returned=50),
            update("W1", "Score", "seasonId playerId", 30, add={"points": "10"}),
        ],
    )
    for one in synthesise(asked).alternatives:
        assert "write.mirror_not_atomic" not in {each.rule for each in one.findings}
    made = set_up(asked)
    score = next(one for _, one in made.design.entities() if one.name == "Score")
    calls = tuple(one for one in made.calls if one.entities and one.entities[0].name == "Score")
    assert all(shape.native for shape in index_shapes(EntityCalls(score, calls)) if "points" in shape.attributes)


def test_a_tag_of_many_tenants_is_no_partition_key():
    tag = entity("TicketTag", "tenantId ticketId tag", 1_500_000, attribute("tenantId"), attribute("ticketId", "ulid"),
                 attribute("tag"))  # fmt: skip
    made = first(
        [TENANT, TICKET, tag],
        [
            query("R1", "TicketTag", "tenantId ticketId", 40, items_returned=2),
            query("R2", "TicketTag", "tenantId tag", 3, "-ticketId", limit=25, items_returned=25),
            put("W1", "TicketTag", 1.5),
        ],
    )
    assert keys(made, "TicketTag") == ("TENANT#{tenantId}#TICKET#{ticketId}", "TAG#{tag}")
    assert keys(made, "TicketTag", "GSI1") == ("TENANT#{tenantId}#TAG#{tag}", "{ticketId}")


def test_a_link_of_two_items_is_kept_by_nothing_but_both_ids():
    """With the time in its key, a guest could write two reviews of a restaurant, and the condition would not see it."""
    guest = entity("Guest", "guestId", 50_000, attribute("guestId"))
    restaurant = entity("Restaurant", "restaurantId", 3_000, attribute("restaurantId"))
    review = entity("Review", "restaurantId guestId", 300_000, attribute("restaurantId"), attribute("guestId"),
                    attribute("writtenAt", "iso"), text("text", 300))  # fmt: skip
    reads = [query("R1", "Review", "restaurantId", 30, "-writtenAt", limit=10, items_returned=10), put("W1", "Review")]
    for one in synthesise(design([guest, restaurant, review], reads)).alternatives:
        assert "writtenAt" not in "".join(keys(one, "Review"))


def test_items_that_lack_an_attribute_are_found_among_generated_ones():
    made = first(
        [TENANT, TICKET],
        [
            get("R1", "Ticket", "tenantId ticketId", 10),
            query("R2", "Ticket", "tenantId", 10, "updatedAt", limit=25, items_returned=10,
                  filter="attribute_not_exists(assigneeId) AND status = 'OPEN'"),
            put("W1", "Ticket"),
        ],
    )  # fmt: skip
    assert made.problems == ()


def test_a_sum_is_never_computed_of_items_that_are_fetched_one_by_one():
    node = entity("Node", "accountId nodeId", 2_000_000, attribute("accountId"), attribute("nodeId"), text("name", 200),
                  whole("bytes", 10**9), attribute("checksum"))  # fmt: skip
    used = {"given": ["accountId"], "returns": {"what": "sum", "of": ["bytes"]}}
    asked = design(
        [ACCOUNT, node],
        [
            get("R1", "Node", "accountId nodeId", 1),
            query("R2", "Node", "accountId checksum", 1, items_returned=1),
            query("R3", "Node", "accountId", 5, intent=used, items_returned=1),
            put("W1", "Node", 1),
        ],
    )
    for one in synthesise(asked).alternatives:
        assert one.design.pattern("R3").operation is not Operation.STEPS


def test_supposed_rates_pay_for_no_further_index():
    bare = [
        {key: value for key, value in one.items() if key != "per_second"}
        for one in (
            query("R1", "Job", "location", 1, "-postedAt", limit=20, items_returned=20),
            query("R2", "Job", "category", 1, "-postedAt", limit=20, items_returned=20),
            get("R3", "Job", "jobId"),
            query("R4", "Application", "jobId stage", 1, "appliedAt", limit=50, items_returned=10),
            query("R5", "Application", "candidateId", 1, "-appliedAt", limit=20, items_returned=6),
            put("W1", "Job"),
            put("W2", "Application"),
            update("W3", "Application", "jobId candidateId", 1, set={"stage": "OFFER"}, **EXISTS),
        )
    ]
    job = entity("Job", "jobId", 150_000, attribute("jobId"), attribute("location"), attribute("category"),
                 attribute("postedAt", "iso"), text("text", 2500))  # fmt: skip
    application = entity(
        "Application", "jobId candidateId", 5_000_000, attribute("jobId"), attribute("candidateId"),
        attribute("appliedAt", "iso"), attribute("stage", "enum", values={"NEW": 0.9, "OFFER": 0.1}),
    )  # fmt: skip
    best, *others = synthesise(design([job, application], bare)).alternatives
    assert all(one.gsis <= best.gsis for one in others)


def test_a_consistent_list_names_the_write_that_stands_in_its_way():
    """A booking is changed by its id alone, so it cannot be stored by its day; with the day it can."""
    booking = entity(
        "Booking", "bookingId", 400_000, attribute("bookingId"), attribute("restaurantId"), attribute("day", "date"),
        attribute("status", "enum", values={"BOOKED": 0.1, "SEATED": 0.9}),
    )  # fmt: skip

    def asked(given):
        return design(
            [entity("Restaurant", "restaurantId", 3_000, attribute("restaurantId")), booking],
            [
                query("R1", "Booking", "restaurantId day", 8, items_returned=40, consistent=True),
                update("W1", "Booking", given, 2, set={"status": "SEATED"}, **EXISTS),
            ],
        )

    found = synthesise(asked("bookingId"))
    (unmet,) = found.unmet
    assert unmet.reason == (
        "R1 is strongly consistent, so only the table's own key can serve it, and W1 changes an item without day and "
        "restaurantId, which would be in that key"
    )
    assert unmet.nearest.startswith("give day and restaurantId to W1, or")
    assert synthesise(asked("restaurantId day bookingId")).unmet == ()


def test_an_index_of_several_entities_says_what_it_is_for_each():
    made = first(
        [CUSTOMER, TICKET, TENANT],
        [
            get("R1", "Customer", "customerId", 5),
            {**query("R2", "Customer", "phone", 5, items_returned=1)},
            get("R3", "Ticket", "tenantId ticketId", 10),
            query("R4", "Ticket", "tenantId", 10, "updatedAt", filter="status = 'OPEN'", limit=25, items_returned=10),
        ],
    )
    parts = {name: code for one in made.indexes for name, code in one.parts}
    assert parts["Ticket"] == "P15"


def test_a_value_that_is_given_and_always_the_same_is_a_constant():
    """Who gives the status of a filter ``status = 'OPEN'`` can give nothing else."""
    filtered = {"filter": "status = 'OPEN'", "items_returned": 20}
    made = [
        first([TENANT, TICKET], [query("R1", "Ticket", given, 5, "-updatedAt", **filtered), put("W1", "Ticket", 1)])
        for given in ("tenantId", "tenantId status")
    ]
    assert made[0].dollars == made[1].dollars
    assert keys(made[0], "Ticket") == keys(made[1], "Ticket")
    assert [one.pattern("R1").filter for one in (made[0].design, made[1].design)] == ["", ""]

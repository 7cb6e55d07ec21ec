"""What a person on call needs of a plan: an order that leaves a way back, every step, and units of all that is read."""

from copy import deepcopy
from decimal import Decimal

import pytest

from modeler.core.documents.reading import from_document
from modeler.core.items.sizes import Sizes
from modeler.core.migration.planning import plan
from modeler.core.migration.steps import StepAction

TEXT = {"type": "S", "format": "id"}
LIBRARY = {
    "keysheet": 1,
    "name": "Library",
    "region": "eu-west-1",
    "tables": [
        {
            "name": "lib",
            "partition_key": [{"name": "PK", "type": "S"}],
            "sort_key": [{"name": "SK", "type": "S"}],
            "indexes": [
                {
                    "name": "GSI1",
                    "kind": "GSI",
                    "partition_key": [{"name": "GSI1PK", "type": "S"}],
                    "sort_key": [{"name": "GSI1SK", "type": "S"}],
                    "projection": {"type": "ALL"},
                }
            ],
            "settings": {"billing": "PAY_PER_REQUEST"},
            "entities": [
                {
                    "id": "member",
                    "name": "Member",
                    "count": 2000,
                    "identity": ["memberId"],
                    "attributes": [
                        {"id": "m1", "name": "memberId", **TEXT},
                        {"id": "m2", "name": "email", **TEXT},
                        {"id": "m3", "name": "title", "type": "S"},
                    ],
                    "overloads": [{"index": None, "keys": {"PK": "MEMBER#{memberId}", "SK": "PROFILE"}}],
                },
                {
                    "id": "loan",
                    "name": "Loan",
                    "count": 80000,
                    "identity": ["loanId"],
                    "attributes": [{"name": name, **TEXT} for name in ("memberId", "loanId", "bookId")],
                    "overloads": [
                        {"index": None, "keys": {"PK": "MEMBER#{memberId}", "SK": "LOAN#{loanId}"}},
                        {"index": "GSI1", "keys": {"GSI1PK": "BOOK#{bookId}", "GSI1SK": "{loanId}"}},
                    ],
                },
            ],
        }
    ],
    "access_patterns": [
        {
            "code": "A1",
            "name": "Loans of a book",
            "table": "lib",
            "operation": "Query",
            "index": "GSI1",
            "entities": ["Loan"],
            "key": {"GSI1PK": "BOOK#{bookId}"},
        }
    ],
}


def changed(edit):
    """The designs before and after, and the steps from one to the other."""
    before, after = deepcopy(LIBRARY), deepcopy(LIBRARY)
    edit(after, *after["tables"][0]["entities"])
    olds, news = from_document(before), from_document(after)
    return olds, news, plan(olds, news).steps


def actions(steps):
    return [step.action.value for step in steps]


def with_another_key(_after, _member, loan):
    loan["overloads"] = [
        {"index": None, "keys": {"PK": "LOAN#{loanId}", "SK": "LOAN"}},
        {"index": "GSI1", "keys": {"GSI1PK": "OF#{memberId}", "GSI1SK": "{loanId}"}},
    ]


def test_a_scan_reads_the_items_of_every_entity_of_the_table():
    before, _, steps = changed(with_another_key)
    sizes, (table,) = Sizes(), before.tables
    average = {one.name: Decimal(str(sizes.item(table, one).average)) for one in table.entities}
    expected = (2000 * average["Member"] + 80000 * average["Loan"]) / 4096 / 2
    fillings = [step for step in steps if step.action is StepAction.BACKFILL]
    assert [float(one.work.reads.value) for one in fillings] == [pytest.approx(float(expected))] * 2


def test_what_to_know_comes_first_and_an_index_is_deleted_when_all_else_is_done():
    _, _, steps = changed(with_another_key)
    assert actions(steps[:2]) == ["prepare", "change_indexes"]
    assert steps[0].entities == ("Loan",)
    assert [step.deletes for step in steps if step.deletes] == [("GSI1",)]
    assert steps[-1].deletes == ("GSI1",)


def test_old_names_are_removed_in_a_step_of_their_own_with_its_units():
    _, _, steps = changed(lambda _after, member, _loan: member["attributes"][2].update(name="heading"))
    assert actions(steps[-3:]) == ["switch_reads", "stop_writes", "drain"]
    assert steps[-3].way_back == "read_both on: both names are still written"
    assert steps[-1].backfill.condition == "attribute_exists(title)"
    assert steps[-1].work.writes.value == 2000


def test_consumers_of_a_stream_move_while_both_tables_are_written():
    before, after = deepcopy(LIBRARY), deepcopy(LIBRARY)
    for one in (before, after):
        one["tables"][0]["settings"]["stream"] = "NEW_IMAGE"
    after["tables"][0]["sort_key"] = [{"name": "SK", "type": "N"}]
    found = actions(plan(from_document(before), from_document(after)).steps)
    assert found[3:6] == ["backfill", "prepare", "shadow_read"]


def test_what_ttl_deletes_does_not_come_back():
    _, _, (step,) = changed(lambda after, *_: after["tables"][0]["settings"].update(ttl_attribute="expires"))
    assert step.gate == "TTL is ENABLED"
    assert "do not come back" in step.way_back


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("BOOK#{email}", ["prepare", "write_new", "backfill", "reconcile", "switch_reads"]),
        ("EMAIL#{email}", ["write_new", "backfill", "reconcile", "switch_reads"]),
    ],
)
def test_readers_that_can_meet_what_enters_their_index_learn_of_it_first(template, expected):
    def edit(after, member, _loan):
        member["overloads"].append({"index": "GSI1", "keys": {"GSI1PK": template, "GSI1SK": "M#{memberId}"}})
        asked = {"GSI1PK": template, "GSI1SK": {"begins_with": "M#"}}
        after["access_patterns"].append(
            {**after["access_patterns"][0], "code": "A2", "name": "By email", "entities": ["Member"], "key": asked}
        )

    _, _, steps = changed(edit)
    assert actions(steps) == expected
    assert steps[-1].patterns == ("A2",)


def test_values_that_a_new_entity_takes_over_are_written_before_they_are_no_longer_read():
    def edit(after, member, _loan):
        email = member["attributes"].pop(1)
        contact = {**member, "id": "contact", "name": "Contact", "attributes": [member["attributes"][0], email]}
        contact["attributes"] = [{**one, "id": f"c-{one['id']}"} for one in contact["attributes"]]
        contact["overloads"] = [{"index": None, "keys": {"PK": "MEMBER#{memberId}", "SK": "CONTACT"}}]
        after["tables"][0]["entities"].append(contact)

    _, _, (step,) = changed(edit)
    assert step.action is StepAction.STOP_WRITES
    assert step.do.startswith("Write Contact from the stored items of Member first")
    assert "email" in step.do


def test_readers_get_elsewhere_what_an_index_no_longer_projects():
    def edit(after, *_):
        after["tables"][0]["indexes"][0]["projection"] = {"type": "KEYS_ONLY"}

    _, _, steps = changed(edit)
    (step,) = (one for one in steps if one.action is StepAction.PREPARE)
    assert "bookId, loanId, memberId" in step.do
    assert step.patterns == ("A1",)
    assert actions(steps)[-1] == "change_indexes"

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


def test_an_attribute_that_is_renamed_while_its_items_move_gets_its_new_name_too():
    def edit(after, member, _loan):
        member["attributes"][2].update(name="heading")
        member["overloads"][0]["keys"] = {"PK": "M#{memberId}", "SK": "PROFILE"}

    _, _, steps = changed(edit)
    fillings = [step.do for step in steps if step.action is StepAction.BACKFILL]
    assert [one.split(":")[0] for one in fillings] == [
        "Give each item of Member its new key",
        "Set heading of stored Member items to title if that is unchanged",
    ]
    assert steps[-1].do == "REMOVE title of stored Member items"


def two_tables(document):
    """The loans in a table of their own."""
    (table,) = document["tables"]
    loan = table["entities"].pop()
    loan["overloads"].pop()
    settings = {**table["settings"], "ttl_attribute": "bookId"}
    document["tables"].append({**table, "name": "loans", "indexes": [], "entities": [loan], "settings": settings})
    return document


def test_a_table_that_items_of_two_tables_go_to_is_made_once_and_gets_its_ttl_last():
    before, after = two_tables(deepcopy(LIBRARY)), two_tables(deepcopy(LIBRARY))
    member = after["tables"][0]["entities"].pop()
    after["tables"][1]["sort_key"] = [{"name": "SORT", "type": "S"}]
    for entity in (member, after["tables"][1]["entities"][0]):
        entity["overloads"][0]["keys"]["SORT"] = entity["overloads"][0]["keys"].pop("SK")
    after["tables"][1]["entities"].append(member)
    steps = plan(from_document(before), from_document(after)).steps
    assert actions(steps).count("create_table") == 1
    (ttl,) = (place for place, step in enumerate(steps) if step.settings.get("ttl_attribute"))
    assert all(place < ttl for place, step in enumerate(steps) if step.action is StepAction.SWITCH_READS)
    archived = [step.do.partition("then delete ")[2] for step in steps if step.action is StepAction.ARCHIVE]
    assert sorted(archived) == ["loans", "the items of Member in it"]


def test_what_leaves_an_index_that_is_made_anew_loses_its_keys():
    def edit(after, _member, loan):
        after["tables"][0]["indexes"][0]["projection"] = {"type": "KEYS_ONLY"}
        loan["overloads"].pop()

    _, _, steps = changed(edit)
    drained = [(step.index, step.do) for step in steps if step.action is StepAction.DRAIN]
    assert drained == [
        (
            "GSI1-v2",
            "Query GSI1-v2, keep the Loan items that do not belong in GSI1-v2, and REMOVE GSI1PK, GSI1SK of each",
        )
    ]
    assert actions(steps)[-1] == "change_indexes"


def test_an_item_that_leaves_an_index_keeps_its_own_data():
    before, after = deepcopy(LIBRARY), deepcopy(LIBRARY)
    for document in (before, after):
        (table,) = document["tables"]
        table["indexes"][0]["partition_key"] = [{"name": "bookId", "type": "S"}]
        table["entities"][1]["overloads"][1]["keys"].pop("GSI1PK")
    after["tables"][0]["entities"][1]["overloads"].pop()
    steps = plan(from_document(before), from_document(after)).steps
    removed = [step.do for step in steps if "REMOVE" in step.do]
    assert removed
    assert all("REMOVE GSI1SK" in one and "bookId" not in one for one in removed)


def test_items_that_meet_a_condition_are_filled_even_if_nothing_tells_how_many_there_are():
    def edit(after, member, _loan):
        keys = {"GSI1PK": "TITLE#{title}", "GSI1SK": "M#{memberId}"}
        member["overloads"].append({"index": "GSI1", "when": "title = 'Ms'", "keys": keys})

    _, _, steps = changed(edit)
    (filling,) = (step for step in steps if step.action is StepAction.BACKFILL)
    assert filling.entities == ("Member",)
    assert filling.work.unknown == ("how many Member items meet the condition is not known",)


def test_an_item_of_either_condition_stays_in_its_index():
    def edit(_after, _member, loan):
        keys = loan["overloads"].pop()["keys"]
        cells = [{"index": "GSI1", "when": f"bookId = '{one}'", "keys": keys} for one in ("b1", "b2")]
        loan["overloads"] += cells

    _, _, steps = changed(edit)
    (drained,) = (step for step in steps if step.action is StepAction.DRAIN)
    assert drained.backfill.condition == "NOT ((bookId = 'b1') OR (bookId = 'b2'))"


@pytest.mark.parametrize(
    ("partition", "place", "expected"),
    [
        ({"PK": "MEMBER#{memberId}", "SK": "NOTE#{noteId}"}, None, "Let the deployed reads of lib skip items of Note"),
        ({"PK": "NOTE#{noteId}", "SK": "NOTE"}, None, ""),
        ({"GSI1PK": "BOOK#{noteId}", "GSI1SK": "NOTE"}, "GSI1", "Let the deployed reads of GSI1 skip items of Note"),
    ],
)
def test_readers_that_can_meet_items_of_a_new_entity_learn_of_it_first(partition, place, expected):
    before, after = deepcopy(LIBRARY), deepcopy(LIBRARY)
    for one in (before, after):
        asked = {"code": "A2", "index": None, "name": "All of a member", "key": {"PK": "MEMBER#{memberId}"}}
        one["access_patterns"].append({**one["access_patterns"][0], **asked})
        one["access_patterns"].append({**one["access_patterns"][0], **asked, "code": "A3", "operation": "GetItem"})
    cells = [{"index": None, "keys": {"PK": "NOTE#{noteId}", "SK": "NOTE"}}]
    made = {"index": place, "keys": partition}
    note = {"id": "note", "name": "Note", "attributes": [{"name": one, **TEXT} for one in ("noteId", "memberId")]}
    note["overloads"] = [*cells, made] if place else [made]
    after["tables"][0]["entities"].append(note)
    steps = plan(from_document(before), from_document(after)).steps
    assert [step.do.split(":")[0] for step in steps] == ([expected] if expected else [])
    assert [step.patterns for step in steps] == ([("A1",) if place else ("A2",)] if expected else [])


@pytest.mark.parametrize(("when", "entries"), [("state = 'OUT'", 1), ("state = 'BACK'", 0)])
def test_a_condition_about_what_another_index_asks_for_counts_its_entries(when, entries):
    def with_state(document):
        loan = document["tables"][0]["entities"][1]
        loan["attributes"].append({"name": "state", "type": "S", "format": "enum", "values": {"OUT": 1, "BACK": 3}})
        loan["overloads"][1]["when"] = "state = 'OUT'"
        return document["tables"][0], loan

    before, after = deepcopy(LIBRARY), deepcopy(LIBRARY)
    with_state(before)
    table, loan = with_state(after)
    keys = {"partition_key": [{"name": "GSI2PK", "type": "S"}], "projection": {"type": "KEYS_ONLY"}}
    table["indexes"].append({"name": "GSI2", "kind": "GSI", **keys})
    loan["overloads"].append({"index": "GSI2", "when": when, "keys": {"GSI2PK": "STATE#{state}"}})
    (filling,) = (
        step for step in plan(from_document(before), from_document(after)).steps if step.action is StepAction.BACKFILL
    )
    count = 20000 if entries else 60000
    assert filling.work.writes.value == count * (2 + entries)


def test_an_attribute_that_new_keys_need_is_filled_before_them():
    def edit(_after, member, loan):
        for one in (member, loan):
            one["attributes"].append({"name": "tenantId", **TEXT})
        loan["overloads"][0]["keys"]["PK"] = "TENANT#{tenantId}#MEMBER#{memberId}"

    _, _, steps = changed(edit)
    assert actions(steps[:5]) == ["prepare", "write_new", "backfill", "read_both", "write_new"]
    filling = steps[2]
    assert filling.entities == ("Loan",)
    assert filling.do.startswith("Set tenantId of the stored Loan items. They do not have it")
    assert filling.backfill.condition == "attribute_not_exists(tenantId)"
    assert filling.gate == "no stored Loan item lacks tenantId"
    assert [step.entities for step in steps if "Set tenantId" in step.do] == [("Loan",), ("Loan",)]

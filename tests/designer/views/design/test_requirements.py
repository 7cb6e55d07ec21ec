"""The Requirements page, as the server renders it."""

import json
import re
from html import unescape
from urllib.parse import urlencode

import pytest

from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.loading import read_current, read_whole
from modeler.services import design_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(workspace, ada):
    document = to_document(example("order-management").design)
    document["relations"] = [{"id": "r1", "parent": "Customer", "child": "Order", "through": ["customerId"]}]
    return design_create(workspace=workspace.pk, by=ada, document=document)


def shown(client, person, made, row=""):
    client.force_login(person)
    answer = client.get(f"/designs/{made.pk}/requirements/", {"row": row} if row else {})
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_pattern_reads_back_as_a_sentence(client, ada, made):
    text = shown(client, ada, made)
    assert "Each Customer has an unknown number of Order items through customerId." in text
    assert "How many Order items does one Customer have, on average and at most?" in text
    assert "List orders of a customer, limit 25, in descending order" in text
    assert "Slots of" not in text


def test_rates_of_many_patterns_are_asked_for_together_and_of_few_by_name(client, ada, workspace):
    document = to_document(example("order-management").design)
    for number, pattern in enumerate(document["access_patterns"]):
        if number < 4:
            pattern.pop("per_second", None)
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    assert "4 access patterns have no rate." in shown(client, ada, made)
    document["access_patterns"] = document["access_patterns"][2:]
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    text = shown(client, ada, made)
    assert "have no rate" not in text
    assert "How often is A3 An order with its lines, payments and events called per second" in unescape(text)


@pytest.mark.parametrize("row", ["r1", "A2", "A7"])
def test_a_chosen_row_shows_its_slots(client, ada, made, row):
    patterns = {one["code"]: one["id"] for one in to_document(example("order-management").design)["access_patterns"]}
    text = shown(client, ada, made, patterns.get(row, row))
    assert text.count('aria-label="Slots of ') == 1
    assert 'aria-expanded="true"' in text


@pytest.fixture
def blank(workspace, ada):
    """A design with a table and no entities: a text is about new ones."""
    keys = {"partition_key": [{"name": "PK", "type": "S"}]}
    document = {"keysheet": 1, "name": "Blank", "tables": [{"name": "app-main", **keys}]}
    return design_create(workspace=workspace.pk, by=ada, document=document)


@pytest.fixture
def imported(workspace, ada):
    """A design with two entities that an import inferred."""
    entities = [{"id": f"e{name}", "name": name, "provenance": "inferred"} for name in ("Parcel", "Courier")]
    keys = {"partition_key": [{"name": "PK", "type": "S"}]}
    document = {"keysheet": 1, "name": "Parcels", "tables": [{"name": "app-main", **keys, "entities": entities}]}
    return design_create(workspace=workspace.pk, by=ada, document=document)


def test_each_entity_that_an_import_inferred_is_a_question(client, ada, imported):
    text = shown(client, ada, imported)
    assert "2 entities were inferred by an import." in " ".join(text.split())
    assert 'data-confirms="eParcel eCourier"' in text
    assert text.count("Inferred by an import. Needed?") == 2
    assert 'aria-label="Confirm Parcel"' in text
    assert 'aria-label="Remove Parcel"' in text


def test_somebody_who_only_reads_sees_what_was_inferred_without_buttons(client, ben, imported):
    text = shown(client, ben, imported)
    assert text.count("Inferred by an import. Needed?") == 2
    assert "data-confirms=" not in text


def test_somebody_who_only_reads_gets_no_forms(client, ben, made):
    text = shown(client, ben, made, "r1")
    assert "data-adds-new=" not in text
    assert "Remove relation" not in text


TEXT = "orders of a courier despite the weather\nparcels of a courier that are still lost"


def posted(client, person, made, where, **sent):
    client.force_login(person)
    return client.post(f"/designs/{made.pk}/requirements/{where}/", {"form": urlencode(sent, doseq=True)})


def digest_in(html):
    return re.search(r'name="digest" value="(\w+)"', html)[1]


def test_nothing_is_offered_to_be_added_while_nothing_is_understood(client, ada, made):
    html = posted(client, ada, made, "read", text="lorem ipsum dolor").content.decode()
    assert "No line was read as a row: nothing can be added yet." in html
    assert re.search(r"data-adds-lines\s+disabled>", html)
    assert not re.search(r"data-adds-lines\s+disabled", posted(client, ada, made, "read", text=TEXT).content.decode())


def test_lines_are_shown_as_rows_with_what_was_not_understood(client, ada, made):
    before = read_whole(made.pk).parts
    html = posted(client, ada, made, "read", text=TEXT).content.decode()
    assert re.search(r'<u class="unread"\s+title="not understood">weather</u>', html)
    assert "Which attribute says &quot;lost&quot;?" in html
    # The design has orders, and neither parcels nor couriers: what they are is asked.
    assert not re.findall(r'name="entity" value="(\w+)"', html)
    assert "&quot;parcel&quot;: which entity of the design?" in html
    assert "&quot;courier&quot;: what is given?" in html
    assert "0 of 2 rows can be added" in html
    assert "2 have questions." in html
    first = re.search(r'href="#([^"]+)"[^>]*>Next question', html)[1]
    assert f'<input type="radio" id="{first}"' in html
    assert read_whole(made.pk).parts == before


def test_a_line_that_states_something_asks_what_it_does_or_is_left_out(client, ada, made):
    html = posted(client, ada, made, "read", text="our gym sells memberships").content.decode()
    assert "none of these: the line is left out" in html
    first = re.search(r'href="#([^"]+)"[^>]*>Next question', html)[1]
    assert f'<input type="radio" id="{first}"' in html


@pytest.mark.parametrize(
    "line",
    ["my parcels", "readings for each turbine", "wagons of a train in sequence", "remind mentors of tomorrow's visits"],
)
def test_a_question_with_one_answer_has_no_radio_button(client, ada, made, line):
    html = posted(client, ada, made, "read", text=line).content.decode()
    kinds = re.findall(r'<input type="(radio|checkbox)"[^>]*\sname="(answer:[^"]+)"', html)
    assert kinds
    assert all((kind == "radio") == (kinds.count((kind, name)) > 1) for kind, name in kinds)


def test_a_line_in_which_nothing_was_understood_becomes_a_row_by_hand(client, ada, made):
    html = posted(client, ada, made, "read", text="lorem ipsum dolor").content.decode()
    key = re.search(r'data-by-hand="([^"]+)"', html)[1]
    html = posted(client, ada, made, "read", text="lorem ipsum dolor", **{"by-hand": key, "kept": key}).content.decode()
    assert f'<input type="hidden" name="by-hand" value="{key}">' in html
    assert "data-by-hand" not in html
    assert "What does this do" in html


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("missing parcels of a courier, newest first", 1),
        ("open parcels of a courier, newest first", 0),
        # Which time comes soonest, or lies in a range, is not said by a name that every item has.
        ("parcels of a courier, soonest first", 0),
        ("parcels of a courier this month", 0),
        ("parcels of a courier shipped this month", 0),
        ("our gym sells memberships", 0),
    ],
)
def test_questions_that_only_ask_for_a_name_can_be_answered_together(client, ada, blank, line, count):
    html = posted(client, ada, blank, "read", text=line).content.decode()
    assert html.count("data-suggested") == count
    assert (f"Use {count} suggested name" in html) == bool(count)


def test_answers_refusals_and_names_of_the_form_count(client, ada, made):
    html = posted(client, ada, made, "read", text=TEXT).content.decode()
    question = re.search(r'name="(answer:[\w-]+:condition)" value="([^"]+)"', html)
    given = re.findall(r'name="(answer:[\w-]+:given)" value="([^"]+)"', html)
    items = re.findall(r'name="(answer:[\w-]+:entities)" value="(=a new entity Parcel)"', html)
    sent = {
        "text": TEXT,
        "digest": digest_in(html),
        unescape(question[1]): unescape(question[2]),
        items[0][0]: items[0][1],
        **{unescape(name): unescape(value) for name, value in reversed(given)},
        "row": re.findall(r'name="row" value="([^"]+)"', html),
        "kept": re.findall(r'name="kept" value="([^"]+)"', html),
        "entity-seen": ["Courier", "Parcel"],
        "entity": ["Courier", "Parcel"],
        "name:Courier": "Carrier",
        "identity:Courier": "carrierId",
        "relation-seen": ["Courier>Order>", "Courier>Parcel>"],
        "relation": ["Courier>Parcel>"],
    }
    again = posted(client, ada, made, "read", **sent).content.decode()
    assert "2 of 2 rows can be added" in again
    assert "Next question" not in again
    added = posted(client, ada, made, "add", **sent).json()
    assert (added["patterns"], added["entities"], added["text"]) == (2, 2, "")
    design = read_current(made.pk).design
    parcel = next(one for _, one in design.entities() if one.name == "Parcel")
    assert {one.name for one in parcel.attributes} >= {"parcelId", "carrierId", "status"}
    assert ("Carrier", "Parcel") in {(one.parent, one.child) for one in design.relations}
    assert ("Carrier", "Order") not in {(one.parent, one.child) for one in design.relations}
    shown_now = shown(client, ada, made)
    assert "Not understood: &quot;despite&quot;, &quot;weather&quot;." in shown_now


def test_what_was_answered_is_kept_while_its_question_is_not_asked(client, ada, blank):
    """As when a row is left out for a moment, or another answer makes the question pointless for now."""
    said = {"text": "missing parcels of a courier, newest first"}

    def read(**more):
        return posted(client, ada, blank, "read", **said, **more).content.decode()

    slot, value = re.search(r'name="(answer:[^"]*)" value="(=[^"]*)"', read()).groups()
    row = slot.split(":")[1]
    left_out = read(row=row, **{slot: unescape(value)})
    assert f'id="asked-{row}' not in left_out
    (kept,) = re.findall(rf'<input type="hidden" name="{slot}" value="([^"]*)">', left_out)
    again = read(row=row, kept=row, **{slot: unescape(kept)})
    assert re.search(rf'name="{slot}" value="{re.escape(value)}"\s+checked', again)
    assert 'type="hidden" name="answer:' not in again


def test_what_was_decided_about_a_noun_is_kept_while_its_line_is_left_out(client, ada, blank):
    said = {"text": "open parcels of a courier, newest first"}

    def read(**more):
        return posted(client, ada, blank, "read", **said, **more).content.decode()

    def hidden(html):
        fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', html)
        return {name: unescape(value) for name, value in fields if "Parcel" in name + value}

    first = read()
    (row,) = re.findall(r'name="row" value="([^"]*)"', first)
    chosen = {"entity-seen": "Parcel", "entity": "Parcel", "name:Parcel": "Package", "identity:Parcel": "packageNo"}
    assert 'name="name:Parcel"' in first
    left_out = hidden(read(row=row, **chosen))
    assert left_out == chosen
    again = read(row=row, kept=row, **left_out)
    assert 'value="Package"' in again
    assert 'value="packageNo"' in again
    assert not {"entity", "name:Parcel"} & hidden(again).keys()
    refused = {name: value for name, value in chosen.items() if name != "entity"}
    assert hidden(read(row=row, **refused)) == refused


def test_the_values_that_a_line_lists_are_shown_and_stored(client, ada, made):
    text = "Parcel:\n- parcel id\n- weight (number)\n- status: open, sent or lost"
    html = posted(client, ada, made, "read", text=text).content.decode()
    assert "one of open, sent, lost" in html
    posted(client, ada, made, "add", text=text, digest=digest_in(html))
    parcel = next(one for _, one in read_current(made.pk).design.entities() if one.name == "Parcel")
    status, weight = parcel.attribute("status"), parcel.attribute("weight")
    assert (status.format, set(status.values), weight.type) == ("enum", {"open", "sent", "lost"}, "N")


def test_lines_that_were_not_read_are_refused(client, ada, ben, made):
    assert posted(client, ada, made, "add", text=TEXT, digest="").status_code == 409
    assert posted(client, ben, made, "add", text=TEXT, digest="").status_code == 403
    assert posted(client, ben, made, "read", text=TEXT).status_code == 403


@pytest.mark.conformance
def test_a_long_text_is_read_and_added(client, ada, blank):
    text = "\n".join(["parcels of a courier"] * 500)
    html = posted(client, ada, blank, "read", text=text).content.decode()
    fields = re.findall(r'<input type="(?:hidden|checkbox)"[^>]*name="([^"]+)" value="([^"]*)"', unescape(html))
    sent = {name: [value for held, value in fields if held == name] for name, _ in fields}
    assert sum(map(len, sent.values())) > 1000
    added = posted(client, ada, blank, "add", **sent, text=text).json()
    assert (added["patterns"], added["text"]) == (500, "")


def test_a_pasted_schema_is_read_as_its_lines(client, ada, made):
    client.force_login(ada)
    text = "type Query { order(id: ID!): Order }\ntype Order { id: ID! }\ntype Customer { orders: [Order!]! }"
    answer = client.post(f"/designs/{made.pk}/requirements/read/", {"form": urlencode({"text": text})})
    page = unescape(answer.content.decode())
    assert "The text is a GraphQL schema." in page
    assert ">get an order by id\norders of a customer</textarea>" in page
    assert page.count('name="row"') == 2


def test_a_broken_file_is_refused_with_its_line(client, ada, made):
    client.force_login(ada)
    form = urlencode({"text": "openapi: 3.0.0\npaths: [\n", "filename": "a.yaml"})
    answer = client.post(f"/designs/{made.pk}/requirements/read/", {"form": form})
    assert 400 <= answer.status_code < 500
    assert "line" in answer.content.decode()


def test_a_log_of_queries_asks_in_what_time_and_lists_what_no_row_says(client, ada, made):
    client.force_login(ada)
    text = 'query,calls\n"SELECT * FROM customers WHERE id = $1",600\n"SELECT * FROM a, b",3\n'
    form = urlencode({"text": text, "filename": "statements.csv"})
    page = client.post(f"/designs/{made.pk}/requirements/read/", {"form": form}).content.decode()
    assert "The text is a log of queries." in page
    assert "600 calls: in what time?" in page
    assert "SELECT * FROM a, b (it joins tables)" in page


def test_the_map_shows_the_color_that_an_entity_has_elsewhere(client, ada, workspace):
    orders = design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))
    text = shown(client, ada, orders)
    nodes = json.loads(unescape(re.search(r'data-graph="([^"]+)"', text)[1]))["nodes"]
    assert all(one["hue"] and f'class="entity {one["hue"]}"' in text for one in nodes)

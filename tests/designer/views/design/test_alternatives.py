"""The Alternatives page, as the server renders it: who sees, proposes, stops, looks at a draft, and accepts."""

import re
from dataclasses import replace
from decimal import Decimal
from html import unescape
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string

from designer.page.alternatives.shown_alternatives import title_of
from exporter.services.tokens import token_create
from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import Delta
from modeler.core.synthesis import AlternativeKind, SynthesisOptions
from modeler.job_runner import run as do
from modeler.loading import read_whole
from modeler.models import Design, Job
from modeler.services import design_change, design_create
from modeler.synthesis.proposals import proposal_begin, proposal_look
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, SELDOM, design, shop

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("known_searches")]


@pytest.fixture
def made(workspace, ada):
    document = to_document(design([CUSTOMER, ORDER], shop(SELDOM)))
    return design_create(workspace=workspace.pk, by=ada, document=document)


@pytest.fixture
def proposal(made, ada):
    do(proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions()).pk)
    return proposal_look(design_id=made.pk, by=ada)


def at(made, *rest):
    return "/".join(["/designs", str(made.pk), "alternatives", *map(str, rest), ""])


def page(client, person, made, *rest, **query):
    client.force_login(person)
    answer = client.get(at(made, *rest), query)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def sent(client, person, made, *rest, **fields):
    client.force_login(person)
    return client.post(at(made, *rest), fields)


def accept(client, person, made, proposal, number, seen=None):
    seen = proposal.current if seen is None else seen
    return sent(client, person, made, proposal.job.pk, "accept", number=number, seen=seen)


def test_every_alternative_has_a_column_with_its_price_keys_and_what_serves_each_pattern(client, ada, made, proposal):
    text = page(client, ada, made)
    for one in proposal.found.alternatives:
        assert f"${one.dollars:,.2f}" in text
        for served in one.served:
            assert served.reason in text
        for index in one.indexes:
            assert f"Without {index.index}, {index.without}:" in text
            assert f"+${index.more_without:,.2f}" in text
    assert text.count('name="number"') == len(proposal.found.alternatives) >= 3
    assert "Revision 1 serves 0 of 9 access patterns." in text


def test_the_page_and_rest_show_the_same_numbers(client, ada, made, proposal):
    _, secret = token_create(by=ada, name="test", scope="read")
    answer = client.post(
        f"/api/v1/designs/{made.pk}/synthesis/", {}, "application/json", headers={"Authorization": f"Bearer {secret}"}
    )
    assert answer.status_code == 200
    text = page(client, ada, made)
    for one in answer.json()["alternatives"]:
        assert f"${one['dollars']:,.2f}" in text
        for index in one["indexes"]:
            assert f"+${index['more_without']:,.2f}" in text
    assert Job.objects.filter(kind="synthesise").count() == 0


@pytest.mark.parametrize(
    ("dollars", "unrated", "words"),
    [
        ("3.2", 0, "$3.20 /month"),
        ("0", 1, "$0.00 /month"),
        ("3.2", 2, "$3.20 /month for storage"),
        ("0", 2, "cost unknown"),
    ],
)
def test_what_has_no_rates_does_not_cost_nothing(dollars, unrated, words):
    context = {"one": {"dollars": Decimal(dollars)}, "unrated": ["A1", "A2"][:unrated], "patterns": ["A1", "A2"]}
    shown = render_to_string("designer/parts/alternatives/price.html", context)
    assert " ".join(re.sub("<[^>]+>", " ", shown).split()) == words


def test_a_read_that_nothing_serves_is_no_write():
    cell = {"served": (), "is_read": True, "read_units": Decimal(1)}
    shown = [render_to_string("designer/parts/alternatives/pattern.html", {"cell": one}) for one in (cell, {})]
    assert "Scan of the whole table" in shown[0]
    assert ">write<" in shown[1]


@pytest.mark.parametrize(("rates", "title"), [(SELDOM, "Cheapest"), (None, "Cheapest at assumed rates")])
def test_the_cheapest_by_assumed_rates_says_so(rates, title):
    made = design([CUSTOMER, ORDER], shop(SELDOM))
    if rates is None:
        made = replace(made, patterns=tuple(replace(one, per_second=None) for one in made.patterns))
    made = SimpleNamespace(kind=AlternativeKind.CHEAPEST, design=made)
    assert title_of(made) == title


def test_an_editor_proposes_within_budgets(client, eve, made):
    answer = sent(client, eve, made, "begin", alternatives="4", max_gsis="2", consistent=["R1"])
    job = Job.objects.get(kind="propose")
    assert answer.status_code == 302
    assert str(job.pk) in answer.url
    lists = {"keep": False, "keep_keys": [], "consistent": ["R1"]}
    told = {"copies": True, "live": False, "multi_attribute_keys": False}
    assert job.payload == {"alternatives": 4, "max_gsis": 2, **lists, **told}
    assert "at most 2 GSIs; R1 strongly consistent" in page(client, eve, made)


def test_the_button_on_the_board_proposes_without_budgets(client, eve, made):
    client.force_login(eve)
    assert at(made, "begin") in client.get(f"/designs/{made.pk}/requirements/").content.decode()
    assert sent(client, eve, made, "begin").status_code == 302
    assert Job.objects.get(kind="propose").payload["max_gsis"] is None


@pytest.mark.parametrize(
    "wrong", [{"max_gsis": "21"}, {"max_gsis": "-1"}, {"alternatives": "99"}, {"consistent": "R8"}]
)
def test_a_budget_that_the_search_does_not_take_is_refused(client, ada, made, wrong):
    answer = sent(client, ada, made, "begin", **{"alternatives": "3", **wrong})
    assert answer.status_code == 422
    assert not Job.objects.filter(kind="propose").exists()


def test_only_keys_that_exist_can_be_kept(client, ada, made, proposal):
    assert "Keep table keys" not in page(client, ada, made)
    accept(client, ada, made, proposal, 1)
    assert "Keep table keys" in page(client, ada, made)


def test_a_reader_sees_and_can_do_nothing(client, ben, made, proposal):
    text = page(client, ben, made)
    assert "Preview" in text
    assert 'name="number"' not in text
    assert "Propose again" not in text
    assert sent(client, ben, made, "begin").status_code == 403
    assert accept(client, ben, made, proposal, 1).status_code == 403
    assert sent(client, ben, made, proposal.job.pk, "stop").status_code == 403
    assert "Accept" not in page(client, ben, made, proposal.job.pk, 1)


def test_a_search_is_shown_with_its_progress_and_can_be_stopped(client, ada, made):
    job = proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions())
    assert "<progress" in page(client, ada, made)
    assert sent(client, ada, made, job.pk, "stop").status_code == 302
    text = page(client, ada, made)
    assert "This proposal has no result: it was stopped before it finished." in text
    assert "<progress" not in text
    assert "message-error" not in text


def test_a_proposal_that_is_no_longer_kept_is_no_error_and_leads_to_another(client, ada, made, proposal):
    cache.clear()
    text = page(client, ada, made)
    assert "it is no longer kept, because nobody looked at it for 30 minutes" in text
    assert "message-error" not in text
    assert "Propose again</button>" in text


def test_a_design_that_was_accepted_is_said_although_its_proposal_is_no_longer_kept(client, ada, made, proposal):
    accept(client, ada, made, proposal, 2)
    cache.clear()
    text = page(client, ada, made)
    assert "is the design now. One undo restores the design as it was." in text
    assert "no result" not in text


def test_accepting_offers_the_proof_and_says_that_it_is_one_undo(client, ada, made, proposal):
    answer = accept(client, ada, made, proposal, 2)
    assert answer.url.endswith(f"?proposal={proposal.job.pk}#accepted")
    assert Design.objects.get(pk=made.pk).revision == made.revision + 1
    text = page(client, ada, made)
    assert "is the design now. One undo restores the design as it was." in text
    assert "/provision/" in text
    assert 'name="number"' not in text


def test_a_proposal_for_an_older_revision_is_said_and_not_accepted(client, ada, eve, made, proposal):
    accept(client, eve, made, proposal, 1)
    answer = accept(client, ada, made, proposal, 2, seen=made.revision)
    assert answer.status_code == 409
    assert "The design has changed since this proposal; propose again." in unescape(answer.content.decode())
    assert Design.objects.get(pk=made.pk).revision == made.revision + 1


def test_what_changed_since_is_named(client, ada, made, proposal):
    pattern = read_whole(made.pk).design.patterns[0]
    design_change(design_id=made.pk, deltas=[Delta(pattern.id, "name", pattern.name, "renamed")], by=ada)
    text = page(client, ada, made)
    assert "The design has changed since:" in text
    assert "so they cannot be accepted" in text
    assert 'name="number"' not in text


def test_a_draft_shows_the_key_sheet_and_the_items_that_a_pattern_finds(client, ben, made, proposal):
    text = page(client, ben, made, proposal.job.pk, 1)
    assert 'aria-label="Key sheet of' in text
    assert "Select an access pattern to see what it reads" in text
    pattern = next(one for one in read_whole(made.pk).design.patterns if one.code == "R3")
    chosen = page(client, ben, made, proposal.job.pk, 1, pattern=pattern.id, part=pattern.id)
    assert re.search(r"R3 \w+ .*\d+ item", chosen)
    assert 'data-state="returned"' in chosen or "returned" in chosen
    window = client.get(at(made, proposal.job.pk, 1, "grid"), {"first": "1"})
    assert window.status_code == 200
    assert not read_whole(made.pk).design.tables[0].entities[0].items


def test_a_draft_that_is_no_longer_kept_leads_back(client, ada, made, proposal):
    client.force_login(ada)
    assert client.get(at(made, proposal.job.pk, 9)).status_code == 404
    cache.clear()
    assert client.get(at(made, proposal.job.pk, 1)).status_code == 302


def test_a_requirement_that_cannot_be_met_is_listed_with_the_nearest(client, ada, workspace):
    across = {"code": "R9", "name": "Orders of a status", "operation": "Query", "entities": ["Order"]}
    asked = [*shop(), {**across, "intent": {"given": ["status"]}, "consistent": True}]
    made = design_create(workspace=workspace.pk, by=ada, document=to_document(design([CUSTOMER, ORDER], asked)))
    do(proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions()).pk)
    text = page(client, ada, made)
    assert "Requirements that cannot be met" in text
    (unmet,) = proposal_look(design_id=made.pk, by=ada).found.unmet
    assert unmet.reason in text
    assert f"{unmet.nearest[:1].upper()}{unmet.nearest[1:]}" in text
    assert text.count("not served by a key") == len(proposal_look(design_id=made.pk, by=ada).found.alternatives)


def test_a_proposal_of_another_design_is_not_found(client, ada, workspace, made, proposal):
    other = design_create(workspace=workspace.pk, by=ada, document={"keysheet": 1, "name": "Other"})
    client.force_login(ada)
    assert client.get(at(other, proposal.job.pk, 1)).status_code == 404
    assert client.get(at(other), {"proposal": str(proposal.job.pk)}).status_code == 404
    assert "No proposal yet" in page(client, ada, other)
    assert sent(client, ada, other, "begin").status_code == 422


def test_a_page_without_a_proposal_in_its_address_follows_to_the_newest(client, ada, ben, made, proposal):
    assert f"alternatives/shown/?proposal={proposal.job.pk}" in page(client, ben, made, proposal=str(proposal.job.pk))
    assert 'alternatives/shown/"' in page(client, ben, made)
    proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions(max_gsis=2))
    assert "<progress" in page(client, ben, made, "shown")
    assert "<progress" not in page(client, ben, made, "shown", proposal=str(proposal.job.pk))


def test_a_proof_can_add_the_items_that_it_needs_as_a_change_of_its_own(client, ada, made, proposal):
    accept(client, ada, made, proposal, 1)
    client.force_login(ada)
    at_proof = f"/designs/{made.pk}/provision/"
    assert 'name="with_items"' in client.get(at_proof).content.decode()
    assert client.post(f"{at_proof}begin/", {"endpoint": "Built-in sandbox", "with_items": "on"}).status_code == 302
    assert all(entity.items for _, entity in read_whole(made.pk).design.entities())
    assert Design.objects.get(pk=made.pk).revision == made.revision + 2
    assert Job.objects.get(kind="provision").revision == made.revision + 2
    assert 'name="with_items"' not in client.get(at_proof).content.decode()


def test_each_number_of_gsis_is_a_choice_that_shows_its_cost_and_what_changes(client, ada, ben, made, proposal):
    front = proposal.found.front
    assert len(front) > 1
    text = page(client, ada, made)
    for step in front:
        assert f'type="radio" id="front-{step.gsis}" name="front"' in text
        assert f"${step.dollars:,.2f}/month" in text
        assert all(told in text for told in step.differs)
        assert f"Propose with at most {step.gsis}" in text
    assert "Propose with at most" not in page(client, ben, made)

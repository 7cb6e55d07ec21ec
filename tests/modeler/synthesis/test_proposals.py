"""Proposals: found by a job that everybody sees, accepted as one change that one undo restores, never over a change."""

import re
import time
from dataclasses import replace
from decimal import Decimal

import pytest

from exporter.models import Webhook
from modeler import job_runner
from modeler.announcing import EventKind
from modeler.core.analysis import analyse
from modeler.core.capacity.patterns import pattern_capacity
from modeler.core.cost.design import monthly_cost
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.core.evaluator import evaluate
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions
from modeler.examples import example
from modeler.history.undo import design_redo, design_undo
from modeler.job_runner import run as do
from modeler.jobs import job_cancel
from modeler.loading import read_whole
from modeler.models import Design, Job
from modeler.models.jobs import JobState
from modeler.services import design_change, design_create
from modeler.synthesis import proposals, synthesis_job
from modeler.synthesis.proof_items import proof_items_add
from modeler.synthesis.proposals import proposal_accept, proposal_begin, proposal_look
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, SELDOM, design, query, shop
from tests.modeler.core.synthesis.test_links import COURSE, STUDENT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("known_searches")]

ACCEPTED = EventKind.DESIGN_ACCEPTED.value


def by_intent(*patterns):
    return to_document(design([CUSTOMER, ORDER], list(patterns or shop(SELDOM))))


@pytest.fixture
def made(workspace, ada):
    """A design by intent, without keys."""
    return design_create(workspace=workspace.pk, by=ada, document=by_intent())


def proposed(made, by, **options):
    job = proposal_begin(design_id=made.pk, by=by, options=SynthesisOptions(**options))
    do(job.pk)
    return proposal_look(design_id=made.pk, by=by)


def accepted(made, proposal, number, by, **more):
    given = {"design_id": made.pk, "job_id": proposal.job.pk, "number": number, "by": by}
    return proposal_accept(**{**given, "seen": proposal.current, **more})


def stored(made):
    return read_whole(made.pk)


def test_a_reader_sees_what_an_editor_proposed_but_neither_begins_nor_accepts(made, ada, ben, cyd):
    with pytest.raises(Forbidden):
        proposal_begin(design_id=made.pk, by=ben, options=SynthesisOptions())
    found = proposed(made, ada)
    seen = proposal_look(design_id=made.pk, by=ben)
    assert seen.found == found.found
    assert len(seen.found.alternatives) >= 3
    with pytest.raises(Forbidden):
        accepted(made, found, 1, ben)
    with pytest.raises(Missing):
        proposal_look(design_id=made.pk, by=cyd)


def test_the_same_question_is_one_job_and_tells_its_progress(made, ada):
    first = proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions())
    assert proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions()) == first
    assert proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions(max_gsis=1)) != first
    assert proposal_look(design_id=made.pk, by=ada, job_id=first.pk).is_working
    do(first.pk)
    first.refresh_from_db()
    assert (first.state, first.progress["done"], first.progress["total"]) == (JobState.DONE, 100, 100)
    assert first.result == {"revision": made.revision}


def test_an_accepted_alternative_costs_what_was_proposed_to_the_cent(made, ada):
    """The law: dollars and units of a proposal are those of `cost` and `capacity` of the design after it."""
    proposal = proposed(made, ada)
    for number, one in enumerate(proposal.found.alternatives, 1):
        accepted(made, proposal, number, ada, seen=Design.objects.get(pk=made.pk).revision)
        now = stored(made).design
        cost = monthly_cost(now)
        assert round(cost.total().value, 2) == round(one.dollars, 2)
        bill = {each.pattern: each.amount for each in cost.patterns()}
        for each in one.patterns:
            pattern = next(pattern for pattern in now.patterns if pattern.id == each.pattern)
            units = pattern_capacity(now, pattern)
            assert (units.read_units, units.write_units) == (each.read_units, each.write_units)
            assert round(bill.get(each.pattern, Decimal(0)), 2) == round(each.dollars, 2)
        design_undo(design_id=made.pk, by=ada)


@pytest.mark.parametrize(
    ("rated", "said"), [((), "cost unknown"), ((0,), r"\$[\d.]+/month, \d without a rate"), (None, r"\$[\d.]+/month")]
)
def test_the_history_names_no_amount_that_is_not_known(workspace, ada, rated, said):
    document = by_intent()
    for number, pattern in enumerate(document["access_patterns"]):
        if rated is not None and number not in rated:
            pattern.pop("per_second", None)
    for entity in (one for table in document["tables"] for one in table["entities"]):
        if rated is not None:
            entity.pop("count", None)
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    accepted(made, proposed(made, ada), 1, ada)
    label = made.changes.order_by("-revision").values_list("label", flat=True)[0]
    assert re.search(rf", {said}$", label), label


def test_it_is_one_change_that_one_undo_restores_and_then_another_can_be_accepted(made, ada):
    before = to_document(stored(made).design)
    proposal = proposed(made, ada)
    revision = accepted(made, proposal, 1, ada)
    assert revision.number == made.revision + 1
    after = proposal_look(design_id=made.pk, by=ada)
    assert (after.accepted, after.is_outdated) == (1, False)
    chosen = from_document(to_document(proposal.found.alternatives[0].design))
    assert to_document(stored(made).design) == to_document(chosen)
    assert all(serving(stored(made).design, one).served for one in stored(made).design.patterns)

    design_undo(design_id=made.pk, by=ada)
    assert to_document(stored(made).design) == before
    again = proposal_look(design_id=made.pk, by=ada)
    assert (again.since, again.accepted) == ((), None)
    accepted(made, again, 2, ada)
    assert proposal_look(design_id=made.pk, by=ada).accepted == 2


def test_a_change_while_a_proposal_is_read_belongs_to_the_next_look(made, ada, monkeypatch):
    proposal = proposed(made, ada)
    accepted(made, proposal, 1, ada)
    read_before = Design.objects.get(pk=made.pk)
    design_undo(design_id=made.pk, by=ada)
    with monkeypatch.context() as patched:
        patched.setattr(proposals, "design_for", lambda *given: read_before)
        seen = proposal_look(design_id=made.pk, by=ada)
    assert (seen.current, seen.accepted) == (read_before.revision, 1)
    assert proposal_look(design_id=made.pk, by=ada).accepted is None


def test_an_undone_acceptance_that_is_redone_is_accepted_again(made, ada):
    proposal = proposed(made, ada)
    accepted(made, proposal, 3, ada)
    design_undo(design_id=made.pk, by=ada)
    design_redo(design_id=made.pk, by=ada)
    assert proposal_look(design_id=made.pk, by=ada).accepted == 3


def test_a_button_pressed_twice_accepts_once_and_tells_webhooks_once(made, workspace, ada):
    webhook = Webhook.objects.create(workspace=workspace, name="CI", url="https://ci.invalid/", kinds=[ACCEPTED])
    proposal = proposed(made, ada)
    first = accepted(made, proposal, 1, ada)
    assert accepted(made, proposal, 1, ada).number == first.number
    assert Design.objects.get(pk=made.pk).revision == first.number
    [message] = webhook.deliveries.all()
    assert (message.kind, message.data["design"]["id"]) == (ACCEPTED, str(made.pk))
    said = {name: message.data[name] for name in ("what", "label", "revision", "by")}
    assert said == {"what": "proposal", "label": first.label, "revision": first.number, "by": "Ada"}


def test_a_design_that_changed_since_is_not_overwritten(made, ada, eve):
    proposal = proposed(made, ada)
    pattern = stored(made).design.patterns[0]
    design_change(design_id=made.pk, deltas=[Delta(pattern.id, "name", pattern.name, "renamed")], by=eve)
    outdated = proposal_look(design_id=made.pk, by=ada)
    assert outdated.is_outdated
    assert len(outdated.since) == 1
    with pytest.raises(Conflict, match="has changed since this proposal"):
        accepted(made, outdated, 1, ada)
    with pytest.raises(Conflict):
        accepted(made, proposal, 1, ada)
    assert stored(made).design.patterns[0].name == "renamed"
    assert not proposed(made, ada).since


def test_what_a_proof_needs_is_added_where_there_is_none(made, ada):
    proposal = proposed(made, ada)
    accepted(made, proposal, 1, ada)
    proof_items_add(design_id=made.pk, by=ada)
    now = stored(made).design
    assert all(entity.items for _, entity in now.entities())
    for pattern in now.patterns:
        done = evaluate(now, pattern)
        assert (done.refused, done.proves_nothing) == (False, False), pattern.label
    errors = [one.message for one in analyse(now).findings if one.severity is Severity.ERROR]
    assert errors == []


def test_items_that_are_there_stay(workspace, ada):
    document = to_document(example("order-management").design)
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    before = {entity.name: len(entity.items) for _, entity in stored(made).design.entities()}
    assert all(before.values())
    accepted(made, proposed(made, ada), 1, ada)
    proof_items_add(design_id=made.pk, by=ada)
    now = stored(made).design
    assert {entity.name: len(entity.items) for _, entity in now.entities()} == before
    assert all(not evaluate(now, one).proves_nothing for one in now.patterns)


def test_entities_of_several_tables_move_into_one_and_come_back(workspace, ada):
    document = by_intent()
    table = document["tables"][0]
    second = {**table, "id": "second", "name": "orders", "entities": table["entities"][1:]}
    document["tables"] = [{**table, "entities": table["entities"][:1]}, second]
    for pattern in document["access_patterns"]:
        pattern["table"] = "orders" if "Order" in pattern.get("entities", ()) else "app-main"
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    before = to_document(stored(made).design)
    accepted(made, proposed(made, ada), 1, ada)
    assert [one.name for one in stored(made).design.tables] == ["app-main"]
    assert {entity.name for _, entity in stored(made).design.entities()} == {"Customer", "Order"}
    design_undo(design_id=made.pk, by=ada)
    assert to_document(stored(made).design) == before


def test_an_item_for_each_pair_is_accepted_with_its_relation_and_undone(workspace, ada):
    takes = {"parent": "Student", "child": "Course", "kind": "many_to_many"}
    asked = design([STUDENT, COURSE], [query("A1", "Course", "studentId"), query("A2", "Student", "courseId")], [takes])
    made = design_create(workspace=workspace.pk, by=ada, document=to_document(asked))
    accepted(made, proposed(made, ada), 1, ada)
    (relation,) = stored(made).design.relations
    assert relation.join == "StudentCourse"
    assert {one.name for _, one in stored(made).design.entities()} == {"Student", "Course", "StudentCourse"}
    design_undo(design_id=made.pk, by=ada)
    (relation,) = stored(made).design.relations
    assert relation.join == ""


def test_budgets_reach_the_search(made, ada):
    found = proposed(made, ada, max_gsis=2, consistent=frozenset({"R1"})).found
    assert found.alternatives
    assert all(one.gsis <= 2 for one in found.alternatives)
    kept = accepted(made, proposal_look(design_id=made.pk, by=ada), 1, ada)
    assert kept.number
    assert next(one for one in stored(made).design.patterns if one.code == "R1").consistent


def test_a_requirement_that_cannot_be_met_is_listed_with_the_nearest(workspace, ada):
    across = {"code": "R9", "name": "Orders of a status", "operation": "Query", "entities": ["Order"]}
    document = by_intent(*shop(), {**across, "intent": {"given": ["status"]}, "consistent": True})
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    found = proposed(made, ada).found
    assert [one.label for one in found.unmet] == ["R9"]
    assert found.unmet[0].nearest


def test_a_design_without_patterns_has_nothing_to_propose(workspace, ada):
    made = design_create(workspace=workspace.pk, by=ada, document={"keysheet": 1, "name": "Nothing"})
    with pytest.raises(Invalid, match="Add an entity"):
        proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions())


def test_a_stopped_search_ends_and_says_so(made, ada, monkeypatch):
    def searching(found, options, tell):
        while tell("a variant", 0.5):
            time.sleep(0.01)

    def told(job):
        if job.progress.get("done") == 50 and Job.objects.filter(pk=job.pk, state=JobState.RUNNING).exists():
            job_cancel(job_id=job.pk, by=ada)

    monkeypatch.setattr(synthesis_job, "synthesise", searching)
    monkeypatch.setattr(job_runner, "publish", told)
    do(proposal_begin(design_id=made.pk, by=ada, options=SynthesisOptions()).pk)
    seen = proposal_look(design_id=made.pk, by=ada)
    assert (seen.job.state, seen.found) == (JobState.CANCELLED, None)
    assert seen.problem == "it was stopped before it finished"


def test_a_result_that_is_no_longer_kept_is_said(made, ada, settings):
    proposal = proposed(made, ada)
    synthesis_job.cache.clear()
    seen = proposal_look(design_id=made.pk, by=ada)
    assert seen.problem == "it is no longer kept, because nobody looked at it for 30 minutes"
    assert not seen.is_failed
    with pytest.raises(Missing):
        accepted(made, proposal, 1, ada)


def test_rest_and_the_page_share_one_result(made, ada):
    proposal = proposed(made, ada)
    same = synthesis_job.synthesis_begin(design_id=made.pk, by=ada, options=SynthesisOptions())
    assert same.found == proposal.found
    assert Job.objects.filter(kind="synthesise").count() == 0


def test_other_budgets_are_another_result(made, ada):
    proposed(made, ada)
    other = replace(SynthesisOptions(), keep_keys=frozenset({"Order"}))
    assert synthesis_job.synthesis_known(made.pk, made.revision, synthesis_job.payload_of(other)) is None

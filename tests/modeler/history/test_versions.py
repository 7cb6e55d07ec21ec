"""Names of revisions, going back to one, copies that remember, and the example that ships with its history."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modeler.comparisons.comparison import comparison, side_of, weigh
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing, Stale
from modeler.examples import example
from modeler.gallery import example_create
from modeler.history.undo import design_redo, design_undo
from modeler.history.versions import (
    revision_meant,
    revision_restore,
    version_name,
    version_remove,
    version_rename,
    versions_of,
)
from modeler.loading import read_current, read_whole
from modeler.models import Design
from modeler.services import design_change, design_create, design_duplicate, part_remove
from tests.factories.documents import small_document
from tests.strategies import edit_logs

pytestmark = pytest.mark.django_db


def rename(design, by, before, after, part="e-order"):
    return design_change(design_id=design.pk, by=by, deltas=[Delta(part, "name", before, after)])


def now(design):
    return Design.objects.get(pk=design.pk)


def test_a_revision_is_named_renamed_and_loses_its_name(design, eve):
    version = version_name(design_id=design.pk, revision=1, name="  First   review ", by=eve)
    assert [(one.name, one.revision, one.by) for one in versions_of(design)] == [("First review", 1, eve)]
    version_rename(design_id=design.pk, version_id=version.pk, name="Reviewed", by=eve)
    assert revision_meant(now(design), "Reviewed") == 1
    version_remove(design_id=design.pk, version_id=version.pk, by=eve)
    assert not versions_of(design).exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "12", "a\u0007b"])
def test_what_is_no_name_is_refused(design, ada, name):
    with pytest.raises(Invalid) as refusal:
        version_name(design_id=design.pk, revision=1, name=name, by=ada)
    assert refusal.value.path == "name"


def test_a_name_stands_for_one_revision(design, ada):
    rename(design, ada, "Order", "Purchase")
    first = version_name(design_id=design.pk, revision=1, name="Live", by=ada)
    with pytest.raises(Conflict):
        version_name(design_id=design.pk, revision=2, name="Live", by=ada)
    second = version_name(design_id=design.pk, revision=2, name="Next", by=ada)
    with pytest.raises(Conflict):
        version_rename(design_id=design.pk, version_id=second.pk, name="Live", by=ada)
    version_rename(design_id=design.pk, version_id=first.pk, name="Live", by=ada)


def test_a_name_needs_a_revision_that_is_there(design, ada):
    for revision in (0, 2, -1):
        with pytest.raises(Missing):
            version_name(design_id=design.pk, revision=revision, name="Live", by=ada)


@pytest.mark.parametrize(("who", "refusal"), [("ben", Forbidden), ("cyd", Missing)])
def test_who_may_not_edit_names_and_restores_nothing(request, design, ada, who, refusal):
    version = version_name(design_id=design.pk, revision=1, name="Live", by=ada)
    by = request.getfixturevalue(who)
    for call, more in (
        (version_name, {"revision": 1, "name": "Mine"}),
        (version_rename, {"version_id": version.pk, "name": "Mine"}),
        (version_remove, {"version_id": version.pk}),
        (revision_restore, {"revision": 1}),
    ):
        with pytest.raises(refusal):
            call(design_id=design.pk, by=by, **more)


def test_a_version_of_another_design_is_not_there(design, workspace, ada):
    other = design_create(workspace=workspace.pk, by=ada, name="Other")
    version = version_name(design_id=other.pk, revision=1, name="Live", by=ada)
    with pytest.raises(Missing):
        version_remove(design_id=design.pk, version_id=version.pk, by=ada)


@pytest.mark.parametrize(("text", "revision"), [("", 2), ("now", 2), ("1", 1), (" 2 ", 2), ("Live", 1)])
def test_a_word_means_a_revision(design, ada, text, revision):
    rename(design, ada, "Order", "Purchase")
    version_name(design_id=design.pk, revision=1, name="Live", by=ada)
    assert revision_meant(now(design), text) == revision


@pytest.mark.parametrize("text", ["0", "3", "Dead", "-1", "９", "1" * 30])
def test_a_word_that_means_none_is_told(design, ada, text):
    with pytest.raises(Missing) as refusal:
        revision_meant(now(design), text)
    assert "1" in refusal.value.message


def test_restoring_is_one_change_that_can_be_undone(design, ada, eve):
    rename(design, ada, "Order", "Purchase")
    part_remove(design_id=design.pk, part="i-gsi1", by=eve)
    changed = read_whole(design.pk).design
    revision = revision_restore(design_id=design.pk, revision=1, by=eve)
    assert (revision.number, revision.label) == (4, "restored revision 1")
    assert read_whole(design.pk).design == from_document(small_document())
    design_undo(design_id=design.pk, by=eve)
    assert read_whole(design.pk).design == changed
    design_redo(design_id=design.pk, by=eve)
    assert read_whole(design.pk).design == from_document(small_document())


def test_restoring_what_is_there_changes_nothing(design, ada):
    assert revision_restore(design_id=design.pk, revision=1, by=ada).number == 1
    assert now(design).revision == 1


def test_restoring_waits_for_the_revision_that_was_seen(design, ada):
    rename(design, ada, "Order", "Purchase")
    with pytest.raises(Stale):
        revision_restore(design_id=design.pk, revision=1, by=ada, expected_revision=1)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(log=edit_logs(), data=st.data())
def test_any_revision_can_be_restored_and_that_undone(workspace, ada, log, data):
    design = design_create(workspace=workspace.pk, by=ada, name="Generated")
    states = [read_whole(design.pk).design]
    for change in log.changes:
        design_change(design_id=design.pk, deltas=change, by=ada)
        states.append(read_whole(design.pk).design)
    wanted = data.draw(st.integers(1, len(states)))
    revision = revision_restore(design_id=design.pk, revision=wanted, by=ada)
    assert to_document(read_whole(design.pk).design) == to_document(states[wanted - 1])
    if revision.deltas:
        design_undo(design_id=design.pk, by=ada)
    assert to_document(read_whole(design.pk).design) == to_document(states[-1])


def test_a_branch_is_a_new_design_that_remembers_where_it_came_from(design, ada):
    rename(design, ada, "Order", "Purchase")
    branch = design_duplicate(design_id=design.pk, by=ada, revision=1, name="Without purchases")
    assert (branch.name, branch.origin_id, branch.origin_revision) == ("Without purchases", design.pk, 1)
    assert branch.changes.get().label == f"copied from {now(design).name}, revision 1"
    before, after = (side_of(design_id=one.pk, by=ada, revision=at) for one, at in ((design, "1"), (branch, "")))
    assert [one.sentence for one in comparison(before, after).told] == [
        f"changed name of the design from {design.name} to Without purchases"
    ]


def test_a_branch_outlives_what_it_came_from(design, ada):
    branch = design_duplicate(design_id=design.pk, by=ada, revision=1)
    design.delete()
    branch.refresh_from_db()
    assert branch.origin is None
    assert read_whole(branch.pk).parts["e-order"].name == "Order"


def test_parcel_tracking_is_copied_with_both_of_its_versions(workspace, ada):
    made = example_create(workspace=workspace.pk, by=ada, key="parcel-tracking")
    assert [(one.name, one.revision) for one in versions_of(made)] == [
        ("After the incident", 2),
        ("Before the incident", 1),
    ]
    assert to_document(read_current(made.pk).design) == to_document(example("parcel-tracking").design)
    before, after = (side_of(design_id=made.pk, by=ada, revision=one) for one in ("Before the incident", ""))
    weight = weigh(comparison(before, after))
    assert {one["severity"] for one in weight.going} >= {"error", "warning"}
    assert [step["action"] for step in weight.steps] == ["prepare", "set", "read_both", "write_new", "stop_writes"]
    assert [one["rule"] for one in weight.at_once] == ["migrate.key_changed"]
    assert weight.of_plan == ()


def test_an_unknown_example_is_told(workspace, ada):
    with pytest.raises(Missing):
        example_create(workspace=workspace.pk, by=ada, key="nothing")

"""Branches: opened, updated, merged, reverted and archived, by people with and without the right to."""

import pytest

from modeler.branches.review import Blocker, BranchState, branches_of, review_of
from modeler.branches.reviewed_merge import _served
from modeler.branches.services import (
    ALL,
    branch_approve,
    branch_archive,
    branch_choose,
    branch_merge,
    branch_open,
    branch_revert,
    branch_update,
)
from modeler.comments import thread_open, thread_settle
from modeler.core.design.parts import ROOT, Part, PartKind, living
from modeler.core.edits.changes import Delta, birth
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.core.merging import CombinedServing
from modeler.core.servings import Serving
from modeler.history.undo import design_redo, design_undo
from modeler.loading import read_whole
from modeler.models import Design
from modeler.permissions import Role
from modeler.services import design_change, part_remove
from modeler.wording.part_label import CommentedSpot

pytestmark = pytest.mark.django_db


def edit(design, by, part, field, before, after):
    return design_change(design_id=design.pk, by=by, deltas=[Delta(part, field, before, after)])


def value(design, part, field):
    return read_whole(design.pk).parts[part].fields.get(field)


def visible(design):
    return living(read_whole(design.pk).parts)


def blockers(branch, by):
    return [one.blocker for one in review_of(design_id=branch.design_id, by=by).blocked]


@pytest.fixture
def branch(design, ada):
    return branch_open(design_id=design.pk, name="Pay later", by=ada)


def test_a_branch_has_the_parts_of_its_main_line_and_a_name_of_its_own(design, branch, ada):
    mine, theirs = visible(branch.design), visible(design)
    assert value(branch.design, ROOT, "name") == "Pay later"
    assert {one: mine[one] for one in mine if one != ROOT} == {one: theirs[one] for one in theirs if one != ROOT}
    assert [one.design.name for one in branches_of(design)] == ["Pay later"]
    review = review_of(design_id=branch.design_id, by=ada)
    assert (review.state, review.ahead.count(), review.behind) == (BranchState.OPEN, 0, 0)
    assert blockers(branch, ada) == [Blocker.UNCHANGED]


def test_a_branch_of_a_branch_and_an_empty_name_are_refused(design, branch, ada):
    with pytest.raises(Invalid, match="no branches"):
        branch_open(design_id=branch.design_id, name="Deeper", by=ada)
    with pytest.raises(Invalid) as refusal:
        branch_open(design_id=design.pk, name="  ", by=ada)
    assert refusal.value.path == "name"


def test_both_sides_changes_are_in_the_merge_and_the_main_line_keeps_its_name(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "count", None, 7)
    edit(design, eve, "e-order", "name", "Order", "Purchase")
    review = review_of(design_id=branch.design_id, by=ada)
    assert (review.ahead.count(), review.behind, review.merge.conflicts, review.blocked) == (1, 1, (), ())
    name = value(design, ROOT, "name")
    branch_merge(design_id=branch.design_id, by=ada)
    assert (value(design, "e-order", "count"), value(design, "e-order", "name")) == (7, "Purchase")
    assert value(design, ROOT, "name") == name
    assert review_of(design_id=branch.design_id, by=ada).state is BranchState.MERGED
    assert blockers(branch, ada) == [Blocker.CLOSED]


def test_a_conflict_blocks_until_a_side_is_chosen_and_the_choice_counts_for_the_values_seen(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "name", "Order", "Sale")
    edit(design, eve, "e-order", "name", "Order", "Purchase")
    assert Blocker.CONFLICTS in blockers(branch, ada)
    with pytest.raises(Conflict, match="choose a side"):
        branch_merge(design_id=branch.design_id, by=ada, reason="never for conflicts")
    branch_choose(design_id=branch.design_id, part="e-order", field="name", side="branch", by=ada)
    assert blockers(branch, ada) == []
    edit(design, eve, "e-order", "name", "Purchase", "Buy")
    assert Blocker.CONFLICTS in blockers(branch, ada)
    branch_choose(design_id=branch.design_id, part=ALL, field="", side="branch", by=ada)
    branch_choose(design_id=branch.design_id, part=ALL, field="", side="", by=ada)
    assert Blocker.CONFLICTS in blockers(branch, ada)
    branch_choose(design_id=branch.design_id, part=ALL, field="", side="branch", by=ada)
    branch_merge(design_id=branch.design_id, by=ada)
    assert value(design, "e-order", "name") == "Sale"


def test_a_conflict_that_does_not_exist_and_a_side_that_does_not_exist_are_refused(branch, ada):
    with pytest.raises(Missing):
        branch_choose(design_id=branch.design_id, part="e-order", field="name", side="main", by=ada)
    with pytest.raises(Invalid):
        branch_choose(design_id=branch.design_id, part=ALL, field="", side="theirs", by=ada)


def test_an_update_brings_the_main_lines_changes_and_the_next_merge_begins_there(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "count", None, 7)
    edit(design, eve, "e-order", "name", "Order", "Purchase")
    branch_update(design_id=branch.design_id, by=ada)
    review = review_of(design_id=branch.design_id, by=ada)
    assert (review.ahead.count(), review.behind) == (1, 0)
    assert value(branch.design, "e-order", "name") == "Purchase"
    assert value(branch.design, ROOT, "name") == "Pay later"
    edit(branch.design, ada, "e-order", "name", "Purchase", "Sale")
    assert review_of(design_id=branch.design_id, by=ada).merge.conflicts == ()


def test_an_update_that_is_undone_does_not_take_the_main_lines_changes_back(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "count", None, 7)
    edit(design, eve, "e-order", "name", "Order", "Purchase")
    branch_update(design_id=branch.design_id, by=ada)
    design_undo(design_id=branch.design_id, by=ada)
    assert value(branch.design, "e-order", "name") == "Order"
    assert review_of(design_id=branch.design_id, by=ada).behind == 1
    branch_merge(design_id=branch.design_id, by=ada)
    assert value(design, "e-order", "name") == "Purchase"


def test_a_reverted_merge_leaves_the_state_before_and_an_open_branch(design, branch, ada):
    edit(branch.design, ada, "e-order", "name", "Order", "Sale")
    branch_new = Part("a-new", PartKind.ATTRIBUTE, "e-order", {"name": "coupon", "type": "S", "position": "z"})
    design_change(design_id=branch.design_id, by=ada, deltas=[birth(branch_new)])
    before = visible(design)
    branch_merge(design_id=branch.design_id, by=ada)
    assert visible(design) != before
    branch_revert(design_id=branch.design_id, by=ada)
    assert visible(design) == before
    assert review_of(design_id=branch.design_id, by=ada).state is BranchState.OPEN
    branch_merge(design_id=branch.design_id, by=ada)
    assert value(design, "e-order", "name") == "Sale"


def test_a_merge_that_is_undone_and_redone_is_merged(design, branch, ada):
    edit(branch.design, ada, "e-order", "name", "Order", "Sale")
    branch_merge(design_id=branch.design_id, by=ada)
    design_undo(design_id=design.pk, by=ada)
    assert review_of(design_id=branch.design_id, by=ada).state is BranchState.OPEN
    design_redo(design_id=design.pk, by=ada)
    assert review_of(design_id=branch.design_id, by=ada).state is BranchState.MERGED


def test_what_was_built_on_a_merge_blocks_its_revert(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "name", "Order", "Sale")
    branch_merge(design_id=branch.design_id, by=ada)
    edit(design, eve, "e-order", "name", "Sale", "Deal")
    with pytest.raises(Conflict, match="changed since"):
        branch_revert(design_id=branch.design_id, by=ada)


def test_a_missing_approval_blocks_an_edit_makes_it_stale_and_authors_cannot_approve(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "count", None, 7)
    design.workspace.approvals_needed = 1
    design.workspace.save()
    assert blockers(branch, ada) == [Blocker.APPROVALS]
    with pytest.raises(Forbidden, match="another person"):
        branch_approve(design_id=branch.design_id, revision=2, by=ada)
    with pytest.raises(Conflict, match="revision 2"):
        branch_approve(design_id=branch.design_id, revision=1, by=eve)
    branch_approve(design_id=branch.design_id, revision=2, by=eve)
    assert blockers(branch, ada) == []
    edit(branch.design, ada, "e-order", "count", 7, 8)
    assert blockers(branch, ada) == [Blocker.APPROVALS]
    branch_approve(design_id=branch.design_id, revision=3, by=eve)
    branch_approve(design_id=branch.design_id, revision=3, by=eve, is_approved=False)
    assert blockers(branch, ada) == [Blocker.APPROVALS]


def test_an_owner_overrides_with_a_reason_that_history_keeps(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "count", None, 7)
    design.workspace.approvals_needed = 1
    design.workspace.save()
    with pytest.raises(Conflict, match="1 approval missing"):
        branch_merge(design_id=branch.design_id, by=ada)
    with pytest.raises(Forbidden, match="owner"):
        branch_merge(design_id=branch.design_id, by=eve, reason="in a hurry")
    made = branch_merge(design_id=branch.design_id, by=ada, reason="the release is today")
    assert made.label == "merged Pay later, overriding: the release is today"
    branch.refresh_from_db()
    assert branch.overridden == "the release is today"


def test_an_open_thread_of_the_branch_blocks(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "count", None, 7)
    comment = thread_open(design_id=branch.design_id, by=eve, spot=CommentedSpot(), text="Why seven?")
    assert blockers(branch, ada) == [Blocker.THREADS]
    thread_settle(design_id=branch.design_id, thread_id=comment.thread_id, by=eve, is_resolved=True)
    assert blockers(branch, ada) == []


def test_an_error_that_the_main_line_does_not_have_blocks(design, branch, ada):
    known = visible(branch.design)
    twin = next(part for part in known.values() if part.kind is PartKind.ENTITY)
    again = Part("e-twin", PartKind.ENTITY, twin.parent, {"name": twin.name, "position": "z"})
    design_change(design_id=branch.design_id, by=ada, deltas=[birth(again)])
    review = review_of(design_id=branch.design_id, by=ada)
    assert Blocker.ERRORS in [one.blocker for one in review.blocked]
    assert "e-twin" in {one.part for one in review.new_errors}


def test_an_index_that_the_branch_removed_and_the_main_line_reads_has_its_name(design, branch, ada, eve):
    part_remove(design_id=branch.design_id, part="i-gsi1", by=ada)
    read = next(
        part for part in visible(design).values() if part.fields.get("index") == "i-gsi1" and part.fields.get("code")
    )
    again = Part("p-again", PartKind.PATTERN, read.parent, {**read.fields, "code": "Z9", "position": "z"})
    design_change(design_id=design.pk, by=eve, deltas=[birth(again)])
    review = review_of(design_id=branch.design_id, by=ada)
    said = {one.part: one.message for one in review.combined.findings}["p-again"]
    assert "no index 'GSI1'" in said
    assert "no index 'GSI1'" in {one.pattern: one.merged.reason for one in review.served_differently}["p-again"]


def test_an_archived_branch_is_closed_until_it_is_opened_again(branch, ada):
    edit(branch.design, ada, "e-order", "count", None, 7)
    branch_archive(design_id=branch.design_id, by=ada)
    assert blockers(branch, ada) == [Blocker.CLOSED]
    with pytest.raises(Conflict, match="archived"):
        branch_update(design_id=branch.design_id, by=ada)
    branch_archive(design_id=branch.design_id, by=ada, is_archived=False)
    assert blockers(branch, ada) == []


def test_a_change_after_the_review_blocks_the_merge(design, branch, ada):
    edit(branch.design, ada, "e-order", "count", None, 7)
    with pytest.raises(Conflict, match="review it again"):
        branch_merge(design_id=branch.design_id, by=ada, expected=(1, 1))
    branch_merge(design_id=branch.design_id, by=ada, expected=(1, 2))


@pytest.mark.parametrize("service", [branch_merge, branch_update, branch_revert, branch_archive])
def test_readers_may_look_and_change_nothing(design, branch, ada, ben, service):
    edit(branch.design, ada, "e-order", "count", None, 7)
    assert review_of(design_id=branch.design_id, by=ben).main.role == Role.READER
    if service is branch_revert:
        branch_merge(design_id=branch.design_id, by=ada)
    with pytest.raises(Forbidden):
        service(design_id=branch.design_id, by=ben)


def test_a_design_that_is_no_branch_has_no_review(design, ada):
    with pytest.raises(Missing, match="not a branch"):
        review_of(design_id=design.pk, by=ada)
    assert Design.objects.filter(branch=None).count() == 1


def test_a_choice_to_remove_a_part_does_not_count_for_what_is_added_to_it_later(design, branch, ada, eve):
    part_remove(design_id=design.pk, part="e-order", by=eve)
    edit(branch.design, ada, "e-order", "count", None, 7)
    branch_choose(design_id=branch.design_id, part="e-order", field="removed", side="main", by=ada)
    assert Blocker.CONFLICTS not in blockers(branch, ada)
    added = Part("a-new", PartKind.ATTRIBUTE, "e-order", {"name": "coupon", "type": "S", "position": "z"})
    design_change(design_id=branch.design_id, by=ada, deltas=[birth(added)])
    assert Blocker.CONFLICTS in blockers(branch, ada)


def test_a_choice_after_an_approval_makes_it_stale_and_who_chose_cannot_approve(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "name", "Order", "Sale")
    edit(design, eve, "e-order", "name", "Order", "Purchase")
    design.workspace.approvals_needed = 1
    design.workspace.save()
    branch_approve(design_id=branch.design_id, revision=2, by=eve)
    branch_choose(design_id=branch.design_id, part=ALL, field="", side="branch", by=ada)
    assert blockers(branch, ada) == [Blocker.APPROVALS]
    branch_approve(design_id=branch.design_id, revision=2, by=eve)
    assert blockers(branch, ada) == []
    branch_choose(design_id=branch.design_id, part=ALL, field="", side="main", by=eve)
    with pytest.raises(Forbidden, match="another person"):
        branch_approve(design_id=branch.design_id, revision=2, by=eve)


def test_a_second_error_at_a_place_that_has_one_blocks_too(design, branch, ada, eve):
    twins = [Part(f"e-{name}", PartKind.ENTITY, "t-main", {"name": "Twin", "position": name}) for name in "xyz"]
    for made, by, twin in ((design, eve, twins[0]), (design, eve, twins[1]), (branch.design, ada, twins[2])):
        design_change(design_id=made.pk, by=by, deltas=[birth(twin)])
    new = {one.part for one in review_of(design_id=branch.design_id, by=ada).new_errors}
    assert "e-z" in new


def test_an_approval_outlives_a_main_line_that_moves_where_the_merge_brings_the_same(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "count", None, 7)
    branch_approve(design_id=branch.design_id, revision=2, by=eve)
    other = next(one for one, part in visible(design).items() if part.kind is PartKind.ENTITY and one != "e-order")
    edit(design, eve, other, "name", value(design, other, "name"), "Renamed")
    review = review_of(design_id=branch.design_id, by=ada)
    assert [review.why_stale(one) for one in review.approvals] == [""]
    assert len(review.valid_approvals) == 1


def test_of_an_approval_that_says_nothing_of_its_merge_it_is_not_known_what_it_approved(design, branch, ada, eve):
    edit(branch.design, ada, "e-order", "count", None, 7)
    branch_approve(design_id=branch.design_id, revision=2, by=eve)
    branch.approvals.update(main_revision=0, merge={})  # as the release before stored it
    review = review_of(design_id=branch.design_id, by=ada)
    assert len(review.valid_approvals) == 1
    edit(design, eve, "e-order", "description", value(design, "e-order", "description"), "Of a customer")
    review = review_of(design_id=branch.design_id, by=ada)
    (why,) = [review.why_stale(one) for one in review.approvals]
    assert why == f"{design.name} has changed, and it is not known which merge was approved"
    assert review.valid_approvals == ()


def test_an_approval_is_stale_if_the_main_line_makes_the_merge_another_one(design, branch, ada, eve):
    for made, by, part in ((branch.design, ada, "i-one"), (design, eve, "i-two")):
        index = Part(part, PartKind.INDEX, "t-main", {"name": "GSI9", "kind": "GSI", "position": "z"})
        if made == design:
            branch_approve(design_id=branch.design_id, revision=2, by=eve)
        design_change(design_id=made.pk, by=by, deltas=[birth(index)])
    review = review_of(design_id=branch.design_id, by=ada)
    (why,) = [review.why_stale(one) for one in review.approvals]
    assert why.startswith(f"{design.name} has changed, and the merge now has other ")
    assert "findings" in why
    assert review.valid_approvals == ()
    branch_approve(design_id=branch.design_id, revision=2, by=eve)
    assert len(review_of(design_id=branch.design_id, by=ada).valid_approvals) == 1


def test_another_order_of_items_is_another_merge():
    """An approval is of the order that its reviewer saw."""
    way = Serving(True, "one item collection")
    rows = [_served(CombinedServing("p", "A2", "Orders", way, None, way, order)) for order in ("day", "id", "")]
    assert len({str(row) for row in rows}) == 3

"""Comments beside a design: who may say what, who is told, and that no edit loses one."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from designer.links import link_create, link_enter
from modeler import comments
from modeler.comments import (
    comment_answer,
    comment_edit,
    comment_remove,
    mentioned,
    notices_read,
    on_notice,
    thread_open,
    thread_settle,
)
from modeler.core.design.parts import ROOT
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.history.undo import design_undo
from modeler.models import Comment, Design, NoticeKind, Thread
from modeler.permissions import Role
from modeler.selectors import notices_of, people_of, threads_of, unread_count
from modeler.services import design_change, part_remove
from modeler.wording.part_label import CommentedSpot, is_there, spot_label

pytestmark = pytest.mark.django_db
KEY = CommentedSpot("o-o-base", "keys.PK")


def say(design, by, text="Why this?", spot=KEY, **more):
    return thread_open(design_id=design.pk, by=by, spot=spot, text=text, **more)


def answer(design, comment, by, text="Because."):
    return comment_answer(design_id=design.pk, thread_id=comment.thread_id, by=by, text=text)


def told(person):
    return [(notice.kind, notice.comment.text) for notice in notices_of(person)]


@pytest.mark.parametrize(
    ("spot", "kind", "label"),
    [
        (CommentedSpot(), "design", "the design"),
        (KEY, "key", "Order in app-main, PK"),
        (CommentedSpot("o-o-base", "when"), "key", "Order in app-main, when"),
        (CommentedSpot("e-order"), "entity", "Order"),
        (CommentedSpot("i-gsi1"), "index", "GSI1"),
        (CommentedSpot("e-order", rule="keys.x", path="tables.t.Order"), "finding", "keys.x, tables.t.Order"),
    ],
)
def test_a_thread_knows_what_its_place_is_called(design, ben, spot, kind, label):
    thread = say(design, ben, spot=spot).thread
    assert (thread.kind, thread.label) == (kind, label)


def test_every_part_of_a_design_can_be_spoken_of(design, ada):
    from modeler.loading import read_whole

    parts = read_whole(design.pk).parts
    for part in parts:
        assert say(design, ada, spot=CommentedSpot(part)).thread.label


def test_a_comment_makes_no_revision_and_is_not_in_the_document(design, ada):
    before = Design.objects.get(pk=design.pk).revision
    say(design, ada)
    assert Design.objects.get(pk=design.pk).revision == before


def test_a_reader_comments_and_a_guest_only_as_the_link_says(design, ada, ben, gil, cyd):
    say(design, ben)
    say(design, gil)
    _, token = link_create(design_id=design.pk, by=ada, role=Role.GUEST_READER)
    looker, _ = link_enter(token=token, by=None, name="Lou")
    with pytest.raises(Forbidden):
        say(design, looker)
    with pytest.raises(Missing):
        say(design, cyd)


def test_who_comments_on_what_is_gone_learns_who_removed_it(design, ada, ben):
    part_remove(design_id=design.pk, part="e-order", by=ada)
    with pytest.raises(Missing, match=r"^Ada removed Order. To comment on it, restore it in the history$"):
        say(design, ben, spot=CommentedSpot("e-order"))
    with pytest.raises(Missing, match=r"^this part of the design no longer exists$"):
        say(design, ben, spot=CommentedSpot("e-never"))


def test_a_thread_outlives_its_part_and_says_what_it_was_last_called(design, ada, ben):
    comment = say(design, ben, spot=CommentedSpot("e-order"))
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Purchase")])
    part_remove(design_id=design.pk, part="e-order", by=ada)
    from modeler.loading import read_whole

    parts = read_whole(design.pk).parts
    assert not is_there(CommentedSpot("e-order"), parts)
    assert spot_label(CommentedSpot("e-order"), parts) == "Purchase"
    assert answer(design, comment, ada).thread_id == comment.thread_id
    with pytest.raises(Missing):
        say(design, ben, spot=CommentedSpot("e-order"))


def test_undo_moves_no_comment(design, ada):
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Purchase")])
    say(design, ada)
    design_undo(design_id=design.pk, by=ada)
    assert Thread.objects.filter(design=design).count() == 1


def test_whoever_is_named_is_told_once(design, ada, eve, ben):
    comment = say(design, ben, "@Ada, and @eve: is this right? @Ada")
    assert told(ada) == told(eve) == [(NoticeKind.MENTION, comment.text)]
    assert told(ben) == []
    comment_edit(design_id=design.pk, comment_id=comment.pk, by=ben, text="@Ada: is this right, then?")
    assert len(told(ada)) == 1


def test_whoever_spoke_is_told_of_an_answer(design, ada, eve, ben):
    first = say(design, ben)
    second = answer(design, first, ada)
    third = answer(design, first, eve, "@ada what of it?")
    assert told(ben) == [(NoticeKind.ANSWER, third.text), (NoticeKind.ANSWER, second.text)]
    assert told(ada) == [(NoticeKind.MENTION, third.text)]
    assert told(eve) == []


def test_whoever_may_no_longer_see_a_design_is_told_nothing_of_it(design, workspace, ada, ben):
    say(design, ada, "@Ben look")
    workspace.memberships.filter(user=ben).delete()
    assert told(ben) == []


def test_notices_are_read_by_their_own_person_only(design, ada, ben):
    say(design, ada, "@Ben look")
    say(design, ada, "@Ben look again")
    assert notices_read(by=ada) == 0
    newest = notices_of(ben).first()
    assert notices_read(by=ben, notice_id=newest.pk) == 1
    assert notices_read(by=ben) == 0


def test_the_number_of_unread_notices_is_that_of_those_a_person_can_still_see(design, workspace, ada, ben):
    say(design, ada, "@Ben look")
    say(design, ada, "@Ben look again")
    assert unread_count(ben) == 2
    notices_read(by=ben, notice_id=notices_of(ben).first().pk)
    assert (unread_count(ben), unread_count(ada)) == (1, 0)
    workspace.memberships.filter(user=ben).delete()
    assert unread_count(ben) == 0


def test_who_has_no_unread_notice_is_not_asked_for_designs(design, ben):
    with CaptureQueriesContext(connection) as asked:
        assert unread_count(ben) == 0
    assert len(asked) == 1
    assert "modeler_design" not in asked[0]["sql"]


def test_the_port_hears_of_every_notice(design, ada, ben, django_capture_on_commit_callbacks):
    heard = []
    on_notice(heard.append)
    with django_capture_on_commit_callbacks(execute=True):
        say(design, ada, "@Ben look")
    from modeler import comments

    comments._listeners.remove(heard.append)
    assert [notice.user for notice in heard] == [ben]


def test_only_who_wrote_a_comment_changes_it(design, ada, ben):
    comment = say(design, ben)
    with pytest.raises(Forbidden):
        comment_edit(design_id=design.pk, comment_id=comment.pk, by=ada, text="mine now")
    with pytest.raises(Forbidden):
        comment_remove(design_id=design.pk, comment_id=comment.pk, by=ada)


def test_a_deleted_comment_leaves_no_text_and_an_empty_thread_goes(design, ada, ben):
    first = say(design, ben, "a secret, @Ada")
    answer(design, first, ada)
    comment_remove(design_id=design.pk, comment_id=first.pk, by=ben)
    assert Comment.objects.get(pk=first.pk).text == ""
    assert told(ada) == []
    second = Comment.objects.exclude(pk=first.pk).get()
    comment_remove(design_id=design.pk, comment_id=second.pk, by=ada)
    assert not Thread.objects.filter(design=design).exists()


def test_a_thread_is_resolved_and_opened_again(design, ada, ben):
    thread = say(design, ben).thread
    settled = thread_settle(design_id=design.pk, thread_id=thread.pk, by=ada, is_resolved=True)
    assert settled.resolved_by == ada
    opened = thread_settle(design_id=design.pk, thread_id=thread.pk, by=ben, is_resolved=False)
    assert (opened.resolved_at, opened.resolved_by) == (None, None)


def test_what_is_sent_twice_is_said_once(design, ben):
    key = uuid.uuid4()
    assert say(design, ben, key=key) == say(design, ben, key=key)
    assert threads_of(design.pk).count() == 1


@pytest.mark.parametrize("text", ["", "  \n ", "\x00", "x" * 4001])
def test_a_comment_says_something_and_not_too_much(design, ben, text):
    with pytest.raises(Invalid):
        say(design, ben, text)


@pytest.mark.parametrize(
    "spot", [CommentedSpot(field="<b>"), CommentedSpot(ROOT, rule="x" * 81), CommentedSpot(ROOT, path="a\x00b")]
)
def test_a_place_of_the_wrong_shape_is_refused(design, ben, spot):
    with pytest.raises(Invalid):
        say(design, ben, spot=spot)


def test_the_longer_of_two_names_is_meant(design, workspace, ada, eve):
    eve.display_name = "Ada Lovelace"
    eve.save()
    assert mentioned("ask @ada lovelace.", people_of(design)) == [eve]
    assert mentioned("ask @Ada Love", people_of(design)) == [ada]
    assert mentioned("mail ada@ada", people_of(design)) == []
    assert set(mentioned("@Ada and @Ada Lovelace", people_of(design))) == {ada, eve}


def test_an_owner_deletes_a_guest_s_comment_and_changes_no_word_of_it(design, ada, eve, gil):
    comment = say(design, gil)
    with pytest.raises(Forbidden):
        comment_remove(design_id=design.pk, comment_id=comment.pk, by=eve)
    with pytest.raises(Forbidden):
        comment_edit(design_id=design.pk, comment_id=comment.pk, by=ada, text="mine now")
    comment_remove(design_id=design.pk, comment_id=comment.pk, by=ada)
    assert not Comment.objects.exclude(text="").exists()


def test_a_guest_writes_so_many_comments_and_no_more(design, ada, gil, monkeypatch):
    monkeypatch.setattr(comments, "OF_A_GUEST_MAX", 2)
    first = say(design, gil)
    answer(design, first, gil)
    with pytest.raises(Conflict, match="at most 2 comments"):
        answer(design, first, gil)
    for _ in range(3):
        answer(design, first, ada)

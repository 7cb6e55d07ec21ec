"""The current scene of a design: found again by one statement, and made anew when anything that it shows changes."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from designer.page.scenes import NAMED, scene_of
from modeler.comments import thread_open
from modeler.core.edits.changes import Delta
from modeler.core.errors import Missing
from modeler.history.versions import version_name
from modeler.models import Analysis, Version
from modeler.services import design_change
from modeler.wording.part_label import CommentedSpot

pytestmark = pytest.mark.django_db


def rename(design, by, before, after):
    design_change(design_id=design.pk, by=by, deltas=[Delta("e-order", "name", before, after)])


def analysed(design, revision, said):
    versions = {"rules_version": said, "prices_version": said}
    return Analysis.objects.create(design=design, revision=revision, result={"findings": {}}, **versions)


def test_a_scene_that_is_current_is_found_by_one_statement(design, ada):
    thread_open(design_id=design.pk, by=ada, spot=CommentedSpot("e-order"), text="Why?")
    version_name(design_id=design.pk, revision=1, name="First", by=ada)
    before = scene_of(design.pk)
    with CaptureQueriesContext(connection) as asked:
        assert scene_of(design.pk) is before
    assert len(asked) == 1


def test_whatever_a_scene_shows_makes_another_one(design, ada):
    seen = [scene_of(design.pk)]
    for act in (
        lambda: rename(design, ada, "Order", "Purchase"),
        lambda: analysed(design, 2, "these rules"),
        lambda: thread_open(design_id=design.pk, by=ada, spot=CommentedSpot("e-order"), text="Why?"),
        lambda: version_name(design_id=design.pk, revision=2, name="Second", by=ada),
        lambda: version_name(design_id=design.pk, revision=1, name="First", by=ada),
        lambda: Version.objects.filter(design=design, name="First").delete(),
    ):
        act()
        seen.append(scene_of(design.pk))
        assert seen[-1] is not seen[-2]
        assert scene_of(design.pk) is seen[-1]
    last = seen[-1]
    assert (last.revision, last.analysed, len(last.talk.threads), last.named) == (2, 2, 1, ((2, "Second"),))


def test_an_analysis_of_an_older_revision_counts_until_there_is_a_newer_one(design, ada):
    first = analysed(design, 1, "these rules")
    rename(design, ada, "Order", "Purchase")
    assert scene_of(design.pk).stamp == first.pk
    second = analysed(design, 2, "these rules")
    assert scene_of(design.pk).stamp == second.pk


def test_as_many_names_as_are_shown_are_compared(design, ada):
    for number in range(NAMED + 5):
        version_name(design_id=design.pk, revision=1, name=f"Version {number:03}", by=ada)
    before = scene_of(design.pk)
    assert len(before.named) == NAMED
    assert scene_of(design.pk) is before


def test_a_design_that_does_not_exist_has_no_scene():
    with pytest.raises(Missing):
        scene_of(uuid.uuid4())

"""The trash, and designs that leave it permanently."""

import pytest

from modeler.core.errors import Conflict, Forbidden, Missing
from modeler.history.versions import version_name
from modeler.jobs import job_enqueue_once
from modeler.models import Change, Design, SampleItem
from modeler.services import design_duplicate, design_remove, design_restore
from modeler.trash import belongings_of, design_purge, designs_in_trash

pytestmark = pytest.mark.django_db


@pytest.fixture
def removed(design, ada):
    version_name(design_id=design.pk, revision=1, name="Live", by=ada)
    design_remove(design_id=design.pk, by=ada)
    return design


def test_owners_see_the_bin_and_nobody_else(removed, ada, eve, ben, cyd):
    assert [list(designs_in_trash(person)) for person in (ada, eve, ben, cyd)] == [[removed], [], [], []]


def test_what_would_go_is_counted(design, ada, eve):
    design_duplicate(design_id=design.pk, by=eve)
    version_name(design_id=design.pk, revision=1, name="Live", by=eve)
    design_remove(design_id=design.pk, by=ada)
    found = belongings_of(design_id=design.pk, by=ada)
    assert (found.revisions, found.people, found.versions, found.comments, found.copies) == (1, 1, 1, 0, 1)


def test_a_purge_takes_everything(removed, ada):
    assert design_purge(design_id=removed.pk, by=ada) == removed.name
    assert not Design.objects.filter(pk=removed.pk).exists()
    assert not Change.objects.filter(design_id=removed.pk).exists()
    assert not SampleItem.objects.filter(design_id=removed.pk).exists()


def test_only_what_is_in_the_bin_is_purged(design, ada):
    for call in (design_purge, belongings_of):
        with pytest.raises(Missing):
            call(design_id=design.pk, by=ada)
    assert Design.objects.filter(pk=design.pk).exists()


@pytest.mark.parametrize(("who", "refusal"), [("eve", Forbidden), ("ben", Forbidden), ("cyd", Missing)])
def test_nobody_but_an_owner_purges_or_restores(request, removed, who, refusal):
    for call in (design_purge, design_restore, belongings_of):
        with pytest.raises(refusal):
            call(design_id=removed.pk, by=request.getfixturevalue(who))


def test_a_design_with_work_under_way_waits(removed, ada):
    job_enqueue_once(kind="bundle", design_id=removed.pk, revision=1, by_id=ada.pk)
    with pytest.raises(Conflict) as refusal:
        design_purge(design_id=removed.pk, by=ada)
    assert refusal.value.code == "design.busy"


def test_a_design_with_standing_tables_waits(removed, ada):
    from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState

    run = ProvisioningRun.objects.create(
        design=removed, revision=1, endpoint="Sandbox", prefix="p-", by=ada, state=RunState.READY
    )
    ProvisionedTable.objects.create(run=run, table="app-main", name="p-app-main", state=TableState.CREATED)
    with pytest.raises(Conflict) as refusal:
        design_purge(design_id=removed.pk, by=ada)
    assert "Sandbox" in refusal.value.message
    run.tables.update(state=TableState.REMOVED)
    design_purge(design_id=removed.pk, by=ada)

"""What is kept in a process moves on with the changes it has missed, and is never what was rolled back."""

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from django.db import transaction

from modeler.broadcast import design_group
from modeler.core.design.parts import ROOT
from modeler.core.edits.changes import WHOLE, Delta
from modeler.core.errors import Missing
from modeler.loading import items_of, read_current, read_structure, read_whole
from modeler.services import design_change, design_create
from tests.factories.documents import big_document


def rename(design, by, before, after):
    return design_change(design_id=design.pk, by=by, deltas=[Delta(ROOT, "name", before, after)])


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_moves_on_and_shares_what_did_not_change(design, ada):
    first = read_current(design.pk)
    assert first.design == read_whole(design.pk).design
    rename(design, ada, "Orders", "Sales")
    second = read_current(design.pk)
    assert (second.revision, second.design.name) == (2, "Sales")
    assert second.design == read_whole(design.pk).design
    assert second.design.tables[0] is first.design.tables[0]
    assert read_current(design.pk) is second


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_is_not_kept(design, ada):
    class Undone(Exception):
        pass

    with pytest.raises(Undone), transaction.atomic():
        rename(design, ada, "Orders", "Sales")
        assert read_current(design.pk).design.name == "Sales"
        raise Undone
    rename(design, ada, "Orders", "Other")
    assert read_current(design.pk).design.name == "Other"


@pytest.mark.django_db
def test_the_structure_has_no_items_and_a_window_has_only_its_own(workspace, ada, django_assert_num_queries):
    design = design_create(workspace=workspace.pk, by=ada, document=big_document(30))
    with django_assert_num_queries(1):
        structure = read_structure(design.pk)
    assert "s-7" not in structure.parts
    with django_assert_num_queries(1):
        window = items_of(design, "e-order", first=10, count=5)
    assert [part.id for part in window] == [f"s-{n}" for n in range(10, 15)]


@pytest.mark.django_db
def test_an_edit_of_an_item_reads_no_other_item(workspace, ada, django_assert_max_num_queries, monkeypatch):
    design = design_create(workspace=workspace.pk, by=ada, document=big_document(30))
    written = []
    monkeypatch.setattr("modeler.services.write_parts", lambda row, before, after: written.append(before))
    delta = Delta("s-7", "values.@a-o-status", "OPEN", "SHIPPED")
    design_change(design_id=design.pk, by=ada, deltas=[delta])
    assert set(written[0]) == {ROOT, "t-main", "e-order", "s-7"}


@pytest.mark.django_db
def test_a_design_that_is_not_there_is_missing(design):
    identity = design.pk
    design.delete()
    for read in (read_whole, read_structure, read_current):
        with pytest.raises(Missing):
            read(identity)


@pytest.mark.django_db(transaction=True)
def test_a_revision_is_published_with_what_it_touched_and_nothing_else(design, ada):
    layer = get_channel_layer()

    async def heard_while(work):
        channel = await layer.new_channel()
        await layer.group_add(design_group(design.pk), channel)
        await sync_to_async(work)()
        return await layer.receive(channel)

    whole = {"kind": "entity", "parent": "t-main", "fields": {"name": "Secret"}}
    message = async_to_sync(heard_while)(
        lambda: design_change(design_id=design.pk, by=ada, deltas=[Delta("e-new", WHOLE, None, whole)])
    )
    told = {"design": str(design.pk), "revision": 2, "touched": ["e-new"], "by": ada.pk}
    assert message == {"type": "design.revision", **told}

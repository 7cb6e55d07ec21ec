"""Eight people at once on one design: nothing typed is lost, and nothing is overwritten unseen."""

from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest
from django.db import connection

from modeler.core.edits.changes import Delta, apply_delta
from modeler.core.errors import Stale
from modeler.loading import read_structure, read_whole, replay
from modeler.models import Change, Design
from modeler.services import design_change

THREADS = 8
EDITS = 12
pytestmark = pytest.mark.django_db(transaction=True)


def at_once(work):
    """Do work(n) in eight threads, each with a connection of its own; raise what any of them raised."""

    def closing(number):
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(closing, range(THREADS)))


def test_edits_of_different_fields_all_win(design, ada, eve):
    def type_on(number):
        field, before = f"settings.field{number}", None
        for edit in range(EDITS):
            after = f"{number}: {edit}"
            delta = Delta("t-main", field, before, after)
            design_change(design_id=design.pk, by=(ada, eve)[number % 2], deltas=[delta], base_revision=1)
            before = after

    at_once(type_on)
    fields = read_structure(design.pk).parts["t-main"].fields
    assert [fields[f"settings.field{number}"] for number in range(THREADS)] == [f"{n}: {EDITS - 1}" for n in range(8)]
    design.refresh_from_db()
    assert design.revision == 1 + THREADS * EDITS
    assert replay(design, {}, 0, design.revision) == read_whole(design.pk).parts


@pytest.mark.conformance
def test_edits_of_the_same_field_are_each_applied_to_what_their_author_saw(design, ada, eve):
    def type_on(number):
        refused = 0
        for edit in range(EDITS):
            seen = None
            while True:
                delta = Delta("t-main", "description", seen, f"{number}: {edit}")
                try:
                    design_change(design_id=design.pk, by=(ada, eve)[number % 2], deltas=[delta])
                except Stale as stale:
                    assert stale.yours == delta.after
                    seen = stale.theirs
                    refused += 1
                else:
                    break
        return refused

    refusals = at_once(type_on)
    # Each edit first expects no text, which only one of all edits can find: the threads need not meet for this.
    assert sum(refusals) >= THREADS * EDITS - 1
    changes = list(Change.objects.filter(design=design, revision__gt=1).order_by("revision"))
    assert sorted(change.deltas[0].after for change in changes) == sorted(
        f"{number}: {edit}" for number in range(THREADS) for edit in range(EDITS)
    )
    texts = [None, *(change.deltas[0].after for change in changes)]
    assert [change.deltas[0].before for change in changes] == texts[:-1]
    assert read_structure(design.pk).parts["t-main"].fields["description"] == texts[-1]


def test_the_same_message_sent_by_eight_at_once_is_one_change(design, ada):
    delta = Delta("t-main", "description", None, "once")
    revisions = at_once(
        lambda _: design_change(design_id=design.pk, by=ada, deltas=[delta], idempotency_key="the-same")
    )
    assert {revision.number for revision in revisions} == {2}
    assert Design.objects.get(pk=design.pk).revision == 2


def test_readers_see_whole_revisions_while_others_write(design, ada):
    """Each change sets two parts to one value: a reader who saw one of them alone would see two values."""

    def work(number):
        if number:
            return [seen(read_whole(design.pk)) for _ in range(EDITS)]
        value = None
        for edit in range(EDITS):
            deltas = [Delta(part, "description", value, str(edit)) for part in ("t-main", "p-a1")]
            value = str(edit)
            design_change(design_id=design.pk, by=ada, deltas=deltas)
        return []

    def seen(loaded):
        return {loaded.parts[part].fields.get("description") for part in ("t-main", "p-a1")}

    assert all(len(values) == 1 for values in chain.from_iterable(at_once(work)))


def test_a_snapshot_is_kept_every_hundred_revisions(design, ada):
    before = None
    for edit in range(101):
        design_change(design_id=design.pk, by=ada, deltas=[Delta("t-main", "description", before, str(edit))])
        before = str(edit)
    snapshot = design.snapshots.get()
    assert snapshot.revision == 100
    state = dict(snapshot.parts)
    for revision in (101, 102):
        for delta in Change.objects.get(design=design, revision=revision).deltas:
            apply_delta(state, delta)
    assert state == read_whole(design.pk).parts

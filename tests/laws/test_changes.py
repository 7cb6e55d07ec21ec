"""Laws of changing a design, on generated logs and a real Postgres."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modeler.core.design.parts import ROOT, Part, PartKind
from modeler.core.edits.changes import Delta, apply
from modeler.core.edits.differences import differences
from modeler.core.errors import Conflict
from modeler.history.undo import design_redo, design_undo
from modeler.loading import parts_at, read_whole, replay
from modeler.models import Design
from modeler.services import design_change, design_create
from tests.strategies import Log, edit_logs

pytestmark = pytest.mark.django_db
on_rows = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def stored(workspace, by, log: Log) -> Design:
    design = design_create(workspace=workspace.pk, by=by, name="Generated")
    for change in log.changes:
        design_change(design_id=design.pk, deltas=change, by=by)
    design.refresh_from_db()
    return design


@on_rows
@given(log=edit_logs())
def test_what_is_reloaded_equals_what_was_applied(workspace, ada, log):
    design = stored(workspace, ada, log)
    assert read_whole(design.pk).parts == log.parts


@on_rows
@given(log=edit_logs())
def test_replaying_the_changes_from_nothing_equals_the_stored_design(workspace, ada, log):
    design = stored(workspace, ada, log)
    assert replay(design, {}, 0, design.revision) == read_whole(design.pk).parts


@on_rows
@given(log=edit_logs(), data=st.data())
def test_any_revision_can_be_read_back(workspace, ada, log, data):
    design = stored(workspace, ada, log)
    revision = data.draw(st.integers(1, design.revision))
    state = {ROOT: Part(ROOT, PartKind.DESIGN, "", {"name": "Generated"})}
    for change in design.changes.filter(revision__gt=1, revision__lte=revision).order_by("revision"):
        state = apply(state, change.deltas)
    assert parts_at(design, revision) == state


def undo_all(design, by) -> int:
    count = 0
    while True:
        try:
            design_undo(design_id=design.pk, by=by)
        except Conflict as end:
            assert end.code == "undo.nothing", end
            return count
        count += 1


@on_rows
@given(log=edit_logs())
def test_undoing_everything_gives_the_empty_design_and_redoing_it_all_gives_it_back(workspace, ada, log):
    design = stored(workspace, ada, log)
    count = undo_all(design, ada)
    assert read_whole(design.pk).parts == {ROOT: Part(ROOT, PartKind.DESIGN, "", {"name": "Generated"})}
    for _ in range(count):
        design_redo(design_id=design.pk, by=ada)
    with pytest.raises(Conflict):
        design_redo(design_id=design.pk, by=ada)
    assert read_whole(design.pk).parts == log.parts


@on_rows
@given(log=edit_logs(), theirs=st.text("abc", min_size=1), yours=st.text("xyz", min_size=1))
def test_undo_never_takes_away_what_somebody_else_wrote(workspace, ada, eve, log, theirs, yours):
    design = stored(workspace, ada, log)
    before = read_whole(design.pk).parts[ROOT].fields
    design_change(design_id=design.pk, deltas=[Delta(ROOT, "region", before.get("region"), yours)], by=ada)
    design_change(design_id=design.pk, deltas=[Delta(ROOT, "region", yours, theirs)], by=eve)
    try:
        undone = design_undo(design_id=design.pk, by=ada)
    except Conflict as refusal:
        assert refusal.code == "undo.changed"
    else:
        assert undone.skipped
    assert read_whole(design.pk).parts[ROOT].fields["region"] == theirs


@on_rows
@given(before=edit_logs(), after=edit_logs())
def test_the_difference_of_two_designs_makes_one_of_the_other(workspace, ada, before, after):
    wanted = {part.id: part for part in after.parts.values() if not part.is_removed}
    wanted = {part.id: part for part in wanted.values() if hangs(part, wanted)}
    if any(p.id in before.parts and moved(before.parts[p.id], p) for p in wanted.values()):
        return
    design = stored(workspace, ada, before)
    design_change(design_id=design.pk, deltas=differences(before.parts, wanted), by=ada)
    shown = read_whole(design.pk).parts
    living = {part.id: part for part in shown.values() if hangs(part, {p.id: p for p in shown.values()})}
    assert order_of(living) == order_of(wanted)


def moved(old: Part, new: Part) -> bool:
    return old.kind is not new.kind or old.parent != new.parent


def hangs(part: Part, parts: dict[str, Part]) -> bool:
    return not part.is_removed and (part.id == ROOT or (part.parent in parts and hangs(parts[part.parent], parts)))


def order_of(parts: dict[str, Part]) -> list[tuple]:
    """Everything about the parts but the positions themselves: their order stands for them."""
    ordered = sorted(parts.values(), key=lambda part: (part.parent, part.kind, part.position, part.id))
    return [
        (part.id, part.kind, part.parent, {k: v for k, v in part.fields.items() if k != "position"}) for part in ordered
    ]

"""Laws of undo and redo where two people take turns: each keeps to their own edits, in their own order."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modeler.core.design.parts import ROOT
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict
from modeler.history.undo import design_redo, design_undo, undo_steps
from modeler.loading import read_whole, replay
from modeler.services import design_change, design_create
from tests.strategies import edit_logs

pytestmark = pytest.mark.django_db
on_rows = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])

FIELDS = ("description", "region", "settings.currency")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["ada", "eve"]),
        st.one_of(
            st.sampled_from(["undo", "undo", "redo"]),
            st.sets(st.sampled_from(FIELDS), min_size=1),
        ),
    ),
    max_size=14,
)


class Model:
    """What undo promises, said without a database: one value a field, and two stacks a person."""

    def __init__(self) -> None:
        self.held: dict[str, str | None] = dict.fromkeys(FIELDS)
        self.done: dict[str, list[dict]] = {"ada": [], "eve": []}
        self.undone: dict[str, list[dict]] = {"ada": [], "eve": []}

    def edit(self, who: str, wanted: dict[str, str]) -> list[Delta]:
        change = {field: (self.held[field], value) for field, value in wanted.items()}
        self.held |= wanted
        self.done[who].append(change)
        self.undone[who] = []
        return [Delta(ROOT, field, before, after) for field, (before, after) in change.items()]

    def take_back(self, who: str, what: str) -> str:
        """'' where it is done, else the code of the refusal, and then nothing has changed."""
        source, target = (self.done, self.undone) if what == "undo" else (self.undone, self.done)
        if not source[who]:
            return f"{what}.nothing"
        change = source[who][-1]
        side = 1 if what == "undo" else 0
        if any(self.held[field] != pair[side] for field, pair in change.items()):
            return "undo.changed"
        self.held |= {field: pair[1 - side] for field, pair in change.items()}
        target[who].append(source[who].pop())
        return ""


@on_rows
@given(steps=STEPS)
def test_two_people_who_take_turns_undo_and_redo_as_two_stacks_would(workspace, ada, eve, steps):
    people, model, fresh = {"ada": ada, "eve": eve}, Model(), itertools.count()
    design = design_create(workspace=workspace.pk, by=ada, name="Generated")
    for who, what in steps:
        if isinstance(what, str):
            assert refusal(design_undo if what == "undo" else design_redo, design, people[who]) == model.take_back(
                who, what
            )
        else:
            change = model.edit(who, {field: f"{who} {next(fresh)}" for field in sorted(what)})
            design_change(design_id=design.pk, deltas=change, by=people[who])
        fields = read_whole(design.pk).parts[ROOT].fields
        assert {field: fields.get(field) for field in FIELDS} == model.held
        design.role = "editor"
        for name, person in people.items():
            shown = undo_steps(design, person)
            assert (bool(shown.undo), bool(shown.redo)) == (bool(model.done[name]), bool(model.undone[name]))


def refusal(call, design, by) -> str:
    try:
        call(design_id=design.pk, by=by)
    except Conflict as refused:
        assert refused.message
        return refused.code
    return ""


@on_rows
@given(log=edit_logs(), whose=st.lists(st.sampled_from(["ada", "eve"])), then=st.lists(st.sampled_from(["ada", "eve"])))
def test_no_turn_of_undos_and_redos_breaks_the_log(workspace, ada, eve, log, whose, then):
    """Parts are born, removed and restored by two people; whatever undo answers, the stored rows are what the log says,
    and the only answers are a revision or a sentence.
    """
    people = {"ada": ada, "eve": eve}
    design = design_create(workspace=workspace.pk, by=ada, name="Generated")
    for change, who in zip(log.changes, itertools.chain(whose, itertools.repeat("ada")), strict=False):
        design_change(design_id=design.pk, deltas=change, by=people[who])
    for number, who in enumerate(then):
        refusal(design_redo if number % 3 == 2 else design_undo, design, people[who])
    design.refresh_from_db()
    assert replay(design, {}, 0, design.revision) == read_whole(design.pk).parts

"""What rules over two designs can query: matching parts, moved items, and the steps of the plan."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from modeler.core.capacity.design import DesignCapacity
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, Table
from modeler.core.edits.applied_fixes import fixed
from modeler.core.fixes import AddPart, Fix, Put, RemovePart
from modeler.core.items.sizes import Sizes
from modeler.core.migration.index_planning import Means
from modeler.core.migration.moves import is_remade, moves_of
from modeler.core.migration.overlap.taken_keys import beside
from modeler.core.migration.pairs import EntityPair, Pairing, TablePair
from modeler.core.migration.planning import plan_with
from modeler.core.migration.rekeying import Move
from modeler.core.migration.steps import PLAN, MigrationPlan, Step, StepAction, plan_of
from modeler.core.migration.work import Estimates

_FILLS = (StepAction.BACKFILL, StepAction.READ_BOTH)


class DesignPair:
    """Two designs and the plan from one to the other; None: the second is deployed directly, in one step."""

    def __init__(self, before: Design, after: Design, plan: MigrationPlan | None = None) -> None:
        self.before = before
        self.after = after
        self.plan = plan
        self.pairing = Pairing(before, after)
        self.sizes = Sizes()
        self.means = Means(self.pairing, Estimates(self.sizes))

    @cached_property
    def moves(self) -> list[Move]:
        """Entities whose stored items move to another table."""
        return moves_of(self.pairing)

    @cached_property
    def kept(self) -> list[TablePair]:
        """Tables that keep their name, key and LSIs."""
        return [pair for pair in self.pairing.tables if not is_remade(pair)]

    @cached_property
    def proposed(self) -> MigrationPlan:
        """The plan that Keysheet would propose."""
        return plan_with(self.means)

    @cached_property
    def deployed(self) -> Design:
        """The design after with the names that indexes and their keys have while the old ones serve."""
        return beside(self.pairing).design

    @property
    def capacity(self) -> DesignCapacity:
        """What live traffic needs in the design after the change."""
        return self.means.after

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the plan; none if there is no plan."""
        return self.plan.steps if self.plan else ()

    def treats(self, pair: EntityPair, index: str = "") -> bool:
        """Return whether the plan migrates stored items of an entity to the keys of an index, or reads both."""
        names = {index, *(step.index for step in self.steps if step.replaces and step.replaces == index)}
        names |= {name for step in self.steps if step.replaces == index and index for name in step.creates}
        return any(
            step.action in _FILLS and step.index in names and step.table == pair.before_table.name
            and step.is_about(pair.after.name)
            for step in self.steps
        )  # fmt: skip

    def move_to(self, place: str) -> Move | None:
        """The move with that target name."""
        return next((move for move in self.moves if move.name == place), None)

    def table_of(self, step: Step) -> Table | None:
        """The table that a step writes to, as designed."""
        move = self.move_to(step.place)
        return move.target if move else self.after.table(step.place)

    def index_of(self, step: Step) -> Index | None:
        """The index whose keys a step fills, as designed; its name can differ while the old one exists."""
        table = self.table_of(step)
        if table is None or not step.index:
            return None
        replaced = next((one.replaces for one in self.steps if one.replaces and step.index in one.creates), "")
        return table.index(step.index) or table.index(replaced or step.index)

    def take_the_plan(self) -> Fix:
        """The fix that replaces the plan by the proposed one."""
        return new_steps("Use the plan that Keysheet proposes", self.proposed.steps)


def new_steps(label: str, steps: tuple[Step, ...]) -> Fix:
    """A fix that gives the plan other steps."""
    return Fix(label, (Put(PLAN, "steps", [step.as_json() for step in steps]),))


def fixed_change(after: Design, plan: MigrationPlan | None, fix: Fix) -> tuple[Design, MigrationPlan | None]:
    """Plan and design after a fix: edits of the plan or of its steps apply to the plan, others to the design.

    Raises Missing if a part or a step that the fix changes does not exist.
    """
    ids = {PLAN, *(step.id for step in plan.steps)} if plan else {PLAN}
    of_plan = [edit for edit in fix.edits if not isinstance(edit, AddPart) and edit.part in ids]
    rest = tuple(edit for edit in fix.edits if edit not in of_plan)
    for edit in of_plan:
        plan = _edited(plan or MigrationPlan(), edit)
    return (fixed(after, Fix(fix.label, rest)) if rest else after), plan


def _edited(plan: MigrationPlan, edit: Put | RemovePart) -> MigrationPlan:
    if isinstance(edit, RemovePart):
        return MigrationPlan(tuple(step for step in plan.steps if step.id != edit.part))
    if edit.part == PLAN:
        return plan_of(edit.value)
    return MigrationPlan(tuple(_set(step, edit) if step.id == edit.part else step for step in plan.steps))


def _set(step: Step, edit: Put) -> Step:
    group, dot, name = edit.field.partition(".")
    if group == "backfill" and dot and step.backfill:
        return replace(step, backfill=replace(step.backfill, **{name: edit.value}))
    if group == "settings" and dot:
        return replace(step, settings={**step.settings, name: edit.value})
    return replace(step, **{edit.field: edit.value})


def step_path(step: Step) -> str:
    """The path of a step."""
    return f"{PLAN}.steps.{step.id}"

"""The effect of a selected access pattern on the items in the grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from designer.page.scene import PagePlace, Scene
from designer.templatetags.keysheet import units
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.evaluator.evaluation import Evaluation, Write
from modeler.core.evaluator.run import evaluate


@dataclass(frozen=True, slots=True)
class PatternHighlight:
    """The items that a pattern touches, and its sentence in the status bar.

    `returned` numbers the items in the order in which they are returned, from 1; `discarded` were evaluated and
    filtered out (and billed); `written` are the items that a write changes. `index` is the id of the index that is
    read, '' if several calls read several.
    """

    table: str
    index: str
    sentence: str
    returned: Mapping[str, int] = field(default_factory=dict)
    discarded: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    is_refused: bool = False
    notes: tuple[str, ...] = ()

    def state_of(self, item: str, index: str) -> str:
        """The class of an item's row in an index: returned, discarded, written, or ''."""
        if item in self.written:
            return "written"
        if self.index not in ("", index):
            return ""
        if item in self.returned:
            return "returned"
        return "discarded" if item in self.discarded else ""

    def order_of(self, item: str, index: str) -> int:
        """The position of an item among those returned, from 1; 0 if it is not returned."""
        return self.returned.get(item, 0) if self.index in ("", index) else 0


def reading_of(scene: Scene, place: PagePlace) -> PatternHighlight | None:
    """The effect of the selected pattern, evaluated over the sample items; None without a selection."""
    chosen = scene.pattern(place)
    if chosen is None:
        return None
    pattern = scene.asked(chosen)
    table = scene.design.table(pattern.table)
    index = table.index(pattern.index) if table else None
    done = evaluate(scene.design, pattern, stored=scene.database)
    return PatternHighlight(
        table=table.id if table else "",
        index="" if index is None or pattern.operation.is_multiple else index.id,
        sentence=sentence(pattern, done),
        returned={one.id: number for number, one in enumerate(done.returned, 1)},
        discarded=frozenset(done.discarded),
        written=frozenset(filter(None, map(_written_id, done.writes))),
        is_refused=bool(done.refusals),
        notes=done.notes,
    )


def _written_id(write: Write) -> str | None:
    stored = write.before or write.after
    return stored.id if stored else None


def sentence(pattern: AccessPattern, done: Evaluation) -> str:
    """The effect and cost of a pattern, in one line."""
    if done.refused:
        # Without a refusal of DynamoDB there is no request yet, such as without a value of a parameter.
        if not done.refusals:
            return f"{pattern.label} cannot run: {done.problems[0]}"
        return f"{pattern.label} fails: {done.refusals[0].message}"
    said = []
    if done.pages or not done.writes:
        said.append(_read_sentence(done))
    if done.writes:
        said.append(_write_sentence(done))
    return f"{pattern.label} {', then '.join(said)}"


def _read_sentence(done: Evaluation) -> str:
    unit = "RCU" if done.operation is Operation.TRANSACT_GET else "RRU"
    thrown = f", evaluates {len(done.examined)} and discards {len(done.discarded)}" if done.discarded else ""
    items = f"{done.count} item{'' if done.count == 1 else 's'}"
    more = ", and there are more items" if done.more else ""
    return f"reads {items}{thrown}, {units(done.read_units)} {unit}{more}"


def _write_sentence(done: Evaluation) -> str:
    count = len(done.writes)
    effects = [
        f"{change.index} {_EFFECTS[change.effect]}"
        for write in done.writes
        for change in write.indexes
        if change.effect in _EFFECTS
    ]
    indexes = f": {', '.join(dict.fromkeys(effects))}" if effects else ""
    failed = ", but its condition is false" if any(write.condition_held is False for write in done.writes) else ""
    return f"writes {count} item{'' if count == 1 else 's'}{failed}, {units(done.write_units)} WRU{indexes}"


_EFFECTS = {
    "enters": "gains an entry",
    "leaves": "loses its entry",
    "moves": "moves its entry",
    "rewritten": "rewrites its entry",
}

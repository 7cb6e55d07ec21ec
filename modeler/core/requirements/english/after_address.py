"""The words after an address of REST: "PATCH /orders/{id} - sets the stage, 40 a second"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.islands.assignments import fill_assignments
from modeler.core.requirements.english.line_rows import completed
from modeler.core.requirements.english.lines import spelled
from modeler.core.requirements.english.rest_of_line import finish
from modeler.core.requirements.english.slots.edits import set_state
from modeler.core.requirements.english.words.tokens import tokens
from modeler.core.requirements.english.words.verbs import TRANSITIONS, participle
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Act, AttributeChange, Edit, Slot
from modeler.core.requirements.vocabulary import Vocabulary

_IN_BODY: Final = re.compile(r"\s*\{\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*\}")


def with_rest(row: Row, known: Vocabulary) -> Row:
    """Return the row of an address with the words after it."""
    rest = row.unread[-1] if row.unread and row.unread[-1].end == len(row.text) else None
    is_update = row.operation.value is Act.UPDATE
    act = next((one for one in row.unread if is_update and row.text[one.start - 1] == "/"), None)
    read = tuple(one for one in (act, rest) if one is not None)
    part = tuple(one for one in spelled(tokens(row.text)) if any(span.start <= one.start < span.end for span in read))
    draft = Draft(row.text, part, known, line=row.line, code=row.code)
    for name, slot in row.slots:
        if slot.value is not None:
            draft.fill(name, slot.value)
    if rest is not None and row.operation.value in {Act.UPDATE, Act.SAVE} and not row.changes.value:
        _body(draft, rest.start)
        _named(draft)
    fill_assignments(draft)
    finish(draft)
    if act is not None and draft.low(0) in TRANSITIONS and not draft.has("changes"):
        set_state(draft, participle(draft.low(0)), range(1))  # .../permits/{id}/close: which attribute says so?
    made = completed(draft)
    slots: dict[str, Any] = {name: _joined(slot, getattr(made, name)) for name, slot in row.slots}
    slots["operation"] = row.operation  # the method says what is done
    if row.operation.value is Act.CREATE:
        slots["given"] = row.given
    kept = (one for one in row.unread if one not in read)
    return replace(made, unread=(*kept, *made.unread), **slots)


def _joined(before: Slot[Any], after: Slot[Any]) -> Slot[Any]:
    """Return a slot with the places of its words in the address as well."""
    kept = before.spans if after.value is not None or after.question is not None else ()
    question = after.question or (before.question if after.value == before.value else None)
    return replace(after, spans=tuple(sorted({*kept, *after.spans})), question=question)


def _body(draft: Draft, start: int) -> None:
    """Read the body of a request that changes an item: "PATCH /orders/{orderId} {stage, note}"."""
    found = _IN_BODY.match(draft.text, start)
    if found is None:
        return
    at = [place for place, one in enumerate(draft.tokens) if found.start() <= one.start < found.end()]
    for one in re.findall(r"\w+", found[1]):
        words = words_of(one)
        if words[-1] not in {"id", "version", "etag"}:
            draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(words)), at)


def _named(draft: Draft) -> None:
    """Read the attribute that a body has: "with percentage", "sets the seat"."""
    for at in range(len(draft.tokens)):
        body = match(draft.tokens, at, "with|body|sets|set BARE") if not draft.used[at] else None
        if body is not None and draft.low(body[0]) in {"", ",", "-", ";", "."} and not body[1][0].states:
            draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(body[1][0].words)), range(at, body[0]))
            return

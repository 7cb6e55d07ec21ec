"""Lines that ask for something behind a colon: "dashboard, every 10 minutes: number of orders per shop"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.answers import with_slots
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.inside.clauses import active, is_write
from modeler.core.requirements.english.inside.requests import is_request, requests
from modeler.core.requirements.english.line_rows import row_of
from modeler.core.requirements.english.remaining.pieces import reordered
from modeler.core.requirements.english.rest_of_line import USAGE
from modeler.core.requirements.english.rules import apply_rules
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Act
from modeler.core.requirements.vocabulary import Vocabulary


def row_of_part(text: str, part: tuple[WordToken, ...], known: Vocabulary, *, line: int, code: str) -> Row:
    """Return the row of a part of a line; of what follows its colon if the whole names no items and that does."""
    row = row_of(text, part, known, line=line, code=code)
    if _is_sure(row) and not _is_asked(row, part):
        return row
    for other in reordered(part):
        made = row_of(text, other, known, line=line, code=code)
        if _is_sure(made) and made.operation.spans:
            return made
    return _behind_colon(text, part, known, row) or _inside(text, part, known, row) or row


def _inside(text: str, part: tuple[WordToken, ...], known: Vocabulary, row: Row) -> Row | None:
    """Return the row of the items that a line asks for somewhere in its middle; None if that is not sure."""
    if not known.own:
        return None
    for other in active(text, part, known):
        made = row_of(text, other, known, line=row.line, code=row.code)
        if _is_sure(made) and is_write(made):
            return _by_owner(made)
    for other in requests(text, part, known):
        made = row_of(text, other, known, line=row.line, code=row.code)
        if _is_sure(made) and is_request(made):
            return made
    return None


def _behind_colon(text: str, part: tuple[WordToken, ...], known: Vocabulary, row: Row) -> Row | None:
    """Return the row of what follows a colon, with what its title says of loads; None if that is not sure."""
    at = next((at for at, one in enumerate(part) if one.low == ":"), 0)
    if row.entities.value or not 0 < at < len(part) - 2:
        return None
    rest = row_of(text, part[at + 1 :], known, line=row.line, code=row.code)
    if not (rest.operation.value and rest.entities.value) or rest.operation.question or rest.entities.question:
        return None
    said = _usage(text, part[:at], known)
    told = {name: slot for name, slot in said.slots if slot.value is not None and getattr(rest, name).value is None}
    return with_slots(replace(rest, unread=(*said.unread, *rest.unread)), **told)


def _is_sure(row: Row) -> bool:
    """Return whether a row says what is done, and to what."""
    is_known = row.operation.value is not None and bool(row.entities.value)
    return is_known and row.operation.question is None and row.entities.question is None


def _is_asked(row: Row, part: tuple[WordToken, ...]) -> bool:
    """Return whether a line begins with a question of yes or no that was not wholly understood: "Is it faulty? ..."."""
    mark = next((at for at, one in enumerate(part) if one.low == "?"), len(part))
    return mark < len(part) - 1 and part[0].low in _ASKING and row.condition.question is not None


_ASKING: Final = words_in("is are has have does do did was")


def _usage(text: str, title: tuple[WordToken, ...], known: Vocabulary) -> Row:
    """Return what a title says of loads and of freshness; its other words stay visible."""
    draft = Draft(text, title, known)
    at = 0
    while at < len(title):
        at = apply_rules(draft, at, USAGE) or at + 1
    return draft.row()


def _by_owner(row: Row) -> Row:
    """Return a deletion of "the loan of a sample" without the loan's own identity: the sample says which one it is."""
    names = row.entities.value or ()
    given = row.given.value or ()
    others = tuple(one for one in given if one.of not in names)
    is_owned = row.operation.value is Act.DELETE and bool(others) and len(others) < len(given)
    return with_slots(row, given=replace(row.given, value=others)) if is_owned else row

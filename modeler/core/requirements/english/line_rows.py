"""One row of a line: from its first words, by its parts, or as the code that it is."""

from __future__ import annotations

from modeler.core.requirements.english.clauses import (
    clause,
)
from modeler.core.requirements.english.commands import act
from modeler.core.requirements.english.completing.choosing import set_so
from modeler.core.requirements.english.completing.complete import complete
from modeler.core.requirements.english.completing.distances import measure_from_now
from modeler.core.requirements.english.completing.steps import stepped
from modeler.core.requirements.english.constructions.doubts import audience_at, keep_sure
from modeler.core.requirements.english.cover.guarding import keep_known
from modeler.core.requirements.english.cover.leftovers import read_leftovers
from modeler.core.requirements.english.cover.lost import show_lost
from modeler.core.requirements.english.cover.second import beside, is_sure, list_plural, read_by_cover
from modeler.core.requirements.english.cover.writing import write_by_cover
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.evidence.weigh import weigh
from modeler.core.requirements.english.frames import question
from modeler.core.requirements.english.grounding.ground import ground
from modeler.core.requirements.english.imperatives import verb_at
from modeler.core.requirements.english.inside.changes import read_changes
from modeler.core.requirements.english.inside.sums import read_sum
from modeler.core.requirements.english.islands.agents import acting, by_staff, inquired
from modeler.core.requirements.english.islands.assignments import fill_assignments
from modeler.core.requirements.english.islands.confidence import ask_unsure
from modeler.core.requirements.english.islands.loads import fill_loads
from modeler.core.requirements.english.islands.segments import fill_segments
from modeler.core.requirements.english.islands.stories import tells_story
from modeler.core.requirements.english.islands.titles import assigned, named, rated, titled
from modeler.core.requirements.english.lines import reason_at, spelled
from modeler.core.requirements.english.notation.calls import call
from modeler.core.requirements.english.notation.signatures import signature
from modeler.core.requirements.english.notation.sql import statement
from modeler.core.requirements.english.openings import after_title, occasion, opening
from modeler.core.requirements.english.phrasing.labels import remark_at
from modeler.core.requirements.english.proposing.propose import propose
from modeler.core.requirements.english.rest_of_line import TIMES, USAGE, finish, read_rest
from modeler.core.requirements.english.restrictions import ask_restrictions
from modeler.core.requirements.english.rules import apply_rules
from modeler.core.requirements.english.shapes.asked import asked, what_does, which_does
from modeler.core.requirements.english.shapes.fleets import fleet
from modeler.core.requirements.english.shapes.kept import kept
from modeler.core.requirements.english.shapes.loads import load
from modeler.core.requirements.english.shapes.notations import arrow
from modeler.core.requirements.english.shapes.own_verbs import own_verb
from modeler.core.requirements.english.shapes.together import together
from modeler.core.requirements.english.shapes.uniqueness import unique
from modeler.core.requirements.english.shapes.wholes import whole
from modeler.core.requirements.english.slots import (
    idioms,
)
from modeler.core.requirements.english.slots.aggregates import aggregate, for_each
from modeler.core.requirements.english.slots.subjects import subject
from modeler.core.requirements.english.statements import note_at, stated, told
from modeler.core.requirements.english.syntax.acts import acted
from modeler.core.requirements.english.syntax.clauses import is_phrasal
from modeler.core.requirements.english.syntax.inquiries import inquiry, reading_verb
from modeler.core.requirements.english.syntax.quotas import quota
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken, tokens
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Act, Edit
from modeler.core.requirements.vocabulary import Vocabulary


def code_row(text: str, known: Vocabulary, *, line: int, code: str) -> Row | None:
    """Return the row of a signature or a statement of SQL, with what the line says after it; None if it is none."""
    at_once = together(text)
    said = (one for one in tokens(text) if at_once is None or not at_once.start <= one.start < at_once.end)
    draft = Draft(text, spelled(tuple(said)), known, line=line, code=code)
    end = statement(draft)
    end = signature(draft) if end is None else end
    end = (call(draft, 0) or assigned(draft) or named(draft)) if end is None else end
    if end is None:
        return None
    fill_assignments(draft)
    read_rest(draft, end)
    fill_segments(draft, TIMES)
    fill_loads(draft)
    return draft.row()


def row_of(text: str, part: tuple[WordToken, ...], known: Vocabulary, *, line: int, code: str) -> Row:
    end = min(reason_at(part), note_at(part), remark_at(part), audience_at(part))
    draft = Draft(text, part, known, line=line, code=code, end=end)
    _read_whole(draft)
    if not (draft.value("operation") and draft.value("entities")):
        other = Draft(text, part, known, line=line, code=code, end=end)
        if _read_parts(other) and other.filled >= draft.filled:
            draft = other
    is_act = not draft.is_told("operation") and is_phrasal(draft.tokens)
    if is_act or not (draft.value("operation") and draft.value("entities")):
        other = Draft(text, part, known, line=line, code=code, end=end)
        if _read_clause(other) and other.filled >= draft.filled:
            draft = other
    fill_loads(draft)
    if tells_story(draft):
        return draft.row()
    ground(draft)
    if not (draft.value("operation") and draft.value("entities")):
        other = Draft(text, part, known, line=line, code=code, end=end)
        if _read_cover(other):
            draft = other
    draft = _summed(draft, Draft(text, part, known, line=line, code=code, end=end))
    draft = _changed(draft, Draft(text, part, known, line=line, code=code, end=end))
    draft = set_so(draft, Draft(text, part, known, line=line, code=code, end=end))
    act = draft.value("operation")
    is_read = act is not None and act.is_read and not draft.is_told("operation")
    if act is None or is_read or not draft.value("entities") or draft.question("entities") is not None:
        other = Draft(text, part, known, line=line, code=code, end=end)
        if stepped(other):
            fill_loads(other)
            draft = other
    return _asked(draft)


def _summed(draft: Draft, other: Draft) -> Draft:
    """Return the other draft, read as a sum or an average, if the first one does not know of what."""
    is_open = any(draft.value(one) is None or draft.question(one) is not None for one in ("operation", "entities"))
    returned = draft.value("returned")
    is_open = is_open or draft.question("returned") is not None or (returned is not None and not returned.attributes)
    if not (other.known.own and is_open) or not read_sum(other):
        return draft
    told = other.value("returned")
    read_rest(other, 0)
    fill_segments(other, TIMES)
    other.settle("operation", Act.LIST)
    other.settle("returned", told)
    other.drop("order")
    fill_loads(other)
    ground(other)
    return other


def _changed(draft: Draft, other: Draft) -> Draft:
    """Return the other draft, read by the clauses that change an attribute, if the first one knows fewer changes."""
    act = draft.value("operation")
    is_open = act is None or draft.question("operation") is not None
    if not (other.known.own and (is_open or act is Act.UPDATE or not draft.is_told("operation"))):
        return draft
    if not read_changes(other):
        return draft
    told = [one for one in draft.value("changes") or () if one.attribute and (one.value or one.edit is not Edit.ADD)]
    is_known = not is_open and act is Act.UPDATE and draft.question("changes") is None
    if is_known and len(told) >= len(other.value("changes")):
        return draft
    given = other.value("given")
    finish(other)
    fill_loads(other)
    ground(other)
    other.settle("given", given)
    return other


def completed(draft: Draft) -> Row:
    """Return the row of a draft whose operation and entities are known, with what the design says of its words."""
    fill_loads(draft)
    ground(draft)
    return _asked(draft)


def _asked(draft: Draft) -> Row:
    measure_from_now(draft)
    read_leftovers(draft)
    complete(draft)
    propose(draft)
    weigh(draft)
    keep_known(draft)
    ask_unsure(draft)
    show_lost(draft)
    keep_sure(draft)
    ask_restrictions(draft)
    return draft.row()


def _read_whole(draft: Draft) -> None:
    """Read a line whose first words say what is done."""
    if quota(draft, 0) is not None:
        finish(draft)
        return
    idioms.skip_set_phrases(draft)
    at = _skipped(draft, opening(draft, _leading(draft)))
    at = by_staff(draft, at)
    if stated(draft, at):
        return
    end = _begun(draft, after_title(draft, at))
    if end is not None:
        finish(draft)


def _read_parts(draft: Draft) -> bool:
    """Read a line by its parts: who acts, a call, or a title says what the rest is about; return whether one does."""
    idioms.skip_set_phrases(draft)
    end = rated(draft, 0)
    if end is None:
        at = _skipped(draft, opening(draft, _leading(draft)))
        verb = acting(draft, at)
        end = _begun(draft, verb) or inquired(draft, verb) if verb > at else inquired(draft, at) or titled(draft, at)
    if end is None:
        return False
    if draft.value("operation") is Act.UPDATE:
        fill_assignments(draft)
    finish(draft)
    return bool(draft.value("operation") and draft.has("entities"))


def _read_clause(draft: Draft) -> bool:
    """Read a line by its main clause, whatever its verb is; return whether that says what is done."""
    verb = reading_verb(draft)
    if verb is not None:
        end = inquiry(draft, verb + 1) or _begun(draft, verb) or inquired(draft, verb)
    else:
        end = inquiry(draft, 0) or acted(draft)
    if end is None:
        return False
    finish(draft)
    if draft.value("operation") is Act.CREATE:
        draft.forget("range")  # "between 11:45 and 12:30 we get 90 swipes a second" bounds no items
    return draft.value("operation") is not None and draft.has("entities")


def _read_cover(draft: Draft) -> bool:
    """Read a line by what the design has of its words; return whether that says what is done to what."""
    if not draft.known.own:
        return False
    is_listed = list_plural(draft)
    if not (is_listed or write_by_cover(draft) or read_by_cover(draft)):
        return False
    parent, act = beside(draft), draft.value("operation")
    finish(draft)
    if draft.value("operation") is None:
        draft.settle("operation", act)
    fill_loads(draft)
    ground(draft)
    read_leftovers(draft)
    if parent is not None:
        draft.settle("entities", (*draft.value("entities"), parent.name))
    return is_listed or is_sure(draft)


def _leading(draft: Draft) -> int:
    """Read what comes before the request, as far as the grammar knows it: "Twice a day, ..."."""
    end = apply_rules(draft, 0, USAGE) or for_each(draft)
    start = _skipped(draft, end or occasion(draft))
    while draft.low(start) in {"only", "just", "simply", "then", "also"} and group_at(draft.tokens, start + 1):
        draft.read(range(start, start + 1))
        start += 1
    return start


def _skipped(draft: Draft, at: int) -> int:
    """Return the place after punctuation."""
    while at < len(draft.tokens) and draft.tokens[at].kind == "mark":
        at += 1
    return at


def _begun(draft: Draft, at: int) -> int | None:
    """Read the verb and the object; return where they ended, None if nothing begins here."""
    for attempt in (
        unique,
        fleet,
        load,
        arrow,
        kept,
        whole,
        own_verb,
        which_does,
        what_does,
        question,
        asked,
        aggregate,
        act,
        clause,
    ):
        end = attempt(draft, at)
        if end is not None:
            return end
    # The verb is not what the request is about when its object is unknown.
    return None if verb_at(draft, at)[0] else told(draft, at) or subject(draft, at)

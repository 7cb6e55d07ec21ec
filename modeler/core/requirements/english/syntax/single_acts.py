"""Acts that can be done once, or so many times: "a person can sign a petition only once"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.syntax.clauses import Clause, clause_at
from modeler.core.requirements.english.syntax.quantities import Quota, quota_at, times_at
from modeler.core.requirements.english.syntax.quota_slots import (
    ask_count,
    counted_at,
    give_item,
    is_plain_item,
    require_together,
)
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.verbs import participle
from modeler.core.requirements.slots import Act, Choice, Question

_MAY: Final = words_in("can may could")
_TOWARDS: Final = words_in("for in to on at")
"""Prepositions before what an act is about: "apply for a job"."""


def done_once(draft: Draft, at: int) -> int | None:
    """Read "a person can sign a petition only once", "a voucher can be redeemed only once"."""
    clause = _with_target(draft, clause_at(draft.tokens, at))
    if clause is None or clause.is_negated or not clause.modal or len(clause.verbs) > 1 or clause.subject is None:
        return None
    verb = clause.verbs[0]
    is_several = clause.subject.is_plural and is_agent(clause.subject)
    if not is_plain_item(draft, clause.subject) or (clause.subject.is_plural and not is_several):
        return None
    if (several := quota_at(draft.tokens, verb.end)) is not None:
        return _done_to_some(draft, clause, several)
    limit = times_at(draft.tokens, clause.end if clause.object is not None else verb.end)
    if limit is None:
        return None
    if clause.is_passive:
        return _used_up(draft, clause, limit) if limit.most == 1 and clause.modal in _MAY else None
    if clause.object is None or not is_agent(clause.subject) or not is_plain_item(draft, clause.object):
        return None
    draft.fill("operation", Act.CREATE, places(verb.start, verb.end))
    draft.verb = "create"
    give_item(draft, clause.subject)
    give_item(draft, clause.object)
    names = [draft.entity(one.words) for one in (clause.subject, clause.object)]
    said = " ".join(draft.low(one) for one in range(verb.start, clause.end))
    joint = "".join(names)
    draft.ask(
        "entities",
        Question(f'"{said}": what is one of these called?', (Choice(f"an entity {joint}", {"entities": [joint]}),)),
    )
    attributes = [draft.reference(one).attribute for one in names]
    if limit.most == 1:
        require_together(draft, attributes, places(clause.end, limit.end))
    else:
        ask_count(draft, ("count",), limit, places(clause.end, limit.end))
    return limit.end


def _with_target(draft: Draft, clause: Clause | None) -> Clause | None:
    """Return "apply for a job" with the job as what is acted on."""
    if clause is None or clause.object is not None or draft.low(clause.verbs[-1].end) not in _TOWARDS:
        return clause
    target = group_at(draft.tokens, clause.verbs[-1].end + 1)
    return replace(clause, object=target, end=target.end) if target is not None else clause


def _done_to_some(draft: Draft, clause: Clause, limit: Quota) -> int | None:
    """Read "a reader may borrow at most six books": what is counted is a question."""
    child = counted_at(draft.tokens, limit.end)
    if child is None or clause.is_passive or clause.subject is None or not is_agent(clause.subject):
        return None
    verb = clause.verbs[0]
    draft.fill("operation", Act.CREATE, places(verb.start, verb.end))
    draft.verb = "create"
    give_item(draft, clause.subject)
    said = f'"{verb.base} {" ".join(child.words)}": which items are counted?'
    name = draft.entity(child.words)
    draft.ask("entities", Question(said, (Choice(f"an entity {name}", {"entities": [name]}),)))
    at_most = Question(f"Which attribute counts them, so that there are at most {limit.most}?")
    draft.ask("condition", at_most, places(verb.end, child.end))
    return child.end


def _used_up(draft: Draft, clause: Clause, limit: Quota) -> int:
    """Read an act that can happen to an item only once: it has not happened yet."""
    subject, verb = clause.subject, clause.verbs[0]
    assert subject is not None
    draft.fill("operation", Act.UPDATE, places(verb.start, verb.end))
    draft.fill("entities", draft.entity(subject.words), places(subject.noun, subject.end))
    draft.about, draft.verb = subject, verb.base
    give_item(draft, subject)
    state_condition(draft, f"not {participle(verb.base)}", places(verb.end, limit.end))
    return limit.end

"""Lines that state what must hold or be tested, and ask for no read and no write: "Verify the list can be sorted"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.finite import finite_at
from modeler.core.requirements.english.words.lexicon import BE, MODALS, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import VERBS
from modeler.core.requirements.slots import Question

_DEMANDS: Final = words_in("ensure assert guarantee enforce prevent avoid disallow forbid prohibit")
_CHECKS: Final = words_in("verify validate confirm check test make")
_REFUSALS: Final = words_in("reject refuse deny block decline disallow")
_WHEN: Final = words_in("if when unless before against")
_TECHNICAL: Final = words_in(
    "gsi gsi1 gsi2 gsi3 gsi4 lsi lsi1 pk sk pks sks gsi1pk gsi1sk gsi2pk gsi2sk gsi3pk gsi3sk getitem putitem query "
    "batchgetitem transactwriteitems deleteitem updateitem begins_with scanindexforward dynamodb filterexpression "
    "keyconditionexpression lookup scan uses using via"
)
"""Words with which an explanation begins of how a request is served."""
_EXPIRING: Final = words_in("expire expires lapse lapses")
IS_IT_A_RULE: Final = Question("Is this a rule to check, or something that is read or written?")


def stated(draft: Draft, at: int) -> bool:
    """Ask about a line that states a rule; return whether it is one. Nothing of it decides about items."""
    if not _is_rule(draft, at):
        return False
    draft.ask("operation", IS_IT_A_RULE, range(at, at + 1))
    return True


def told(draft: Draft, at: int) -> int | None:
    """Ask about a line with a finite verb of its own; return where that verb ended. A whole statement names no items,
    and what it tells of, a read or a write, only its author knows.
    """
    if draft.is_wish or draft.is_nominal or not draft.tokens:
        return None
    verb = finite_at(draft.tokens, at)
    group = group_at(draft.tokens, at)
    if verb is None and group is not None and (draft.low(group.end), draft.low(group.end + 1)) == ("used", "to"):
        verb = group.end + 1
    if verb is None or draft.low(verb) in _EXPIRING or draft.low(verb + 1) == "than":
        return None  # "planks thicker than 4 mm" has no verb
    draft.ask("operation", IS_IT_A_RULE, range(at, verb + 1))
    return verb + 1


def _is_rule(draft: Draft, at: int) -> bool:
    verb = draft.low(at)
    if verb in _DEMANDS:
        return True
    rest = [draft.low(one) for one in range(at + 1, len(draft.tokens))]
    if verb in _CHECKS:
        group = group_at(draft.tokens, at + 1)
        after = draft.low(group.end) if group is not None else ""
        is_sure = verb == "make" and rest[:1] == ["sure"]
        is_clause = verb != "make" and (rest[:1] == ["that"] or after in (BE | MODALS))
        is_gate = verb == "validate" and bool(_WHEN & set(rest))
        return is_sure or (is_clause and verb != "check") or is_gate
    return verb in _REFUSALS and draft.is_wish and bool({"if", "when", "unless"} & set(rest))


def note_at(tokens: tuple[WordToken, ...]) -> int:
    """Return where an explanation begins of how a whole request is served: "Get a task by id: Query using taskId"."""
    if not tokens or tokens[0].low not in VERBS:
        return len(tokens)
    for at in range(2, len(tokens) - 1):
        after = tokens[at + 1].low
        is_mark = tokens[at].low in {":", ";", "-", "–", "—", ",", "(", "→"}
        is_used = after == "using" and at + 2 < len(tokens) and tokens[at + 2].low in {"a", "strongly", "consistent"}
        if (
            is_mark
            and not is_used
            and after in _TECHNICAL
            and not (tokens[at].low == "," and after in {"lookup", "using", "via"})
        ):
            return at
    return len(tokens)

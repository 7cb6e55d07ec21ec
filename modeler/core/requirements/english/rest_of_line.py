"""The clauses after what a line is about: each is read by the first rule that fits."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.canonical import phrases as canonical
from modeler.core.requirements.english.clauses import (
    doubt,
)
from modeler.core.requirements.english.constructions import pages, sequences
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.gate import follows_unknown, is_apart, is_far
from modeler.core.requirements.english.islands.segments import fill_segments
from modeler.core.requirements.english.licensing import keep_licensed
from modeler.core.requirements.english.openings import occasion
from modeler.core.requirements.english.phrasing import (
    passed,
    said_bounds,
    said_limits,
    said_orders,
    said_relations,
    said_states,
    said_usage,
)
from modeler.core.requirements.english.rules import apply_rules
from modeler.core.requirements.english.settling import settle
from modeler.core.requirements.english.shapes.notations import after_colon
from modeler.core.requirements.english.slots import (
    amounts,
    bounds,
    comparisons,
    conditions,
    dates,
    idioms,
    latest,
    relations,
    shown,
    usage,
)
from modeler.core.requirements.english.slots.aggregates import grouped
from modeler.core.requirements.english.tails import relative_states, superlatives, written_values
from modeler.core.requirements.english.tails.condition_tails import condition_tail
from modeler.core.requirements.english.tails.limits import limit_tail

_UNKNOWN_MAX: Final = 24
"""Words of a line that nobody understood, after which the rest decides nothing."""
USAGE: Final = (*said_usage.RULES, *usage.RULES)
TIMES: Final = (*dates.RULES, *bounds.RULES)
_CONDITIONS: Final = (
    *conditions.RULES[:4],
    *said_limits.RULES,
    *relative_states.RULES,
    *conditions.RULES[4:],
    *idioms.RULES,
)
_BASE: Final = (
    *written_values.RULES, *said_relations.RULES[:-2],
    *said_states.RULES[:5], *said_bounds.RULES, *canonical.RULES, *USAGE, *shown.RULES, *_CONDITIONS[:4], *TIMES,
    *comparisons.RULES,
    *sequences.RULES, *pages.RULES,
    *said_orders.RULES[:14], *latest.RULES, *superlatives.RULES, *amounts.RULES, *_CONDITIONS[4:],
    *said_orders.RULES[14:], *said_states.RULES[5:]
)  # fmt: skip
_RELATIONS: Final = (*said_relations.RULES[-2:], *passed.RULES, *relations.RULES)
_LATER: Final = tuple(one for one in _BASE if one not in TIMES)


def finish(draft: Draft) -> None:
    """Read what comes after the items, and take back what it makes doubtful."""
    after_colon(draft)
    read_rest(draft, condition_tail(draft, 0) or occasion(draft))
    fill_segments(draft, TIMES)
    doubt(draft)
    settle(draft)
    keep_licensed(draft)


def read_rest(draft: Draft, at: int) -> None:
    """Read the clauses after the object, each by the first rule that fits."""
    is_known = draft.has("entities") or draft.value("operation") is not None
    rules = _BASE if is_known else _CONDITIONS
    unknown = 0
    while at < len(draft.tokens) and unknown < _UNKNOWN_MAX:
        if draft.used[at] or (draft.tokens[at].kind in {"mark", "possessive"} and draft.low(at) not in {"~"}):
            at += 1
            continue
        fitting = _LATER if rules is _BASE and (follows_unknown(draft, at) or is_far(draft, at)) else rules
        end = apply_rules(draft, at, USAGE) or grouped(draft, at) or apply_rules(draft, at, fitting)
        if end is None and is_known and not is_apart(draft, at):
            end = apply_rules(draft, at, _RELATIONS)
        end = end or condition_tail(draft, at) or limit_tail(draft, at)
        unknown += end is None
        at = end or at + 1

"""TTL attributes that are dates of the business by their names. facts/limits#time-to-live."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.tables import Table
from modeler.core.rules.operations.ttl import is_called, ttl_attribute
from modeler.core.rules.support.context import RuleContext, table_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_PAST: Final = frozenset(
    {"created", "creation", "updated", "modified", "inserted", "registered", "joined", "born", "birth", "placed",
     "ordered", "purchased", "received", "published", "posted", "logged", "signed"}
)  # fmt: skip
_DATES: Final = frozenset(
    {"due", "start", "starts", "end", "ends", "departure", "arrival", "appointment", "delivery", "event", "booking",
     "check", "checkin", "checkout", "payment", "renewal", "meeting", "invoice", "shipping", "travel"}
)  # fmt: skip
_TIMES: Final = frozenset(
    {"at", "on", "in", "out", "date", "time", "day", "timestamp", "ts", "datetime", "epoch", "seconds"}
)
_PAST_ALONE: Final = frozenset({"created", "updated", "modified", "birthday", "birthdate"})
_LAST: Final = frozenset({"seen", "login", "used", "access", "accessed", "activity", "updated", "modified"})
_SHORT_LIVED: Final = frozenset(
    {"session", "token", "lock", "lease", "cache", "otp", "code", "challenge", "hold", "claim", "reservation", "nonce"}
)


@rule(
    "ttl.other_meaning",
    WARNING,
    Scope.TABLE,
    title="TTL attribute with another meaning",
    why="DynamoDB deletes an item within days after the time in this attribute, whatever else that time means",
    fix="Give the table's TTL an attribute of its own that holds when the item is no longer needed",
    sources="facts/limits#time-to-live",
)
def other_meaning(context: RuleContext, table: Table) -> Iterator[Spot]:
    name = ttl_attribute(table)
    words = [word.lower() for word in _WORDS.findall(name)]
    is_past = _is_past(words)
    own = [one for one in table.entities if one.attribute(name) is not None] or list(table.entities)
    if not is_past and (
        not (_means(words, _DATES) or words == ["deadline"])
        or (own and all(is_called(one, _SHORT_LIVED) for one in own))
    ):
        return
    says = "is past when an item is written" if is_past else "is a date that people ask for later"
    gone = "every item is deleted" if is_past else "the item is deleted then"
    message = f"By its name, {name} {says}, and it is the TTL attribute of {table.name}: {gone}"
    severity = None if is_past else ADVICE
    yield Spot(message, table_path(table), table.id, "settings.ttl_attribute", {"attribute": name}, severity)


def _is_past(words: list[str]) -> bool:
    """Does a name say that its time is past when the item is written?"""
    is_last = words[:1] == ["last"] and bool(_LAST & set(words))
    return is_last or _means(words, _PAST) or (len(words) == 1 and words[0] in _PAST_ALONE)


def _means(words: list[str], kinds: frozenset[str]) -> bool:
    """Is a name one of these words with words for a time after it, and nothing else, such as createdAt?"""
    return len(words) > 1 and words[0] in kinds and all(one in _TIMES for one in words[1:])


RULES = (other_meaning,)

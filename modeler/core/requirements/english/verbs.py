"""Verbs that begin a requirement: what they do, and the state that an act leads to."""

from __future__ import annotations

from functools import cache
from typing import Final

from modeler.core.requirements.english.lexicon import ED_NOUNS, PARTICIPLES, words_in
from modeler.core.requirements.slots import Act

READING: Final = words_in(
    "get read fetch find lookup show list view load search retrieve query see browse display look return scan "
    "export print report check know access track give filter select pull monitor preview inspect count open "
    "download dump enumerate locate"
)
ALL: Final = frozenset(("scan", "export", "dump"))
CREATING: Final = words_in(
    "create register insert place submit record store log file send post schedule start open append publish-new "
    "request issue report upload generate order"
)
REMOVING: Final = words_in("delete remove drop purge erase destroy")
EDITING: Final = words_in("update change set edit modify correct adjust")
RAISING: Final = words_in("increment increase raise bump")
LOWERING: Final = words_in("decrement decrease lower reduce deduct")
TRANSITIONS: Final = words_in(
    "cancel close archive approve reject confirm ban block freeze publish activate deactivate acknowledge end "
    "escalate ship deliver pay refund resolve complete finish enable disable suspend lock unlock verify pin unpin "
    "hide accept decline withdraw expire reserve release pause resume dismiss revoke terminate expel mute unmute "
    "mark reopen restore sign void unblock unban"
)
"""Verbs of acts that leave an item in the state that their participle names."""
AMBIGUOUS: Final = words_in(
    "add invite enroll enrol book join follow like unfollow unlike subscribe unsubscribe borrow rent hire back "
    "assign reassign move switch transfer tag rate put save remind notify alert irrigate water sow calculate "
    "compute compare recommend suggest allocate synchronize sync migrate retry resend renew extend rotate merge "
    "duplicate clone redeem grant charge bill scrobble forward reply vote upvote downvote buy purchase sell trade"
)
OTHERS: Final = words_in(
    "follow like bid own watch enroll report take handle assign attach tag make upload unlock use speak manage "
    "belong host teach attend play drive work visit order buy place open create write review rent lease enter win "
    "share join back lead operate supply sell serve treat see know need want have contain include"
)
"""Verbs that relate two things."""
RELATING: Final = OTHERS - (READING | CREATING | REMOVING | EDITING | RAISING | LOWERING | TRANSITIONS | AMBIGUOUS)
"""Verbs that relate two things and do nothing else: they begin no requirement."""
VERBS: Final = (
    READING | CREATING | REMOVING | EDITING | RAISING | LOWERING | TRANSITIONS | AMBIGUOUS | OTHERS | {"rename", "mark"}
)
PHRASAL: Final = {("look", "up"): "get", ("check", "in"): "check in", ("check", "out"): "check out",
                  ("sign", "up"): "register", ("count", "up"): "increment", ("sign", "off"): "sign off"}  # fmt: skip
"""Verbs of two words."""
_DOUBLED: Final = words_in("cancel ban pin stop ship drop submit tag log refer permit") - {"cancel"}


@cache
def participle(verb: str) -> str:
    """Return the past participle: cancelled, closed, frozen."""
    front, _, rest = verb.partition(" ")
    tail = f" {rest}" if rest else ""
    for made, base in PARTICIPLES.items():
        if base == front:
            return made + tail
    if front == "cancel":
        return "cancelled" + tail
    if front.endswith("e"):
        return front + "d" + tail
    if front.endswith("y") and front[-2:-1] not in tuple("aeiou"):
        return front[:-1] + "ied" + tail
    return front + (front[-1] if front in _DOUBLED else "") + "ed" + tail


@cache
def is_participle(word: str) -> bool:
    """Return whether a word has the form of a past participle."""
    return word in PARTICIPLES or (len(word) > 4 and word.endswith("ed") and word not in ED_NOUNS)


@cache
def base_form(word: str) -> str:
    """Return the verb of a form: follows and following are follow; '' for other words."""
    if word in VERBS:
        return word
    if word in PARTICIPLES:
        return PARTICIPLES[word]
    for ending, put in (("ies", "y"), ("es", ""), ("es", "e"), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"),
                        ("ing", ""), ("ing", "e")):  # fmt: skip
        if word.endswith(ending):
            stem = word[: -len(ending)]
            for one in (stem + put, stem[:-1] if stem[-1:] == stem[-2:-1] else ""):
                if one in VERBS:
                    return one
    return ""


def act_of(verb: str) -> Act | None:
    """Return what a verb does; None if the verb alone does not say it."""
    if verb in REMOVING:
        return Act.DELETE
    if verb in CREATING:
        return Act.CREATE
    if verb in EDITING | RAISING | LOWERING | TRANSITIONS | {"rename"} or verb.startswith(("check ", "sign ")):
        return Act.UPDATE
    if verb == "save":
        return Act.SAVE
    return None

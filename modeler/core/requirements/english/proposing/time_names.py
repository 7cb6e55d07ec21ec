"""Names of times: postedAt of "posted", endsAt of "ending", startsAt of a lesson."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import CLOSED, words_in
from modeler.core.requirements.english.words.verbs import base_form, is_participle, participle
from modeler.core.requirements.morphology import attribute_name, plural, words_of

PARTICLES: Final = words_in("in out off up back down over away")
"""Words that can belong to the verb before them: checked in, lent out."""
_WITH_IN: Final = words_in(
    "check checked log logged sign signed clock clocked hand handed move moved turn turned brought"
)
"""Verbs after which "in" and "over" belong to them: "expiring in Q3" has none."""
_PLAIN: Final = {"due": "due", "open": "opened", "born": "born", "inactive": "lastActive", "idle": "lastActive"}
_TENSES: Final = words_in("arrive depart leave begin start end finish expire lapse close open renew mature")
"""Verbs of what is planned: "leases that end this month" tells of endsAt, not of endedAt."""
_SAME: Final = {"lapse": "expires", "finish": "ends", "begin": "starts", "leave": "departs"}
_NOT_OF_TIME: Final = words_in(
    "be have do can get go come give want need know include contain belong with sort order rank group base relate "
    "call name use follow own assign work owe involve concern mean cost last allow"
)
_NOT_DONE: Final = words_in(
    "based called named sorted grouped related owned assigned needed wanted allowed given involved concerned left "
    "had been done got ranked followed belonged included known meant owed used"
)
"""Participles that say what is so, and not when something happened."""
_FOR_LATER: Final = words_in("booked scheduled planned reserved")
"""Participles after which "for" says when something is to happen."""
_NOUNS: Final = words_in("deadline expiry birthday birthdate")
"""Nouns that name a time by themselves."""
_ENDS: Final = words_in("date time timestamp deadline")
_TAKING_PLACE: Final = words_in(
    "lesson class shift appointment event match game session course meeting concert flight screening show lecture "
    "exam tour workshop rehearsal training race festival seminar webinar consultation performance practice "
    "fixture departure tournament conference exhibition sailing panel"
)
"""Things with a time at which they take place: "lessons today" start today."""
_ADDED: Final = words_in("event course exhibition show tour festival")
"""Of these, the newest is the one that was added last as often as the one that takes place last."""
_PLANNED: Final = words_in(
    "booking reservation rental trip ride visit stay job task delivery collection pickup assignment inspection "
    "round interview route journey project campaign subscription membership lease loan contract voucher coupon "
    "pass permit certificate license promotion auction cycle dose treatment surgery operation test "
    "hearing slot block reminder holiday absence leave vacation arrival service repair menu meal plan schedule "
    "policy offer payslip timesheet rate royalty fee rent bill statement table budget birthday wedding party move "
    "day week"
)
"""Things with several times, or with a period of their own: which one a period bounds is a question."""
_PEOPLE: Final = words_in(
    "member guest customer patient user client employee student teacher volunteer animal person visitor driver "
    "player instructor worker staff engineer nurse doctor tenant resident owner dog cat horse pupil child artist "
    "band vehicle car truck bike boat ambulance station room desk seat bottle barrel hive machine device tool "
    "item product article dish recipe song video book building space"
)
"""Who and what is there for long: a period seldom tells when they came to be."""


def time_of_verb(verb: str, particle: str = "", *, is_last: bool = False) -> str:
    """Return the time at which what a form of a verb says happens; '' if it says none."""
    tail = (particle,) if particle and (particle not in {"in", "over"} or verb in _WITH_IN) else ()
    if verb in _PLAIN:
        return attribute_name((_PLAIN[verb], *tail, "at"))
    if verb in {"run", "runs", "running"}:
        return "expiresAt" if particle == "out" else ""
    base = _base(verb)
    if is_participle(verb) or (verb in PASTS and base not in _NOT_OF_TIME):
        if verb in _NOT_DONE:
            return ""
        said = verb if is_participle(verb) else participle(base)
        return attribute_name((*(("last",) if is_last else ()), said, *tail, "at"))
    if base in _TENSES and base not in _NOT_OF_TIME:
        return attribute_name((_SAME.get(base) or plural(base), *tail, "at"))
    return ""


def time_for(verb: str) -> str:
    """Return the time that something is planned for: scheduledFor of "scheduled for tomorrow"; '' if it is not."""
    return attribute_name((verb, "for")) if verb in _FOR_LATER else ""


def _base(verb: str) -> str:
    """Return the plain form of a verb; of what is planned also where no list has it."""
    if base := base_form(verb):
        return base
    stems = (verb, verb[:-1], verb.removesuffix("ing"), f"{verb.removesuffix('ing')}e", verb[:-4])
    return next((one for one in stems if one in _TENSES), verb)


def time_of_nouns(words: tuple[str, ...]) -> str:
    """Return the time that nouns name: dueDate of "due date", deadline; '' if they name none."""
    is_plain = bool(words) and not CLOSED & set(words)
    is_time = is_plain and (words[-1] in _NOUNS or (len(words) > 1 and words[-1] in _ENDS))
    return attribute_name(words) if is_time else ""


def is_taking_place(entity: str) -> bool:
    """Return whether items are known by the time at which they take place: a lesson, not an audit event."""
    words = words_of(entity)
    return words[-1] in _TAKING_PLACE and not (words[-1] == "event" and len(words) > 1)


def is_added(entity: str) -> bool:
    """Return whether the newest of such items can be the one that was added last, though they take place."""
    return words_of(entity)[-1] in _ADDED


def has_several_times(entity: str) -> bool:
    """Return whether items have several times, so that a period alone bounds none."""
    return words_of(entity)[-1] in _PLANNED


def is_there_for_long(entity: str) -> bool:
    """Return whether a period seldom says when items came to be: people, places, machines."""
    return words_of(entity)[-1] in _PEOPLE


def is_ahead(name: str) -> bool:
    """Return whether a time can lie ahead: endsAt, dueAt, startsAt, deadline."""
    words = words_of(name)
    is_present = len(words) > 1 and words[-1] == "at" and not is_participle(words[-2])
    return is_present or bool(_AHEAD & set(words))


_AHEAD: Final = words_in("deadline expiry due start end departure arrival opening closing delivery for")

"""Sentences that say in another order what "each title has 3 copies, at most 40" says: with the number before its
owner, with an idiom for a number, or with what identifies an item behind it.
"""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.descriptions.in_other_order import in_plain_order
from modeler.core.requirements.english.descriptions.wording import ABOUT, NOUN, NUMBER, one_of
from modeler.core.requirements.english.words.lexicon import CLOSED, TRAITS, UNITS, words_in
from modeler.core.requirements.english.words.verbs import CREATING, READING
from modeler.core.requirements.morphology import is_plural, singular

_AMOUNT: Final = rf"(?:{ABOUT})*{NUMBER}(?: (?:to|and|or) {NUMBER})?"
_PERIOD: Final = r"(?:second|minute|hour|day|night|week|month|quarter|season|year)"
_NOT_NOUNS: Final = words_in(
    "page second minute hour day night week month year request call user's time item screen row result average the a "
    "an and one most per of who that which is are has have"
)
_PLACES: Final = (
    "in the system", "in the database", "in our system", "in our database", "on the platform", "in the app", "so far",
    "in the register", "in the catalog", "in the catalogue", "worldwide", "nationwide",
)  # fmt: skip
_IDIOMS: Final = (
    (r"\bhalf a million\b", "500,000"), (r"\ba quarter of a million\b", "250,000"), (r"\ba couple of\b", "2"),
    (r"\ba dozen\b", "12"), (r"\btwo dozen\b", "24"), (r"\ba hundred\b", "100"), (r"\ba thousand\b", "1,000"),
    (r"\ba million\b", "1,000,000"), (r"\ba billion\b", "1,000,000,000"), (r"\bhalf a dozen\b", "6"),
    (r"\bone and a half million\b", "1,500,000"),
    (r"\b(?:of|on|with|about) (each|every) ([a-z-]+),? we (?=store|keep|record|note|save)", r"for \1 \2 we "),
)  # fmt: skip
_MOST: Final = re.compile(
    rf"[,;]? (?:and |but )?(?:never|not|no) more than ({NUMBER})(?=$|[,;])"
    r"|[,;] (?:and |but )?(?:the (?:record|maximum|most|limit|largest|biggest|peak) (?:is|was|being) )"
    rf"({NUMBER})(?=$|[,;])"
    r"|[,;] (?:and |but )?(?:the|a|an) \w+(?: \w+)? (?:one )?"
    r"(?:(?:can|may|could|might) have|has|have|gets|holds|reaches|up to) (?:up to )?"
    rf"({NUMBER})(?=$|[,;])"
)
_FROM_TO: Final = re.compile(rf"(?:between )?{NUMBER} (?:to|and|-) ({NUMBER}) ({NOUN}), ({NUMBER}) on average$")
_ALONE: Final = re.compile(
    r" (?:that|which) (?:no one else|nobody else|no other \w+) (?:has|shares|uses|carries)|, which is unique(?=,)",
    re.IGNORECASE,
)
_WHETHER: Final = re.compile(
    r"\bwhether (?:it|he|she|they|or not it) (?:is|was|are|were|has been|have been) (?:a |an |the )?([a-z-]+)"
    r"(?=$|[,.;]| and)"
)
_OR_NOT: Final = re.compile(r"\b(\w+) or not(?=$|[,;.])")
_IDENTIFIES: Final = re.compile(
    r"[,;] (?:and )?(?:the|its|their|this) ([a-z-]+(?: [a-z-]+)?) (?:uniquely )?identifies "
    r"(?:it|them|him|her|each|every|a |the )\b.*$"
)
_CALLED: Final = re.compile(
    r"^(?:that|this|it|which) is (?:what we call|called|known as|what is called|our) "
    r"(an? [a-z-]+(?: [a-z-]+)?),? with (.+)$",
    re.IGNORECASE,
)
_LEAVING: Final = re.compile(
    rf"^({NOUN}) (?:leave|give|provide|tell|send) (?:us|me) (?:with )?(?:their|its|a|an|the) ([a-z][a-z ,-]+)$",
    re.IGNORECASE,
)

_NO_VERBS: Final = words_in("top last first next latest newest oldest max limit page size least most next only best")
_SENDING: Final = words_in("send produce emit generate deliver transmit push stream")
_KINDS: Final = re.compile(r" \((?:an? [\w ]+ one(?:, (?:and |or )?| and | or )?)+\)")
_LIST_INSIDE: Final = re.compile(rf"((?:each|every|an?) {NOUN}) \(([^()]+,[^()]+)\) (.+)", re.IGNORECASE)
_MOSTLY: Final = re.compile(
    r"most ([a-z-]+) (have [^,]*? ([a-z-]+)), (?:an?|the) [a-z ]+? (?:can|may|could|might) have (?:up to )?"
    rf"({NUMBER})",
    re.IGNORECASE,
)

type Statement = tuple[tuple[str, ...], tuple[str, ...]]


def restated(text: str) -> Statement:
    """Return the sentences that a line says in the plain order, and the parts of it that none of them has."""
    plain = text
    for idiom, meant in _IDIOMS:
        plain = re.sub(idiom, meant, plain, flags=re.IGNORECASE)
    for place in _PLACES:
        plain = plain.removesuffix(f" {place}")
    plain = _WHETHER.sub(r"a \1 flag", _OR_NOT.sub(r"\1 flag", _ALONE.sub(" (unique)", plain)))
    made = in_plain_order(plain)
    if len(made) > 1:
        return made, ()
    plain = made[0] if made else plain
    if (left := _LEAVING.fullmatch(plain)) is not None and is_plural(left[1].split()[-1].lower()):
        return (f"{one_of(left[1])}: {left[2]}".replace(" and ", ", "),), ()
    if (called := _CALLED.fullmatch(plain)) is not None:
        return (f"{called[1]} has {called[2]}",), ()
    if (named := _IDENTIFIES.search(plain)) is not None and (whole := _whole_name(plain[: named.start()], named[1])):
        sentence = plain[: named.start()]
        return (sentence, f"{_subject(sentence)} is identified by its {whole}"), ()
    if (mostly := _MOSTLY.fullmatch(plain)) is not None and is_plural(mostly[1].lower()):
        return (f"each {one_of(mostly[1])} has up to {mostly[4]} {mostly[3]}",), (f"most {mostly[1]} {mostly[2]}",)
    return _counted(_with_most(_FROM_TO.sub(r"\3 \2, at most \1", plain)))


def _counted(plain: str) -> Statement:
    """Return what a sentence says of numbers, in the plain order."""
    bare, beside = plain, tuple[str, ...]()
    if (kinds := _KINDS.search(plain)) is not None:
        bare, beside = plain[: kinds.start()] + plain[kinds.end() :], (kinds[0].strip(" ()"),)
    if (second := re.search(r", and (?=(?:an?|each|every) )", bare)) and (made := _each_holds(bare[second.end() :])):
        first, rest = _counted(bare[: second.start()])
        return (*first, *made), (*beside, *rest)
    if (inner := _LIST_INSIDE.fullmatch(bare)) is not None and (made := _each_holds(f"{inner[1]} {inner[3]}")):
        name = inner[1].split(" ", 1)[1]
        if name.lower() not in TRAITS:
            return (f"{name.capitalize()}: {inner[2]}", *made), beside
        listed = (one if is_plural(one.split()[-1].lower()) else f"a {one}" for one in inner[2].split(", "))
        return (f"{inner[1]} has {', '.join(listed)}", *made), beside
    for rule in (_titled, _amount_per, _each_holds, _holds):
        if found := rule(bare):
            return (found[0],), (*beside, *found[1:])
    return (bare,), beside


def _with_most(text: str) -> str:
    """Return ", at most 15" for "and never more than 15" and the like, where a number comes before it."""
    found = _MOST.search(text)
    if found is None or not re.search(rf"{NUMBER} [a-z]", text[: found.start()]):
        return text
    most = next(one for one in found.groups() if one)
    return f"{text[: found.start()]}, at most {most}{text[found.end() :]}"


def _is_noun(noun: str) -> bool:
    words = noun.lower().split()
    return not {*words, singular(words[-1])} & (_NOT_NOUNS | UNITS.keys())


def _subject(text: str) -> str:
    """Return "a car" of "a car has a plate"."""
    found = re.match(rf"(?:an?|each|every) {NOUN}?(?= has| have| holds| is )", text, re.IGNORECASE)
    return found[0] if found is not None else ""


def _whole_name(text: str, short: str) -> str:
    """Return the name in a list that ends with a word: the license plate of "the plate"."""
    found = re.findall(rf"\b(?:an?|the|its) ((?:[a-z-]+ )?{re.escape(short)})(?=$|[,;]| and)", text)
    return found[0] if len(found) == 1 and _subject(text) else ""


def _amount_per(text: str) -> tuple[str, ...]:
    """ "we keep roughly 30 consultations per animal, each with a date", "per branch about 60,000 copies"."""
    found = re.fullmatch(
        rf"(?:(?:we|there) (?:keep|store|have|expect|hold|record|get|see|are|will be|plan) )?(?P<amount>{_AMOUNT})"
        rf" (?P<items>{NOUN}) (?:per|for each|for every|in each|in every|on each|on every|at each|at every)"
        rf" (?P<owner>{NOUN})(?P<rest>[,;] .+)?",
        text,
        re.IGNORECASE,
    ) or re.fullmatch(
        r"(?:per|for each|for every|in each|in every|on each|on every|at each|at every|each|of each) "
        rf"(?P<owner>{NOUN}?)"
        rf"(?: there (?:are|is)| we (?:keep|have|store|expect|hold)| hang| sit| stand| live| work| come| fit| go| are"
        rf"| belong| run| play| sleep)?,? (?P<amount>{_AMOUNT}) (?P<items>{NOUN})(?P<rest>[,;] .+)?",
        text,
        re.IGNORECASE,
    )
    if (
        found is None
        or not is_plural(found["items"].split()[-1].lower())
        or is_plural(found["owner"].split()[-1].lower())
    ):
        return ()
    if not (_is_noun(found["items"]) and _is_noun(found["owner"])):
        return ()
    return (f"each {found['owner'].lower()} has {found['amount']} {found['items']}{found['rest'] or ''}",)


def _titled(text: str) -> tuple[str, ...]:
    """ "photos: about 4 MB apiece, up to 12 per visit": how many there are per visit; the rest stays visible."""
    found = re.fullmatch(rf"(?P<items>{NOUN})(?: are [a-z]+)?: (?P<parts>.+)", text)
    if found is None or not is_plural(found["items"].split()[-1].lower()) or not _is_noun(found["items"]):
        return ()
    parts = re.split(r"[,;] (?:and )?", found["parts"])
    for at, part in enumerate(parts):
        per = re.fullmatch(
            rf"({_AMOUNT}) (?:per|for each|for every|in each|in every) ({NOUN}?)( (?:per|an?|each) {_PERIOD})?", part
        )
        if per is not None and _is_noun(per[2]):
            amount = "many" if per[3] else per[1]
            rest = parts[: at + 1] if per[3] else parts[:at]
            return f"each {per[2].lower()} has {amount} {found['items']}", *rest, *parts[at + 1 :]
    return ()


def _each_holds(text: str) -> tuple[str, ...]:
    """ "one grower runs between 1 and 20 greenhouses", "every title comes in 3 copies", "stations hold 4 cars"."""
    found = re.fullmatch(
        rf"(?P<each>one |each |every |an? |)(?P<owner>{NOUN}?) (?P<verb>[a-z]+|(?:is|are) [a-z]+ by)"
        rf"(?: in| of| out of| up| on| at)? (?P<amount>{_AMOUNT})"
        rf" (?P<items>{NOUN})(?P<rest>[,;] .+|\b(?: on average| at most).*)?",
        text,
        re.IGNORECASE,
    )
    if found is None or re.match(r"(?:the|our|their) ", found["owner"], re.IGNORECASE):
        return ()  # there is one of them
    if found["verb"] in {"has", "was", "is"} or singular(found["verb"]) in READING:
        return ()
    verb = found["verb"]
    is_verb = not (verb.endswith(("s", "ed", "ing")) or verb in CLOSED | _NO_VERBS)
    is_many = not found["each"] and is_plural(found["owner"].split()[-1].lower()) and is_verb
    is_passive = found["verb"].endswith(" by")
    if not (is_many or (found["each"] and (is_passive or found["verb"].endswith("s")))):
        return ()
    if not is_plural(found["items"].split()[-1].lower()) or not (_is_noun(found["items"]) and _is_noun(found["owner"])):
        return ()
    rest = (found["rest"] or "").replace(" on average", "", 1)
    return (f"each {one_of(found['owner'].lower())} has {found['amount']} {found['items']}{rest}",)


def _holds(text: str) -> tuple[str, ...]:
    """ "referees whistle about 25 matches a season": several of them; how many in which time stays visible."""
    found = re.fullmatch(
        rf"(?P<each>(?:each|every|an?|one) )?(?P<owner>{NOUN}?) (?P<verb>[a-z]+)"
        rf"(?P<once> [a-z ]+,? i\.e\.?,?)? (?P<amount>{_AMOUNT})"
        rf" (?P<items>{NOUN}) (?P<time>(?:per|an?|each|every) {_PERIOD})(?P<rest>, each .+)?",
        text,
        re.IGNORECASE,
    )
    if found is None or not is_plural(found["items"].split()[-1].lower()):
        return ()
    if singular(found["verb"]) in READING - {"get"} and not found["once"]:
        return ()
    if not found["each"] and found["verb"] in CREATING | _SENDING:
        return ()  # "sensors send 3 readings per minute" creates them
    if not (_is_noun(found["items"]) and _is_noun(found["owner"])) or found["verb"] in {"to", "of", "for", "with"}:
        return ()
    owner = one_of(found["owner"].lower())
    rest = re.sub(r"^, each (?:holding|having|carrying|containing|with)", ", each with", found["rest"] or "")
    return f"each {owner} has many {found['items']}{rest}", f"{found['amount']} {found['items']} {found['time']}"

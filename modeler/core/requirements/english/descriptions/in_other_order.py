"""Sentences that say with a title, a number or a list in another place what a plain sentence says.

"we run 28 depots for 9,800 households" is "28 depots, 9,800 households", and "the same costume is in several
productions" is "each costume has several productions". A rule applies only if all words of the sentence have a place in
it.
"""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.descriptions.shares import (
    Sentences,
    at_most,
    bare_list,
    kept_with,
    more_than_one,
    same,
    several,
    two_owners,
    up_to_in,
)
from modeler.core.requirements.english.descriptions.wording import ABOUT, NOUN, NUMBER, one_of
from modeler.core.requirements.morphology import is_plural

_FLAGS: Final = re.IGNORECASE
_ARTICLE: Final = r"(?:an?|the|each|every|one|its|their)"
_ASIDES: Final = re.compile(
    r"(?:,? (?:of course|naturally|obviously|in turn|as well|over time|over the years|over (?:its|their) life(?:time)?"
    r"|on its books|on their books),?"
    r"(?= |$))",
    _FLAGS,
)
_OFTEN: Final = re.compile(r"\b(?:often|usually|sometimes|typically|frequently|regularly) (?=[a-z])", _FLAGS)
_SPACED: Final = re.compile(r"(?<![\d.,])(\d{1,3}) (\d{3})(?![\d.,])")
_APPROXIMATELY: Final = re.compile(r"\b(?:approx\.?|ca\.|circa)(?= \d)|~ ?(?=\d)", _FLAGS)
_BIGGEST: Final = re.compile(
    rf"[,;] (?:and |but )?(?:(?:the|our) (?:biggest|largest|busiest|longest|fullest|top|most active)"
    rf"(?: (?:one|{NOUN}))?(?: (?:has|holds|gets|serves|owns|runs|had))?(?: up to| about)?"
    rf"|(?:on|in|at|for) an? (?:[a-z]+ )?[a-z]+ it can be(?: up to)?"
    r"|(?:for|with|at|in) (?:our|the) (?:biggest|largest|busiest|longest|fullest|top) [a-z-]+ it is(?: about| up to)?"
    rf"|some (?:have|hold|get|own|run)(?: up to| as many as)?) ({NUMBER})$",
    _FLAGS,
)
_ARROW: Final = re.compile(rf"({NOUN}) ?(?:->|=>|→) ?([^:]+,[^:]+)", _FLAGS)
_KEY: Final = re.compile(
    rf"[.,;]? *(?:- |– |— )?(?:and )?(?:(?:the )?({NOUN}) (?:is|are) (?:the |their |its )?"
    rf"(?:unique|key|primary key|identifier|never (?:reused|used twice))"
    rf"|(?:is |are )?identified by (?:its|their|the|an?) ({NOUN})"
    rf"|the ({NOUN}) (?:uniquely )?identifies (?:an?|each|the|every) {NOUN})$",
    _FLAGS,
)
_UNSHARED: Final = re.compile(
    r" \((?:never (?:used|given out|issued) (?:for anyone else|twice|again)|no two (?:have|share) the same"
    r"|always unique|nobody (?:else )?has the same)\)",
    _FLAGS,
)
_MEANING: Final = re.compile(rf" \({_ARTICLE} {NOUN} (?:is|means) [^()]+\)", _FLAGS)
_HAS: Final = re.compile(rf"(?:{_ARTICLE} )?({NOUN}) (?:has|have|comes with|come with) ", _FLAGS)
_TITLE: Final = re.compile(rf"({NOUN}) ?(?::|\(|=) ?", _FLAGS)


def in_plain_order(text: str) -> Sentences:
    """Return the plain sentences that a text says; none if no rule has all of its words."""
    plain = _SPACED.sub(r"\1,\2", _APPROXIMATELY.sub("about ", text)).replace("about  ", "about ")
    plain = _UNSHARED.sub(" (unique)", plain)
    if (most := _BIGGEST.search(plain)) is not None and re.search(rf"{NUMBER} [a-z]", plain[: most.start()]):
        plain = f"{plain[: most.start()]}, at most {most[1]}"
    bare = _MEANING.sub("", _OFTEN.sub("", _ASIDES.sub("", plain)).strip(" ,"))
    for rule in _RULES:
        if made := rule(bare):
            return made
    return (plain,) if plain != text else ()


def _arrow(text: str) -> Sentences:
    """ "product -> EAN, name, category"."""
    found = _ARROW.fullmatch(text)
    return (f"{found[1].capitalize()}: {found[2]}",) if found is not None else ()


def _keyed(text: str) -> Sentences:
    """ "Pattern: code, title. The code is the key", "a bale has a lot number; identified by the lot number"."""
    found = _KEY.search(text)
    first = text[: found.start()].rstrip(" .,;-–—") if found is not None else ""
    if found is None or not first:
        return ()
    subject = _HAS.match(first) or _TITLE.match(first)
    name = (found[1] or found[2] or found[3]).lower()
    if subject is None or not re.search(rf"\b{re.escape(name)}\b", first.lower()):
        return ()
    opened = _arrow(first)
    plain = re.fullmatch(rf"({NOUN}) \(([^()]+)\)", first)
    sentence = opened[0] if opened else f"{plain[1].capitalize()}: {plain[2]}" if plain is not None else first
    return sentence, f"{one_of(subject[1]).capitalize()} is identified by its {name}"


def _clauses(text: str) -> Sentences:
    """ "every household picks up 1 parcel a week; of a parcel we note the date and the weight", "...: a rental has"."""
    parts = re.split(r"; | - | – ", text)
    made: list[str] = []
    for part in parts:
        more = _noted(part) or _each_time(part) or _both_and_list(part) or _typical(part, made)
        if not more:
            break
        made.extend(more)
    else:
        return tuple(made)
    inner = re.fullmatch(rf"[^:]+: ((?:an?|each|every) {NOUN} has .+)", text, _FLAGS)
    return _covering(inner[1]) or (inner[1],) if inner is not None else _covering(text)


def _covering(text: str) -> Sentences:
    """ "a rental has a borrower and a fee, and covers 15 costumes on average"."""
    found = re.fullmatch(
        rf"((?:an?|each|every) ({NOUN}) has .+), and (?:covers|contains|holds|includes|spans|has)"
        rf" ((?:{ABOUT})*{NUMBER} {NOUN}(?: on average)?)",
        text,
        _FLAGS,
    )
    return (found[1], f"each {found[2].lower()} has {found[3]}") if found is not None else ()


def _noted(text: str) -> Sentences:
    """ "of a parcel we note the pickup date, the weight and a diet note"."""
    found = re.fullmatch(
        rf"(?:of|for|on|with|about) an? ({NOUN}) we "
        r"(?:note|record|keep|store|save|hold|write down) (.+)",
        text,
        _FLAGS,
    )
    return (f"{found[1].capitalize()}: {bare_list(found[2])}",) if found is not None and "," in found[2] else ()


def _each_time(text: str) -> Sentences:
    """ "every household picks up 1 parcel a week", "a site is surveyed by one mission every month, ten years back"."""
    found = re.fullmatch(
        rf"(?:an?|each|every|one) ({NOUN}) (?:[a-z]+s(?: up| out| in)?|is [a-z]+ed by) (?:1|one|an?) ({NOUN}) "
        r"(?:an?|per|each|every) (?:day|week|month|quarter|season|year|night|hour)(?:, [a-z]+ years? back)?",
        text,
        _FLAGS,
    )
    if found is None or is_plural(found[2].split()[-1].lower()):
        return ()
    return (f"each {found[1].lower()} has several {several(found[2].lower())}",)


def _both_and_list(text: str) -> Sentences:
    """ "a fitting is about one singer and one costume and has a date, a tailor and remarks"."""
    found = re.fullmatch(
        rf"(?:an?|each|every) ({NOUN}) (?:is (?:about|for|of|between)|concerns|belongs to|links) (?:one|an?) ({NOUN})"
        rf" and (?:one|an?) ({NOUN}),? and (?:it )?has (.+)",
        text,
        _FLAGS,
    )
    if found is None:
        return ()
    children = several(found[1].lower())
    has = (f"each {found[at].lower()} has several {children}" for at in (2, 3))
    is_act = found[1].lower().endswith("ing")  # "Fitting: ..." can be an act
    first = f"a {found[1].lower()} has {found[4]}" if is_act else f"{found[1].capitalize()}: {bare_list(found[4])}"
    return (first, *has)


def _typical(text: str, before: list[str]) -> Sentences:
    """ "three fittings per costume is typical", behind what describes them."""
    found = re.fullmatch(
        rf"((?:{ABOUT})*{NUMBER}) ({NOUN}) per ({NOUN}) (?:is|are) (?:typical|normal|usual|common|the norm)",
        text,
        _FLAGS,
    )
    if found is None or not before:
        return ()
    whole = f"each {found[3].lower()} has {found[1]} {found[2].lower()}"
    if (several := f"each {found[3].lower()} has several {found[2].lower()}") in before:
        before.remove(several)
    return (whole,)


_RUNNING: Final = (
    r"(?:as of (?:today|now|this month): |at the moment,? |today,? |right now,? |currently,? )?"
    r"(?:(?:we|they) (?:run|operate|have|manage|look after|serve|own|maintain|host|keep|count)|we've got|there are"
    r"|it is)? ?"
)
_JOINT: Final = (
    r"(?:, and |, | and | with | for | serving | across | in | at )"
    r"|,? (?:(?:made|used|bought|spun|built|grown|kept|meant|taken) (?:for|by|in) )"
)
_LYING: Final = re.compile(
    r"(?<=[a-z]) (?:hang|lie|sit|stand|live|are stored|are kept) in (?:the|our|its) [a-z]+(?=,| )", _FLAGS
)
_SINCE: Final = r"(?: since (?:19|20)\d\d| in total| so far| altogether)?"


def _counted(text: str) -> Sentences:
    """ "we run 28 depots for roughly 9,800 households", "as of today: 140 drones, 95 pilots"."""
    amount = rf"(?:{ABOUT})*{NUMBER} {NOUN}"
    text = _LYING.sub("", text)
    found = re.fullmatch(rf"({_RUNNING})({amount})((?:(?:{_JOINT}){amount})+){_SINCE}", text, _FLAGS)
    if found is None:
        return ()
    counts = re.findall(rf"(?:^|(?:{_JOINT}))({amount})", f"{found[2]}{found[3]}", _FLAGS)
    nouns = [re.sub(rf"^(?:{ABOUT})*{NUMBER} ", "", one, flags=_FLAGS) for one in counts]
    is_led = bool(found[1].strip()) or "," in text
    if len(counts) < 2 or not is_led or not all(is_plural(one.split()[-1].lower()) for one in nouns):
        return ()
    return (", ".join(counts),)


def _about_both(text: str) -> Sentences:
    return _both_and_list(text)


def _of_them(text: str) -> Sentences:
    """ "photos take 2.5 MB each; four to six of them per costume"."""
    found = re.fullmatch(
        rf"({NOUN}) (?:take|are|need|weigh|measure) [^;,]+ each[;,] (?:there are )?((?:{ABOUT})*{NUMBER}"
        rf"(?: (?:to|or|and) {NUMBER})?) (?:of them )?(?:per|for each|for every|in each) ({NOUN})",
        text,
        _FLAGS,
    )
    if found is None or not is_plural(found[1].split()[-1].lower()):
        return ()
    return (f"each {found[3].lower()} has {found[2]} {found[1].lower()}",)


def _kept(text: str) -> Sentences:
    """ "for singers we hold their measurements, namely height, chest and shoe size, besides the name"."""
    found = re.fullmatch(
        rf"(?:for|of|about|on) ({NOUN}) we (?:hold|keep|store|record|note|save|have) "
        r"(?:their [a-z ]+, (?:namely|that is|i\.e\.),? |their |the )?(.+?)(?:,? (?:besides|next to|along with) (.+))?",
        text,
        _FLAGS,
    )
    if found is None or not is_plural(found[1].split()[-1].lower()) or "," not in found[2]:
        return ()
    more = f", {bare_list(found[3])}" if found[3] else ""
    return (f"{one_of(found[1]).capitalize()}: {bare_list(found[2])}{more}",)


_RULES: Final = (
    kept_with,
    at_most,
    two_owners,
    _keyed,
    _arrow,
    _clauses,
    _counted,
    same,
    up_to_in,
    more_than_one,
    _about_both,
    _of_them,
    _kept,
)

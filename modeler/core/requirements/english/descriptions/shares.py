"""How many each of two kinds of things has of the other, and what is kept of one: rules of `in_other_order`."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.descriptions.wording import ABOUT, NOUN, NUMBER, one_of
from modeler.core.requirements.morphology import is_plural

type Sentences = tuple[str, ...]

_FLAGS: Final = re.IGNORECASE
_ARTICLE: Final = r"(?:an?|the|each|every|one|its|their)"


def bare_list(text: str) -> str:
    """Return a list without its articles: "date, weight, note"."""
    parts = re.split(r", (?:and )?| and ", text)
    return ", ".join(re.sub(rf"^{_ARTICLE} ", "", one, flags=_FLAGS) for one in parts)


def several(noun: str) -> str:
    """Return a noun in the plural."""
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def kept_with(text: str) -> Sentences:
    """ "we keep singers with a member number (unique), name and voice"."""
    found = re.fullmatch(rf"we (?:keep|store|record|have|hold|track) ({NOUN}) with (.+,.+)", text, _FLAGS)
    if found is None or not is_plural(found[1].split()[-1].lower()) or re.search(r"\d", found[2]):
        return ()
    return (f"{one_of(found[1]).capitalize()}: {bare_list(found[2])}",)


def at_most(text: str) -> Sentences:
    """ "a singer may have at most 3 scores": how many there can be, and nothing that somebody does."""
    found = re.fullmatch(
        rf"(?:an?|each|every) ({NOUN}) (?:may|might) (?:have|hold|own|get|keep) "
        rf"(?:at most|up to|no more than|a maximum of) ({NUMBER}) ({NOUN})",
        text,
        _FLAGS,
    )
    if found is None or not is_plural(found[3].split()[-1].lower()):
        return ()
    return (f"each {found[1].lower()} has up to {found[2]} {found[3].lower()}",)


def two_owners(text: str) -> Sentences:
    """ "a singer has 2 memberships on average, and a big choir has up to 180": how many a choir has."""
    found = re.fullmatch(
        rf"(?:an?|each|every|one) ({NOUN}) has ((?:{ABOUT})*{NUMBER}) ({NOUN}?)(?: on average)?,? (?:and|but|while) "
        rf"(?:an?|the|our) (?:[a-z]+ )?([a-z-]+) (?:has|can have|may have|gets) (up to |about |at most )?({NUMBER})",
        text,
        _FLAGS,
    )
    if (
        found is None
        or not is_plural(found[3].split()[-1].lower())
        or found[4] in {found[1].lower().split()[-1], "one"}
    ):
        return ()
    items = found[3].lower()
    return f"each {found[1].lower()} has {found[2]} {items}", f"each {found[4]} has {found[5] or ''}{found[6]} {items}"


def same(text: str) -> Sentences:
    """ "the same costume may turn up in several productions, and a production has many costumes"."""
    found = re.fullmatch(
        rf"the same ({NOUN}) (?:can|may|might|could|is|will)(?: be)? (?:[a-z]+ )?(?:up |back )?(?:in|on|at|by|for) "
        rf"(?:several|many|different|various|hundreds of|thousands of|dozens of|more than one) ({NOUN})"
        rf"(?:,? (?:and|while) (?:an?|each|every) ({NOUN}) (?:has|holds|contains|needs|uses) (?:several|many|lots of) "
        rf"({NOUN}))?",
        text,
        _FLAGS,
    )
    if found is None or not is_plural(found[2].split()[-1].lower()):
        return ()
    one, other = found[1].lower(), one_of(found[2].lower())
    if found[3] and (found[3].lower() != other or one_of(found[4].lower()) != one):
        return ()
    return f"each {one} has several {found[2].lower()}", f"each {other} has several {several(one)}"


def up_to_in(text: str) -> Sentences:
    """ "there can be up to 25 products in a parcel, and the same product is in thousands of parcels"."""
    found = re.fullmatch(
        rf"there (?:can|may|could) be ((?:{ABOUT})*{NUMBER}) ({NOUN}) (?:in|on|at|per|under) (?:an?|each|one) ({NOUN})"
        r"(?:, (?:and )?(the same .+))?",
        text,
        _FLAGS,
    )
    if found is None or not is_plural(found[2].split()[-1].lower()):
        return ()
    first = f"each {found[3].lower()} has {found[1]} {found[2].lower()}"
    if not found[4]:
        return (first,)
    other = same(found[4])
    is_back = bool(other) and other[0].startswith(f"each {one_of(found[2].lower())} has")
    return (first, other[0]) if is_back else ()


def more_than_one(text: str) -> Sentences:
    """ "volunteers help out at more than one depot"."""
    found = re.fullmatch(
        rf"([A-Za-z-]+) [a-z]+(?: out| up)? (?:at|in|on|for|with|by) (?:more than one|several|different|many) ({NOUN})",
        text,
        _FLAGS,
    )
    if found is None or not is_plural(found[1].lower()):
        return ()
    other = found[2].lower() if is_plural(found[2].split()[-1].lower()) else several(found[2].lower())
    return (f"each {one_of(found[1].lower())} has several {other}",)

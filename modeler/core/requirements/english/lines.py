"""Lines before they are read: markup, headings, misspelled verbs, and the reason at the end of a user story."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import CLOSED, ENGLISH, FOREIGN, words_in
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import VERBS
from modeler.core.requirements.morphology import is_plural

_MARKUP: Final = re.compile(r"\*\*|__|`|^\s*\[[ xX]?\]\s+")
_BOLD: Final = re.compile(r"(?:\*\*|__)([^*_]+?):?(?:\*\*|__):?")
_HASHES: Final = re.compile(r"\s*#{1,6}\s")
_HEADINGS: Final = re.compile(
    r"(?:(?:data )?access patterns?|open questions?|user stor(?:y|ies)|requirements?|(?:non-?)?functional requirements?"
    r"|features?|entit(?:y|ies)|assumptions?|(?:in|out of) scope|quer(?:y|ies)|reads?|writes?|use cases?|mvp|v\d+"
    r"|(?:must|should|could|won't|nice to)[ -]haves?|phase \d+|notes?|overview|background|backlog|epics?|screens?"
    r"|reports?|dashboards?|misc|other|general|goals?|todos?|tbd|stretch goals?|later|roadmap|read patterns?"
    r"|write patterns?"
    r"|(?:read|write)[ -](?:paths?|ops|side|models?|quer(?:y|ies)|access)"
    r"|(?:\w+ )?(?:goals|considerations|constraints|assumptions|remarks|decisions|conventions)"
    r"|read operations?|write operations?|crud|admin|api|endpoints?)"
    r"(?:\s*\(.*\))?\s*:?",
    re.IGNORECASE,
)
_REMARKS: Final = re.compile(
    r"(?:please )?(?:see|refer to|read|check) (?:also )?(?:the |our )?(?:attach\w+|appendix|annex|above|below|link)\b"
    r"|(?:please )?(?:note|remember|keep in mind|n\.?b\.?|fyi)\b(?! (?:a|an|the)\b)"
    r"|for (?:example|instance|reference)\b",
    re.IGNORECASE,
)
"""Beginnings of remarks that ask for nothing: "See the attached spreadsheet."."""
_HEADING_MAX: Final = 4
_COMMON: Final = words_in(
    "retrieve fetch display search create update delete remove insert browse return export select filter register "
    "submit query change receive cancel approve find show list"
)
_MISSPELLED_LEAST: Final = 4
_NOT_MISSPELLED: Final = words_in("crate brows chang fled shoe fist lit slit silt")
_MODES: Final = words_in("bulk batch mass manually automatically quickly periodically regularly")
_WHO: Final = words_in("i we they users people it he she you that staff customers")


def without_markup(text: str) -> str:
    """Return a line without the marks of emphasis and check boxes: "**Users**" is Users."""
    return _MARKUP.sub("", text)


def is_heading(text: str) -> bool:
    """Return whether a line is a heading and asks for nothing: "## Users", "Open questions", "Nice to have:"."""
    bare = text.strip()
    if _HASHES.match(text) or _HEADINGS.fullmatch(bare) or _REMARKS.match(bare):
        return True
    bold = _BOLD.fullmatch(bare)
    words = (bold[1] if bold else bare[:-1]).lower().split()
    return (
        (bold is not None or bare.endswith(":"))
        and (not any(one in CLOSED - {"and", "or", "but"} for one in words) or len(words) <= _HEADING_MAX)
        and not (words and words[words[0] in _MODES and len(words) > 1] in VERBS)
    )


def spelled(tokens: Sequence[WordToken]) -> tuple[WordToken, ...]:
    """Return tokens with the verb at the beginning as it is spelled ("retreive" is retrieve), without "bulk"."""
    made = list(tokens)
    while len(made) > 2 and (made[-1].low == "please" or (made[-1].low == "," and tokens[-1].low == "please")):
        made.pop()
    if len(made) > 1 and made[0].low in _MODES and made[1].low in VERBS:
        made = made[1:]
    if len(made) > 1 and made[0].is_word and (verb := _verb(made[0].low)):
        made[0] = replace(made[0], low=verb)
    made = _without_fillers(made)
    for at in range(1, len(made)):
        is_end = at + 1 == len(made) or made[at + 1].kind == "mark" or made[at + 1].low in {"and", "or"}
        if made[at].low in {"no", "nr", "num"} and is_end and made[at - 1].is_word and made[at - 1].low not in CLOSED:
            made[at] = replace(made[at], low="number")
    return tuple(made)


_SAME: Final = {
    ("provided", "that"): "if", ("as", "long", "as"): "if", ("so", "long", "as"): "if",
    ("on", "condition", "that"): "if", ("in", "front", "of"): "in", ("on", "top", "of"): "on",
    ("in", "case", "that"): "if", ("in", "the", "event", "that"): "if", ("save", "where"): "unless",
    ("save", "if"): "unless", ("except", "where"): "unless", ("except", "if"): "unless", ("except", "when"): "unless",
    ("iff",): "if", ("w", "/", "o"): "without", ("w", "/"): "with",
}  # fmt: skip
"""Several words that mean one."""
_DELETED: Final = {
    ("thrown", "away"): "deleted", ("thrown", "out"): "deleted", ("wiped", "out"): "deleted",
    ("cleared", "out"): "deleted", ("thrown", "off"): "deleted",
}  # fmt: skip
"""Participles of two words that mean one."""
_FILTERS: Final = words_in("filter filters filtering filterable searchable")
_ABOUT: Final = words_in("details detail information info")


def _without_fillers(tokens: list[WordToken]) -> list[WordToken]:
    """Leave out what only leads to the next words: "with filters by status" is by status, "information on artworks"
    are artworks.
    """
    made = list(tokens)
    for at in range(len(made) - 2, 0, -1):
        for words, meant in _SAME.items():
            if made[at].low == words[0] and tuple(one.low for one in made[at : at + len(words)]) == words:
                made[at : at + len(words)] = [replace(made[at], low=meant, end=made[at + len(words) - 1].end)]
    for at in range(len(made) - 2, -1, -1):
        if (deleted := _DELETED.get((made[at].low, made[at + 1].low))) is not None:
            made[at : at + 2] = [replace(made[at], low=deleted, end=made[at + 1].end)]
    for at in range(len(made) - 3, 0, -1):
        low, after = made[at].low, made[at + 1].low
        if after in {"if", "when"} and made[at - 1].kind == "mark" and _is_refusal(made[at]):
            made[at : at + 2] = [replace(made[at], low="unless", kind="word", end=made[at + 1].end)]
        elif after == "unless" and made[at - 1].kind == "mark" and _is_refusal(made[at]):
            made[at : at + 2] = [replace(made[at], low="if", kind="word", end=made[at + 1].end)]
        elif low in _FILTERS and after in {"by", "on", "for"} and made[at - 1].low in {"with", "and"}:
            made[at - 1 : at + 2] = [replace(made[at + 1], low="by")]
        elif low in _ABOUT and after in {"on", "about", "regarding"} and (made[at - 1].low in VERBS | CLOSED):
            made[at : at + 2] = []
    return made


def _is_refusal(token: WordToken) -> bool:
    """Return whether a word or a status of HTTP says that a call is refused: ", rejected if", "- 409 if"."""
    is_status = token.kind == "number" and len(token.low) == 3 and token.low.startswith("4")
    return is_status or token.low in _REFUSED


_REFUSED: Final = words_in("rejected refused denied declined reject refuse deny fail fails error conflict blocked")


def _verb(word: str) -> str:
    """Return the verb that a word misspells: two letters exchanged, or one left out; '' if there is none."""
    if word in VERBS or word in CLOSED or word in _NOT_MISSPELLED or len(word) < _MISSPELLED_LEAST:
        return ""
    for verb in _COMMON:
        if len(verb) == len(word) and sorted(verb) == sorted(word):
            apart = [at for at, (one, other) in enumerate(zip(verb, word, strict=True)) if one != other]
            if len(apart) == 2 and apart[1] == apart[0] + 1:
                return verb
        is_short = len(word) == len(verb) - 1 and len(verb) > _MISSPELLED_LEAST + 1 and word[0] == verb[0]
        if is_short and any(verb[:at] + verb[at + 1 :] == word for at in range(len(verb))):
            return verb
    return ""


def reason_at(tokens: Sequence[WordToken]) -> int:
    """Return where a reason begins that tells nothing about the items: "so that I can follow up"."""
    for at in range(2, len(tokens) - 1):
        low, after = tokens[at].low, tokens[at + 1].low
        is_reason = (low == "so" and after in _WHO) or (low, after) == ("in", "order") or low == "because"
        if is_reason and not (low == "in" and (at + 2 >= len(tokens) or tokens[at + 2].low != "to")):
            return at - (tokens[at - 1].low == ",")
    return len(tokens)


def is_foreign(all_tokens: tuple[WordToken, ...]) -> bool:
    """Return whether a line is in another language: small words of one, none of English, and no verb at its start."""
    words = {one.low for one in all_tokens if one.is_word}
    is_elided = any(one.startswith(("d'", "l'", "dell'", "qu'")) for one in words)
    has_other = bool(words & FOREIGN) or is_elided
    return has_other and not words & ENGLISH and all_tokens[0].low not in VERBS


def offers(said: tuple[WordToken, ...]) -> bool:
    """Return whether a sentence tells what its subject offers or contains, and asks for nothing: "sellers list items",
    "folios list the charges of a stay". A title, "products list by category", has no article there.
    """
    at = int(bool(said) and said[0].low in {"the", "our", "all"})
    if len(said) < at + _OFFER_LEAST or said[at + 1].low != "list" or not is_plural(said[at].low):
        return False
    after = said[at + 2]
    if is_person(said[at].low) or said[at].low in _OFFERING:
        return (
            said[at].low in _OFFERING
            and after.low not in CLOSED
            and any(is_plural(one.low) for one in said[at + 2 : at + 4])
        )
    return after.low in {"the", "a", "an", "its", "their"} and said[at].low not in VERBS


_OFFER_LEAST: Final = 3
_OFFERING: Final = words_in("sellers vendors growers merchants landlords dealers hosts breeders")
"""People who list what they sell."""


def states_usual(said: tuple[WordToken, ...]) -> bool:
    """Return whether a sentence tells what is usual, or how items are linked, and asks for nothing: "the pictures taken
    of a job, normally four, weigh 2 MB", "parents are linked to their children".
    """
    if not said or said[0].low in VERBS:
        return False
    usual = {at for at, one in enumerate(said) if one.low in _USUAL}
    numbers = (at for at, one in enumerate(said) if number_of(one) is not None)
    if any(usual & {at - 1, at + 1} for at in numbers):
        return True
    at = int(said[0].low in {"the", "our", "all"})
    links = tuple(one.low for one in said[at + 1 : at + 4])
    return is_plural(said[at].low) and links[:1] == ("are",) and links[1:] in _LINKED


_USUAL: Final = words_in("normally typically usually mostly")
_LINKED: Final = tuple((verb, front) for verb in ("linked", "connected", "related", "tied") for front in ("to", "with"))

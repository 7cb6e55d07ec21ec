"""The forms of the clauses that `sentences` writes, for the reader that turns them back into slots (`inverse`).

Names are called `name`, `names`, `one` (an entity in the singular) and `many`; values `value`, `values`.
"""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.canonical import sentences
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import tokens
from modeler.core.requirements.slots import Comparator

_WORD: Final = r"(?!and\b)[^\s,()\"]+"
_NAME: Final = rf"(?:the attribute {_WORD}|{_WORD}(?: {_WORD}){{0,5}}?)"
_NAMES: Final = rf"{_NAME}(?:(?:, | and ){_NAME})*?"
_VALUE: Final = r'"_*"'
_NUMBER: Final = r"\d{1,12}(?:\.\d{1,16})?(?:e[+-]?\d{1,2})?"
_PERIODS: Final = "|".join(sorted(sentences.PERIODS))
COMPARED: Final = {text: one for one, text in sentences.COMPARED.items()}
_COMPUTED: Final = "sum|average|minimum|maximum"
CALLED: Final = {"contains": Comparator.CONTAINS, "begins with": Comparator.BEGINS_WITH, "between": Comparator.BETWEEN}
_NEXT: Final = (
    r"(?=$| (?:by|of|for a given|related to|per|together with|whose|where|unless the|and to|after \d+) "
    r"| to (?:set|add|remove) )"
)
_ASKED: Final = (
    rf"(?:(?P<exists>whether there is )|(?P<count>the number of )|the (?P<what>{_COMPUTED}) of (?P<of>{_NAMES}) of "
    rf"|(?P<names>{_NAMES}) of )?"
)
HEADS: Final = (
    re.compile(rf"(?P<verb>get) {_ASKED}an? (?P<one>{_NAME}){_NEXT}"),
    re.compile(rf"(?P<verb>list) {_ASKED}(?!an? )(?P<many>{_NAME}){_NEXT}"),
    re.compile(rf"(?P<verb>create|save|update|delete) (?:an? (?P<one>{_NAME})|(?P<many>{_NAME})){_NEXT}"),
)
TAIL: Final = re.compile(
    r"(?P<body>.*?)(?:, sorted by (?P<order>.+?))?(?:, (?P<limit>limit \d{1,9}|\d{1,9} per page))?"
    r"(?:, (?P<consistency>(?:strongly|eventually) consistent))?"
    rf"(?:, (?P<freshness>may be {_NUMBER} seconds old|read-your-writes))?(?:, (?P<delivery>idempotent))?"
    rf"(?: \((?:(?P<rate>{_NUMBER})/s)?(?:, )?(?:peak (?P<peak>{_NUMBER})/s)?\))?"
)
ORDERED: Final = re.compile(rf"(?:the (?P<by>count|{_COMPUTED}) of )?(?P<name>{_NAME}) (?P<way>ascending|descending)")
QUOTED: Final = re.compile(r'"([^"]*)"')
AND: Final = re.compile(r", | and ")
_CHANGED: Final = (
    rf"set (?P<set>{_NAME}) to (?P<value>{_VALUE}|a value)|add (?P<added>{_VALUE}|a value) to (?P<add>{_NAME})"
    rf"|remove (?P<remove>{_NAME})"
)
CLAUSES: Final = tuple(
    (re.compile(rf" {pattern}{_NEXT}"), kind)
    for pattern, kind in (
        (rf"by (?P<names>{_NAMES})", "by"),
        (rf"of an? (?P<one>{_NAME})", "of"),
        (rf"for a given (?P<name>{_NAME})", "for_given"),
        (rf"related to an? (?P<one>{_NAME}) by (?P<value>{_VALUE})", "related"),
        (rf"per (?P<name>{_NAME})", "per"),
        (rf"together with their (?P<names>{_NAME}(?: and their {_NAME})*?)", "together"),
        (rf"whose (?P<name>{_NAME}) is between (?:(?P<values>{_VALUE} and {_VALUE})|two values)", "between"),
        (rf"whose (?P<name>{_NAME}) begins with a text", "placed"),
        (rf"whose (?P<name>{_NAME}) is (?:on|in) a given (?P<period>{_PERIODS})", "placed"),
        (
            rf"whose (?P<name>{_NAME}) is (?P<compared>{'|'.join(COMPARED)}) (?:(?P<value>{_VALUE})|a value)",
            "bounded",
        ),
        (rf"where (?P<name>{_NAME}) (?P<what>exists|is missing)", "exists"),
        (
            rf"where (?P<name>{_NAME}) (?P<sign>is|<>|<=|>=|<|>|{'|'.join(CALLED)}) (?:(?P<value>{_VALUE})|a value)",
            "where",
        ),
        (rf"unless the (?P<name>{_NAME}) is taken", "unique"),
        (rf"(?:and )?to (?:{_CHANGED})", "changed"),
        (r"after (?P<days>\d{1,9}) days?", "kept"),
    )
)
"""The clauses, and what reads each of them."""


def nouns_of(text: str) -> tuple[str, ...]:
    """Return the words of a name that no design has; () unless they are nouns alone: "open tickets" are tickets, and
    not all that follows in a line of people is a name.
    """
    group = group_at(tokens(text), 0)
    return group.words if group is not None and group.is_bare and len(group.words) == len(text.split()) else ()

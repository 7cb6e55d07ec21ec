"""Lines that say only how long items are kept: "positions can go after 30 days, invoices we need for seven years"."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.words.lexicon import UNITS, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.english.words.tokens import number_of, tokens
from modeler.core.requirements.morphology import entity_name, singular
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Act, Slot, Span
from modeler.core.requirements.vocabulary import Vocabulary

_DAY: Final = 86_400.0
_CLAUSE: Final = re.compile(r"(?:\s*[,;]\s*(?:and |but |while )?|\s+(?:and|but|while)\s+)(?=[A-Za-z])")
_TIME: Final = r"(?P<number>\d[\d,.]*|[a-z]+) (?P<unit>seconds?|minutes?|hours?|days?|weeks?|months?|years?)"
_ITEMS: Final = r"(?:all |the |our |old )?(?P<items>[a-z][a-z-]*(?: [a-z][a-z-]*){0,2}?)"
_GONE: Final = (
    r"(?:go|expire|vanish|disappear|lapse|(?:be |are |get )?(?:deleted|wiped|purged|removed|dropped|erased|discarded"
    r"|destroyed|thrown away|cleared|cleaned up|forgotten))"
)
_KEPT: Final = (
    r"(?:stay|live|remain|(?:be |are )?(?:kept|stored|retained|held|preserved|available)(?: on file)?"
    r"|stay available)"
)
_KEEP: Final = r"(?:keep|need|retain|store|hold|preserve|hold on to|have to keep|must keep|need to keep)"
_TAIL: Final = (
    r"(?: (?P<since>(?:after|from|since) (?:they|it|the|their|its|being|creation|return)\b.*)|,? (?:and )?then .*| only"
    r"| at most| (?:by law|for the tax office|in total))?"
)
_FORMS: Final = tuple(
    re.compile(one, re.IGNORECASE)
    for one in (
        rf"{_ITEMS} (?:can|may|must|should|will|are to|have to)? ?{_GONE} (?:after )?(?:about |only )?{_TIME}{_TAIL}",
        rf"{_ITEMS} (?:can|may|must|should|will|are to|have to)? ?{_KEPT}(?: for)?(?: about| only)? {_TIME}{_TAIL}",
        rf"{_ITEMS} (?:that )?we (?:only )?{_KEEP} (?:them )?for (?:about )?{_TIME}{_TAIL}",
        rf"(?:by law )?we (?:only )?{_KEEP} {_ITEMS} for (?:about )?{_TIME}{_TAIL}",
    )
)
_FOREVER: Final = re.compile(
    rf"{_ITEMS} (?:must |should |will )?{_KEPT} (?:forever|indefinitely|for good|for ever|permanently)", re.IGNORECASE
)
_NO_ITEMS: Final = words_in("they it we you data which that this what everything sessions ttl who them i")
_MUST: Final = words_in("can may must should will are have get be")


def kept_rows(text: str, known: Vocabulary, *, line: int) -> tuple[Row, ...]:
    """Return a row for each kind of items that a line says how long to keep; none unless each clause says that."""
    made: list[Row] = []
    start = 0
    for end in [*(one.start() for one in _CLAUSE.finditer(text)), len(text)]:
        clause = _CLAUSE.sub("", text[start:end]) if start else text[start:end]
        if _FOREVER.fullmatch(clause.strip(" ,;.")) is not None:
            start = end
            continue
        row = _row(clause.strip(" ,;."), text, known, line, Span(start + len(text[start:end]) - len(clause), end))
        if row is None:
            return ()
        made.append(row)
        start = end
    return tuple(made)


def _row(clause: str, text: str, known: Vocabulary, line: int, span: Span) -> Row | None:
    found = next((one for form in _FORMS if (one := form.fullmatch(clause)) is not None), None)
    if found is None:
        return None
    said = tokens(found["items"])
    group = group_at(said, 0)
    is_items = group is not None and group.end == len(said) and group.is_plural and not (group.owner or group.rank)
    is_stay = re.search(r"\b(?:stay|live|remain)\b", clause) is not None
    number = number_of(tokens(found["number"])[0])
    if group is None or not is_items or number is None or {one.low for one in said} & (_NO_ITEMS | _MUST):
        return None
    if is_stay and is_person(singular(group.words[-1])):
        return None  # "members may stay three days"
    words = tuple(one.low for one in said)
    held = known.called(tuple(map(singular, words))) or known.called(tuple(map(singular, group.words)))
    name = held.name if held is not None else entity_name(words)
    days = number * UNITS[found["unit"].lower()] / _DAY
    at = text.find(found["since"]) if found["since"] and not is_from_creation(found["since"]) else -1
    return Row(
        text,
        line=line,
        operation=Slot(Act.DELETE, (span,)),
        entities=Slot((name,), (span,)),
        retention=Slot(days, (span,)),
        unread=(Span(at, at + len(found["since"])),) if at >= 0 else (),
    )


def is_from_creation(since: str) -> bool:
    """Return whether words behind a duration say that it begins with the item, as is meant without them: "after they
    were sent". Otherwise it begins with something else, which a design has no field for: "after the pupil leaves".
    """
    return _CREATION.fullmatch(since.strip(" .,;")) is not None


_CREATION: Final = re.compile(
    r"(?:after|from|since|following|of) (?:(?:the|their|its)? ?(?:creation|date of creation|creation date)"
    r"|(?:being|(?:it|they) (?:is|are|was|were|has been|have been)) "
    r"(?:created|made|added|recorded|written|sent|placed|issued|taken|received|logged|stored|entered|uploaded))",
    re.IGNORECASE,
)

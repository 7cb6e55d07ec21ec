"""The value of a slot as the text that a person types, and back: ``orderDate descending, total``.

`slot_text` writes what `slot_value` reads as the same value. Names and values with other characters than letters,
digits and ``_ . - : / # @ +`` are in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from modeler.core.arithmetic import plain_number
from modeler.core.errors import Invalid
from modeler.core.requirements.slots import (
    EVENTUAL,
    REPEATED,
    STRONG,
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Edit,
    Given,
    Limit,
    Range,
    RequestedOrder,
    Returned,
)

TEXT_MAX: Final = 2_000
ACTS: Final[Mapping[Act, str]] = {
    Act.LIST: "List", Act.GET: "Get one", Act.CREATE: "Create", Act.SAVE: "Save", Act.UPDATE: "Update",
    Act.DELETE: "Delete",
}  # fmt: skip
REPEATS: Final = "can arrive again"
FRESH: Final = "sees the write before it"
COMPARISONS: Final[Mapping[str, Comparator]] = {
    **{str(one): one for one in (Comparator.LESS, Comparator.AT_MOST, Comparator.GREATER, Comparator.AT_LEAST)},
    **{str(one): one for one in (Comparator.BETWEEN, Comparator.BEGINS_WITH, Comparator.EQUAL, Comparator.UNEQUAL)},
    str(Comparator.CONTAINS): Comparator.CONTAINS,
    "below": Comparator.LESS, "before": Comparator.LESS, "until": Comparator.AT_MOST, "above": Comparator.GREATER,
    "after": Comparator.GREATER, "since": Comparator.AT_LEAST, "from": Comparator.AT_LEAST,
}  # fmt: skip
_PLAIN: Final = re.compile(r"[\w.\-:/#@+]+")
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|,|[^\s,"]+')
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_AGGREGATES: Final = (Aggregate.SUM, Aggregate.AVERAGE, Aggregate.MINIMUM, Aggregate.MAXIMUM)
_COMPUTED: Final = (Aggregate.COUNT, Aggregate.EXISTS, *_AGGREGATES)
_RETURNED: Final[Mapping[str, Aggregate]] = {"everything": Aggregate.ALL, **{str(one): one for one in _COMPUTED}}
_WORDS: Final = frozenset({"of", "by", "and", "for", "per", "to", "each", *COMPARISONS})


@dataclass(frozen=True, slots=True)
class _Word:
    """One word of a text; a quoted one is never a keyword."""

    text: str
    is_quoted: bool = False

    def says(self, *words: str) -> bool:
        return not self.is_quoted and self.text.lower() in words


def name_text(name: str) -> str:
    """Return a name or a value as a slot's text has it."""
    if _PLAIN.fullmatch(name) and name.lower() not in _WORDS:
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def slot_text(slot: str, value: Any) -> str:
    """Return the text of a slot's value; '' for an empty slot."""
    if value is None:
        return ""
    return _WRITERS[slot](value)


def slot_value(slot: str, text: str) -> Any:
    """Return the value of a slot's text; None for an empty text. Raises Invalid with a sentence."""
    if len(text) > TEXT_MAX:
        raise Invalid(f"a slot has at most {TEXT_MAX:,} characters", path=slot)
    return _READERS[slot](text.strip()) if text.strip() else None


def _pieces(text: str) -> Iterator[list[_Word]]:
    """Yield the words of each piece; commas separate pieces."""
    at, piece = 0, list[_Word]()
    for found in _TOKEN.finditer(text):
        if text[at : found.start()].strip():
            break
        at = found.end()
        word = found[0]
        if word == ",":
            if piece:
                yield piece
            piece = []
        elif word.startswith('"'):
            piece.append(_Word(re.sub(r"\\(.)", r"\1", word[1:-1]), is_quoted=True))
        else:
            piece.append(_Word(word))
    if text[at:].strip():
        raise Invalid("a quotation mark is not closed", path="text")
    if piece:
        yield piece


def _name(words: Sequence[_Word], what: str) -> str:
    """Return the name that words are: several words without quotation marks are one name."""
    if not words:
        raise Invalid(f"{what} is missing", path="text")
    return " ".join(one.text for one in words)


def _split(words: list[_Word], *at: str) -> tuple[list[_Word], list[_Word] | None]:
    """Split at the first of some keywords; None after it if there is none."""
    place = next((place for place, one in enumerate(words) if one.says(*at)), None)
    return (words, None) if place is None else (words[:place], words[place + 1 :])


def _given_text(given: Given) -> str:
    of = f" of {name_text(given.of)}" if given.of else ""
    return name_text(given.attribute) + of + (f" by {name_text(given.via)}" if given.via else "")


def _given(words: list[_Word]) -> Given:
    front, via = _split(words, "by")
    name, of = _split(front, "of")
    entity = _name(of, "the entity after of") if of is not None else ""
    return Given(_name(name, "an attribute"), entity, _name(via, "the verb after by") if via is not None else "")


def _range_text(bounded: Range) -> str:
    values = " and ".join(map(name_text, bounded.values))
    return f"{name_text(bounded.attribute)} {bounded.comparison}" + (f" {values}" if values else "")


def _range(words: list[_Word]) -> Range:
    name, rest = _split(words, *COMPARISONS)
    if rest is None:
        raise Invalid(f"{_name(words, 'an attribute')} needs a comparison: {', '.join(COMPARISONS)}", path="range")
    comparison = COMPARISONS[words[len(name)].text.lower()]
    low, high = _split(rest, "and")
    values = [_name(one, "a value") for one in (low, high) if one is not None and (one or high is not None)]
    if len(values) > 1 and comparison is not Comparator.BETWEEN:
        raise Invalid("only between has two values", path="range")
    return Range(_name(name, "an attribute"), comparison, tuple(values))


def _order_text(order: RequestedOrder) -> str:
    by = f"{order.by} of " if order.by else ""
    return f"{by}{name_text(order.attribute)}" + (" descending" if order.descending else "")


def _order(words: list[_Word]) -> RequestedOrder:
    falls = len(words) > 1 and words[-1].says("descending", "desc")
    rises = len(words) > 1 and words[-1].says("ascending", "asc")
    front = words[:-1] if falls or rises else words
    by, of = _split(front, "of")
    if of is None:
        return RequestedOrder(_name(front, "an attribute"), falls)
    what = _name(by, "an aggregate before of").lower()
    if what not in {"count", "sum", "average"}:
        raise Invalid("items are ranked by count of, sum of, or average of", path="order")
    return RequestedOrder(_name(of, "what is counted or added"), falls, by=what)


def number_of(text: str, slot: str) -> float:
    """Return a number of a text: 1,000 or 50/s. Raises Invalid."""
    plain = text.lower().removesuffix("/s").strip()
    if not _NUMBER.fullmatch(plain):
        raise Invalid(f'"{text}" is not a number', path=slot)
    return float(plain.replace(",", ""))


def _figure(number: float) -> str:
    """Return a number that is read as the same number."""
    plain = plain_number(number)
    return plain if float(plain.replace(",", "")) == number else f"{Decimal(repr(number)):f}"


def _limit(text: str) -> Limit:
    is_page = text.lower().endswith("per page")
    count = number_of(text[: -len("per page")].strip() if is_page else text, "limit")
    if not count.is_integer() or not 1 <= count <= 1_000_000_000:
        raise Invalid("how many is a whole number from 1", path="limit")
    return Limit(int(count), is_page)


def _returned_text(returned: Returned) -> str:
    names = ", ".join(map(name_text, returned.attributes))
    if returned.what is Aggregate.ATTRIBUTES:
        return f"only {names}"
    said = {Aggregate.ALL: "everything"}.get(returned.what, str(returned.what)) + (f" of {names}" if names else "")
    group = " and ".join(map(name_text, returned.group))
    period = f" per {name_text(returned.period)}" if returned.period else ""
    return said + (f" for each {group}" if group else "") + period


def _returned(text: str) -> Returned:
    pieces = list(_pieces(text))
    first = pieces[0][0] if pieces else _Word("")
    if first.says("only"):
        named = [pieces[0][1:], *pieces[1:]]
        return Returned(Aggregate.ATTRIBUTES, tuple(_name(one, "an attribute") for one in named))
    words, period = _split([word for piece in pieces for word in piece], "per")
    words, group = _split(words, "for")
    what, of = _split(words, "of")
    said = _name(what, "what is returned").lower()
    if said not in _RETURNED:
        raise Invalid(f'"{said}" is none of {", ".join(_RETURNED)}, only …', path="returned")
    if _RETURNED[said] in _AGGREGATES and not of:
        raise Invalid(f"{said} of which attribute?", path="returned")
    names = (_name(of, "an attribute"),) if of else ()
    unit = _name(period, "a period") if period is not None else ""
    return Returned(_RETURNED[said], names, tuple(_groups(group)), unit)


def _groups(words: list[_Word] | None) -> Iterator[str]:
    rest = words[1:] if words and words[0].says("each") else words
    while rest:
        one, rest = _split(rest, "and")
        yield _name(one, "an attribute after each")


def _change_text(change: AttributeChange) -> str:
    name = name_text(change.attribute)
    value = name_text(change.value) if change.value else ""
    if change.edit is Edit.SET:
        return f"set {name}" + (f" to {value}" if value else "")
    return f"add {value} to {name}" if change.edit is Edit.ADD and value else f"{change.edit} {name}"


def _change(words: list[_Word]) -> AttributeChange:
    verb = words[0].text.lower()
    if words[0].is_quoted or verb not in set(Edit):
        raise Invalid("a change begins with set, add or remove", path="changes")
    front, after = _split(words[1:], "to")
    if verb == Edit.ADD and after is not None:
        return AttributeChange(Edit.ADD, _name(after, "an attribute"), _name(front, "how much"))
    if verb == Edit.REMOVE and after is not None:
        raise Invalid("remove has no value", path="changes")
    return AttributeChange(
        Edit(verb), _name(front, "an attribute"), _name(after, "a value") if after is not None else ""
    )


def _word(*known: tuple[str, Any]) -> Callable[[str], Any]:
    """Return a reader of one of some texts."""

    def read(text: str) -> Any:
        found = next((value for said, value in known if said.lower().startswith(text.lower())), None)
        if found is None:
            raise Invalid(f'"{text}" is none of {", ".join(said for said, _ in known)}', path="text")
        return found

    return read


def _freshness(text: str) -> float:
    if FRESH.startswith(text.lower()):
        return 0.0
    found = re.fullmatch(r"(?:at most )?([\d,.]+) ?s(?:econds?)?(?: old)?", text.lower())
    if found is None:
        raise Invalid(f"freshness is {FRESH}, or an age such as 60 s", path="freshness")
    return number_of(found[1], "freshness")


_WRITERS: Final[Mapping[str, Callable[[Any], str]]] = {
    "operation": lambda act: ACTS[act],
    "entities": lambda names: ", ".join(map(name_text, names)),
    "given": lambda several: ", ".join(map(_given_text, several)),
    "range": lambda several: ", ".join(map(_range_text, several)),
    "order": lambda several: ", ".join(map(_order_text, several)),
    "limit": lambda limit: f"{limit.count} per page" if limit.is_page else str(limit.count),
    "returned": _returned_text,
    "changes": lambda several: ", ".join(map(_change_text, several)),
    "consistency": str,
    "freshness": lambda age: f"at most {_figure(age)} s old" if age else FRESH,
    "rate": _figure,
    "peak": _figure,
    "delivery": lambda _: REPEATS,
}
_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "operation": _word(*((label, act) for act, label in ACTS.items())),
    "entities": lambda text: tuple(_name(piece, "an entity") for piece in _pieces(text)),
    "given": lambda text: tuple(map(_given, _pieces(text))),
    "range": lambda text: tuple(map(_range, _pieces(text))),
    "order": lambda text: tuple(map(_order, _pieces(text))),
    "limit": _limit,
    "returned": _returned,
    "changes": lambda text: tuple(map(_change, _pieces(text))),
    "consistency": _word((STRONG, STRONG), (EVENTUAL, EVENTUAL)),
    "freshness": _freshness,
    "rate": lambda text: number_of(text, "rate"),
    "peak": lambda text: number_of(text, "peak"),
    "delivery": _word((REPEATS, REPEATED)),
}

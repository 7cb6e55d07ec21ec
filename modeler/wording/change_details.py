"""The details of a change: what each delta did to which part, with the values before and after as text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from modeler.core.design.parts import Json, Part, PartKind, Parts, flatten
from modeler.core.documents.part_words import KEYS_OF, SETTINGS, called, kind_in_words
from modeler.core.documents.parts_codec import ShownFields
from modeler.core.edits.changes import WHOLE, Delta
from modeler.wording.change_label import value_words

TEXT_MAX: Final = 400
LONG_FROM: Final = 10_000
"""Whole numbers from here on have a comma for each three digits; years have none."""
FIELDS_NAMED: Final = 6


@dataclass(frozen=True, slots=True)
class Told:
    """The change of one field of one part, or of the part itself if `field` is ''. `title` describes the part, `verb`
    is one of added, removed, restored, moved, set, cleared, changed; values are '' if there is none.
    """

    part: str
    kind: str
    title: str
    verb: str
    field: str = ""
    before: str = ""
    after: str = ""

    @property
    def sentence(self) -> str:
        """The change as one line."""
        if not self.field:
            return f"{self.verb} {self.title}" + (f": {self.after}" if self.verb == "added" and self.after else "")
        of = f"{self.field} of {self.title.removeprefix(KEYS_OF)}"
        match self.verb:
            case "set":
                return f"set {of} to {self.after}"
            case "cleared":
                return f"cleared {of}, which was {self.before}"
        return f"changed {of} from {self.before} to {self.after}"

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        own = ("part", "kind", "title", "verb", "field", "before", "after", "sentence")
        return {name: getattr(self, name) for name in own}


def change_details(deltas: Iterable[Delta], before: Parts, after: Parts) -> Iterator[Told]:
    """Each delta of a change that made `after` of `before`."""
    teller = _Teller(before, after)
    return (teller.tell(delta) for delta in deltas)


def told_in_short(deltas: Iterable[Delta], before: Parts, after: Parts) -> Iterator[Told]:
    """The same, but sample items are only counted: the number of added, removed and changed ones by entity. That a
    change of an inferred part confirms it is not told beside what changes.
    """
    counted: Counter[tuple[str, str]] = Counter()
    seen: set[tuple[str, str]] = set()
    rest: list[Delta] = []
    for delta in deltas:
        part = after.get(delta.part) or before[delta.part]
        if part.kind is not PartKind.ITEM:
            rest.append(delta)
            continue
        verb = _VERBS.get(_step(delta), "changed")
        if (part.id, verb) not in seen:
            seen.add((part.id, verb))
            counted[part.parent, verb] += 1
    edited = {delta.part for delta in rest if delta.field != "provenance"}
    shown = [delta for delta in rest if delta.field != "provenance" or delta.part not in edited]
    yield from _merged(change_details(shown, before, after))
    for (parent, verb), number in counted.items():
        owner = after.get(parent) or before.get(parent)
        of = f" of {owner.name}" if owner is not None and owner.kind is PartKind.ENTITY else ""
        yield Told(parent, str(PartKind.ITEM), f"{number:,} sample item{'s' if number != 1 else ''}{of}", verb)


def _merged(listed: Iterable[Told]) -> Iterator[Told]:
    """The same with one line per field: a field that is removed under one id and added under another would show the
    same name twice. Lines with the same value on both sides are omitted.
    """
    by_field: dict[tuple[str, str], Told] = {}
    for one in listed:
        key = (one.part, one.field or one.verb)
        known = by_field.get(key)
        by_field[key] = one if known is None else _joined(known, one)
    return (one for one in by_field.values() if not one.field or one.before != one.after)


def _joined(first: Told, second: Told) -> Told:
    before, after = first.before or second.before, second.after or first.after
    verb = "changed" if before and after else "set" if after else "cleared"
    return replace(first, verb=verb, before=before, after=after)


_VERBS: Final[Mapping[str, str]] = {"born": "added", "dead": "removed", "removed": "removed", "restored": "restored"}


def _step(delta: Delta) -> str:
    if delta.field == WHOLE:
        return "born" if delta.before is None else "dead" if delta.after is None else ""
    if delta.field == "removed":
        return "removed" if delta.after else "restored"
    return ""


class _Teller:
    """Names and values on both sides of a change, cached."""

    def __init__(self, before: Parts, after: Parts) -> None:
        self.before, self.after = before, after
        self._shown = {id(before): ShownFields.of(before), id(after): ShownFields.of(after)}
        self._fields: dict[tuple[int, str], dict[str, Json]] = {}

    def tell(self, delta: Delta) -> Told:
        """One delta as text."""
        parts = self.after if delta.part in self.after else self.before
        part = parts[delta.part]
        title, kind = title_of(part, parts), str(part.kind)
        step = _step(delta)
        if step:
            summary = self._summary(part, parts) if step == "born" else ""
            return Told(part.id, kind, title, _VERBS[step], after=summary)
        if delta.field == "position":
            return Told(part.id, kind, title, "moved")
        name = self._name(part, delta.field)
        was, is_now = self._value(self.before, part.id, delta.field), self._value(self.after, part.id, delta.field)
        verb = "set" if delta.before is None else "cleared" if delta.after is None else "changed"
        return Told(part.id, kind, title, verb, field_in_words(name), was, is_now)

    def _name(self, part: Part, field: str) -> str:
        """The document's name of a stored field: the ID of an attribute becomes its name."""
        mapping, dot, member = field.partition(".")
        by_side = [self._shown[id(parts)].names.show(member) for parts in (self.before, self.after)]
        shown = next((name for name in reversed(by_side) if name != member), member)
        return f"{mapping}.{shown}" if dot else field

    def _value(self, parts: Parts, part: str, field: str) -> str:
        if part not in parts:
            return ""
        mapping, dot, member = field.partition(".")
        name = f"{mapping}.{self._shown[id(parts)].names.show(member)}" if dot else field
        value = self._document(parts, part).get(name)
        return intent_text(value) if field == INTENT else text_of(value)

    def _document(self, parts: Parts, part: str) -> dict[str, Json]:
        key = (id(parts), part)
        if key not in self._fields:
            self._fields[key] = flatten(parts[part].kind, self._shown[id(parts)].fields(parts[part]))
        return self._fields[key]

    def _summary(self, part: Part, parts: Parts) -> str:
        """The contents of a new part, without its name."""
        hidden = {"name", "code", "position", "index"}
        held = [(name, value) for name, value in self._document(parts, part.id).items() if name not in hidden]
        said = [f"{field_in_words(name)} {_short(value)}" for name, value in held if text_of(value)]
        more = f" and {len(said) - FIELDS_NAMED} more" if len(said) > FIELDS_NAMED else ""
        return _cut(", ".join(said[:FIELDS_NAMED]) + more)


def title_of(part: Part, parts: Parts) -> str:
    """A part as text, with its parent: attribute status of Order, keys of Order in GSI1."""
    above = parts.get(part.parent)
    owner = above.name if above is not None else ""
    match part.kind:
        case PartKind.DESIGN:
            return "the design"
        case PartKind.ITEM:
            return f"sample item {part.id} of {owner}" if owner else f"sample item {part.id}"
        case PartKind.ATTRIBUTE | PartKind.INDEX:
            return f"{kind_in_words(part)} {part.name} of {owner}"
        case PartKind.PATTERN:
            named = f" ({part.name})" if part.fields.get("code") and part.name else ""
            return f"{called(part, parts)}{named}"
    return called(part, parts)


_FIELDS: Final[Mapping[str, str]] = {
    "when": "condition",
    "if": "condition",
    "per_second": "rate",
    "count": "number of items",
    "through": "attributes that hold the parent",
}


def field_in_words(name: str) -> str:
    """The label of a field of the document; the member of a mapping has its own name."""
    mapping, dot, member = name.partition(".")
    if mapping in ("key", "set", "parameters") and dot:
        return f"{ {'key': 'key', 'set': 'set', 'parameters': 'parameter'}[mapping] } {member}"
    if mapping == SETTINGS:
        return member.replace("_", " ")
    return member if dot else _FIELDS.get(name, name.replace("_", " "))


def _short(value: Json) -> str:
    """A value within others: for a nested one, its names, or only their number."""
    if not isinstance(value, list | tuple) or all(map(_is_plain, value)):
        return text_of(value)
    names = [str(one.get("name") or "") for one in value if isinstance(one, Mapping)]
    return ", ".join(names) if len(names) == len(value) and all(names) else f"({len(value)})"


INTENT: Final = "intent"
_INTENTS: Final[Mapping[str, str]] = {"replace": "overwrite", "upsert": "create or update"}


def intent_text(value: Json) -> str:
    """What an access pattern is meant to do; a switch that is on is its name alone."""
    if not isinstance(value, Mapping) or not all(map(_is_plain, value.values())):
        return text_of(value)
    said = {name: _INTENTS.get(name, name.replace("_", " ")) for name in value}
    return _cut(
        ", ".join(said[name] if one is True else f"{said[name]} {_value_text(one)}" for name, one in value.items())
    )


def text_of(value: Json) -> str:
    """A value as text for reading; '' for none."""
    match value:
        case Mapping() if value and all(map(_is_plain, value.values())):
            return _cut(", ".join(f"{name} {_value_text(member)}" for name, member in value.items()))
        case list() | tuple() if all(map(_is_plain, value)):
            return _cut(", ".join(map(_value_text, value)))
        case list() | tuple() if all(isinstance(one, Mapping) and set(one) == {"name", "type"} for one in value):
            return _cut(value_words(value))
        case Mapping() | list() | tuple():
            return _cut(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")))
    return _cut(_value_text(value))


def _is_plain(value: Json) -> bool:
    return not isinstance(value, Mapping | list | tuple)


def _value_text(value: Json) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return f"{Decimal(repr(value)):f}"
        case int() if abs(value) >= LONG_FROM:
            return f"{value:,}"
    return str(value)


def _cut(text: str) -> str:
    return text if len(text) <= TEXT_MAX else f"{text[: TEXT_MAX - 1]}…"

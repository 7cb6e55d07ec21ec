"""Can two lists of key templates give the same key? Yes with two concrete items, no with the reason, or unknown.

"Yes" is never said before both items were rendered to the same key. "No" follows from the shapes, which allow more than
the templates can give. What hangs on characters that nobody declared is "unknown".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Final

from modeler.core.algebra.automaton import Shared, TooLarge, automaton, shared_text
from modeler.core.algebra.shapes import ANYTHING, Attributes, template_shape
from modeler.core.algebra.witnesses import rendered, values_giving
from modeler.core.formats import Shape, is_declared
from modeler.core.items import Attribute
from modeler.core.keys import KeyTemplate, Literal, Reference
from modeler.core.values import AttributeType, AttributeValue, Item, string


class Verdict(StrEnum):
    """What is known."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Side:
    """Key templates (partition key first) with the attributes that they speak of. `holds`: which items are meant."""

    templates: tuple[KeyTemplate, ...]
    attributes: Attributes
    holds: Callable[[Item], bool] | None = None

    def attribute(self, name: str) -> Attribute:
        """The attribute of that name; a text of which nothing is known where there is none."""
        return self.attributes.get(name) or Attribute("", name, AttributeType.S)


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict with its reason in words; with "yes" and sometimes "unknown" a witness: two items and their keys.

    `undeclared`: unknown only because attributes without a format might hold a delimiter.
    """

    verdict: Verdict
    reason: str
    left: Mapping[str, AttributeValue] = field(default_factory=dict)
    right: Mapping[str, AttributeValue] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    undeclared: bool = False

    @property
    def is_yes(self) -> bool:
        """Proven by a witness."""
        return self.verdict is Verdict.YES


type _Fixed = tuple[dict[str, AttributeValue], dict[str, AttributeValue]]

_ATTEMPTS: Final = 12


def can_collide(left: Side, right: Side) -> Answer:
    """Can an item of the left and an item of the right have equal keys, element by element?"""
    return _answer(left, right, open_ended=False)


def prefix_catches(prefix: Side, other: Side) -> Answer:
    """Can the last template, used with begins_with, catch a key of `other`? All templates before it must be equal."""
    return _answer(prefix, other, open_ended=True)


def _answer(left: Side, right: Side, *, open_ended: bool) -> Answer:
    if reason := _literally_apart(left, right, open_ended):
        return Answer(Verdict.NO, reason)
    try:
        trusted = _search(left, right, open_ended, trusting=True)
        if trusted.verdict is not Verdict.NO or not _undeclared(left) | _undeclared(right):
            return trusted
        free = _search(left, right, open_ended, trusting=False)
    except TooLarge:
        return Answer(Verdict.UNKNOWN, "the templates are too intricate to compare")
    if free.verdict is Verdict.NO:
        return free
    names = ", ".join(sorted(_undeclared(left) | _undeclared(right)))
    reason = f"only if {names} may hold delimiters; a format would say so"
    return Answer(Verdict.UNKNOWN, reason, free.left, free.right, free.keys, undeclared=True)


def _undeclared(side: Side) -> set[str]:
    names = {name for template in side.templates for name in template.attributes}
    return {name for name in names if not is_declared(side.attribute(name))}


def _literally_apart(left: Side, right: Side, open_ended: bool) -> str:
    """The quick no: most pairs of entities differ in the text before the first attribute."""
    if not left.templates or not right.templates:
        return "there is no key"
    if len(left.templates) != len(right.templates):
        return "they have different numbers of key elements"
    last = len(left.templates) - 1
    for position, (one, other) in enumerate(zip(left.templates, right.templates, strict=True)):
        if one.problem or other.problem:
            return "a template cannot be read"
        first, second = one.literal_prefix, other.literal_prefix
        shorter = min(len(first), len(second))
        if first[:shorter] != second[:shorter]:
            return f"one starts with {first!r}, the other with {second!r}"
        if one.is_constant and other.is_constant and first != second and not (open_ended and position == last):
            return f"one is {first!r}, the other {second!r}"
    return ""


def _search(left: Side, right: Side, open_ended: bool, *, trusting: bool) -> Answer:
    """Look for a witness; where one attribute is wanted with two values, fix it to either of them and look again."""
    tries: deque[_Fixed] = deque([({}, {})])
    for attempt in range(_ATTEMPTS):
        if not tries:
            break
        fixed = tries.popleft()
        shared = _shared_keys(left, right, open_ended, fixed, trusting)
        if isinstance(shared, int):
            if attempt == 0:
                one, other = left.templates[shared], right.templates[shared]
                return Answer(Verdict.NO, f"no value of {one} can {'start' if open_ended else 'equal'} {other}")
            continue
        items = (
            _item(left, [one.left for one in shared], fixed[0], trusting),
            _item(right, [one.right for one in shared], fixed[1], trusting),
        )
        if not any(isinstance(item, str) for item in items):
            return _verified(left, right, items, shared, open_ended)
        tries.extend(_with_one_fixed(items, (left, right), shared, fixed, trusting))
    return Answer(Verdict.UNKNOWN, "equal texts exist, but no two items that give them were found")


def _shared_keys(left: Side, right: Side, open_ended: bool, fixed: _Fixed, trusting: bool) -> list[Shared] | int:
    """A shared text for each element; the number of the first element that has none."""
    found: list[Shared] = []
    last = len(left.templates) - 1
    for position, (one, other) in enumerate(zip(left.templates, right.templates, strict=True)):
        shapes = _fixed_shapes(left, one, fixed[0], trusting)
        if open_ended and position == last:
            shapes = (*shapes, (ANYTHING,))
        shared = shared_text(automaton(shapes), automaton(_fixed_shapes(right, other, fixed[1], trusting)))
        if shared is None:
            return position
        found.append(shared)
    return found


def _fixed_shapes(
    side: Side, template: KeyTemplate, fixed: dict[str, AttributeValue], trusting: bool
) -> tuple[Shape, ...]:
    shapes = template_shape(template, side.attributes, trusting=trusting)
    return tuple(
        (rendered(fixed[part.attribute], part.formats, side.attribute(part.attribute)) or "",)
        if isinstance(part, Reference) and part.attribute in fixed
        else shape
        for part, shape in zip(template.parts, shapes, strict=True)
    )


def _item(
    side: Side, texts: list[dict[int, str]], fixed: dict[str, AttributeValue], trusting: bool
) -> dict[str, AttributeValue] | str:
    """An item that gives these part texts, or the name of the attribute of which they want two values."""
    item = dict(fixed)
    for reference, text in _wanted(side, texts):
        attribute = side.attribute(reference.attribute)
        if reference.attribute in item:
            if rendered(item[reference.attribute], reference.formats, attribute) != text:
                return reference.attribute
            continue
        wants = [(other, wanted) for other, wanted in _wanted(side, texts) if other.attribute == reference.attribute]
        value = _agreeing(attribute, wants, trusting)
        if value is None:
            return reference.attribute
        item[reference.attribute] = value
    return item


def _wanted(side: Side, texts: list[dict[int, str]]) -> list[tuple[Reference, str]]:
    return [
        (part, parts.get(position, ""))
        for template, parts in zip(side.templates, texts, strict=True)
        for position, part in enumerate(template.parts)
        if isinstance(part, Reference)
    ]


def _agreeing(attribute: Attribute, wants: list[tuple[Reference, str]], trusting: bool) -> AttributeValue | None:
    """A value that gives every wanted text."""
    for reference, text in wants:
        for value in values_giving(attribute, reference.formats, text, trusting=trusting):
            if all(rendered(value, other.formats, attribute) == wanted for other, wanted in wants):
                return value
    return None


def _with_one_fixed(
    items: tuple[dict[str, AttributeValue] | str, ...],
    sides: tuple[Side, Side],
    shared: list[Shared],
    fixed: _Fixed,
    trusting: bool,
) -> Iterator[_Fixed]:
    """What to try next: the attribute that is wanted with two values, fixed to each of them."""
    for number, name in enumerate(items):
        if not isinstance(name, str) or name in fixed[number]:
            continue
        side = sides[number]
        for reference, text in _wanted(side, [one.left if number == 0 else one.right for one in shared]):
            if reference.attribute == name:
                values = values_giving(side.attribute(name), reference.formats, text, trusting=trusting)
                for value in islice(values, 1):
                    more = {**fixed[number], name: value}
                    yield (more, fixed[1]) if number == 0 else (fixed[0], more)


def _verified(
    left: Side,
    right: Side,
    items: tuple[dict[str, AttributeValue] | str, ...],
    shared: list[Shared],
    open_ended: bool,
) -> Answer:
    """Yes only where both items were rendered and their keys are what was promised."""
    one, other = items
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    keys = tuple(_render(right, template, other) for template in right.templates)
    mine = tuple(_render(left, template, one) for template in left.templates)
    caught = mine[:-1] == keys[:-1] and (keys[-1].startswith(mine[-1]) if open_ended else keys[-1] == mine[-1])
    if not caught or keys != tuple(text.text for text in shared):
        return Answer(Verdict.UNKNOWN, "equal texts exist, but the items made for them render otherwise")
    if any(side.holds is not None and not side.holds(item) for side, item in ((left, one), (right, other))):
        return Answer(Verdict.UNKNOWN, "the keys can be equal, but the items found do not meet the conditions")
    return Answer(Verdict.YES, "both give " + " / ".join(keys), one, other, keys)


def _render(side: Side, template: KeyTemplate, item: Mapping[str, AttributeValue]) -> str:
    texts = []
    for part in template.parts:
        if isinstance(part, Literal):
            texts.append(part.text)
        else:
            value = item.get(part.attribute, string(""))
            texts.append(rendered(value, part.formats, side.attribute(part.attribute)) or "")
    return "".join(texts)

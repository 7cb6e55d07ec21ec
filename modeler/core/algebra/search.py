"""Searches for two items whose keys match: equal texts of both sides, then values that produce them, then the proof."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from modeler.core import effort
from modeler.core.algebra.automaton import Automaton, Spent, automaton, shared_text
from modeler.core.algebra.ranges import at_least, at_most, both
from modeler.core.algebra.shapes import ANYTHING, template_shape
from modeler.core.algebra.sides import ReasonedVerdict, TemplateSide, Verdict
from modeler.core.algebra.witnesses import rendered, values_giving
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.keys.text_shapes import Shape
from modeler.core.values.attribute_values import AttributeValue

type _Fixed = tuple[dict[str, AttributeValue], dict[str, AttributeValue]]
type _Texts = dict[int, str]

_ATTEMPTS: Final = 12
_SAID: Final[Mapping[str, str]] = {"=": "equal", "begins_with": "start", "<": "come after", "<=": "come after",
                                   ">": "come before", ">=": "come before"}  # fmt: skip


class _Met(NamedTuple):
    """The matched keys of the right, and what each part of each template must be for it."""

    keys: tuple[str, ...]
    left: tuple[_Texts, ...]
    right: tuple[_Texts, ...]


def search(left: TemplateSide, right: TemplateSide, operator: str, *, trusting: bool) -> ReasonedVerdict:
    """Search for a witness; if one attribute needs two values, fix it to either of them and search again.

    `operator` joins the last templates: `=`, `begins_with`, or a range whose bounds are the left's last templates.
    Raises Spent, TooLarge.
    """
    tries: deque[_Fixed] = deque([({}, {})])
    for attempt in range(_ATTEMPTS):
        if not tries:
            break
        fixed = tries.popleft()
        met = _met(left, right, operator, fixed, trusting)
        if isinstance(met, int):
            if attempt == 0:
                return ReasonedVerdict(Verdict.NO, _never(left, right, operator, met))
            continue
        items = _item(left, met.left, fixed[0], trusting), _item(right, met.right, fixed[1], trusting)
        one, other = items
        if not isinstance(one, str) and not isinstance(other, str):
            return _verified(left, right, one, other, met, operator)
        tries.extend(_with_one_fixed(items, (left, right), met, fixed, trusting))
    return ReasonedVerdict(Verdict.UNKNOWN, "equal texts exist, but no two items that produce them were found")


def _never(left: TemplateSide, right: TemplateSide, operator: str, position: int) -> str:
    one, other = left.templates[position], right.templates[position]
    if operator == "between" and position == len(right.templates) - 1:
        return f"no key {other} is between {one} and {left.templates[-1]}"
    said = _SAID["=" if position < len(right.templates) - 1 else operator]
    return f"no value of {one} can {said} {other}"


def _met(left: TemplateSide, right: TemplateSide, operator: str, fixed: _Fixed, trusting: bool) -> _Met | int:
    """The possible texts; or the number of the first element that has none."""
    keys: list[str] = []
    mine: list[_Texts] = []
    theirs: list[_Texts] = []
    last = len(right.templates) - 1
    for position, written in enumerate(right.templates):
        key = automaton(_shapes(right, written, fixed[1], trusting))
        asked = [left.templates[position]] if position < last else list(left.templates[last:])
        shapes = [_shapes(left, template, fixed[0], trusting) for template in asked]
        found = _element(shapes, key, operator if position == last else "=")
        if found is None:
            return position
        keys.append(found[0])
        mine.extend(found[1])
        theirs.append(found[2])
    return _Met(tuple(keys), tuple(mine), tuple(theirs))


def _element(asked: list[tuple[Shape, ...]], key: Automaton, operator: str) -> tuple[str, list[_Texts], _Texts] | None:
    """One key that meets its condition: its text, the texts of the condition's parts, and of its own. Raises Spent if
    the budget has nothing left, TooLarge.
    """
    if not effort.is_left():
        raise Spent
    if operator in {"=", "begins_with"}:
        whole = asked[0] if operator == "=" else (*asked[0], (ANYTHING,))
        shared = shared_text(automaton(whole), key)
        return None if shared is None else (shared.text, [shared.left], shared.right)
    bounds = [automaton(shapes) for shapes in asked]
    strict = operator in {"<", ">"}
    if operator == "between":
        within = both(key, at_least(bounds[0]))
        limit = at_most(bounds[1])
    else:
        within = key
        limit = at_most(bounds[0], strict=strict) if operator[0] == "<" else at_least(bounds[0], strict=strict)
    found = shared_text(within, limit)
    if found is None:
        return None
    exactly = automaton(((found.text,),))
    # The bounds again, now for this key: what they must be so that it is between them.
    sides = [at_least] if operator[0] == "<" else [at_most, at_least][: len(bounds)]
    texts = [shared_text(bound, side(exactly, strict=strict)) for bound, side in zip(bounds, sides, strict=True)]
    return found.text, [text.left for text in texts if text is not None], found.left


def _shapes(
    side: TemplateSide, template: KeyTemplate, fixed: Mapping[str, AttributeValue], trusting: bool
) -> tuple[Shape, ...]:
    shapes = template_shape(template, side.attributes, trusting=trusting)
    return tuple(
        (rendered(fixed[part.attribute], part.formats, side.attribute(part.attribute)) or "",)
        if isinstance(part, Reference) and part.attribute in fixed
        else shape
        for part, shape in zip(template.parts, shapes, strict=True)
    )


def _item(
    side: TemplateSide, texts: tuple[_Texts, ...], fixed: Mapping[str, AttributeValue], trusting: bool
) -> dict[str, AttributeValue] | str:
    """An item that produces these part texts, or the name of the attribute that needs two values."""
    item = dict(fixed)
    wanted = _wanted(side, texts)
    for reference, text in wanted:
        attribute = side.attribute(reference.attribute)
        if reference.attribute in item:
            if rendered(item[reference.attribute], reference.formats, attribute) != text:
                return reference.attribute
            continue
        wants = [(other, want) for other, want in wanted if other.attribute == reference.attribute]
        value = _agreeing(attribute, wants, trusting)
        if value is None:
            return reference.attribute
        item[reference.attribute] = value
    return item


def _wanted(side: TemplateSide, texts: tuple[_Texts, ...]) -> list[tuple[Reference, str]]:
    return [
        (part, parts.get(position, ""))
        for template, parts in zip(side.templates, texts, strict=True)
        for position, part in enumerate(template.parts)
        if isinstance(part, Reference)
    ]


def _agreeing(attribute: Attribute, wants: list[tuple[Reference, str]], trusting: bool) -> AttributeValue | None:
    """A value that produces every required text."""
    for reference, text in wants:
        for value in values_giving(attribute, reference.formats, text, trusting=trusting):
            if all(rendered(value, other.formats, attribute) == wanted for other, wanted in wants):
                return value
    return None


def _with_one_fixed(
    items: tuple[dict[str, AttributeValue] | str, ...],
    sides: tuple[TemplateSide, TemplateSide],
    met: _Met,
    fixed: _Fixed,
    trusting: bool,
) -> Iterator[_Fixed]:
    """The next attempts: the attribute that needs two values, fixed to each of them."""
    for number, name in enumerate(items):
        if not isinstance(name, str) or name in fixed[number]:
            continue
        side = sides[number]
        for reference, text in _wanted(side, met.left if number == 0 else met.right):
            if reference.attribute == name:
                values = values_giving(side.attribute(name), reference.formats, text, trusting=trusting)
                for value in islice(values, 1):
                    more = {**fixed[number], name: value}
                    yield (more, fixed[1]) if number == 0 else (fixed[0], more)


def _verified(
    left: TemplateSide,
    right: TemplateSide,
    one: Mapping[str, AttributeValue],
    other: Mapping[str, AttributeValue],
    met: _Met,
    operator: str,
) -> ReasonedVerdict:
    """Yes only if both items were rendered and their keys match as found."""
    keys = tuple(right.render(template, other) for template in right.templates)
    mine = tuple(left.render(template, one) for template in left.templates)
    equal = len(keys) - 1
    if mine[:equal] != keys[:equal] or keys != met.keys or not meets(operator, keys[-1], mine[equal:]):
        return ReasonedVerdict(Verdict.UNKNOWN, "equal texts exist, but the items made for them render differently")
    if any(side.holds is not None and not side.holds(item) for side, item in ((left, one), (right, other))):
        return ReasonedVerdict(Verdict.UNKNOWN, "the keys can be equal, but the items found do not meet the conditions")
    said = "both produce " if operator == "=" else f"{operator} {' and '.join(mine[equal:])} catches "
    return ReasonedVerdict(Verdict.YES, said + " / ".join(keys), one, other, keys)


def meets(operator: str, key: str, bounds: tuple[str, ...]) -> bool:
    """Return whether a string key meets a condition, in DynamoDB's byte order. facts/ordering#key-order."""
    text, first, last = (one.encode("utf-8", "surrogatepass") for one in (key, bounds[0], bounds[-1]))
    match operator:
        case "=":
            return text == first
        case "begins_with":
            return text.startswith(first)
        case "between":
            return first <= text <= last
        case "<":
            return text < first
        case "<=":
            return text <= first
        case ">":
            return text > first
    return text >= first

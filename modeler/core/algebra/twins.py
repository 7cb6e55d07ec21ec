"""An entity compared with itself: two items with different identities and the same key.

docs/glossary.md#key-templates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice, product
from typing import Final

from modeler.core.algebra.automaton import words
from modeler.core.algebra.extent import reads_back
from modeler.core.algebra.meant_values import meaning_of, meant_values
from modeler.core.algebra.shapes import reference_shape
from modeler.core.algebra.sides import ReasonedVerdict, TemplateSide, Verdict
from modeler.core.algebra.witnesses import rendered, typed
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import Reference
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_KEEPS_ALL: Final = frozenset({(), ("pad",), ("reverse",)})
_VALUES: Final = 14
_ITEMS: Final = 3000


def twins(side: TemplateSide, identity: Collection[str]) -> ReasonedVerdict:
    """Whether two items that differ in `identity` can have the same key. Yes with both; no if each value of the
    identity can be parsed from the key; else unknown. Values that a condition of the side excludes are not tried.
    """
    used = {name for template in side.templates for name in template.attributes}
    if any(template.problem for template in side.templates) or not side.templates or not identity:
        return ReasonedVerdict(Verdict.UNKNOWN, "there is no key, or no identity is declared")
    found = _found(side, sorted({*identity} - used), sorted(used), identity)
    if found is not None:
        return found
    whole = {
        one.attribute
        for template in side.templates
        for one in template.references
        if tuple(call.name for call in one.formats) in _KEEPS_ALL
    }
    blurred = [lost for template in side.templates if (lost := reads_back(template, side.attributes))]
    if {*identity} <= whole and not blurred:
        return ReasonedVerdict(Verdict.NO, f"{', '.join(identity)} can be parsed from the key")
    return ReasonedVerdict(Verdict.UNKNOWN, "no two items with the same key were found among those tried")


def _found(side: TemplateSide, unused: list[str], used: list[str], identity: Collection[str]) -> ReasonedVerdict | None:
    """Items of test values, until two of them have the same key."""
    seen: dict[tuple[str, ...], dict[str, AttributeValue]] = {}
    # Attributes outside the key vary first, and those outside the identity hardly at all.
    names = sorted(used, key=lambda name: name in identity) + unused
    choices = [list(_values(side, name, many=name in identity)) for name in names]
    for values in islice(product(*choices), _ITEMS):
        item = dict(zip(names, values, strict=True))
        if side.holds is not None and not side.holds(item):
            continue
        keys = tuple(side.render(template, item) for template in side.templates)
        other = seen.setdefault(keys, item)
        if any(other[name] != item[name] for name in identity):
            return ReasonedVerdict(Verdict.YES, f"both produce {' / '.join(keys)}", other, item, keys)
    return None


def _values(side: TemplateSide, name: str, *, many: bool) -> Iterator[AttributeValue]:
    """Test values that fit every format through which the key uses them."""
    attribute = declared = side.attribute(name)
    if attribute.type not in {AttributeType.S, AttributeType.N, AttributeType.BOOL}:
        attribute = Attribute(attribute.id, name, AttributeType.S)
    telling = meant_values(attribute, Reference(name), meaning_of(attribute), "")
    if attribute.type is AttributeType.S and not attribute.values:
        telling = [*_doubled(attribute), *telling]
    uses = [one for template in side.templates for one in template.references if one.attribute == name]
    fitting = (
        (value.type, value.data)
        for value in telling
        if all(rendered(value, one.formats, declared) is not None for one in uses)
    )
    unique = list(dict.fromkeys(fitting))[: _VALUES if many else 2]
    return (AttributeValue(kind, data) for kind, data in unique)


def _doubled(attribute: Attribute) -> Iterator[AttributeValue]:
    """A text, its upper case and its double: what case and a missing delimiter blur."""
    shape = reference_shape(attribute, ())
    allowed = list(words(shape, 2))
    for text in allowed[:1]:
        longer = [text.upper(), text + text] if not attribute.format or len(text) == 1 else []
        yield from (typed(attribute, one) for one in (text, *longer))
    yield from (typed(attribute, text) for text in allowed[1:])

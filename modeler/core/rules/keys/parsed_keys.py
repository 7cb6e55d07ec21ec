"""Keys that cannot be parsed back: where a value of a template ends, and the change that makes every end clear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modeler.core.algebra.extent import reads_back
from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import is_declared
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.rules.support.key_fixes import Change, with_formats

HASH_DIGITS_SAFE: Final = 16


def hashed_values(template: KeyTemplate, attributes: Mapping[str, Attribute]) -> tuple[list[str], Change]:
    """Return the attributes without which a template cannot be parsed back, one after the other, and the change that
    hashes them all.
    """
    names: list[str] = []
    changes: list[Change] = []
    made = template
    while (name := reads_back(made, attributes)) and name not in names:
        if name not in attributes or not is_declared(attributes[name]):
            break
        names.append(name)
        changes.append(with_formats(made, before_text(made, name)[0], FormatCall("hash", HASH_DIGITS_SAFE)))
        made = changes[-1](made)

    def change(other: KeyTemplate) -> KeyTemplate:
        for one in changes:
            other = one(other)
        return other

    return names, change


def before_text(template: KeyTemplate, name: str) -> tuple[int, str]:
    """The position of the first reference to an attribute that something follows, and the next character."""
    place = next(
        place
        for place, part in enumerate(template.parts[:-1])
        if isinstance(part, Reference) and part.attribute == name
    )
    after = template.parts[place + 1]
    return place, after.text[0] if isinstance(after, LiteralText) else ""

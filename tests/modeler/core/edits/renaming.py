"""Renames as people type them, and an oracle: the document with the name replaced wherever it is a word."""

import re

from modeler.core.edits.changes import apply
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Typed
from modeler.core.edits.shown_fields import shown_value


def rename(parts, part, new, field="name"):
    """The parts after somebody typed another name."""
    typed = Typed(part.id, field, new, part.fields.get(field), shown_value(parts, part, field))
    return apply(parts, typed_change(parts, [typed]))


WORDS = re.compile(r"[\w-]+|\W")
PROSE = ("description", "reason", "rule", "id", "label")


def replaced(value, old, new):
    """JSON with a whole word replaced, bounds of ranges included, but in prose and ids."""
    match value:
        case dict():
            return {
                replaced(name, old, new): member if name in PROSE else replaced(member, old, new)
                for name, member in value.items()
            }
        case list():
            return [replaced(member, old, new) for member in value]
        case str():
            swap = {old: new, f"{old}From": f"{new}From", f"{old}To": f"{new}To"}
            return "".join(swap.get(word, word) for word in WORDS.findall(value))
    return value

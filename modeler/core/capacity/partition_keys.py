"""The templates of an index's partition key: as entities write it, and as calls request it."""

from __future__ import annotations

from collections.abc import Iterable

from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index
from modeler.core.items.index_shares import ShareCell
from modeler.core.keys.templates import KeyTemplate, LiteralText, parse
from modeler.core.keys.written_keys import WrittenKey, attribute_template

type Templates = tuple[KeyTemplate, ...]
"""One template for each element of a partition key."""


def partition_keys(index: Index, written: Iterable[WrittenKey]) -> list[Templates]:
    """What an entity writes into an index's partition key, overload by overload."""
    width = len(index.partition_key)
    return [key.complete[:width] for key in written if key.complete is not None]


def cell_keys(index: Index, written: Iterable[WrittenKey], cell: ShareCell | None) -> Templates | None:
    """The partition key that one cell writes; of the item's own attributes if there is no overload."""
    width = len(index.partition_key)
    overload = None if cell is None else cell.overload
    for key in written:
        if key.overload is overload and key.complete is not None:
            return key.complete[:width]
    return None if overload is not None else tuple(attribute_template(key.name) for key in index.partition_key)


def in_names_of(asked: Templates, written: Templates) -> Templates | None:
    """A call's template in the written names, because a parameter can have a different name; None if the literals
    differ.
    """
    same = all(_agree(one, other) for one, other in zip(asked, written, strict=True))
    return written if same else None


def _agree(asked: KeyTemplate, written: KeyTemplate) -> bool:
    """Return whether both have the same literals, and references at the same positions."""
    return len(asked.parts) == len(written.parts) and all(
        one == other if isinstance(one, LiteralText) or isinstance(other, LiteralText) else True
        for one, other in zip(asked.parts, written.parts, strict=True)
    )


def asked_keys(index: Index, pattern: AccessPattern) -> Templates | None:
    """The partition key from a call's equalities; None if one is missing or invalid."""
    given = {one.name: one.templates[0] for one in pattern.key if one.operator == "=" and one.templates}
    if not all(element.name in given for element in index.partition_key):
        return None
    asked = tuple(parse(given[element.name]) for element in index.partition_key)
    return None if any(template.problem for template in asked) else asked

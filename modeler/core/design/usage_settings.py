"""What a table is used for, from its settings and the design's: environment, traffic, whether it is live."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.design.model import Design
from modeler.core.design.table_settings import Traffic
from modeler.core.design.tables import Table

_ENVIRONMENT_TAGS: Final = frozenset({"environment", "env", "stage"})
PRODUCTION: Final = frozenset({"production", "prod", "live"})


def traffic(design: Design, table: Table) -> Traffic | None:
    """``settings.ops.curve`` of a table, else ``settings.traffic`` of the design; None: not specified."""
    return table.options.operation.curve or design.options.traffic


def copied(text: str, entity: str) -> tuple[str, str] | None:
    """``copy_of`` of an attribute: ``Order.status``, maybe with words of how it is kept (``Order.status, by stream``).
    The attribute of this entity, and those words; None: it is not a copy.
    """
    start = f"{entity}."
    if not text.strip().startswith(start):
        return None
    name, *words = re.split(r"[\s,;]", text.strip()[len(start) :], maxsplit=1)
    return name, " ".join(words)


def environment(design: Design, table: Table) -> str:
    """The table's environment, else the design's; ``dev`` by default."""
    return (table.options.environment or design.options.environment or "dev").lower()


def is_production(design: Design, table: Table) -> bool:
    """Does this table serve people?"""
    return environment(design, table) in PRODUCTION


def is_tagged_production(table: Table) -> bool:
    """Does a tag of the table say so? A file that somebody deploys names its environment there."""
    return any(
        name.lower().rpartition(":")[2] in _ENVIRONMENT_TAGS and value.lower() in PRODUCTION
        for name, value in table.options.tags.items()
    )


def is_live(design: Design, table: Table) -> bool:
    """Does the table exist with items in it (``live: true`` in its settings or the design's)? New keys then cost."""
    return table.options.live or design.options.live

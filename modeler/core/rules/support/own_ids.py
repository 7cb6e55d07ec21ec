"""Helpers: which attribute of an entity is an id made for each of its items."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.design.items import Attribute, Entity

_ID_END: Final = re.compile(r"(id|uuid|ulid|guid|uid|key|ksuid)$")


def is_own_id(entity: Entity, held: Attribute) -> bool:
    """Return whether an id is made for the item, and is not the id of its parent or of another entity."""
    stem = _ID_END.sub("", held.name.lower().replace("_", "").replace("-", ""))
    own = entity.name.lower().replace("_", "").replace("-", "").replace(" ", "")
    # Several attributes identify an item together because none of them does alone: a seat is a show, a row, a number.
    is_identity = entity.identity == (held.name,)
    return is_identity or held.source == "random" or stem in {"", own} or own.endswith(stem) or own in stem

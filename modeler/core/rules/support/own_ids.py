"""Helpers: which attribute is an id made for each item, or a made-up name; which entity has few items."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.values.attribute_values import AttributeType

_ID_END: Final = re.compile(r"(id|uuid|ulid|guid|uid|key|ksuid)$")
_NAMING: Final = frozenset(("", "slug", "text"))
_NAME: Final = re.compile(r"[^\W\d]+([-_. /:#][^\W\d]+)*")
_OPEN_END: Final = re.compile(r"(?i:(^|[_-])(id|key|code|sku|email|number)s?$)|[a-z](Id|Key|Code|Sku|Email|Number)s?$")


def is_own_id(entity: Entity, held: Attribute) -> bool:
    """Return whether an id is made for the item, and is not the id of its parent or of another entity."""
    stem = _ID_END.sub("", held.name.lower().replace("_", "").replace("-", ""))
    own = entity.name.lower().replace("_", "").replace("-", "").replace(" ", "")
    # Several attributes identify an item together because none of them does alone: a seat is a show, a row, a number.
    is_identity = entity.identity == (held.name,)
    return is_identity or held.source == "random" or stem in {"", own} or own.endswith(stem) or own in stem


def is_made_for(entity: Entity, name: str, beside: Entity) -> bool:
    """Return whether the name of an attribute shows that it is the entity's own id, and not that of another beside it:
    `invoiceId` or `id` of an Invoice; the `userId` of a Profile is the id of a User.
    """
    stem, own, other = _ID_END.sub("", _plain(name)), _plain(entity.name), _plain(beside.name)
    return entity.identity == (name,) and (not stem or (own.endswith(stem) and not other.endswith(stem)))


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def are_names(entity: Entity, attribute: Attribute) -> bool:
    """Return whether the values are names that somebody made up, of counters or settings, so that there are few. The
    samples show it, or that each item only counts.
    """
    if attribute.type is not AttributeType.S or _OPEN_END.search(attribute.name):
        return False
    texts = [str(item.values[attribute.name].data) for item in entity.items if attribute.name in item.values]
    others = [one for one in entity.attributes if one.name not in entity.identity and len(one.values) != 1]
    counts = [one for one in others if not one.key_only and one is not attribute]
    only_counts = bool(counts) and all(one.type is AttributeType.N for one in counts)
    # A word also has the format of an id; without samples, the format decides.
    named = attribute.format == "id" or attribute.format in _NAMING
    return named and all(map(_NAME.fullmatch, texts)) if texts else only_counts and attribute.format in _NAMING


_SHORT_LIST: Final = re.compile(
    r"(?i)(?:categor(?:y|ies)|brands?|countr(?:y|ies)|currenc(?:y|ies)|plans?|settings?|config(?:uration)?s?|flags?"
    r"|features?|roles?|types?|status(?:es)?|regions?|languages?|locales?|genres?|departments?|templates?)\W*$"
)


def is_short_list(entity: Entity) -> bool:
    """Return whether an entity has few items by its name, as categories do."""
    return bool(_SHORT_LIST.search(entity.name))

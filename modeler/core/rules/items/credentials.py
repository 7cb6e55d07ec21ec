"""Credentials in items. facts/modeling#item-growth, facts/operations#protection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Attribute, Entity, SampleItem
from modeler.core.design.tables import Table
from modeler.core.rules.support.context import RuleContext, entity_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType

_CREDENTIALS = (
    "password",
    "passwd",
    "passphrase",
    "secret",
    "apikey",
    "privatekey",
    "secretkey",
    "accesskey",
    "credential",
    "credentials",
)


@rule(
    "item.secret",
    WARNING,
    Scope.ENTITY,
    title="Credential inside an item",
    why="Everyone who can read the item can read it, and it is in every backup, export and stream",
    fix="Keep it in a secrets manager, and its reference or hash in the item",
    sources="facts/modeling#item-growth, facts/operations#protection",
)
def secret(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for attribute in entity.attributes:
        text = attribute.type in (AttributeType.S, AttributeType.B)
        hashed = attribute.format == "hash" or any(_is_hash(item, attribute) for item in entity.items)
        if text and not hashed and not attribute.values and _is_credential(attribute.name):
            is_open = _may_be_a_hash(entity, attribute)
            known = "nothing says whether it is a hash" if is_open else "its format is not a hash"
            message = f"{attribute.name} of {entity.name} is named like a credential, and {known}"
            path = f"{entity_path(table, entity)}.{attribute.name}"
            yield Spot(message, path, attribute.id, "format", severity=ADVICE if is_open else None)


def _may_be_a_hash(entity: Entity, attribute: Attribute) -> bool:
    """Is it a password without a format and without a sample? Applications store hashes under that name."""
    shown = attribute.format or any(attribute.name in item.values for item in entity.items)
    return not shown and re.search(r"(?i)(password|passwd|passphrase)$", attribute.name) is not None


_HASHED: Final = re.compile(
    r"\$(2[abxy]|argon2(id|i|d)?|scrypt|pbkdf2[\w-]*|s0|5|6|1|y|7)\$.+|(scrypt|pbkdf2|bcrypt|argon2)[^ ]*[:$].+"
    r"|[0-9a-fA-F]{32,128}"
    r"|\{(SSHA|SHA|CRYPT|MD5)\d*\}.+|(sha1|sha256|sha512|md5)[$:].+",
)
"""Texts as password hashing writes them: bcrypt, Argon2, scrypt, PBKDF2, crypt, LDAP, or plain hexadecimal digests."""
_DERIVED: Final = frozenset({"hash", "hashed", "digest", "digested", "encrypted", "salted", "masked", "redacted"})
"""Words for what is made of a credential: `hashed_password`, `encryptedSecret`."""


def _is_hash(item: SampleItem, attribute: Attribute) -> bool:
    value = item.values.get(attribute.name)
    return value is not None and value.type is AttributeType.S and _HASHED.fullmatch(str(value.data)) is not None


def _is_credential(name: str) -> bool:
    """Return whether the name ends in a word for a credential (`dbPassword`, `api_key`), not in a derivative
    (`Hash`).
    """
    words = [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]
    if _DERIVED & set(words):
        return False
    return any("".join(words[-count:]) in _CREDENTIALS for count in (1, 2) if len(words) >= count)


RULES = (secret,)

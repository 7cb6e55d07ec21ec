"""Names and nouns as comparable words."""

from __future__ import annotations

import re
from typing import Final


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, each in the singular: ``customerId`` and "customers' ids" are the same two."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return tuple(
        singular(word) for word in re.findall(r"[^\W_]+", spaced.lower().replace("e-mail", "email")) if word != "s"
    )


def singular(word: str) -> str:
    """An English noun in the singular, by its ending."""
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return _IRREGULAR.get(word, word)


_IRREGULAR: Final = {"people": "person", "children": "child", "men": "man", "women": "woman", "indices": "index"}

VERBS: Final = {
    "read": (
        "get",
        "read",
        "fetch",
        "find",
        "look up",
        "lookup",
        "show",
        "list",
        "view",
        "load",
        "search",
        "retrieve",
        "query",
        "see",
        "browse",
        "open",
    ),
    "create": (
        "create",
        "add",
        "register",
        "insert",
        "place",
        "sign up",
        "post",
        "record",
        "store",
        "save",
        "new",
        "submit",
        "write",
        "append",
        "book",
        "invite",
        "put",
    ),
    "update": (
        "update",
        "change",
        "set",
        "edit",
        "rename",
        "mark",
        "ship",
        "assign",
        "increment",
        "move",
        "close",
        "complete",
        "cancel",
        "approve",
        "pay",
        "extend",
        "renew",
        "count up",
    ),
    "delete": ("delete", "remove", "drop", "purge", "unfollow"),
    "count": ("count", "number of", "how many"),
    "all": ("scan", "export all", "dump"),
}
"""Words that a line can begin with, by what they do."""

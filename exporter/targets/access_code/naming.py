"""The names in access code of each language: classes and modules of entities, fields, functions, parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from exporter.targets.support.literals import RESERVED, Language, Style, identifier

_KEPT: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,60}")


@dataclass(frozen=True, slots=True)
class Naming:
    """The names of one language. `own_fields` and `own_classes` are names that our files use themselves.

    `suffixes` are appended for the names of further classes of an entity. `modules`: the style of an entity's module;
    None if it has the name of its class. `key_fields`: a declared attribute has a field even if a template builds it.
    """

    language: Language
    fields: Style
    functions: Style
    own_fields: frozenset[str]
    own_classes: frozenset[str]
    suffixes: tuple[str, ...] = ()
    modules: Style | None = None
    key_fields: bool = False
    unnamed_field: str = "field"


_BODY: Final = frozenset(
    {"item", "stored", "keys", "table", "client", "input", "options", "text", "needed", "together"}
)
_CLASSES: Final = frozenset(
    {
        "Keys",
        "Values",
        "Changes",
        "Key",
        "Page",
        "Expression",
        "Entity",
        "Service",
        "Table",
        "Dynamo",
        "Several",
        "Sum",
        "Path",
    }
)
"""Names of classes in generated files or in the libraries."""

PYTHON_BODY: Final = frozenset(
    ("str", "int", "bool", "bytes", "dict", "list", "set", "range", "zip", "tuple", "Decimal", "Any", "Item", "Table",
     "Found", "cast", "keys", "calls", "conditions", "limit", "start", "token", "found", "arguments", "request",
     "requests", "item")
)  # fmt: skip
"""Names that the body of a generated Python function uses, so that no parameter can have them."""

_PYTHON_METHODS: Final = frozenset(("key", "key_of", "values", "to_item", "from_item", "told", "cls"))
_PYTHON_CLASSES: Final = frozenset(
    ("Rules", "Overload", "Values", "Item", "Any", "Decimal", "Found", "Table", "RULES")
)  # fmt: skip


def _braces(language: Language) -> Naming:
    classes = _BODY | _CLASSES | RESERVED[language]
    return Naming(language, Style.CAMEL, Style.CAMEL, _BODY, classes, ("Fields", "Model", "Type"))


NAMING: Final[Mapping[Language, Naming]] = {
    Language.TYPESCRIPT: _braces(Language.TYPESCRIPT),
    Language.JAVA: _braces(Language.JAVA),
    Language.PYTHON: Naming(
        Language.PYTHON,
        Style.SNAKE,
        Style.SNAKE,
        PYTHON_BODY | _PYTHON_METHODS,
        _PYTHON_CLASSES,
        ("Item",),
        modules=Style.SNAKE,
        key_fields=True,
        unnamed_field="attribute",
    ),
}


def own_name(text: str, style: Style, language: Language, taken: Iterable[str], otherwise: str) -> str:
    """Return the name itself if it is a free identifier of the language, else one built from its words."""
    used = {name.lower() for name in taken}
    if style is Style.CAMEL and _KEPT.fullmatch(text) and text not in RESERVED[language] and text.lower() not in used:
        return text
    return identifier(text, style, language, used, otherwise=otherwise)


def class_name(text: str, table: str, naming: Naming, taken: Iterable[str]) -> str:
    """The class of an entity, unused together with the classes of its suffixes: of two, the second has the name of its
    table. A number follows only where that is not enough.
    """
    used = {*naming.own_classes, *taken}
    lowered = {name.lower() for name in used}
    for wanted in (text, f"{table} {text}", f"{text} entity", f"{table} {text} entity"):
        name = identifier(wanted, Style.PASCAL, naming.language, otherwise="entity")
        if not any(f"{name}{word}".lower() in lowered for word in ("", *naming.suffixes)):
            return name
    while any(f"{name}{word}" in used for word in naming.suffixes):
        name = identifier(f"{name}Entity", Style.PASCAL, naming.language, used)
    return identifier(name, Style.PASCAL, naming.language, used)

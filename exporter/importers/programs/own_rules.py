"""What a model that we exported says of its keys: RULES, FIELDS, NEEDED, and TOLD of a class."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from exporter.importers.programs.own_keys import condition_of, strings, template_of

_OWN: Final = ("RULES", "FIELDS", "NEEDED")


@dataclass(frozen=True, slots=True)
class OwnOverload:
    """A way to write the key of the table (index None) or of an index: templates by attribute, and for which items."""

    index: str | None
    keys: Mapping[str, str]
    when: str


@dataclass(frozen=True, slots=True)
class OwnRules:
    """The overloads of an entity, its attributes in order, those that every item has, and the types of attributes that
    exist only inside keys. `unread` are the places whose code is not as we export it.
    """

    overloads: tuple[OwnOverload, ...]
    attributes: tuple[str, ...]
    needed: frozenset[str]
    key_types: Mapping[str, str]
    unread: tuple[tuple[str, int], ...]


def own_rules(node: ast.ClassDef) -> OwnRules | None:
    """Return what a class says of its keys; None if it is not one that we exported."""
    said = {
        one.targets[0].id: one.value
        for one in node.body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
    }
    rules = said.get("RULES")
    if any(name not in said for name in _OWN) or not isinstance(rules, ast.Call):
        return None
    unread: list[tuple[str, int]] = []
    given = {word.arg: word.value for word in rules.keywords}
    overloads = [*_overloads(None, given.get("table"), unread)]
    for name, listed in _members(given.get("indexes")):
        overloads += _overloads(name, listed, unread)
    fields = dict(_members(said["FIELDS"]))
    return OwnRules(tuple(overloads), tuple(fields), frozenset(strings(said["NEEDED"])),
                    _told_types(said.get("TOLD"), fields), tuple(unread))  # fmt: skip


def _members(node: ast.expr | None) -> Iterator[tuple[str, ast.expr]]:
    for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value, value


def _overloads(index: str | None, listed: ast.expr | None, unread: list[tuple[str, int]]) -> Iterator[OwnOverload]:
    for one in listed.elts if isinstance(listed, ast.Tuple) else ():
        if not isinstance(one, ast.Call) or not one.args:
            continue
        keys = {name: _template(made) for name, made in _members(one.args[0])}
        decided = next((word.value for word in one.keywords if word.arg == "when"), None)
        when = condition_of(decided.body) if isinstance(decided, ast.Lambda) else None
        unread += [(name, one.lineno) for name, text in keys.items() if text is None]
        if decided is not None and when is None:
            unread.append(("when", decided.lineno))
        yield OwnOverload(index, {name: text for name, text in keys.items() if text is not None}, when or "")


def _template(node: ast.expr) -> str | None:
    return template_of(node.body) if isinstance(node, ast.Lambda) else None


def _told_types(node: ast.expr | None, fields: Mapping[str, ast.expr]) -> dict[str, str]:
    """Return the types that TOLD names, by attribute: it has them by the field of the class."""
    names = {one.value: name for name, one in fields.items() if isinstance(one, ast.Constant)}
    found: dict[str, str] = {}
    for one in node.elts if isinstance(node, ast.Tuple) else ():
        for _, said in _members(one.elts[2]) if isinstance(one, ast.Tuple) and len(one.elts) == 3 else ():
            told = strings(said)
            if len(told) == 2 and told[0] in names:
                found[names[told[0]]] = told[1]
    return found

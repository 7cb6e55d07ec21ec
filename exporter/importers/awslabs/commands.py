"""AWS CLI commands of access patterns (``aws dynamodb query ...``) as key conditions and filters. No command is run."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from modeler.core.algebra.template_match import match
from modeler.core.design.patterns import KeyCondition
from modeler.core.design.tables import Index, Table
from modeler.core.errors import Invalid
from modeler.core.keys.key_formats import value_text
from modeler.core.keys.templates import LiteralText, parse, print_template
from modeler.core.values.attribute_values import AttributeType
from modeler.core.values.json_values import from_dynamodb_json, to_plain

_LENGTH_MAX: Final = 20_000
_TEXT_MAX: Final = 2048
_ONE: Final = re.compile(r"\s*(#?\w[\w.-]*)\s*(=|<=|>=|<|>)\s*(:\w+)\s*")
_BEGINS: Final = re.compile(r"\s*begins_with\s*\(\s*(#?\w[\w.-]*)\s*,\s*(:\w+)\s*\)\s*", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s*(#?\w[\w.-]*)\s+between\s+(:\w+)\s+and\s+(:\w+)\s*", re.IGNORECASE)
_AND: Final = re.compile(r"\s+and\s+", re.IGNORECASE)


@dataclass(slots=True)
class BundleCommand:
    """A parsed command: options by name, and what could not be read ('' if all of it could)."""

    options: dict[str, str] = field(default_factory=dict)
    problem: str = ""

    def json(self, name: str) -> Mapping[str, Any]:
        """Return an option that is a JSON object; empty if it is not one."""
        try:
            found = json.loads(self.options.get(name, "{}"))
        except (ValueError, RecursionError):
            self.problem = f"--{name} is not valid JSON"
            return {}
        return found if isinstance(found, dict) else {}


def command_of(text: str) -> BundleCommand:
    """Parse the options of a command line. Quoting follows the shell; nothing is expanded."""
    if len(text) > _LENGTH_MAX:
        return BundleCommand(problem="the command is too long to read")
    try:
        words = shlex.split(text)
    except ValueError:
        return BundleCommand(problem="the command has an unclosed quote")
    options: dict[str, str] = {}
    name = ""
    for word in words:
        if word.startswith("--"):
            name = word[2:]
            options[name] = ""
        elif name and not options[name]:
            options[name] = word
    return BundleCommand(options)


def conditions_of(
    command: BundleCommand, table: Table, index: Index
) -> tuple[tuple[KeyCondition, ...], dict[str, Any], tuple[str, ...]]:
    """Return conditions on the key, a value for each parameter in them, and the entities whose templates they match."""
    names, values = command.json("expression-attribute-names"), command.json("expression-attribute-values")
    asked = list(_asked(command, index, names, values))
    parameters: dict[str, Any] = {}
    entities: list[str] = []
    conditions = []
    for name, operator, raws in asked:
        texts = [_text(raw) for raw in raws]
        if any(text is None for text in texts):
            continue
        if operator == "=" and (found := _template(table, index, name, str(texts[0]))):
            template, given, entity = found
            parameters |= given
            entities.append(entity)
            conditions.append(KeyCondition(name, operator, (template,)))
        else:
            conditions.append(
                KeyCondition(name, operator, tuple(print_template((LiteralText(str(one)),)) for one in texts))
            )
    return tuple(conditions), parameters, tuple(dict.fromkeys(entities))


def _asked(
    command: BundleCommand, index: Index, names: Mapping[str, Any], values: Mapping[str, Any]
) -> Iterator[tuple[str, str, list[Any]]]:
    for name, raw in command.json("key").items():
        if name in index.key_names:
            yield name, "=", [raw]
    text = command.options.get("key-condition-expression", "")
    between = _BETWEEN.search(text)
    if between:
        yield from _resolved(between[1], "between", between.groups()[1:], names, values, index)
        text = text[: between.start()] + " AND " + text[between.end() :]
    for piece in _AND.split(text):
        if found := _BEGINS.fullmatch(piece):
            yield from _resolved(found[1], "begins_with", (found[2],), names, values, index)
        elif found := _ONE.fullmatch(piece):
            yield from _resolved(found[1], found[2], (found[3],), names, values, index)


def _resolved(
    name: str,
    operator: str,
    places: tuple[str | Any, ...],
    names: Mapping[str, Any],
    values: Mapping[str, Any],
    index: Index,
) -> Iterator[tuple[str, str, list[Any]]]:
    real = str(names.get(name, name))
    if real in index.key_names and all(place in values for place in places):
        yield real, operator, [values[place] for place in places]


def _text(raw: Any) -> str | None:
    try:
        text = value_text(from_dynamodb_json(raw))
    except Invalid:
        return None
    return text if text is not None and len(text) <= _TEXT_MAX else None


def _template(table: Table, index: Index, name: str, text: str) -> tuple[str, dict[str, Any], str] | None:
    """Return the entity whose template produces this text, with the values it then has."""
    for entity in table.entities:
        for overload in entity.overloads_of(None if index.is_base else index.name):
            template = parse(overload.keys.get(name, ""))
            values = match(template, text, entity.attributes_by_name) if template.attributes else None
            if values:
                given = {one: to_plain(value, AttributeType(value.type)) for one, value in values.items()}
                return template.source, given, entity.name
    return None

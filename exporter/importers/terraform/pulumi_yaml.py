"""Pulumi.yaml with `runtime: yaml`: resources of pulumi-aws, as the program gives them.

`${name.property}` is replaced where the file itself says the value: an argument of another resource, a default of
`config`, a variable that is a text. What only a stack knows is left out, and the report says what it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context, object_of, text_of
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.line_numbers import Located
from exporter.importers.support.source import Source
from exporter.importers.support.yaml_reading import read_yaml
from exporter.importers.terraform.pulumi_state import KINDS, snake
from exporter.importers.terraform.resource_kinds import TABLE, WORDS, ParsedResource
from exporter.importers.terraform.tables import design_of, unsaid_by
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_DEPTH_MAX

_CLAIMS: Final = re.compile(r"^[ \t]*type:[ \t]*[\"']?aws:dynamodb[:/]", re.MULTILINE)
_RESOURCES: Final = re.compile(r"^resources:", re.MULTILINE)
_REFERENCE: Final = re.compile(r"\$\{([^}]*)\}")
_RESOURCES_MAX: Final = 5_000


def _claims(source: Source) -> bool:
    if source.looks_like_json or source.extension not in ("", "yaml", "yml"):
        return False
    text = source.text[:2_000_000]
    return bool(_RESOURCES.search(text) and _CLAIMS.search(text))


def read_program(located: Located) -> Imported:
    """Return the design of a program. Raises DocumentInvalid with a sentence if it has no table."""
    context = Context(located.lines, Report(), words=WORDS)
    context.report.lines.extend(located.report)
    program = _Program(located.value, context)
    resources = list(program.resources())
    if all(one.type != TABLE for one in resources):
        raise DocumentInvalid("this Pulumi program creates no table", code="document.no_model")
    design = design_of(resources, program.region(), context)
    return Imported(design, tuple(context.report.lines), places=context.places, unsaid=unsaid_by(design))


class _Program:
    """The members of the file that values can refer to."""

    def __init__(self, data: Mapping[str, Any], context: Context) -> None:
        self._context = context
        self._resources = object_of(data, "resources")
        self._variables = object_of(data, "variables")
        self._config = {**object_of(data, "configuration"), **object_of(data, "config")}
        self._unknown: dict[str, None] = {}

    def resources(self) -> Iterator[ParsedResource]:
        """Yield every resource with the arguments that are known."""
        for number, (label, one) in enumerate(self._resources.items()):
            kind = _token(text_of(one.get("type"))) if isinstance(one, Mapping) else ""
            if number >= _RESOURCES_MAX or not kind or kind.startswith("pulumi:"):
                continue
            held = object_of(one, "properties")
            values = snake(self._known(held, f"resources.{label}.properties"), self._context, 0)
            if KINDS.get(kind) == TABLE and not isinstance(values.get("name"), str):
                # Pulumi appends random letters to the label.
                values["name"] = label
                self._context.report.guessed(
                    f"resources.{label}.properties.name", f"the name of the table is not given; {label} is used"
                )
            yield ParsedResource(KINDS.get(kind, kind), label, values if kind in KINDS else {})

    def region(self) -> str:
        """Return the Region of the configuration; '' if it has none."""
        return self._text_of(self._config.get("aws:region"))

    def _known(self, value: Any, path: str, depth: int = 0) -> Any:
        """Replace references in place, so that lines stay; members that only a stack knows are removed."""
        if depth > DOCUMENT_DEPTH_MAX:
            return value
        items = list(enumerate(value)) if isinstance(value, list) else list(object_of({"": value}, "").items())
        gone = []
        for name, one in items:
            place = f"{path}.{name}" if isinstance(name, str) else f"{path}[{name}]"
            if isinstance(one, str):
                said = self._replaced(one)
                if said is None:
                    self._context.report.dropped(place, f"{one[:120]} depends on the stack; left out")
                    gone.append(name)
                else:
                    value[name] = said
            else:
                self._known(one, place, depth + 1)
        for name in reversed(gone):
            del value[name]
        return value

    def _replaced(self, text: str) -> Any:
        """Return a text with the values of its references; None if one is unknown."""
        whole = _REFERENCE.fullmatch(text)
        if whole is not None:
            return self._value(whole[1])
        found = [self._value(one) for one in _REFERENCE.findall(text)]
        if any(one is None for one in found):
            return None
        left = iter(found)
        return _REFERENCE.sub(lambda _: str(next(left)), text)

    def _value(self, reference: str) -> Any:
        head, _, member = reference.strip().partition(".")
        resource = self._resources.get(head)
        if isinstance(resource, Mapping):
            held = object_of(resource, "properties").get(member)
            if isinstance(held, str) and "${" not in held:
                return held
            # Beside a table, its name, id or ARN say which table is meant.
            return head if member in {"name", "id", "arn"} and held is None else None
        if head in self._config:
            return self._text_of(self._config[head]) or None
        held = self._variables.get(head)
        return held if isinstance(held, str | int | float) and "${" not in str(held) else None

    @staticmethod
    def _text_of(said: Any) -> str:
        """Return what a member of the configuration says: itself, its value, or its default."""
        given = said.get("value", said.get("default")) if isinstance(said, Mapping) else said
        return "" if given is None or isinstance(given, Mapping | list) else str(given)


def _token(kind: str) -> str:
    """Return a type in its full form: ``aws:dynamodb:Table`` is ``aws:dynamodb/table:Table``."""
    parts = kind.split(":")
    if len(parts) != 3 or "/" in parts[1]:
        return kind
    return f"{parts[0]}:{parts[1]}/{parts[2][:1].lower()}{parts[2][1:]}:{parts[2]}"


IMPORTER: Final = Importer(
    "pulumi-yaml", "a Pulumi program in YAML", _claims, lambda source: read_program(read_yaml(source.raw))
)

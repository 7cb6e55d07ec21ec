"""`terraform show -json`, of a plan or of a state: every value as the provider has it, modules included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context, object_of, text_of
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.line_numbers import Located, members, read_located_json
from exporter.importers.support.source import Source
from exporter.importers.terraform.resource_kinds import WORDS, ParsedResource
from exporter.importers.terraform.tables import design_of, unsaid_by

_RESOURCES_MAX: Final = 20_000


def _claims(source: Source) -> bool:
    data = source.data
    return "terraform_version" in data or ("planned_values" in data and "format_version" in data)


def read_show(located: Located) -> Imported:
    """Return the design of a plan or state. Raises DocumentInvalid with a sentence if it has no table."""
    data: Mapping[str, Any] = located.value
    context = Context(located.lines, Report(), words=WORDS)
    context.report.lines.extend(located.report)
    # A plan holds the future, a state the present.
    root = object_of(object_of(data, "planned_values") or object_of(data, "values"), "root_module")
    if not root and isinstance(data.get("resources"), list):
        said = "this is a raw state file; use the output of terraform show -json"
        raise context.refuse("resources", said, data, "resources")
    resources = list(_resources(root))
    expressions = object_of(object_of(object_of(data, "configuration"), "provider_config"), "aws")
    region = text_of(object_of(object_of(expressions, "expressions"), "region").get("constant_value"))
    design = design_of(resources, region or _region_of_variable(data), context)
    return Imported(design, tuple(context.report.lines), places=context.places, unsaid=unsaid_by(design))


def _resources(root: Mapping[str, Any]) -> Iterator[ParsedResource]:
    waiting = [root]
    count = 0
    while waiting and count < _RESOURCES_MAX:
        module = waiting.pop(0)
        for _, one in members(module.get("resources")):
            if isinstance(one, Mapping) and one.get("mode", "managed") == "managed" and count < _RESOURCES_MAX:
                count += 1
                values = object_of(one, "values")
                yield ParsedResource(text_of(one.get("type")), text_of(one.get("address"))[:300], values)
        waiting += [child for _, child in members(module.get("child_modules")) if isinstance(child, Mapping)]


def _region_of_variable(data: Mapping[str, Any]) -> str:
    config = object_of(object_of(object_of(data, "configuration"), "provider_config"), "aws")
    references = object_of(object_of(config, "expressions"), "region").get("references")
    name = text_of(references[0]) if isinstance(references, list) and references else ""
    return text_of(object_of(object_of(data, "variables"), name.removeprefix("var.")).get("value"))[:255]


IMPORTER: Final = Importer(
    "terraform-json",
    "the output of terraform show -json",
    _claims,
    lambda source: read_show(read_located_json(source.raw)),
)

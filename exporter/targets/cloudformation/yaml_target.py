"""CloudFormation as YAML: the template of the design, with functions in their short form and comments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import yaml

from exporter.targets.base import Export, ExportFile, Target, TargetKind, comment_block, header, safe_name
from exporter.targets.cloudformation.tables import Data
from exporter.targets.cloudformation.template import count_losses, template, template_losses
from exporter.targets.support.literals import Language, Style, identifier
from modeler.core.design.model import Design
from modeler.core.design.tables import IndexKind

__all__ = ["TARGET", "advice", "dumped", "template"]


INLINE_BYTES_MAX: Final = 50_000
"""A larger template must be uploaded through S3: CloudFormation accepts 51,200 bytes in a request,
comments included.
"""
_PLAIN: Final = ("!Ref", "!GetAtt")
"""Functions of a logical id, which needs no quotes."""


class _Dumper(yaml.SafeDumper):
    """SafeDumper with these changes: a text with line ends or unprintable characters is always double-quoted (within
    single quotes, PyYAML folds U+0085, U+2028, and U+2029, and reads back a different text), lists are indented, no
    aliases are written, and functions are tags: ``!Ref Orders``.
    """

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, indentless=False)

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def choose_scalar_style(self) -> str:
        is_function = isinstance(self.event, yaml.ScalarEvent) and self.event.tag in _PLAIN
        return "" if is_function else str(super().choose_scalar_style())


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if text.isprintable() else '"')


def _represent_mapping(dumper: yaml.SafeDumper, data: Data) -> yaml.Node:
    """Is it a function: one member whose value is ours, a logical id or a list that contains one?"""
    match data:
        case {"Ref": str(name), **rest} if not rest and name.isalnum():
            return dumper.represent_scalar("!Ref", name)
        case {"Fn::GetAtt": [str(name), str(attribute)], **rest} if not rest and name.isalnum():
            return dumper.represent_scalar("!GetAtt", f"{name}.{attribute}")
        case {"Fn::Join": [str(separator), list(parts)], **rest} if not rest:
            return dumper.represent_sequence("!Join", [separator, parts], flow_style=True)
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items())


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(dict, _represent_mapping)


def dumped(made: Data) -> str:
    """Return a template as YAML. It contains no invisible characters, such as those that change the text direction."""
    text = yaml.dump(made, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    # Such characters occur only within double quotes, where YAML has the same escapes.
    return "".join(letter if letter.isprintable() or letter == "\n" else _escaped(ord(letter)) for letter in text)


def _escaped(code: int) -> str:
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def advice(design: Design, command: str, made: Data) -> Iterator[str]:
    """Yield how to deploy the template, and what to consider when changing it."""
    asked = " ".join(f"{name}={one.get('Default', '...')}" for name, one in made.get("Parameters", {}).items())
    stack = identifier(design.name, Style.KEBAB, Language.PYTHON, otherwise="design")
    yield f"Deploy: {command} --stack-name {stack}" + (f" --parameter-overrides {asked}" if asked else "")
    if any(index.kind is IndexKind.GSI for table in design.tables for index in table.indexes):
        yield (
            "After a table is deployed, add or remove only one GSI per update: DynamoDB does not allow two "
            "in one update."
        )


def _build(design: Design) -> Export:
    made = template(design)
    losses = (*template_losses(design), *count_losses(made))
    path, body = f"{safe_name(design.name)}.cloudformation.yaml", dumped(made)
    bucket = " --s3-bucket ..." if len(body.encode()) > INLINE_BYTES_MAX else ""
    command = f"aws cloudformation deploy --template-file {path}{bucket}"
    lines = [*header(design, "CloudFormation", losses), *advice(design, command, made)]
    return Export((ExportFile(path, comment_block(lines) + body),), losses)


TARGET: Final = Target(
    "cloudformation",
    "CloudFormation (YAML)",
    ("<design>.cloudformation.yaml",),
    "application/yaml",
    _build,
    TargetKind.INFRASTRUCTURE,
)

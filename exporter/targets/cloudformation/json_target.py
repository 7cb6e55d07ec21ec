"""CloudFormation as JSON: the same template. JSON has no comments, so its Metadata lists what it cannot represent."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, safe_name
from exporter.targets.cloudformation.tables import Data
from exporter.targets.cloudformation.template import count_losses, template, template_losses
from modeler.core.design.model import Design


def with_metadata(made: Data, losses: Iterable[Loss]) -> Data:
    """Return the template with Metadata at the front: its author, and what is not in it."""
    said = {"WrittenBy": "Keysheet", "NotInThisFile": [loss.as_json() for loss in losses]}
    head = {name: made[name] for name in ("AWSTemplateFormatVersion", "Description")}
    return head | {"Metadata": {"Keysheet": said}} | {name: part for name, part in made.items() if name not in head}


def _build(design: Design) -> Export:
    made = template(design)
    losses = (*template_losses(design), *count_losses(made))
    text = json.dumps(with_metadata(made, losses), indent=2, ensure_ascii=False) + "\n"
    return Export((ExportFile(f"{safe_name(design.name)}.cloudformation.json", text),), losses)


TARGET: Final = Target(
    "cloudformation-json",
    "CloudFormation (JSON)",
    ("<design>.cloudformation.json",),
    "application/json",
    _build,
    TargetKind.INFRASTRUCTURE,
)

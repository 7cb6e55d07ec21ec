"""Links into the AWS console: each table, its items, its indexes' metrics and its alarms, in each of its Regions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from exporter.documents.as_markdown import escaped
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, safe_name
from exporter.targets.policies.arns import TableArns, place_losses, places
from modeler.core.design.model import Design

_DOMAINS: Final = (("cn-", "console.amazonaws.cn"), ("us-gov-", "console.amazonaws-us-gov.com"))
_ONLY: Final = (
    "links to tables of the design's names in the account that you are signed in to; nothing else of the design"
)


def console(region: str, service: str, fragment: str) -> str:
    """Return the address of a page of the console."""
    domain = next((name for start, name in _DOMAINS if region.startswith(start)), f"{region}.console.aws.amazon.com")
    return f"https://{domain}/{service}/home?region={region}#{fragment}"


def table_links(region: str, table: str) -> Iterator[tuple[str, str]]:
    """Yield what a link leads to, and its address."""
    name = quote(table, safe="")
    yield "Table and its indexes", console(region, "dynamodbv2", f"table?name={name}")
    yield "Items", console(region, "dynamodbv2", f"item-explorer?operation=SCAN&table={name}")
    yield "Alarms", console(region, "cloudwatch", f"alarmsV2:?search={name}")


def _build(design: Design) -> Export:
    losses = (Loss("design", _ONLY), *place_losses(design))
    lines = [f"# {escaped(design.name)}: AWS console", ""]
    for place in places(design):
        lines += _table(place)
    lines += ["## Not in this file", "", *(f"- {escaped(f'{one.path}: {one.message}')}" for one in losses)]
    return Export((ExportFile(f"{safe_name(design.name)}.console.md", "\n".join(lines) + "\n"),), losses)


def _table(place: TableArns) -> list[str]:
    lines = [f"## {escaped(place.table.name)}", ""]
    for arn in place.arns:
        region = arn.split(":")[3]
        linked = ", ".join(f"[{title}]({address})" for title, address in table_links(region, place.table.name))
        lines.append(f"- {region}: {linked}")
    return [*lines, ""]


TARGET: Final = Target(
    "console-links", "AWS console links", ("<design>.console.md",), "text/markdown", _build, TargetKind.DOCUMENTS
)

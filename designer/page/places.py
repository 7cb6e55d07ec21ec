"""Every place of a design with its address: the targets of the palette and of deep links."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.urls import reverse

from designer.page.regions.findings import shown_finding
from designer.page.scene import PagePlace, Scene
from exporter.targets import TARGETS
from modeler.core.design.model import Design
from modeler.core.design.parts import INFERRED, PartKind
from modeler.permissions import Action, Role, may

FINDINGS_MAX = 300
PAGES = (
    ("Key sheet and items", "design"),
    ("Requirements", "design-requirements"),
    ("Alternatives: proposed keys and indexes", "design-alternatives"),
    ("Access patterns", "design-patterns"),
    ("Map of access patterns, indexes and entities", "design-map"),
    ("Findings", "design-findings"),
    ("Capacity and cost", "design-cost"),
    ("Traffic: what throttles in a scenario", "design-traffic"),
    ("Load proof: a scenario sent to an endpoint", "design-loads"),
    ("Building blocks", "design-blocks"),
    ("Path: what comes next", "design-path"),
    ("Launch checklist", "design-launch"),
    ("Worksheet of access patterns", "design-worksheet"),
    ("Comments", "design-comments"),
    ("JSON of the design", "design-json"),
    ("Hot key: what throttles", "hot-key"),
    ("Export", "design-export"),
    ("Update from a file", "design-update"),
    ("Drift: compare with what is deployed", "design-drift"),
    ("Proof", "design-provision"),
    ("Rehearsal of a migration", "design-rehearsals"),
    ("History", "design-history"),
    ("Compare", "design-compare"),
    ("Branches", "design-branches"),
    ("Share", "design-share"),
)
DOWNLOADS = (
    ("Cost hand-out (PDF)", "cost-hand-out-pdf"),
    ("Cost hand-out (text)", "cost-hand-out-text"),
    ("Launch checklist (CSV)", "launch-file"),
    ("Worksheet of access patterns (CSV)", "worksheet-file"),
    ("The whole design (PDF)", "design-document"),
    ("Key sheet (PDF)", "design-sheet-document"),
)
NEEDED = {"design-share": Action.SHARE, "design-update": Action.EDIT}


def begins_on_board(design: Design) -> bool:
    """Do its requirements come first: nothing is stored anywhere yet (no table, or no entity with a key),
    or an import inferred access patterns that nobody has confirmed?
    """
    if any(one.provenance == INFERRED for one in design.patterns):
        return True
    entities = [entity for _, entity in design.entities()]
    is_begun = bool(design.tables) and not entities
    return not is_begun and not any(one.keys for entity in entities for one in entity.overloads)


def places(scene: Scene, role: Role | str) -> Iterator[dict[str, str]]:
    """Pages that a role can open, downloads, formats of exports, tables, indexes, entities, attributes, access patterns
    and findings: label, kind, where and href; of an entity, its color.
    """
    page = reverse("design", args=[scene.design_id])
    for label, name in PAGES:
        if may(role, NEEDED.get(name, Action.SEE)):
            yield _place(label, "page", "", reverse(name, args=[scene.design_id]))
    for label, name in DOWNLOADS:
        yield _place(label, "download", "", reverse(name, args=[scene.design_id]))
    for target in TARGETS:
        address = reverse("design-export-target", args=[scene.design_id, target.name])
        yield _place(f"Export: {target.title}", "export", target.name, address)
    for table in scene.design.tables:
        yield _place(table.name, "table", "", f"{page}?{PagePlace(table=table.id, part=table.id).query}")
        for index in table.indexes:
            there = PagePlace(table=table.id, index=index.id, part=index.id)
            yield _place(index.name, "index", table.name, f"{page}?{there.query}")
        for entity in table.entities:
            there = PagePlace(table=table.id, part=entity.id)
            yield _place(entity.name, "entity", table.name, f"{page}?{there.query}") | {"hue": scene.hues[entity.name]}
            for attribute in entity.attributes:
                yield _place(attribute.name, "attribute", entity.name, f"{page}?{there.query}#attribute-{attribute.id}")
    for pattern in scene.design.patterns:
        there = PagePlace(pattern=pattern.id, part=pattern.id)
        yield _place(f"{pattern.code} {pattern.name}".strip(), "access pattern", "", f"{page}?{there.query}")
    for finding in scene.findings[:FINDINGS_MAX]:
        shown = shown_finding(scene, finding)
        yield _place(str(finding["message"]), str(finding["severity"]), str(finding["rule"]), f"{page}{shown['href']}")


def _place(label: str, kind: str, where: str, href: str) -> dict[str, str]:
    return {"label": label, "kind": kind, "where": where, "href": href}


def place_of_part(kind: PartKind, part: str) -> str:
    """The query in the page's address that selects a part, as far as its kind and id determine it."""
    match kind:
        case PartKind.DESIGN:
            return ""
        case PartKind.PATTERN:
            return "?" + urlencode({"pattern": part, "part": part})
        case PartKind.TABLE:
            return "?" + urlencode({"table": part, "part": part})
        case _:
            return "?" + urlencode({"part": part})

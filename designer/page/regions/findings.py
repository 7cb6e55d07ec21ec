"""Findings: grouped and filtered by the address; each links to its place."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from designer.page.editors.part_editors import field_id
from designer.page.part_place import part_place
from designer.page.scene import PagePlace, Scene
from modeler.core.design.parts import PartKind

type Found = Mapping[str, Any]

SEVERITIES: Final = ("error", "warning", "advice")
GROUPS: Final = (("severity", "Severity"), ("place", "Place"), ("rule", "Rule"))
CHOICES: Final = ("group", "severity", "about", "text", "muted")
"""A reader's choices on this page, by their names in the address."""
OWNERS: Final = (PartKind.PATTERN, PartKind.ENTITY, PartKind.INDEX, PartKind.TABLE)
SCENARIO_OF: Final = {
    "keys.low_cardinality": "steady",
    "keys.date_partition": "steady",
    "keys.coarse_partition": "steady",
    "index.constant_pk": "steady",
    "index.date_pk": "steady",
    "heat.tenant_noisy": "viral",
    "heat.hot_key_share": "viral",
    "capacity.on_demand_ramp": "launch",
    "capacity.scaling_too_slow": "flash-sale",
    "capacity.under_provisioned": "steady",
    "capacity.gsi_under_provisioned": "steady",
    "capacity.autoscaling": "day",
}
"""Rules about traffic with the scenario that shows it; that of all others of `heat` is the steady one."""
TEXT_MAX: Final = 200
ID_BYTES: Final = 6


def findings(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the findings page."""
    chosen = _chosen(place)
    found = [one for one in scene.findings if _fits(scene, one, chosen)]
    by_place = Counter(owner for one in scene.findings for owner in _owners(scene, one))
    counted = Counter(one["severity"] for one in scene.findings if _fits(scene, one, {**chosen, "severity": ()}))
    return {
        "groups": _groups(scene, found, chosen["group"]),
        "shown": len(found),
        "total": len(scene.findings),
        "muted": [_shown_muted(scene, finding) for finding in scene.muted],
        "is_muted_open": chosen["muted"],
        "counts": counts(scene),
        "severities": [(name, counted[name], name in chosen["severity"]) for name in SEVERITIES],
        "group": chosen["group"],
        "group_choices": GROUPS,
        "about": chosen["about"],
        "about_choices": _about_choices(scene, by_place, chosen["about"]),
        "text": chosen["text"],
        "is_filtered": bool(chosen["severity"] or chosen["about"] or chosen["text"]),
        "is_analysed": bool(scene.analysed),
        "is_behind": scene.is_behind,
        "analysed": scene.analysed,
        "analysed_at": scene.analysed_at,
        "not_compared": scene.not_compared,
        "is_bare": scene.is_bare,
        "lacks": [word for word, parts in _checked(scene) if not parts],
    }


def _checked(scene: Scene) -> tuple[tuple[str, Any], ...]:
    """Without these, most rules have nothing to check."""
    return ("entities", list(scene.design.entities())), ("access patterns", scene.design.patterns)


def findings_count(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the counts on the tab."""
    return {"counts": counts(scene)}


def counts(scene: Scene) -> dict[str, int]:
    """The number of findings of each severity."""
    counted = Counter(finding["severity"] for finding in scene.findings)
    return {severity: counted[severity] for severity in SEVERITIES}


def shown_finding(scene: Scene, finding: Found) -> dict[str, Any]:
    """A finding with the address of its place, and the ids of its elements there (`cell`, the nearest first)."""
    part = finding.get("part") or ""
    cells = _elements_of(scene, part, finding.get("field") or "")
    return {
        **finding,
        "id": finding_id(finding),
        "href": f"?{part_place(scene, part).query}{f'#{cells[0]}' if cells else ''}",
        "cell": " ".join(cells),
        "is_heat": str(finding["rule"]).startswith("heat."),
        "scenario": scenario_of(str(finding["rule"])),
    }


def scenario_of(rule: str) -> str:
    """The scenario of the simulation that shows what a rule warns of; '' for rules that are not about traffic."""
    return SCENARIO_OF.get(rule, "steady" if rule.startswith("heat.") else "")


def finding_id(finding: Found) -> str:
    """The id of a finding's element, stable as long as its rule and its place are."""
    named = f"{finding['rule']}\0{finding['path']}".encode("utf-8", "surrogatepass")
    return f"finding-{hashlib.blake2b(named, digest_size=ID_BYTES).hexdigest()}"


def _chosen(place: PagePlace) -> dict[str, Any]:
    """The choices in the address; invalid ones are ignored."""
    group = place.choice("group")
    return {
        "group": group if group in dict(GROUPS) else GROUPS[0][0],
        "severity": tuple(name for name in SEVERITIES if name in place.choice("severity").split(",")),
        "about": place.choice("about"),
        "text": place.choice("text")[:TEXT_MAX],
        "muted": place.choice("muted") == "shown",
    }


def _fits(scene: Scene, finding: Found, chosen: Mapping[str, Any]) -> bool:
    if chosen["severity"] and finding["severity"] not in chosen["severity"]:
        return False
    if chosen["about"] and chosen["about"] not in _owners(scene, finding):
        return False
    sought = chosen["text"].casefold().split()
    said = " ".join(str(finding.get(name) or "") for name in ("rule", "path", "message", "why", "fix")).casefold()
    return all(word in said for word in sought)


def _owners(scene: Scene, finding: Found) -> set[str]:
    """Ids of the part that a finding is about, of all its parents, and of the index that it writes or reads."""
    found: set[str] = set()
    part = scene.parts.get(finding.get("part") or "")
    while part is not None and part.kind is not PartKind.DESIGN:
        found.add(part.id)
        if part.kind in (PartKind.OVERLOAD, PartKind.PATTERN) and part.fields.get("index"):
            found.add(str(part.fields["index"]))
        part = scene.parts.get(part.parent)
    return found


def _about_choices(scene: Scene, counted: Mapping[str, int], chosen: str) -> list[tuple[str, list[Any]]]:
    """Entities, patterns, indexes and tables that have findings, by their kind."""
    kinds = {PartKind.TABLE: "Tables", PartKind.ENTITY: "Entities", PartKind.INDEX: "Indexes"}
    kinds[PartKind.PATTERN] = "Access patterns"
    made = []
    for kind, title in kinds.items():
        parts = (
            part for part in scene.parts.values() if part.kind is kind and (counted.get(part.id) or part.id == chosen)
        )
        ordered = sorted(parts, key=lambda part: (part.position, part.id))
        if ordered:
            made.append((title, [(part.id, part_label(scene, part.id), counted.get(part.id, 0)) for part in ordered]))
    return made


def part_label(scene: Scene, part_id: str) -> str:
    """The name of a part in a list: the code and the name of a pattern, the name of anything else."""
    part = scene.parts[part_id]
    if part.kind is PartKind.PATTERN:
        return f"{part.fields.get('code') or ''} {part.name}".strip() or "an unnamed pattern"
    return part.name or f"unnamed {part.kind}"


def _groups(scene: Scene, found: Sequence[Found], group: str) -> list[dict[str, Any]]:
    """Findings under their headings: by severity (the most severe first), by place (in the design's order), or by rule
    (the most frequent first).
    """
    if group == "severity":
        titles = {"error": "Errors", "warning": "Warnings", "advice": "Advice"}
        keyed = [(name, titles[name], [one for one in found if one["severity"] == name]) for name in SEVERITIES]
    elif group == "place":
        keyed = list(_by_place(scene, found))
    else:
        often = Counter(one["rule"] for one in found)
        keyed = [(rule, rule, [one for one in found if one["rule"] == rule]) for rule, _ in often.most_common()]
    return [_group(scene, *one) for one in keyed if one[2]]


def _group(scene: Scene, key: str, title: str, found: Iterable[Found]) -> dict[str, Any]:
    shown, seen = [], Counter[str]()
    for one in found:
        made = shown_finding(scene, one)
        seen[made["id"]] += 1
        # A rule can report two findings at one place.
        shown.append(made if seen[made["id"]] == 1 else {**made, "id": f"{made['id']}-{seen[made['id']]}"})
    worst = next((name for name in SEVERITIES if any(one["severity"] == name for one in shown)), "none")
    rule = key if key == title and key not in SEVERITIES and all(one["rule"] == key for one in shown) else ""
    has_fixes = sum(bool(one.get("fixes")) for one in shown)
    return {"key": key, "title": title, "findings": shown, "worst": worst, "rule": rule, "has_fixes": has_fixes}


def of_rule(scene: Scene, rule: str) -> list[dict[str, Any]]:
    """The findings of one rule that are not muted."""
    return [shown_finding(scene, one) for one in scene.findings if one["rule"] == rule]


def _by_place(scene: Scene, found: Sequence[Found]) -> Iterator[tuple[str, str, list[Found]]]:
    by_owner: dict[str, list[Found]] = {}
    for one in found:
        by_owner.setdefault(_owner(scene, one.get("part") or ""), []).append(one)
    ranks = {PartKind.TABLE: 0, PartKind.INDEX: 1, PartKind.ENTITY: 2, PartKind.PATTERN: 3}

    def order(part_id: str) -> tuple[Any, ...]:
        part = scene.parts.get(part_id)
        return (-1, "", "") if part is None else (ranks.get(part.kind, 4), part.position, part.id)

    for owner in sorted(by_owner, key=order):
        part = scene.parts.get(owner)
        kind = {PartKind.PATTERN: "pattern"}.get(part.kind, str(part.kind)) if part else ""
        title = f"{kind.capitalize()} {part_label(scene, owner)}" if part else "The whole design"
        yield owner, title, by_owner[owner]


def _owner(scene: Scene, part_id: str) -> str:
    """The pattern, entity, index or table that contains a part, or is the part; '' for the design."""
    part = scene.parts.get(part_id)
    while part is not None and part.kind not in OWNERS:
        part = scene.parts.get(part.parent)
    return part.id if part is not None else ""


def _shown_muted(scene: Scene, finding: Found) -> dict[str, Any]:
    """A muted finding with the stored reason."""
    reasons = (
        mute.reason
        for mute in scene.design.mutes
        if mute.rule == finding["rule"]
        and (mute.part == finding.get("part") if mute.part else mute.path == finding["path"])
    )
    return {**shown_finding(scene, finding), "reason": next(reasons, "")}


def _elements_of(scene: Scene, part_id: str, field: str) -> tuple[str, ...]:
    """Ids of the elements at the place of a finding, the nearest first: a key cell, or the editor of its field, then
    the row of the outline.
    """
    part = scene.parts.get(part_id)
    if part is None or part.is_removed:
        return ()
    if part.kind is PartKind.OVERLOAD:
        keys = [name for name in part.fields if name.startswith("keys.")]
        return (cell_id(part_id, field if field in ("when", *keys) else next(iter(keys), "when")),)
    editor = (field_id(part_id, field),) if field else ()
    return (*editor, f"outline-{_owner(scene, part_id)}")


def cell_id(part: str, field: str) -> str:
    """The id of the element of one key cell."""
    return f"cell-{part}-{field.replace('.', '-')}"

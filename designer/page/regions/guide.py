"""The guided path with its gates, the launch checklist with its evidence, and the worksheet of access patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from designer.page.regions.findings import shown_finding
from designer.page.scene import PagePlace, Scene
from modeler.core.findings import Finding, Severity
from modeler.core.procedures.guided_path import Gate, guided_path
from modeler.core.procedures.launch import Check, LaunchState, launch_checklist
from modeler.core.procedures.worksheet import WorksheetRow, worksheet

SHOWN_FINDINGS: Final = 8
_PAGES: Final[Mapping[int, tuple[str, str]]] = {
    1: ("design-requirements", "Requirements"),
    2: ("design", "Key sheet"),
    3: ("design", "Key sheet"),
    4: ("design-patterns", "Patterns"),
    5: ("design", "Key sheet"),
    6: ("design-cost", "Traffic per partition key"),
    7: ("design-export", "Export"),
}
"""Where each gate's work is done: the name of the address, and its title."""
_KEYS_GATE: Final = 2
_STATES: Final = {LaunchState.PASSED: "Passed", LaunchState.FAILED: "Failed", LaunchState.UNKNOWN: "Not known"}


def path(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the guided path."""
    gates = guided_path(scene.design, _findings(scene))
    first = next((gate.number for gate in gates if not gate.passed), 0)
    return {
        "design_id": scene.design_id,
        "gates": [_gate(scene, gate, is_next=gate.number == first) for gate in gates],
        "passed": sum(gate.passed for gate in gates),
        "is_behind": scene.is_behind,
    }


def launch(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the launch checklist."""
    checks = launch_checklist(scene.design, _findings(scene), scene.not_compared)
    counted = Counter(check.state for check in checks)
    return {
        "design_id": scene.design_id,
        "checks": [_check(scene, check) for check in checks],
        "score": [(_STATES[state], counted[state]) for state in LaunchState],
        "total": len(checks),
        "is_behind": scene.is_behind,
    }


def sheet_of_patterns(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the worksheet."""
    ids = {pattern.code: pattern.id for pattern in reversed(scene.design.patterns)}
    rows = worksheet(scene.design)
    return {"design_id": scene.design_id, "rows": [{"one": one, "part": ids.get(one.code, "")} for one in rows]}


def launch_rows(scene: Scene) -> Iterator[Sequence[str]]:
    """The checklist as rows of a file, the head first."""
    yield ("Number", "Item", "State", "Evidence", "Check on the endpoint")
    for check in launch_checklist(scene.design, _findings(scene), scene.not_compared):
        yield (str(check.number), check.item, _STATES[check.state], _evidence(scene, check), check.endpoint)


def worksheet_rows(scene: Scene) -> Iterator[Sequence[str]]:
    """The worksheet as rows of a file, the head first."""
    yield (
        "Code", "Name", "Read or write", "Calls/s", "Calls/s at peak", "Given", "Order", "Limit", "Concern",
        "Consistency", "Served by", "Key", "Index",
    )  # fmt: skip
    yield from map(_cells, worksheet(scene.design))


def _cells(row: WorksheetRow) -> Sequence[str]:
    rates = ("" if rate is None else f"{rate:g}" for rate in (row.average, row.peak))
    return (
        row.code, row.name, "read" if row.is_read else "write", *rates, ", ".join(row.given), row.order,
        "" if row.limit is None else str(row.limit), row.concern.value, row.consistency,
        row.served_by, row.key, row.index or "table",
    )  # fmt: skip


def _findings(scene: Scene) -> list[Finding]:
    """The findings of the newest analysis."""
    return [
        Finding(
            rule=one["rule"],
            severity=Severity(one["severity"]),
            path=one["path"],
            message=one["message"],
            why=one.get("why") or "",
            fix=one.get("fix") or "",
            part=one.get("part") or "",
            field=one.get("field") or "",
        )
        for one in scene.findings
    ]


def _gate(scene: Scene, gate: Gate, *, is_next: bool) -> dict[str, Any]:
    address, title = _PAGES[gate.number]
    return {
        "gate": gate,
        "missing": [f"{sentence[:1].upper()}{sentence[1:]}." for sentence in gate.missing],
        "findings": _first_findings(scene, gate.findings),
        "more": max(0, len(gate.findings) - SHOWN_FINDINGS),
        "address": address,
        "title": title,
        "is_next": is_next,
        "may_propose": gate.number == _KEYS_GATE and bool(gate.missing and scene.design.patterns),
    }


def _check(scene: Scene, check: Check) -> dict[str, Any]:
    return {
        "check": check,
        "state": _STATES[check.state],
        "evidence": _evidence(scene, check),
        "findings": _first_findings(scene, check.findings),
        "more": max(0, len(check.findings) - SHOWN_FINDINGS),
    }


def _evidence(scene: Scene, check: Check) -> str:
    """What the state rests on: what the rules found, or what they could not judge."""
    match check.state:
        case LaunchState.FAILED:
            return "; ".join(f"{one.message} ({one.rule})" for one in check.findings)
        case LaunchState.UNKNOWN:
            return f"Not judged: {check.unknown}"
    return f"{', '.join(check.rules)} found nothing at revision {scene.analysed or scene.revision}"


def _first_findings(scene: Scene, found: Sequence[Finding]) -> list[dict[str, Any]]:
    return [shown_finding(scene, one.as_json()) for one in found[:SHOWN_FINDINGS]]

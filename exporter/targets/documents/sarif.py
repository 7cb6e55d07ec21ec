"""SARIF 2.1.0: the findings of a design for code scanning, with places in the design and fingerprints for baselines.

The specification: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Any, Final
from urllib.parse import quote

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, safe_name
from exporter.targets.support.per_design_cache import analysed
from modeler.core.design.model import Design
from modeler.core.design.mutes import covers
from modeler.core.design.parts import ROOT
from modeler.core.documents import reading
from modeler.core.findings import Finding, Severity, places
from modeler.core.migration import CODES, ChangeCode
from modeler.core.rules.support.rule import Rule
from modeler.core.rules_document import rules_by_id

type Data = dict[str, Any]
type LineOf = Callable[[Finding], int | None]
"""The line of a file, from 1, that corresponds to a finding; None if there is none."""

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT: Final = "keysheetFinding/v1"
"""The name of a result's fingerprint; its number changes when the way of computing it does."""

LEVELS: Final[Mapping[Severity, str]] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.ADVICE: "note",
}
"""SARIF's level for each severity."""

_RECOMMENDED: Final = {"error": "error", "warning": "warning", "note": "recommendation"}
_RULES: Final[Mapping[str, Rule]] = rules_by_id()
_CODES: Final[Mapping[str, ChangeCode]] = {code.id: code for code in CODES}
_ID_LINE: Final = re.compile(r'^\s*"id": "([A-Za-z0-9_.:-]{1,64})",?$')


def sarif(
    findings: Sequence[Finding],
    file: str,
    *,
    design: Design | None = None,
    muted: Sequence[Finding] = (),
    line_of: LineOf | None = None,
) -> Data:
    """Return findings as a SARIF log about one file, whose relative path is `file`.

    Pass the `design` for the kinds of its places and the reasons of its mutes, `muted` for muted findings (they are
    results with a suppression), and `line_of` if lines of the file are known.
    """
    all_findings = (*findings, *muted)
    rules = list(dict.fromkeys(sorted(finding.rule for finding in all_findings)))
    examples = {finding.rule: finding for finding in reversed(all_findings)}
    numbers = {rule: number for number, rule in enumerate(rules)}
    kinds = _kinds(design) if design else {}
    results = [
        {
            "ruleId": finding.rule,
            "ruleIndex": numbers[finding.rule],
            "level": LEVELS[finding.severity],
            "message": {"text": message(f"{finding.message}. Fix: {finding.fix}")},
            "locations": [_location(finding, file, kinds, line_of)],
            "partialFingerprints": {FINGERPRINT: print_},
            **_suppressed(finding, design, number >= len(findings)),
        }
        for number, (finding, print_) in enumerate(zip(all_findings, fingerprints(all_findings), strict=True))
    ]
    driver = {
        "name": "Keysheet",
        "fullName": "Keysheet, DynamoDB table design",
        "version": version("keysheet"),
        "rules": [_rule(examples[rule]) for rule in rules],
    }
    run: Data = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    if design is not None:
        run["automationDetails"] = {"id": f"keysheet/{safe_name(design.name)}/"}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def fingerprints(findings: Iterable[Finding]) -> Iterator[str]:
    """Return what identifies each finding, and stays the same while its numbers and its part's name change.

    A rule that reports one field of one part twice is counted: the second has the same fingerprint with ``:2``.
    """
    for place, number in places(findings):
        digest = hashlib.sha256(json.dumps(place).encode("utf-8", "surrogatepass")).hexdigest()[:32]
        yield digest if number == 1 else f"{digest}:{number}"


def message(text: str) -> str:
    """Return a text that no reader of SARIF takes for a placeholder (``{0}``) or a link (``[text](1)``)."""
    return re.sub(r"\{(\d+)\}", r"{{\1}}", text).replace("](", r"\](")


def lines_of_parts(text: str) -> LineOf:
    """Return lines of a Keysheet JSON file, by the ids of parts in it, as the target ``json`` writes them."""
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if found := _ID_LINE.match(line):
            lines.setdefault(found[1], number)
    return lambda finding: lines.get(finding.part)


def _rule(finding: Finding) -> Data:
    rule, code = _RULES.get(finding.rule), _CODES.get(finding.rule)
    known = rule or code
    title = known.title if known else finding.why or finding.rule
    level = LEVELS[rule.severity if rule else finding.severity]
    why, fix = finding.why or title, (rule.fix if rule else finding.fix) or title
    source = f"\n\nPage: docs/{known.page}" if known else ""
    return {
        "id": finding.rule,
        "name": "".join(part[:1].upper() + part[1:] for part in re.split(r"[._-]", finding.rule)),
        "shortDescription": {"text": message(_sentence(title))},
        "fullDescription": {"text": message(_sentence(why))},
        "help": {
            "text": message(f"Why: {why}.\n\nFix: {fix}.{source}"),
            "markdown": message(f"**{title}**\n\n**Why:** {why}.\n\n**Fix:** {fix}.{source}"),
        },
        "defaultConfiguration": {"level": level},
        "properties": {
            "tags": ["dynamodb", finding.rule.partition(".")[0], *([code.effect.value] if code else [])],
            "precision": "high",
            "problem.severity": _RECOMMENDED[level],
        },
    }


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith(".") else ".")


def _location(finding: Finding, file: str, kinds: Mapping[str, tuple[str, str]], line_of: LineOf | None) -> Data:
    physical: Data = {"artifactLocation": {"uri": quote(file.replace("\\", "/"))}}
    line = line_of(finding) if line_of else None
    # Code scanning requires a line even for a finding about the whole file.
    physical["region"] = {"startLine": line or 1}
    kind, name = kinds.get(finding.part, ("", ""))
    logical = {"name": name or finding.path or "design", "fullyQualifiedName": finding.path or "design"}
    return {"physicalLocation": physical, "logicalLocations": [logical | ({"kind": kind} if kind else {})]}


def _kinds(design: Design) -> dict[str, tuple[str, str]]:
    """Return kind and name of every part that a finding can be about."""
    found = {ROOT: ("design", design.name)}
    for table in design.tables:
        found[table.id] = ("table", table.name)
        found |= {index.id: ("index", index.name) for index in table.indexes}
        for entity in table.entities:
            found[entity.id] = ("entity", entity.name)
            found |= {one.id: ("attribute", f"{entity.name}.{one.name}") for one in entity.attributes}
            found |= {one.id: ("overload", f"{entity.name} in {one.index or table.name}") for one in entity.overloads}
            found |= {one.id: ("item", f"an item of {entity.name}") for one in entity.items}
        found |= {one.id: ("item", f"an item of {table.name}") for one in table.unassigned}
    return found | {pattern.id: ("access pattern", pattern.label) for pattern in design.patterns}


def _suppressed(finding: Finding, design: Design | None, is_muted: bool) -> Data:
    if not is_muted:
        # If other results have the member, a reader treats a result without it as not yet reviewed.
        return {"suppressions": []}
    reason = next((mute.reason for mute in (design.mutes if design else ()) if covers(mute, finding)), "muted")
    return {"suppressions": [{"kind": "external", "status": "accepted", "justification": reason}]}


_LOSSES: Final = (
    Loss("design", "findings only: SARIF cannot represent the design itself"),
    Loss(
        "findings", "SARIF cannot represent the facts of a finding and the edits that fix it; the REST API returns them"
    ),
)


def _build(design: Design) -> Export:
    found = analysed(design)
    name = safe_name(design.name)
    lines = lines_of_parts(reading.dump(design))
    said = sarif(found.findings, f"{name}.keysheet.json", design=design, muted=found.muted, line_of=lines)
    said["runs"][0]["properties"] = {
        "file": "places are lines of the file that the target json writes",
        "notInThisFile": [f"{loss.path}: {loss.message}" for loss in _LOSSES],
    }
    text = json.dumps(said, indent=2, ensure_ascii=False) + "\n"
    return Export((ExportFile(f"{name}.sarif", text),), _LOSSES)


TARGET: Final = Target(
    "sarif",
    "SARIF 2.1.0: findings for code scanning",
    ("<design>.sarif",),
    "application/sarif+json",
    _build,
    TargetKind.DOCUMENTS,
)

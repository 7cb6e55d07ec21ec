"""`make corpus`: what the rules say of public files, beside what we think of each finding.

The files are in ../shared (models and corpus), for those who have it; nothing of them is copied here. Every error and
warning has a judgement in judgements.json, keyed by rule, file and place: true, debatable or false, with the reason.
The precision of each rule is printed. A finding that nobody judged, or a precision below `LEAST`, fails. So does a
planted fault that is not found, or a design without a fault that is not silent; these need no files.
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from exporter.importers import import_text
from modeler.core.analysis import findings
from modeler.core.errors import DocumentInvalid
from modeler.core.findings import Severity
from tests.modeler.core.planted.measure import measured
from tests.modeler.core.rules.test_every_rule import CASES

SHARED = Path(__file__).parents[3] / "shared"
JUDGEMENTS = Path(__file__).parent / "judgements.json"
LEAST = {Severity.ERROR: 0.95, Severity.WARNING: 0.85}
VERDICTS = ("true", "debatable", "false")


@dataclass(frozen=True)
class Found:
    """An error or a warning about one file."""

    file: str
    rule: str
    severity: Severity
    path: str
    message: str


@dataclass(frozen=True)
class Judgement:
    """What we think of the findings of a rule at some places; `file` and `path` can hold `*`."""

    rule: str
    file: str
    path: str
    verdict: str
    reason: str

    def covers(self, found: Found) -> bool:
        """Is it about this finding?"""
        return self.rule == found.rule and fnmatchcase(found.file, self.file) and fnmatchcase(found.path, self.path)


def judgements() -> list[Judgement]:
    """Return our judgements, the first that covers a finding first."""
    return [Judgement(**one) for one in json.loads(JUDGEMENTS.read_text())]


def files(root: Path = SHARED) -> Iterator[tuple[str, Path]]:
    """Return each public file, or folder of Terraform files, with its name below the root."""
    for path in [*sorted((root / "models").glob("*.json")), *sorted((root / "corpus").glob("*/*"))]:
        yield str(path.relative_to(root)), path


def content(path: Path) -> tuple[bytes, str]:
    """Return what is imported: a file's bytes, a folder as a zip."""
    if path.is_file():
        return path.read_bytes(), path.name
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for one in sorted(path.rglob("*")):
            if one.is_file():
                archive.writestr(str(one.relative_to(path)), one.read_bytes())
    return held.getvalue(), f"{path.name}.zip"


def checked(name: str, path: Path) -> list[Found] | str:
    """Return the errors and warnings of a file, or why it was refused."""
    try:
        design = import_text(*content(path)).design
    except DocumentInvalid as error:
        return error.message
    return [
        Found(name, one.rule, one.severity, one.path, one.message)
        for one in findings(design)
        if one.severity is not Severity.ADVICE
    ]


def report(found: list[Found], known: list[Judgement]) -> bool:
    """Print the precision of each rule and of each severity; return whether all is judged and precise enough."""
    counted: dict[tuple[Severity, str], Counter[str]] = defaultdict(Counter)
    unjudged = []
    for one in found:
        judgement = next((judged for judged in known if judged.covers(one)), None)
        counted[one.severity, one.rule][judgement.verdict if judgement else "unjudged"] += 1
        if judgement is None:
            unjudged.append(one)
    print(f"{'':9}{'rule':32}" + "".join(f"{verdict:>11}" for verdict in (*VERDICTS, "unjudged")))
    for (severity, rule), verdicts in sorted(counted.items(), key=lambda one: (one[0][0].rank, one[0][1])):
        print(f"{severity:9}{rule:32}" + "".join(f"{verdicts[one]:11}" for one in (*VERDICTS, "unjudged")))
    is_good = not unjudged
    for severity, least in LEAST.items():
        total = sum((verdicts for (own, _), verdicts in counted.items() if own is severity), Counter[str]())
        share = total["true"] / total.total() if total.total() else 1.0
        print(f"{severity}s: {total['true']} of {total.total()} true ({share:.0%}; at least {least:.0%})")
        is_good = is_good and share >= least
    for one in unjudged:
        print(f"not judged: {one.severity} {one.rule} | {one.file} | {one.path} | {one.message}")
    return is_good


def recall() -> bool:
    """Print how many planted faults are found and how many designs without one are silent; return whether all are."""
    named = [case for case in CASES if any(one.rule == case.rule for one in findings(case.trigger))]
    quiet = [case for case in CASES if all(one.rule != case.rule for one in findings(case.near))]
    print(f"cases of rules: {len(named)} of {len(CASES)} found; near misses: {len(quiet)} of {len(CASES)} silent")
    planted = measured()
    missed = [one.fault.name for one in planted if not one.is_found]
    alarms = {one.fault.name: [found.rule for found in one.false_alarms] for one in planted if one.false_alarms}
    loud = [one.fault.name for one in planted if not one.is_quiet]
    total = len(planted)
    print(
        f"planted faults: {total - len(missed)} of {total} found; near misses: {total - len(loud)} of {total} silent; "
        f"{sum(map(len, alarms.values()))} false errors and warnings in {total} designs without a fault"
    )
    for name in (*missed, *loud):
        print(f"missed or loud: {name}")
    for name, rules in alarms.items():
        print(f"false: {name}: {', '.join(rules)}")
    return len(named) == len(quiet) == len(CASES) and not (missed or loud or alarms)


def main() -> int:
    """Check every planted fault, and every file."""
    is_complete = recall()
    if not SHARED.is_dir():
        print("../shared is not here; no files to check")
        return 0 if is_complete else 1
    found: list[Found] = []
    refused = 0
    for name, path in files():
        result = checked(name, path)
        if isinstance(result, str):
            refused += 1
            print(f"refused: {name}: {result[:120]}")
        else:
            found += result
    print(f"{refused} refused; {len(found)} errors and warnings")
    is_precise = report(found, judgements())
    return 0 if is_complete and is_precise else 1


if __name__ == "__main__":
    sys.exit(main())

"""The report of a load proof as text for its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from designer.page.traffic.shown_runs import band_text
from designer.templatetags.keysheet import finely, units
from exporter.loads.report import ending_of
from exporter.models import ProvisioningRun
from exporter.models.provisioning import MOVING
from modeler.core.simulation.scenario import BY_NAME

type Found = Mapping[str, Any]


def shown_load(run: ProvisioningRun) -> dict[str, Any]:
    """Context of a load proof: its run, its progress, and its report if there is one."""
    job = run.job
    report: Found = run.results or {}
    return {
        "run": run,
        "title": BY_NAME[run.asked["scenario"]].title,
        "is_moving": run.standing in MOVING,
        "progress": job.progress if job else {},
        "report": _report(report) if report else None,
    }


def _report(report: Found) -> dict[str, Any]:
    by_id = {one["pattern"]: one for one in report["simulated"]["patterns"]}
    trusted = report["trusted"]
    return {
        **report,
        "ending": ending_of(report),
        "share_text": finely(report["share"]),
        "given_up": band_text(report["simulated"]["given_up"], finely),
        "sums": [_units(report, word, is_trusted=trusted[word]) for word in ("read", "write")],
        "rows": [_row(one, by_id.get(one["pattern"])) for one in report["patterns"]],
        "not_served": list(_not_served(report["patterns"])),
        "assumed": report["simulated"]["assumed"],
    }


def _not_served(patterns: Sequence[Found]) -> Iterator[str]:
    for one in patterns:
        for verb, found in (("throttled", one["reasons"]), ("refused", one["refused"])):
            for reason, count in found.items():
                yield f"{one['label']}: {count:,} of {one['sent']:,} calls {verb}, {reason}"


def _units(found: Found, word: str, *, is_trusted: bool) -> dict[str, str]:
    mine = found["units"][word]
    return {
        "word": f"{word.capitalize()} units",
        "consumed": units(mine["consumed"]) if is_trusted else "not trusted",
        "predicted": units(mine["predicted"]),
        "simulated": units(mine["simulated"]),
    }


def _row(one: Found, simulated: Found | None) -> dict[str, Any]:
    used = [
        {"kind": word, **_units(one, word, is_trusted=one["trusted"][word])}
        for word in ("read", "write")
        if any(one["units"][word].values())
    ]
    return {
        **one,
        "uses": used,
        "throttled_per_call": units(one["throttled"] / one["sent"]) if one["sent"] else "",
        "refused_per_call": band_text(simulated["refused_per_call"], units) if simulated else "",
        "problems": bool(one["reasons"] or one["refused"]),
    }

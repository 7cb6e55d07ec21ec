"""The evidence of a rehearsal: from what its process printed to figures, and to a document. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exporter.targets.base import markdown_code

STEPS: Final = 15
"""How many steps a rehearsal has; a comparison that is repeated counts as another one."""

COUNTERS: Final[Mapping[str, str]] = {
    "read_units": "read units",
    "write_units": "write units",
    "written": "items written to the other side",
    "unchanged": "repeated writes that found nothing to change",
    "superseded": "older writes that a newer one made unnecessary",
    "raced": "writes refused by their condition, and made again",
    "removed": "items removed from the other side",
    "throttled": "throttled calls",
    "ttl_deletes": "deletes by TTL",
    "stream_records": "stream records",
}
"""What commands count, in the words of the evidence."""


@dataclass(frozen=True, slots=True)
class RehearsedRead:
    """One access pattern: how many of the known items it finds with each design, and how its runs ended."""

    pattern: str
    old: Mapping[str, Any] | None
    new: Mapping[str, Any] | None

    @property
    def sides(self) -> tuple[Mapping[str, Any], ...]:
        """The sides that have it."""
        return tuple(one for one in (self.old, self.new) if one is not None)

    @property
    def runs(self) -> int:
        """How often it ran."""
        return sum(one["runs"] for one in self.sides)

    @property
    def wrong(self) -> int:
        """How many runs lacked an item, returned one too many, or were refused."""
        return sum(one["wrong"] for one in self.sides)

    @property
    def reason(self) -> str:
        """What was wrong first."""
        return next((f"{one['side']} design: {one['first_wrong']}" for one in self.sides if one["first_wrong"]), "")

    @property
    def finds_fewer(self) -> bool:
        """Does it find fewer of the known items with the new design, because the pattern asks as before?"""
        return bool(self.old and self.new and self.new["expected"] < self.old["expected"])

    @property
    def verdict(self) -> str:
        """The result in a few words."""
        if self.wrong:
            return f"{self.wrong} of {self.runs} runs wrong: {self.reason}"
        if idle := [one["side"] for one in self.sides if not one["runs"]]:
            return f"did not run with the {' and '.join(idle)} design, so it proves nothing there"
        if self.old and self.new and self.finds_fewer:
            return f"finds {self.new['expected']} of {self.old['expected']} known items with the new design"
        if not any(one["expected"] for one in self.sides):
            return "finds none of the known items, so it proves nothing"
        told = f"as expected in {self.runs} runs"
        if empty := [one["side"] for one in self.sides if not one["expected"]]:
            return f"{told}; finds nothing with the {empty[0]} design, so it proves nothing there"
        return told


@dataclass(frozen=True)
class Evidence:
    """What a rehearsal has shown so far: `told` are the objects that its process printed, in order."""

    told: Sequence[Mapping[str, Any]]

    @property
    def steps(self) -> list[Mapping[str, Any]]:
        """Commands and comparisons, each with its seconds; `killed` says whether it was alive when it was killed."""
        return [one for one in self.told if "step" in one]

    @property
    def proved(self) -> bool | None:
        """Whether every comparison was empty and no read was wrong; None while it runs, and if it broke off."""
        return next((bool(one["proved"]) for one in self.told if "proved" in one), None)

    @property
    def kills(self) -> int:
        """How many commands were killed while they worked."""
        return sum(bool(one.get("killed")) for one in self.steps)

    @property
    def seconds(self) -> float:
        """How long the steps took together."""
        return round(sum(float(one["seconds"]) for one in self.steps), 1)

    @property
    def items(self) -> int:
        """How many items were stored before the start."""
        return sum(sum(one["seeded"].values()) for one in self.told if "seeded" in one)

    @property
    def live(self) -> Mapping[str, Any]:
        """What was read of live tables; empty without them."""
        return next((one["live"] for one in self.told if "live" in one), {})

    @property
    def comparisons(self) -> list[Mapping[str, Any]]:
        """Comparisons of both sides: the last of each name, as one beside a writer is repeated."""
        return list({one["step"]: one for one in self.steps if "compared" in one}.values())

    @property
    def counted(self) -> dict[str, float]:
        """What the commands that ended have counted, together. A killed one cannot say what it had counted."""
        found: dict[str, float] = {}
        for step in self.steps:
            for one in step.get("told", ()):
                for name in COUNTERS:
                    if isinstance(one.get(name), int | float):
                        found[name] = found.get(name, 0) + one[name]
        return {name: found[name] for name in COUNTERS if name in found}

    @property
    def writer(self) -> dict[str, int]:
        """What the writer did meanwhile."""
        said: Mapping[str, Any] = next((one["writer"] for one in self.told if "writer" in one), {})
        return {name: int(count) for name, count in said.items() if name != "seconds"}

    @property
    def reads(self) -> list[RehearsedRead]:
        """The access patterns of both designs."""
        said = [one for told in self.told for one in told.get("readers", ())]
        sides = {(one["side"], one["pattern"]): one for one in said}
        names = dict.fromkeys(one["pattern"] for one in said)
        return [RehearsedRead(name, sides.get(("old", name)), sides.get(("new", name))) for name in names]

    def as_json(self) -> dict[str, Any]:
        """Return the figures, and everything that they follow from."""
        return {
            "proved": self.proved,
            "items": self.items,
            "live": dict(self.live) or None,
            "kills": self.kills,
            "seconds": self.seconds,
            "comparisons": [dict(one) for one in self.comparisons],
            "counted": self.counted,
            "writer": self.writer,
            "reads": [
                {"pattern": one.pattern, "runs": one.runs, "wrong": one.wrong, "verdict": one.verdict,
                 "finds_fewer": one.finds_fewer}
                for one in self.reads
            ],
            "steps": [dict(one) for one in self.steps],
        }  # fmt: skip


def markdown(title: str, about: Iterable[str], evidence: Evidence) -> str:
    """Return the evidence as a document."""
    return "\n".join(_document(title, about, evidence)) + "\n"


def _document(title: str, about: Iterable[str], found: Evidence) -> Iterator[str]:
    yield from (f"# Rehearsal of {markdown_code(title)}", "", *(f"- {one}" for one in about))
    yield f"- Items before the start: {found.items:,}"
    yield f"- Commands killed with -9: {found.kills}; seconds: {found.seconds:,}"
    yield f"- Result: {result_of(found)}"
    yield from (
        "",
        "## Comparisons of both sides",
        "",
        "| when | compared | differences | problems |",
        "|---|---:|---:|---:|",
    )
    for one in found.comparisons:
        yield f"| {one['step']} | {one['compared']:,} | {one['differences']:,} | {one['problems']:,} |"
    yield from ("", "## Access patterns, run all the time", "", "| access pattern | runs | result |", "|---|---:|---|")
    for read in found.reads:
        yield f"| {markdown_code(read.pattern)} | {read.runs:,} | {markdown_code(read.verdict)} |"
    yield from ("", "## Counted by the commands that ended", "", "| what | count |", "|---|---:|")
    yield from (f"| {COUNTERS[name]} | {count:,.0f} |" for name, count in found.counted.items())
    yield from ("", "## What the writer did", "", "| what | count |", "|---|---:|")
    yield from (f"| {name} | {count:,} |" for name, count in found.writer.items())
    yield from ("", "## Steps", "", "| step | seconds | ended |", "|---|---:|---|")
    yield from (f"| {markdown_code(one['step'])} | {one['seconds']:,} | {ending_of(one)} |" for one in found.steps)


def live_sentence(live: Mapping[str, Any]) -> str:
    """Return what was read of live tables as a sentence without its period."""
    left_out = [f"{count:,} {reason}" for reason, count in live["left_out"].items()]
    without = f"; left out: {', '.join(left_out)}" if left_out else ""
    read = f"{live['stored']:,} of {live['read']:,} items from {live['endpoint']}, masked"
    return f"{read}; {live['units']:,} read units{without}"


def result_of(found: Evidence) -> str:
    """Return the result as a sentence without its period."""
    if found.proved is None:
        return "not known: the rehearsal did not reach its end"
    if found.proved:
        left_out = sum(found.live["left_out"].values()) if found.live else 0
        live = f", but {left_out:,} items of live tables were left out" if left_out else ""
        fewer = sum(one.finds_fewer for one in found.reads)
        find = "access pattern finds" if fewer == 1 else "access patterns find"
        but = f", but {fewer} {find} fewer items with the new design" if fewer else ""
        return f"both sides are equal after each step, also after the revert, and no read was wrong{but}{live}"
    return "not proved: a comparison found differences, or a read was wrong"


def ending_of(step: Mapping[str, Any]) -> str:
    """Return how a step ended, in a few words."""
    if "killed" in step:
        return "killed with -9" if step["killed"] else "ended before it was killed"
    if "compared" in step:
        return f"{step['differences']:,} differences in {step['compared']:,} items"
    return "done" if not step.get("exit") else "done, with something to look at"

"""A load proof as text for a terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exporter.targets.base import text_block


def load_text(report: Mapping[str, Any]) -> str:
    """Return what was sent, then each access pattern, then what the figures are worth."""
    return text_block(_lines(report))


def _lines(report: Mapping[str, Any]) -> list[str]:
    return [*_sums(report), *(line for one in report["patterns"] for line in _pattern(one)), *_notes(report)]


def ending_of(report: Mapping[str, Any]) -> str:
    """How a load ended, as a sentence."""
    if report["budget_ended_it"]:
        return "The budget ended it."
    if report["late"]:
        return f"{report['late']:,} calls were not sent in time: the sender, not the endpoint, was the limit."
    return "All calls were sent in time."


def _sums(report: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"{report['title']}, from minute {report['minute']}: {report['share']:.3%} of its calls for "
        f"{report['seconds']} s, {report['sent']:,} calls sent"
    )
    yield f"  {ending_of(report)}"
    for word in ("read", "write"):
        units, is_trusted = report["units"][word], report["trusted"][word]
        consumed = f"{units['consumed']:,g} consumed" if is_trusted else "consumed units not trusted"
        others = ", ".join(f"{units[one]:,g} {one}" for one in ("predicted", "simulated"))
        yield f"  {word.capitalize()} units: {consumed}, {others}"


def _pattern(one: Mapping[str, Any]) -> Iterator[str]:
    latency = one["latency"]
    told = (
        ", ".join(f"{name} {value:,g} ms" for name, value in latency.items()) if latency else "too few for percentiles"
    )
    yield f"  {one['label']}: {one['sent']:,} of {one['planned']:,} sent, {one['served']:,} served; {told}"
    yield from (f"    throttled, {reason}: {count:,}" for reason, count in one["reasons"].items())
    yield from (f"    refused, {code}: {count:,}" for code, count in one["refused"].items())


def _notes(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"  Simulated: {report['simulated']['given_up']['median']:.2%} of the same calls fail after retries"
    yield from (f"  Left out: {one}" for one in report["left_out"])
    yield from (f"  {one}" for one in report["trusted_for"])

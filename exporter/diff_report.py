"""What a change of a design does, for pull requests: text, JSON and Markdown. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from exporter.diff_sheet import changed_keys
from exporter.targets.base import markdown_code, text_block
from modeler.core import analysis
from modeler.core.capacity.design import design_capacity
from modeler.core.cost.design import monthly_cost
from modeler.core.design.model import Design
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import to_document
from modeler.core.edits.differences import differences
from modeler.core.edits.matching import matched
from modeler.core.findings import Finding, without
from modeler.core.merging import CombinedServing, served_differently
from modeler.core.migration import ChangeEffect, CodedChange, MigrationPlan, analyse_change, coded_changes, plan
from modeler.wording.change_details import told_in_short


@dataclass(frozen=True)
class DesignDiff:
    """Two designs and what leads from one to the other. Everything is computed when it is read. `findings` are those of
    the head.
    """

    base: Design
    head: Design
    findings: tuple[Finding, ...]

    @cached_property
    def changes(self) -> tuple[str, ...]:
        """Every change as a sentence; sample items are counted."""
        before, after = (take_apart(to_document(one)) for one in (self.base, self.head))
        return tuple(one.sentence for one in told_in_short(differences(before, after), before, after))

    @cached_property
    def in_dynamodb(self) -> tuple[CodedChange, ...]:
        """The differences that affect DynamoDB, each with its code."""
        return coded_changes(self.base, self.head)

    def has_effect(self, effects: Iterable[str]) -> bool:
        """Return whether a change has one of these effects."""
        return not {one.effect.value for one in self.in_dynamodb}.isdisjoint(effects)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """The changes that are not compatible, in the form of findings."""
        return tuple(one.as_finding() for one in self.in_dynamodb if one.effect is not ChangeEffect.NONE)

    @cached_property
    def served(self) -> tuple[CombinedServing, ...]:
        """The patterns that are served differently, new ones included."""
        return served_differently(self.base, self.head)

    @cached_property
    def introduced(self) -> tuple[Finding, ...]:
        """Findings of the head that the base does not have, those of deploying the change in one step, and those of its
        plan.
        """
        at_once = analyse_change(self.base, self.head)
        of_plan = without(analyse_change(self.base, self.head, self.plan), at_once)
        return (*without(self.findings, self._before), *at_once, *of_plan)

    @cached_property
    def fixed(self) -> tuple[Finding, ...]:
        """Findings of the base that the head does not have."""
        return without(self._before, self.findings)

    @cached_property
    def _before(self) -> tuple[Finding, ...]:
        return analysis.analyse(self.base).findings

    @cached_property
    def costs(self) -> tuple[KnownCost, KnownCost]:
        """What is known of the cost before and after."""
        return _cost(self.base), _cost(self.head)

    @cached_property
    def plan(self) -> MigrationPlan:
        """The steps for tables that contain items."""
        return plan(self.base, self.head)

    @property
    def is_empty(self) -> bool:
        """Whether the designs are the same."""
        return not self.changes


def design_diff(base: Design, head: Design, findings: tuple[Finding, ...]) -> DesignDiff:
    """The diff of two designs; `findings` are those of the head.

    Parts of the base get the ids that the same parts have in the head, because a file need not have ids. Raises Invalid
    if that is not possible.
    """
    return DesignDiff(design_of(matched(take_apart(to_document(head)), base)), head, findings)


@dataclass(frozen=True, slots=True)
class KnownCost:
    """US dollars per month, as far as rates, counts and prices are known: None if no access pattern counts. What is not
    counted is in `uncounted`; with it, the amount is a lower bound.
    """

    amount: Decimal | None
    uncounted: tuple[str, ...]

    def __str__(self) -> str:
        if self.amount is None:
            return "not known"
        return f"{'at least ' if self.uncounted else ''}${self.amount:,.2f}"


def _cost(design: Design) -> KnownCost:
    cost = monthly_cost(design, capacity=design_capacity(design))
    return KnownCost(cost.total().value if cost.patterns() else None, cost.unknown)


def diff_json(diff: DesignDiff) -> dict[str, Any]:
    """Return the diff as plain JSON. Dollars are texts, or null where they are not known; they are a lower bound if
    something is not counted.
    """
    before, after = diff.costs
    return {
        "base": diff.base.name,
        "head": diff.head.name,
        "changes": list(diff.changes),
        "in_dynamodb": [one.difference.message for one in diff.in_dynamodb],
        "coded_changes": [one.as_json() for one in diff.in_dynamodb],
        "served_differently": [_served(one) for one in diff.served],
        "introduced": [_finding(one) for one in diff.introduced],
        "fixed": [_finding(one) for one in diff.fixed],
        "cost": {"before": _money(before.amount), "after": _money(after.amount), "uncounted": list(after.uncounted)},
        "plan": list(diff.plan.as_json()),
    }


def _served(one: CombinedServing) -> dict[str, Any]:
    told = one.as_json()
    own = {name: told[name] for name in ("pattern", "code", "name", "served")}
    return {**own, "before": told["main"], "after": told["merged"]}


def _finding(one: Finding) -> dict[str, Any]:
    return {name: value for name, value in one.as_json().items() if name != "fixes"}


def _money(amount: Decimal | None) -> str | None:
    return None if amount is None else str(amount.quantize(Decimal("0.01")))


def diff_text(diff: DesignDiff) -> str:
    """Return the diff for a terminal."""
    if diff.is_empty:
        return text_block([f"{diff.head.name}: no differences"])
    lines = [f"{diff.head.name}: {_count(len(diff.changes), 'change')}", *_titled_list("", diff.changes)]
    lines += _titled_list("In DynamoDB", map(_coded_line, diff.in_dynamodb))
    lines += _titled_list("Access patterns served differently", map(_serving_line, diff.served))
    lines += _titled_list("Findings introduced", map(_finding_line, diff.introduced))
    lines += _titled_list("Findings fixed", map(_finding_line, diff.fixed))
    lines += ["", f"Cost: {_cost_line(diff)}"]
    lines += _titled_list("Not counted in the cost after the change", diff.costs[1].uncounted)
    lines += _titled_list("Migration plan", _steps(diff))
    return text_block(lines)


def _titled_list(title: str, lines: Iterable[str]) -> Iterator[str]:
    listed = list(lines)
    if listed and title:
        yield ""
        yield f"{title}:"
    yield from (f"  {line}" for line in listed)


def _serving_line(one: CombinedServing) -> str:
    before = "new" if one.main is None else one.main.reason
    return f"{one.code} {one.name}: {before} -> {one.merged.reason}".strip()


def _finding_line(one: Finding) -> str:
    return f"{one.severity.value} {one.rule} {one.path}: {one.message}"


def _coded_line(one: CodedChange) -> str:
    return f"{one.difference.message} ({one.code.id}, {one.effect.label})"


def _cost_line(diff: DesignDiff) -> str:
    before, after = diff.costs
    if before.amount is None or after.amount is None or before.uncounted or after.uncounted:
        return f"{before} -> {after} per month"
    change = after.amount - before.amount
    sign = "+" if change >= 0 else "-"
    return f"{before} -> {after} per month ({sign}${abs(change):,.2f})"


def _steps(diff: DesignDiff) -> Iterator[str]:
    for number, step in enumerate(diff.plan.steps, 1):
        effort = f"; takes {step.effort}" if step.effort else ""
        yield f"{number}. {step.do}{effort}; gate: {step.gate or 'none'}"


def diff_markdown(diff: DesignDiff) -> str:
    """Return the diff as Markdown, for a comment on a pull request. Names are code, so that they cannot be markup."""
    lines = [f"### Keysheet: {markdown_code(diff.head.name)}", ""]
    if diff.is_empty:
        return "\n".join([*lines, "No differences.", ""])
    errors = sum(one.severity.value == "error" for one in diff.introduced)
    lines += [
        "| | |",
        "|---|---|",
        f"| Changes | {len(diff.changes)} |",
        f"| Findings introduced | {len(diff.introduced)} ({errors} {'error' if errors == 1 else 'errors'}) |",
        f"| Findings fixed | {len(diff.fixed)} |",
        f"| Cost | {_cost_line(diff)} |",
        f"| Migration steps | {len(diff.plan.steps)} |",
    ]
    lines += _sheet(diff)
    lines += _section("Findings introduced", map(_finding_line, diff.introduced))
    lines += _section("Findings fixed", map(_finding_line, diff.fixed))
    lines += _section("Access patterns served differently", map(_serving_line, diff.served))
    lines += _section("In DynamoDB", map(_coded_line, diff.in_dynamodb))
    lines += _section("Not counted in the cost after the change", diff.costs[1].uncounted)
    lines += _section("Migration plan", _steps(diff))
    lines += _section("All changes", diff.changes)
    return "\n".join([*lines, ""])


def _sheet(diff: DesignDiff) -> Iterator[str]:
    """The keys that differ, as a table."""
    rows = changed_keys(diff.base, diff.head)
    if not rows:
        return
    yield from ("", "**Key sheet**", "", "| Entity | Key of | Before | After |", "|---|---|---|---|")
    for row in rows:
        cells = (_cell(one) for one in (row.entity, row.place, row.before, row.after))
        yield f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """Code in a cell, in which a pipe would begin the next one."""
    return markdown_code(text).replace("|", "\\|") if text else ""


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    listed = list(lines)
    if listed:
        yield from ("", f"**{title}**", "")
        yield from (f"- {markdown_code(line)}" for line in listed)


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"

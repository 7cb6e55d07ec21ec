"""README.md of a generated migration: what it does, in which order, and what it does not do."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from exporter.targets.base import Loss, comment_text
from exporter.targets.migration.routed_tables import RoutedTable
from modeler.core.migration import MigrationPlan


def readme(package: str, routes: tuple[RoutedTable, ...], plan: MigrationPlan, losses: tuple[Loss, ...]) -> str:
    """Return the text, with the routes, the plan and the losses of this change."""
    text = files("exporter.targets.migration").joinpath("data", "README.md").read_text("utf-8")
    return (
        text.replace("{package}", package)
        .replace("{routes}", "\n".join(_routes(routes)))
        .replace("{plan}", "\n".join(_steps(plan)))
        .replace("{losses}", "\n".join(f"- {_code(one.path)}: {comment_text(one.message)}" for one in losses))
    )


def _routes(routes: tuple[RoutedTable, ...]) -> Iterator[str]:
    for one in routes:
        names = ", ".join(_code(pair.after.name) for pair in one.pairs)
        if one.in_place:
            yield f"- {_code(one.old.name)}: keys of indexes are written into stored items of {names}, in place."
        else:
            yield f"- {_code(one.old.name)}: items of {names} are copied into {_code(one.new.name)}."


def _steps(plan: MigrationPlan) -> Iterator[str]:
    for number, step in enumerate(plan.steps, 1):
        least = f" It takes at least {step.hours:g} hours." if step.hours else ""
        yield f"{number}. {comment_text(step.do)}.{least} Gate: {comment_text(step.gate) or 'none'}."


def _code(text: str) -> str:
    held = comment_text(text).replace("`", "'")
    return f"`{held}`"

"""Resource policies that DynamoDB rejects: their form, and access for everybody. facts/limits#policies-and-insights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from modeler.core.design.tables import Table
from modeler.core.rules.support.context import RuleContext, table_path
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule

_EFFECTS: Final = ("Allow", "Deny")
_RESTRICTING: Final = ("aws:principal", "aws:source", "aws:userid", "aws:ec2instancesourcevpc", "aws:viaawsservice")
"""Beginnings of condition keys that say who calls, or from where, in small letters."""


@rule(
    "security.resource_policy",
    ERROR,
    Scope.TABLE,
    title="Resource policy that DynamoDB rejects",
    why="DynamoDB rejects a policy that it cannot read, and blocks one that gives the public access to the table",
    fix="Name the accounts or roles in Principal, or add a condition such as aws:PrincipalOrgID",
    sources="facts/limits#policies-and-insights",
)
def resource_policy(context: RuleContext, table: Table) -> Iterator[Spot]:
    problem = next(_problems(table), "")
    if problem:
        yield Spot(problem, table_path(table), table.id, "settings.resource_policy")


def _problems(table: Table) -> Iterator[str]:
    policy, whole = table.options.resource_policy, f"the resource policy of {table.name}"
    if table.options.has_unreadable_policy:
        yield f"The text of {whole} is not a JSON object"
    if policy is None:
        return
    statements = _listed(policy.get("Statement"))
    if not statements:
        yield f"There is no statement in {whole}"
    for number, one in enumerate(statements, 1):
        if isinstance(one, Mapping):
            yield from (f"Statement {number} of {whole} {problem}" for problem in _of_statement(one))
        else:
            yield f"Statement {number} of {whole} is not an object"


def _of_statement(one: Mapping[str, Any]) -> Iterator[str]:
    effect = one.get("Effect")
    if effect is None or (isinstance(effect, str) and effect not in _EFFECTS and "$" not in effect):
        yield f"has the effect {effect}, not Allow or Deny" if effect else "has no effect"
    for field in ("Principal", "Action"):
        if not one.get(field) and not one.get(f"Not{field}"):
            yield f"has no {field.lower()}"
    for action in _listed(one.get("Action")):
        if isinstance(action, str) and not action.lower().startswith(("dynamodb:", "*", "$")):
            yield f"has the action {action}, which is not an action of DynamoDB"
    if effect == "Allow" and _is_everybody(one.get("Principal")) and not _is_restricted(one.get("Condition")):
        yield "allows everybody (Principal *) without a condition on who calls"


def _listed(raw: Any) -> list[Any]:
    """One value or several, as a list."""
    return list(raw) if isinstance(raw, list | tuple) else [raw] if raw else []


def _is_everybody(principal: Any) -> bool:
    named = [principal] if not isinstance(principal, Mapping) else [principal.get("AWS")]
    return any(one == "*" for raw in named for one in _listed(raw))


def _is_restricted(condition: Any) -> bool:
    """Does a condition say who calls, or from where?"""
    operators = condition.values() if isinstance(condition, Mapping) else ()
    keys = [key for one in operators if isinstance(one, Mapping) for key in one]
    return any(str(key).lower().startswith(_RESTRICTING) for key in keys)


RULES = (resource_policy,)

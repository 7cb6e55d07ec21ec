"""Resource policies that DynamoDB rejects, and those that allow too much. facts/limits#policies-and-insights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, Final

from modeler.core.design.surroundings import ALL_ACTIONS
from modeler.core.design.tables import Table
from modeler.core.rules.security.access_and_encryption import broad_policy
from modeler.core.rules.support.context import RuleContext, table_path
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule

_EFFECTS: Final = ("Allow", "Deny")
_RESTRICTING: Final = ("aws:principal", "aws:source", "aws:userid", "aws:ec2instancesourcevpc", "aws:viaawsservice")
"""Beginnings of condition keys that say who calls, or from where, in small letters."""
_OWNERS: Final = (
    "dynamodb:DeleteTable",
    "dynamodb:UpdateTable",
    "dynamodb:PutResourcePolicy",
    "dynamodb:DeleteResourcePolicy",
)
"""Actions of who owns a table."""


@rule(
    "security.resource_policy",
    ERROR,
    Scope.TABLE,
    title="Resource policy that DynamoDB rejects",
    why="DynamoDB rejects a policy that it cannot read, and blocks one that gives the public access to the table",
    fix="Name the accounts or roles in Principal, or add a condition such as aws:PrincipalOrgID",
    sources="facts/limits#policies-and-insights",
    hides=("security.broad_policy",),
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
    statements = _as_list(policy.get("Statement"))
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
    for action in _as_list(one.get("Action")):
        if isinstance(action, str) and not action.lower().startswith(("dynamodb:", "*", "$")):
            yield f"has the action {action}, which is not an action of DynamoDB"
    if effect == "Allow" and _is_everybody(one.get("Principal")) and not _is_restricted(one.get("Condition")):
        yield "allows everybody (Principal *) without a condition on who calls"


def _as_list(raw: Any) -> list[Any]:
    """One value or several, as a list."""
    return list(raw) if isinstance(raw, list | tuple) else [raw] if raw else []


def _is_everybody(principal: Any) -> bool:
    named = [principal] if not isinstance(principal, Mapping) else [principal.get("AWS")]
    return any(one == "*" for raw in named for one in _as_list(raw))


def _is_restricted(condition: Any) -> bool:
    """Does a condition say who calls, or from where?"""
    operators = condition.values() if isinstance(condition, Mapping) else ()
    keys = [key for one in operators if isinstance(one, Mapping) for key in one]
    return any(str(key).lower().startswith(_RESTRICTING) for key in keys)


@rule(
    "security.broad_policy",
    WARNING,
    Scope.TABLE,
    title=broad_policy.title,
    why="The principals of the policy can then delete the table, or give others access to it",
    fix="Allow the actions on items that the principals need, such as dynamodb:GetItem and dynamodb:Query",
    sources="facts/operations#access-control",
)
def broad_resource_policy(context: RuleContext, table: Table) -> Iterator[Spot]:
    said = [
        f"statement {number} allows {what}"
        for number, one in enumerate(_as_list((table.options.resource_policy or {}).get("Statement")), 1)
        if isinstance(one, Mapping) and one.get("Effect") == "Allow" and (what := _too_much(one))
    ]
    if said:
        message = f"In the resource policy of {table.name}, {' and '.join(said)}"
        yield Spot(message, table_path(table), table.id, "settings.resource_policy")


def _too_much(one: Mapping[str, Any]) -> str:
    """The actions of a statement that no application needs: everything, or changes to the table and its policy."""
    if excepted := [action for action in _as_list(one.get("NotAction")) if isinstance(action, str)]:
        left = any(not _matches(action, excepted) for action in _OWNERS)
        return f"everything but {' and '.join(excepted)}" if left else ""
    actions = [action for action in _as_list(one.get("Action")) if isinstance(action, str)]
    if any(action.lower() in ("*", ALL_ACTIONS.lower()) for action in actions):
        return "everything"
    return " and ".join(action.removeprefix("dynamodb:") for action in _OWNERS if _matches(action, actions))


def _matches(action: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(action.lower(), one.lower()) for one in patterns)


RULES = (resource_policy, broad_resource_policy)

"""Roles that may not do what the access patterns need. facts/operations#access-control."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.parts import ROOT
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.phrases import and_list
from modeler.core.rules.security.access_and_encryption import WRITING, role_path
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule

_CHECK: Final = "dynamodb:ConditionCheckItem"
_SHOWN: Final = 3


@rule(
    "security.action_not_allowed",
    WARNING,
    Scope.DESIGN,
    title="No role may make a call that an access pattern needs",
    why="IAM rejects the call with AccessDeniedException, for every caller",
    fix="Allow the action to the role that makes the call",
    sources="facts/operations#access-control",
)
def action_not_allowed(context: RuleContext) -> Iterator[Spot]:
    roles = [role for role in context.design.options.roles if role.actions]
    applications = [role for role in roles if not role.admin]
    if not any(role.may(action) for role in applications for action in WRITING):
        return  # only some of the roles are listed
    denied: dict[str, list[str]] = {}
    for pattern in context.design.patterns:
        callers = roles if pattern.facts.purpose != "online" else applications
        for action in _needed(pattern):
            if not any(role.may(action) for role in callers):
                denied.setdefault(action, []).append(pattern.label)
    for action, labels in denied.items():
        names = list(dict.fromkeys(labels))
        shown = and_list([*names[:_SHOWN], *([f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN else [])])
        message = f"{shown} {'needs' if len(names) == 1 else 'need'} {action}, which no role of the application may do"
        place = role_path(applications[0])
        yield Spot(message, place, ROOT, "settings.iam", {"action": action, "patterns": names})


def _needed(pattern: AccessPattern) -> set[str]:
    """The actions that a call needs: of a transaction, those of its members."""
    match pattern.operation:
        case Operation.STEPS | Operation.TRANSACT_WRITE | Operation.TRANSACT_GET:
            return {action for one in pattern.steps for action in _needed(one)}
        case Operation.CHECK:
            return {_CHECK}
    return {f"dynamodb:{pattern.operation.value}"}


RULES = (action_not_allowed,)

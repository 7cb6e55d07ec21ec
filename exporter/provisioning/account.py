"""The account behind an endpoint, as AWS names it, and whether the operator lets tables be created in it.

An address and a role say which account is meant; only the account itself says which one answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Final

from exporter.provisioning.aws import DynamoDB, EndpointUnreachable, RequestRefused
from exporter.provisioning.endpoints import AccountGuard, Endpoint
from modeler.core.errors import Conflict

USUALLY_REFUSED: Final = ("*prod*",)
"""Aliases of an account that are refused unless the operator names others."""


class AccountRefused(Conflict):
    """The operator's guard refuses the account that answers."""

    code = "endpoint.guard"


@dataclass(frozen=True, slots=True)
class AnsweringAccount:
    """What an account says of itself. None: it did not say, because a permission lacks or nothing of the kind exists.

    `tags` are those of the assumed role, by key.
    """

    number: str | None = None
    aliases: tuple[str, ...] | None = None
    tags: Mapping[str, str] | None = None


def needs_account(endpoint: Endpoint) -> bool:
    """Is there something to compare? An emulator has no account unless the operator names one."""
    return endpoint.costs_money or endpoint.guard.asks_for_account


def account_of(dynamodb: DynamoDB) -> AnsweringAccount:
    """Return what the account of an endpoint says of itself, by three requests at most. Raises nothing."""
    endpoint = dynamodb.endpoint
    if not needs_account(endpoint):
        return AnsweringAccount()
    caller = _answer_or_none(lambda: dynamodb.ask_service("sts", "get_caller_identity"))
    aliases = _answer_or_none(lambda: dynamodb.ask_service("iam", "list_account_aliases"))
    tags = None
    if endpoint.guard.tags and endpoint.role_arn:
        role = endpoint.role_arn.rpartition("/")[2]
        tags = _answer_or_none(lambda: dynamodb.ask_service("iam", "list_role_tags", RoleName=role))
    return AnsweringAccount(
        None if caller is None else str(caller.get("Account", "")) or None,
        None if aliases is None else tuple(map(str, aliases.get("AccountAliases", ()))),
        None if tags is None else {str(one["Key"]): str(one["Value"]) for one in tags.get("Tags", ())},
    )


def refusal_of(endpoint: Endpoint, account: AnsweringAccount) -> str:
    """Return why the operator's guard refuses an account, with what to do; '' if it does not. What the declaration asks
    for and the account does not say is refused.
    """
    guard = endpoint.guard
    if not needs_account(endpoint):
        return ""
    found = (_number(guard, account), _aliases(guard, account), _tags(guard, account))
    return next((f"{endpoint.name} {said}" for said in found if said), "")


def refuse_account(dynamodb: DynamoDB) -> None:
    """Raise AccountRefused if the guard refuses the account that answers."""
    said = refusal_of(dynamodb.endpoint, account_of(dynamodb))
    if said:
        raise AccountRefused(said)


def _number(guard: AccountGuard, account: AnsweringAccount) -> str:
    if not guard.accounts or account.number in guard.accounts:
        return ""
    if account.number is None:
        return "does not say which account it is; its operator permits sts:GetCallerIdentity"
    return "is another account than those that its operator allows; ask its operator"


def _aliases(guard: AccountGuard, account: AnsweringAccount) -> str:
    if account.aliases is None:
        said = "does not say its account alias; its operator permits iam:ListAccountAliases"
        return said if guard.aliases else ""
    patterns = guard.aliases or USUALLY_REFUSED
    refused = [one for one in account.aliases if any(fnmatchcase(one, pattern) for pattern in patterns)]
    said = "is an account that its operator refuses by its alias, as one of production; use another endpoint"
    return said if refused else ""


def _tags(guard: AccountGuard, account: AnsweringAccount) -> str:
    if not guard.tags:
        return ""
    if account.tags is None:
        return "does not say the tags of its role; its operator permits iam:ListRoleTags"
    for key, pattern in guard.tags:
        if fnmatchcase(account.tags.get(key, ""), pattern) and key in account.tags:
            return f"is refused by its operator by the tag {key} of its role; use another endpoint"
    return ""


def _answer_or_none(ask: Callable[[], dict[str, Any]]) -> dict[str, Any] | None:
    try:
        return ask()
    except (RequestRefused, EndpointUnreachable):
        return None

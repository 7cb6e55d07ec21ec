"""The only module that calls DynamoDB: a client for a declared endpoint, and its refusals as ours.

Credentials are those of the declaration (exporter.provisioning.sessions). Endpoint settings in the environment are
ignored, so that a sandbox's address never replaces an account, or the reverse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from botocore.parsers import ResponseParserError

from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.failures import AccessProblem, Failure, refused, unreached, without_names
from exporter.provisioning.requests import Request
from exporter.provisioning.sessions import session_of
from modeler.core.errors import Conflict

SESSION: Final = "keysheet"
type AroundCalls = Callable[[str, str], AbstractContextManager[Any]]
_around: list[AroundCalls] = []
_SESSION_MAX: Final = 64
_TRIES: Final = 2
NO_TABLE: Final = "does-not-exist"
"""The end of the name of a table that nobody has: a question about it shows whether the endpoint answers."""
_NOT_IN_SESSIONS: Final = re.compile(r"[^A-Za-z0-9_+=,.@-]+")
_MISSING: Final = "ResourceNotFoundException"
_THROTTLED: Final = frozenset(
    {
        "ProvisionedThroughputExceededException",
        "ProvisionedThroughputExceeded",
        "ThrottlingException",
        "ThrottlingError",
        "Throttling",
        "RequestLimitExceeded",
    }
)
BRIEF_SECONDS: Final = 5
"""An impatient request, or a job's first look, waits so long for an answer."""
_SCALING: Final = (
    ("describe_scalable_targets", "ScalableTargets"),
    ("describe_scaling_policies", "ScalingPolicies"),
)


class RequestRefused(Conflict):
    """The endpoint refused a request: `code` is its own, `message` its sentence. `throttled` are the reasons of a
    throttled one (its code if the endpoint gives none); None for every other refusal. `was_sent_before`: an earlier
    attempt had no answer or a failure, and may have been carried out.
    """

    code = "request.refused"
    throttled: tuple[str, ...] | None = None
    was_sent_before = False


class EndpointFailed(RequestRefused):
    """The endpoint failed while it handled a request (an internal error): nothing is known about the request."""

    code = "endpoint.failed"


class EndpointDenied(EndpointFailed):
    """The endpoint refused access, not the request: `code` is its own, the message says what to do about it."""

    code = "endpoint.denied"


class EndpointUnreachable(Conflict):
    """The endpoint does not answer, or does not let the server in; `code` is `endpoint.` and a `AccessProblem`."""

    code = "endpoint.unreachable"


def _config(*, patient: bool) -> Config:
    return Config(
        connect_timeout=5 if patient else 2,
        # With all attempts shorter than a step of a job, so that the job says what is wrong.
        read_timeout=20 if patient else BRIEF_SECONDS,
        retries={"mode": "standard", "total_max_attempts": 6 if patient else 1},
        # What DynamoDB refuses must be refused by DynamoDB itself.
        parameter_validation=False,
        ignore_configured_endpoint_urls=True,
        user_agent_extra="keysheet",
    )


def around_calls(make: AroundCalls) -> None:
    """A port: what is entered for the time of each call, given the service and the method. Commands have none."""
    _around[:] = [make]


def session_name(account: object, work: str = "") -> str:
    """Return the name under which CloudTrail lists calls: the email address of an account (None: the server), and the
    hexadecimal id of a run or a job. STS allows 64 characters, and few kinds of them; the id stays whole.
    """
    person = _NOT_IN_SESSIONS.sub("-", getattr(account, "email", "") or "server")
    return f"{person[: _SESSION_MAX - len(work) - 1]}-{work}" if work else f"{SESSION}-{person}"[:_SESSION_MAX]


class DynamoDB:
    """One endpoint's DynamoDB. Every method raises RequestRefused (EndpointFailed is one) or EndpointUnreachable."""

    def __init__(self, endpoint: Endpoint, *, patient: bool = True, is_own: bool = False, named: str = SESSION) -> None:
        """Not `patient`: one attempt of a few seconds, for a person who waits for a page. `is_own`: an account is
        accessed with the credentials of the person who runs a command (environment, profile), not with a role.
        `named` tells the person and the run to the account (`session_name`).
        """
        self.endpoint = endpoint
        self._is_own, self._named = is_own, named
        config = _config(patient=patient)
        try:
            is_personal = is_own and not endpoint.url
            session = boto3.Session(region_name=endpoint.region) if is_personal else session_of(endpoint, config, named)
            self._client_of = partial(_client, session, endpoint, config)
            self._client = self._client_of("dynamodb")
            self._brief_client = partial(_client, session, endpoint, _config(patient=False), "dynamodb")
        except (BotoCoreError, ResponseParserError, ClientError) as error:
            raise _not_entered(endpoint, error) from error

    def impatient(self) -> DynamoDB:
        """Return the same, with one attempt for each request: what is throttled is seen, not repeated."""
        return DynamoDB(self.endpoint, patient=False, is_own=self._is_own, named=self._named)

    def that_answers(self) -> DynamoDB:
        """Return itself if the endpoint answers now, whatever it says: a job that begins at a silent one would hold its
        worker for minutes. Raises EndpointUnreachable.
        """
        client = self._brief_client()
        asked = Request("describe_table", {"TableName": f"{self.endpoint.name_prefix}{NO_TABLE}"})
        for tries_left in reversed(range(_TRIES)):
            try:
                self._ask(client, asked)
            except RequestRefused:
                break
            except EndpointUnreachable:
                if not tries_left:
                    raise
        return self

    def send(self, request: Request) -> dict[str, Any]:
        """Return the endpoint's answer to one request."""
        return self._ask(self._client, request)

    def _ask(self, client: Any, request: Request) -> dict[str, Any]:
        around = _around[0] if _around else _nothing
        try:
            with around(str(client.meta.service_model.service_id), request.method):
                return dict(getattr(client, request.method)(**request.arguments))
        except ClientError as error:
            refusal = _refusal(self.endpoint, error)
            refusal.throttled = throttling_of(error.response)
            raise refusal from error
        except (BotoCoreError, ResponseParserError) as error:
            failure = unreached(self.endpoint.name, type(error).__name__)
            raise EndpointUnreachable(failure.sentence, code=failure.code) from error

    def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        """Send one request, given by its parts."""
        return self.send(Request(method, arguments))

    def ask_service(self, service: str, method: str, **arguments: Any) -> dict[str, Any]:
        """Send one request to another service of the same account, with the same credentials."""
        return self._ask(self._client_of(service), Request(method, arguments))

    def names(self, most: int) -> tuple[list[str], bool]:
        """Return the first tables by name, and whether there are more."""
        found: list[str] = []
        more: dict[str, str] = {}
        while len(found) <= most:
            page = self.call("list_tables", Limit=100, **more)
            found += page.get("TableNames", ())
            if not (last := page.get("LastEvaluatedTableName")):
                break
            more = {"ExclusiveStartTableName": last}
        return found[:most], len(found) > most

    def scaling_of(self, table: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return Application Auto Scaling targets and policies of a table and its indexes."""
        client = self._client_of("application-autoscaling")
        targets, policies = (self._scaling_pages(client, method, member, table) for method, member in _SCALING)
        return targets, policies

    def _scaling_pages(self, client: Any, method: str, member: str, table: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        more: dict[str, str] = {}
        while True:
            page = self._ask(client, Request(method, {"ServiceNamespace": "dynamodb", **more}))
            mine = (f"table/{table}", f"table/{table}/index/")
            named = [(str(one.get("ResourceId", "")), one) for one in page.get(member, ())]
            found += [one for name, one in named if name == mine[0] or name.startswith(mine[1])]
            if not page.get("NextToken"):
                return found
            more = {"NextToken": page["NextToken"]}

    def describe(self, table: str) -> dict[str, Any] | None:
        """Return a table's description; None if the table does not exist."""
        try:
            return dict(self.call("describe_table", TableName=table)["Table"])
        except RequestRefused as refused:
            if refused.code == _MISSING:
                return None
            raise

    def open_shards(self, table: str) -> int | None:
        """Return how many shards of a table's stream are open: one for each partition. None without a stream."""
        arn = (self.describe(table) or {}).get("LatestStreamArn")
        if not arn:
            return None
        client, found = self._client_of("dynamodbstreams"), 0
        more: dict[str, str] = {}
        while True:
            page = self._ask(client, Request("describe_stream", {"StreamArn": arn, **more}))["StreamDescription"]
            found += sum(_is_open(one) for one in page.get("Shards", ()))
            if not page.get("LastEvaluatedShardId"):
                return found
            more = {"ExclusiveStartShardId": page["LastEvaluatedShardId"]}

    def tags(self, arn: str) -> dict[str, str]:
        """Return a table's tags."""
        found: dict[str, str] = {}
        more: dict[str, str] = {}
        while True:
            page = self.call("list_tags_of_resource", ResourceArn=arn, **more)
            found.update({tag["Key"]: tag["Value"] for tag in page.get("Tags", ())})
            if not page.get("NextToken"):
                return found
            more = {"NextToken": page["NextToken"]}

    def delete(self, table: str) -> bool:
        """Request deletion of a table; False if there was none."""
        try:
            self.call("delete_table", TableName=table)
        except RequestRefused as refused:
            if refused.code == _MISSING:
                return False
            raise
        return True


def _is_open(shard: Mapping[str, Any]) -> bool:
    """Is a shard still written to? A closed one has an end; it stays for a day after its partition split."""
    return "EndingSequenceNumber" not in shard.get("SequenceNumberRange", {})


def _nothing(_service: str, _method: str) -> AbstractContextManager[Any]:
    return nullcontext()


def _client(session: boto3.Session, endpoint: Endpoint, config: Config, service: str) -> Any:
    return session.client(service, endpoint_url=endpoint.address_of(service) or None, config=config)


def throttling_of(response: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return why a refused request was throttled; None if it was not. facts/partitions#measurements."""
    code = str(response.get("Error", {}).get("Code", ""))
    cancelled = [str(one.get("Code")) for one in response.get("CancellationReasons", ())]
    if code not in _THROTTLED and not _THROTTLED.intersection(cancelled):
        return None
    found = response.get("ThrottlingReasons") or response.get("throttlingReasons") or ()
    return tuple(str(one["reason"]) for one in found if one.get("reason")) or (code,)


def _refusal(endpoint: Endpoint, error: ClientError) -> RequestRefused:
    """Return what a refused call means: the endpoint failed, access was refused, or the request itself was."""
    found = error.response.get("Error", {})
    code, message = str(found.get("Code", "")), without_names(str(found.get("Message") or error))
    if error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0) >= HTTPStatus.INTERNAL_SERVER_ERROR:
        said = f"{endpoint.name} failed with an internal error ({code or 'no code'}); look at its own log"
        return EndpointFailed(said)
    # The operation is the one that failed: a session that cannot be renewed fails as AssumeRole.
    failure = refused(endpoint.name, code, message, error.operation_name)
    if failure is not None:
        return EndpointDenied(failure.sentence, code=found.get("Code"))
    made = RequestRefused(message, code=found.get("Code"))
    made.was_sent_before = error.response.get("ResponseMetadata", {}).get("RetryAttempts", 0) > 0
    return made


def _not_entered(endpoint: Endpoint, error: Exception) -> EndpointUnreachable:
    """Return why a session could not begin, in one sentence, without internal addresses."""
    failure: Failure | None = unreached(endpoint.name, type(error).__name__)
    if isinstance(error, ClientError):
        found = error.response.get("Error", {})
        code = str(found.get("Code", "refused"))
        failure = refused(endpoint.name, code, str(found.get("Message", "")), error.operation_name)
    failure = failure or Failure(AccessProblem.OTHER, f"{endpoint.name} denies access")
    return EndpointUnreachable(failure.sentence, code=failure.code)

"""What the tasks and the state machine of a migration are allowed: each action that they use, on what they use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.targets.migration.routed_tables import RoutedTable

type Statement = dict[str, Any]

READS: Final = ("BatchGetItem", "DescribeTable", "GetItem", "Scan")
COPIES: Final = ("DeleteItem", "PutItem")
FILLS: Final = ("UpdateItem",)
STREAM: Final = ("DescribeStream", "GetRecords", "GetShardIterator")
CONTROL: Final = ("DeleteItem", "DescribeTable", "GetItem", "PutItem", "Query", "UpdateItem")
_ARN: Final = "arn:${AWS::Partition}:"
_HERE: Final = "${AWS::Region}:${AWS::AccountId}:"


def task_role(routes: tuple[RoutedTable, ...], parameters: Mapping[str, str]) -> Statement:
    """Return the role of the commands; `parameters` name the tables of the designs."""
    return role("ecs-tasks.amazonaws.com", list(_of_tables(routes, parameters)))


def _of_tables(routes: tuple[RoutedTable, ...], parameters: Mapping[str, str]) -> Iterator[Statement]:
    yield allow("Control", "dynamodb", CONTROL, [{"Fn::GetAtt": ["ControlTable", "Arn"]}])
    for name, logical in parameters.items():
        writes = {
            one
            for route in routes
            if name in (route.old.name, route.new.name)
            for one in (FILLS if route.in_place else COPIES)
        }
        table = f"{_ARN}dynamodb:{_HERE}table/${{{logical}}}"
        yield allow(logical, "dynamodb", sorted({*READS, *writes}), [sub(table)])
        yield allow(f"{logical}Indexes", "dynamodb", ["Scan"], [sub(f"{table}/index/*")])
        yield allow(f"{logical}Stream", "dynamodb", STREAM, [sub(f"{table}/stream/*")])


def execution_role() -> Statement:
    """Return the role with which ECS starts a task: it gets the image and writes the log."""
    image = sub(f"{_ARN}ecr:{_HERE}repository/${{RepositoryName}}")
    pulls = ["BatchCheckLayerAvailability", "BatchGetImage", "GetDownloadUrlForLayer"]
    return role(
        "ecs-tasks.amazonaws.com",
        [
            allow("Registry", "ecr", ["GetAuthorizationToken"], ["*"]),
            allow("Image", "ecr", pulls, [image]),
            allow("Log", "logs", ["CreateLogStream", "PutLogEvents"], [{"Fn::GetAtt": ["LogGroup", "Arn"]}]),
        ],
    )


def machine_role() -> Statement:
    """Return the role of the state machine."""
    cluster = {"Fn::GetAtt": ["Cluster", "Arn"]}
    tasks = sub(f"{_ARN}ecs:{_HERE}task/${{Cluster}}/*")
    rule = sub(f"{_ARN}events:{_HERE}rule/StepFunctionsGetEventsForECSTaskRule")
    roles = [{"Fn::GetAtt": [one, "Arn"]} for one in ("TaskRole", "ExecutionRole")]
    passed = {"StringEquals": {"iam:PassedToService": "ecs-tasks.amazonaws.com"}}
    return role(
        "states.amazonaws.com",
        [
            allow("Start", "ecs", ["RunTask"], [{"Ref": "Worker"}], {"ArnEquals": {"ecs:cluster": cluster}}),
            allow("Wait", "ecs", ["DescribeTasks", "StopTask"], [tasks]),
            allow("Follow", "ecs", ["UpdateService"], [{"Ref": "Follower"}]),
            allow("Pass", "iam", ["PassRole"], roles, passed),
            allow("Events", "events", ["DescribeRule", "PutRule", "PutTargets"], [rule]),
            allow("Ask", "sns", ["Publish"], [{"Ref": "Topic"}]),
        ],
    )


def role(service: str, statements: list[Statement]) -> Statement:
    """Return a role that a service takes on, with one policy."""
    trust = {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}
    document = {"Version": "2012-10-17", "Statement": statements}
    return {
        "Type": "AWS::IAM::Role",
        "Properties": {
            "AssumeRolePolicyDocument": {"Version": "2012-10-17", "Statement": [trust]},
            "Policies": [{"PolicyName": "Migration", "PolicyDocument": document}],
        },
    }


def allow(
    name: str, service: str, actions: list[str] | tuple[str, ...], on: list[Any], when: Statement | None = None
) -> Statement:
    """Return a statement that allows some actions of a service."""
    found = {"Sid": name, "Effect": "Allow", "Action": [f"{service}:{one}" for one in actions], "Resource": on}
    return {**found, "Condition": when} if when else found


def sub(text: str) -> Statement:
    """Return a text in which CloudFormation replaces parameters."""
    return {"Fn::Sub": text}

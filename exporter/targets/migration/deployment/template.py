"""The CloudFormation template that runs a migration: a cluster, two ECS tasks, a topic and the state machine.

Nothing in it names a place: repository, subnets, tables and the address of the person who decides are parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from exporter.targets.base import ExportFile, comment_block
from exporter.targets.cloudformation.template import shortened
from exporter.targets.cloudformation.yaml_target import dumped
from exporter.targets.migration.deployment.roles import execution_role, machine_role, sub, task_role
from exporter.targets.migration.deployment.states import CONTAINER, RESOURCES, state_machine
from exporter.targets.migration.routed_tables import RoutedTable

type Data = dict[str, Any]

FOLDER: Final = "deployment"
_LIST: Final = "List<AWS::EC2::{}::Id>"
_PARAMETERS: Final[Data] = {
    "RepositoryName": {"Type": "String", "Description": "The ECR repository of this account that has the image"},
    "ImageTag": {"Type": "String", "Default": "latest", "Description": "The tag of the image"},
    "Subnets": {"Type": _LIST.format("Subnet"), "Description": "Subnets that reach DynamoDB, ECR and CloudWatch Logs"},
    "SecurityGroups": {"Type": _LIST.format("SecurityGroup"), "Description": "They need no inbound rule"},
    "AssignPublicIp": {
        "Type": "String",
        "Default": "DISABLED",
        "AllowedValues": ["DISABLED", "ENABLED"],
        "Description": "ENABLED in public subnets without endpoints of a VPC",
    },
    "DeciderEmail": {
        "Type": "String",
        "Description": "The address that gets questions before the cut-over, and errors",
    },
    "Segments": {"Type": "Number", "Default": 16, "MinValue": 1, "Description": "Segments of the scan, all at a time"},
    "Tasks": {
        "Type": "Number",
        "Default": 4,
        "MinValue": 1,
        "MaxValue": 40,
        "Description": "ECS tasks among which the segments are divided, at most as many as segments",
    },
    "UnitsPerSecond": {
        "Type": "Number",
        "Default": 500,
        "MinValue": 1,
        "Description": "Capacity units per second of the whole backfill; the command throttle changes it",
    },
    "CheckedItems": {
        "Type": "Number",
        "Default": 100000,
        "MinValue": 1,
        "Description": "How many items of each table are read to find those that cannot be migrated",
    },
    "LogDays": {"Type": "Number", "Default": 90, "Description": "How many days CloudWatch keeps what commands print"},
}


def deployment_files(root: str, about: str, routes: tuple[RoutedTable, ...]) -> tuple[ExportFile, ...]:
    """Return the template and the Dockerfile of the package `root`."""
    lines = [f"{about}: runs the migration on ECS, led by Step Functions. README.md has the commands."]
    text = comment_block(lines) + dumped(template(root, about, routes))
    return (ExportFile(f"{FOLDER}/migration.yaml", text), ExportFile(f"{FOLDER}/Dockerfile", _dockerfile()))


def template(root: str, about: str, routes: tuple[RoutedTable, ...]) -> Data:
    """Return the template. Functions are in long form."""
    names = table_parameters(routes)
    asked = {
        logical: {"Type": "String", "Default": name, "Description": shortened(f"The name of {name} in the account")}
        for name, logical in names.items()
    }
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": shortened(f"{about}: a migration of stored items"),
        "Parameters": {**_PARAMETERS, **asked},
        "Resources": {
            "ControlTable": _control_table(),
            "LogGroup": _removed({"Type": "AWS::Logs::LogGroup", "Properties": {"RetentionInDays": _ref("LogDays")}}),
            "Topic": {"Type": "AWS::SNS::Topic", "Properties": {"Subscription": [_subscription()]}},
            "Cluster": {"Type": "AWS::ECS::Cluster"},
            "ExecutionRole": execution_role(),
            "TaskRole": task_role(routes, names),
            "Worker": _task(root, names, []),
            "FollowTask": _task(root, names, ["follow"]),
            "Follower": _service(),
            "MachineRole": machine_role(),
            "Machine": _machine(),
        },
        "Outputs": {
            "MachineArn": {"Value": _ref("Machine"), "Description": "The state machine to start"},
            "ControlTableName": {"Value": _ref("ControlTable"), "Description": "For the gate in the application"},
        },
    }


def table_parameters(routes: tuple[RoutedTable, ...]) -> dict[str, str]:
    """Return the name of the parameter of each table, by the name in the design."""
    names = dict.fromkeys(name for one in routes for name in (one.old.name, one.new.name))
    return {name: f"Table{number}" for number, name in enumerate(names, 1)}


def _control_table() -> Data:
    keys = (("pk", "HASH"), ("sk", "RANGE"))
    return _removed(
        {
            "Type": "AWS::DynamoDB::Table",
            "Properties": {
                "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name, _ in keys],
                "KeySchema": [{"AttributeName": name, "KeyType": kind} for name, kind in keys],
                "SSESpecification": {"SSEEnabled": True},
            },
        }
    )


def _removed(resource: Data) -> Data:
    """Return a resource that goes with its stack: it holds nothing that is needed once the migration is over."""
    return {"Type": resource["Type"], "DeletionPolicy": "Delete", "UpdateReplacePolicy": "Delete", **resource}


def _subscription() -> Data:
    return {"Protocol": "email", "Endpoint": _ref("DeciderEmail")}


def _task(root: str, names: dict[str, str], command: list[str]) -> Data:
    image = "${AWS::AccountId}.dkr.ecr.${AWS::Region}.${AWS::URLSuffix}/${RepositoryName}:${ImageTag}"
    log = {
        "awslogs-group": _ref("LogGroup"),
        "awslogs-region": _ref("AWS::Region"),
        "awslogs-stream-prefix": command[0] if command else "command",
    }
    container = {
        "Name": CONTAINER,
        "Image": sub(image),
        "Essential": True,
        "EntryPoint": ["python", "-m", root, "--control-table", _ref("ControlTable"), *_named(names)],
        "Command": command or ["status"],
        "Environment": [{"Name": "AWS_DEFAULT_REGION", "Value": _ref("AWS::Region")}],
        "StopTimeout": 120,
        "ReadonlyRootFilesystem": True,
        "LogConfiguration": {"LogDriver": "awslogs", "Options": log},
    }
    return {
        "Type": "AWS::ECS::TaskDefinition",
        "Properties": {
            "RequiresCompatibilities": ["FARGATE"],
            "NetworkMode": "awsvpc",
            "Cpu": "1024",
            "Memory": "2048",
            "ExecutionRoleArn": _arn("ExecutionRole"),
            "TaskRoleArn": _arn("TaskRole"),
            "ContainerDefinitions": [container],
        },
    }


def _named(names: dict[str, str]) -> Iterator[Any]:
    for name, logical in names.items():
        yield from ("--name", {"Fn::Join": ["", [f"{name}=", _ref(logical)]]})


def _service() -> Data:
    """Return the service that follows the streams: the state machine starts it, and it is started again if it dies."""
    network = {
        "Subnets": _ref("Subnets"),
        "SecurityGroups": _ref("SecurityGroups"),
        "AssignPublicIp": _ref("AssignPublicIp"),
    }
    return {
        "Type": "AWS::ECS::Service",
        "Properties": {
            "Cluster": _ref("Cluster"),
            "TaskDefinition": _ref("FollowTask"),
            "LaunchType": "FARGATE",
            "DesiredCount": 0,
            "DeploymentConfiguration": {"MaximumPercent": 100, "MinimumHealthyPercent": 0},
            "NetworkConfiguration": {"AwsvpcConfiguration": network},
        },
    }


def _machine() -> Data:
    lists = {name: {"Fn::Join": [",", _ref(name)]} for name in ("Subnets", "SecurityGroups")}
    held = ("Cluster", "Worker", "Follower", "Topic", "AssignPublicIp")
    numbers = ("Segments", "Tasks", "UnitsPerSecond", "CheckedItems")
    return {
        "Type": "AWS::StepFunctions::StateMachine",
        "Properties": {
            "RoleArn": _arn("MachineRole"),
            "Definition": state_machine(),
            "DefinitionSubstitutions": {
                **{name: sub(f"arn:${{AWS::Partition}}:states:::{one}") for name, one in RESOURCES.items()},
                **lists,
                **{name: _ref(name) for name in (*held, *numbers)},
            },
        },
    }


def _ref(name: str) -> Data:
    return {"Ref": name}


def _arn(name: str) -> Data:
    return {"Fn::GetAtt": [name, "Arn"]}


def _dockerfile() -> str:
    return """\
# Build it in the folder above: docker build --file deployment/Dockerfile --tag REPOSITORY:TAG .
ARG PYTHON=python:3.13-slim
FROM ${PYTHON}
WORKDIR /migration
COPY . .
RUN pip install --no-cache-dir . && useradd --system migration
USER migration
"""

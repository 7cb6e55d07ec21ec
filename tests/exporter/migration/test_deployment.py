"""The templates that run a migration on AWS: states, commands and rights, by the tools that read them."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import boto3
import pytest

from designer.local import ports
from designer.local.sandbox import Sandbox
from exporter.targets.migration.deployment.states import RESOURCES, state_machine
from exporter.targets.migration.deployment.template import table_parameters, template
from exporter.targets.migration.routed_tables import routed_tables
from exporter.targets.python.engine.scanning import Part
from modeler.core.migration.pairs import Pairing
from tests.doors.checks.infrastructure.iam import parliament_says
from tests.doors.stacks import errors
from tests.exporter.migration.conftest import BY_STATUS
from tests.exporter.migration.generated import base_keys, changed, generated, orders
from tests.ground.processes import running_sandbox
from tests.ground.stores import REPOSITORY, STORES
from tests.waiting import until

SERVICES = "cloudformation,dynamodb,dynamodbstreams,ecs,iam,logs,sns,sqs,states,sts"
STATES = state_machine()["States"]


def routes() -> Any:
    before = orders()
    return routed_tables(Pairing(before, changed(before, by_status)))


def by_status(document: dict[str, Any]) -> None:
    base_keys(document, "Order").update(BY_STATUS)


def made() -> dict[str, Any]:
    return template("orders_migration", "Orders", routes())


def tasks(states: Mapping[str, Any] = STATES) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, state in states.items():
        if state["Type"] == "Task":
            yield name, state
        if state["Type"] == "Map":
            yield from tasks(state["ItemProcessor"]["States"])


def commands() -> Iterator[list[str]]:
    """What the states run, in their order, with numbers for the parameters."""
    for _, state in tasks():
        if state["Resource"] == "${RunTask}":
            (override,) = state["Parameters"]["Overrides"]["ContainerOverrides"]
            words = override.get("Command") or ["backfill", "--segments", "${Segments}", "--part", "1/1"]
            yield ["4" if one == "${Segments}" else "1000" if one.startswith("${") else one for one in words]


def test_every_state_is_reached_and_none_is_missing():
    machine = state_machine()
    reached: set[str] = set()
    ahead = [machine["StartAt"]]
    while ahead:
        name = ahead.pop()
        if name in reached:
            continue
        reached.add(name)
        state = machine["States"][name]
        ahead += [one["Next"] for one in (state, *state.get("Catch", ()), *state.get("Choices", ())) if "Next" in one]
        ahead += [state["Default"]] if "Default" in state else []
    assert reached == machine["States"].keys()


def test_what_a_state_names_is_substituted():
    properties = made()["Resources"]["Machine"]["Properties"]
    text = json.dumps(properties["Definition"])
    assert {one for one in properties["DefinitionSubstitutions"] if f"${{{one}}}" not in text} == set()
    assert text.count("${") == sum(text.count(f"${{{one}}}") for one in properties["DefinitionSubstitutions"])
    assert RESOURCES.keys() <= properties["DefinitionSubstitutions"].keys()


def test_names_and_addresses_come_from_parameters():
    held = made()
    assert table_parameters(routes()) == {"app-main": "Table1", "app-main-v2": "Table2"}
    assert "app-main" not in json.dumps(held["Resources"]).replace('"app-main=', "").replace('"app-main-v2=', "")


def test_every_command_is_one_of_the_package(tmp_path, credentials):
    before = orders()
    with generated(before, changed(before, by_status), tmp_path) as package:
        line = package.module("engine.command_line")
        parser = package.module("engine.commands.options").parser(line._COMMANDS)
        ran = [parser.parse_args(one).command.__name__ for one in commands()]
    steps = ["prepare", "check", "throttle", "backfill", "status", "diff", "counts", "cut_over", "revert"]
    assert ran == steps


def test_what_can_die_or_meet_a_writer_is_tried_again_and_what_reports_is_not():
    """The sandbox's mocks fail at every attempt alike, so it cannot show this."""
    again = {name for name, state in tasks() if "Retry" in state}
    assert again == {"BackfillPart", "Gate", "Compare", "CountIndexes", "CutOver", "Revert"}


def test_processes_share_the_segments_of_a_backfill_and_its_rate(moving):
    for number in range(12):
        moving.put(moving.order(f"o{number}"))
    named = moving.package.module("engine.scanning").Part.named
    moving.migration.control.set(units_per_second=100.0)
    first, second = moving.fresh(), moving.fresh()
    assert first.backfill(segments=4, go_on=lambda: True, part=named("1/2"))
    assert not first.is_backfilled()
    assert first.pace.rate == 50
    assert second.backfill(segments=4, go_on=lambda: True, part=named("2/2"))
    assert second.is_backfilled()
    assert len(moving.items()) == 12


@pytest.mark.parametrize("text", ["0/2", "3/2", "2", "a/b", "1/0"])
def test_a_part_is_one_of_so_many(text):
    with pytest.raises(ValueError):
        Part.named(text)


@pytest.mark.doors
def test_cfn_lint_and_parliament_find_nothing():
    held = made()
    assert errors(json.dumps(held), "us-east-1") == []
    for name in ("TaskRole", "ExecutionRole", "MachineRole"):
        (policy,) = held["Resources"][name]["Properties"]["Policies"]
        assert parliament_says(json.dumps(_resolved(policy["PolicyDocument"]))) == [], name


def _resolved(value: Any, known: Mapping[str, str] | None = None) -> Any:
    """A policy with ARNs in place of functions."""
    own = {"AWS::Partition": "aws", "AWS::Region": "us-east-1", "AWS::AccountId": "111122223333", **(known or {})}
    match value:
        case {"Fn::Sub": text}:
            for name, text_of_it in own.items():
                text = text.replace(f"${{{name}}}", text_of_it)
            return text.replace("${", "").replace("}", "")
        case {"Ref": "Worker"}:
            return "arn:aws:ecs:us-east-1:111122223333:task-definition/worker:1"
        case {"Ref": "Follower"}:
            return "arn:aws:ecs:us-east-1:111122223333:service/one/follower"
        case {"Ref": "Topic"}:
            return "arn:aws:sns:us-east-1:111122223333:topic"
        case {"Fn::GetAtt": ["ControlTable", _]}:
            return f"arn:aws:dynamodb:us-east-1:111122223333:table/{own.get('ControlTable', 'control')}"
        case {"Fn::GetAtt": ["Cluster", _]}:
            return "arn:aws:ecs:us-east-1:111122223333:cluster/one"
        case {"Fn::GetAtt": ["LogGroup", _]}:
            return "arn:aws:logs:us-east-1:111122223333:log-group:one:*"
        case {"Fn::GetAtt": [name, _]}:
            return f"arn:aws:iam::111122223333:role/{name}"
        case dict():
            return {name: _resolved(one, known) for name, one in value.items()}
        case list():
            return [_resolved(one, known) for one in value]
    return value


@pytest.mark.doors
def test_the_commands_migrate_and_use_the_rights_of_the_task_and_no_others(moving):
    """All commands in the order of the states, beside `follow`; what they call is what the policy allows."""
    used: set[tuple[str, str]] = set()
    main = _main_of(moving, used)
    for number in range(8):
        moving.put(moving.order(f"o{number}"))
    key = moving.put(moving.order("o9"))
    assert main("prepare") == 0
    stop = threading.Event()
    thread = threading.Thread(target=_followed, args=(_follower(moving, used), stop), daemon=True)
    thread.start()
    until(lambda: moving.migration.control.seconds_since_followed(moving.route.name), lambda one: one is not None)
    try:
        for words in commands():
            if words[0] == "cut-over":
                moving.update(key, "status", "SHIPPED")
                moving.delete(moving.route.old.key(moving.order("o3")))
            assert main(*words) == 0, words
    finally:
        stop.set()
        thread.join()
    held = made()
    (policy,) = held["Resources"]["TaskRole"]["Properties"]["Policies"]
    known = {
        "Table1": moving.names["app-main"],
        "Table2": moving.names["app-main-v2"],
        "ControlTable": moving.control_name,
    }
    allowed = {
        (action.removeprefix("dynamodb:"), resource.rpartition(":table/")[2])
        for one in _resolved(policy["PolicyDocument"], known)["Statement"]
        for action in one["Action"]
        for resource in one["Resource"]
    }
    assert used - allowed == set()
    # GetRecords names no stream.
    assert {name for name, _ in allowed} - {name for name, _ in used} == {"GetRecords"}


def _main_of(moving: Any, used: set[tuple[str, str]]) -> Any:
    line = moving.package.module("engine.command_line")
    aws = moving.package.module("engine.aws")

    def clients(*places: str) -> Any:
        return _watched(aws.clients(*places), used)

    def main(*words: str) -> int:
        line.clients = clients
        names = [part for name, real in moving.names.items() for part in ("--name", f"{name}={real}")]
        where = ["--endpoint-url", moving.url, "--region", "us-east-1", "--control-table", moving.control_name]
        tables = json.loads((moving.package.folder / moving.package.name / "tables.json").read_text("utf-8"))
        return int(line.main(moving.package.routes, tables, "", [*where, *names, *words]))

    return main


def _follower(moving: Any, used: set[tuple[str, str]]) -> Any:
    """The migration as the process of `follow` has it."""
    own = _watched(moving.package.module("engine.aws").clients(moving.url, "us-east-1"), used)
    made_of_it = moving.package.module("engine.migration").Migration
    return made_of_it(moving.package.routes, own, moving.control_name, moving.names)


def _followed(migration: Any, stop: threading.Event) -> None:
    while not stop.is_set():
        with suppress(Exception):
            migration.follow()
        stop.wait(0.1)


def _watched(clients: Any, used: set[tuple[str, str]]) -> Any:
    """Note each action that a call needs, and on what."""

    def note(params: Any, model: Any, **_: Any) -> None:
        used.update(_needs(model.name, params))

    clients.dynamodb.meta.events.register("provide-client-params.dynamodb", note)
    clients.streams.meta.events.register("provide-client-params.dynamodb-streams", note)
    return clients


def _needs(operation: str, asked: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if operation == "TransactWriteItems":
        for one in asked["TransactItems"]:
            ((kind, held),) = one.items()
            yield f"{kind}Item", held["TableName"]
    elif operation == "BatchGetItem":
        yield from (("BatchGetItem", name) for name in asked["RequestItems"])
    elif "StreamArn" in asked:
        yield operation, f"{asked['StreamArn'].rpartition(':table/')[2].partition('/')[0]}/stream/*"
    elif "TableName" in asked:
        yield operation, asked["TableName"] + ("/index/*" if asked.get("IndexName") else "")


# The machine itself, run by the sandbox's Step Functions.


@dataclass
class Machine:
    """The stack on a sandbox: tasks answer as a test says, and messages reach a queue."""

    url: str
    arn: str
    topic: str

    def client(self, service: str) -> Any:
        return client(service, self.url)

    def run(self, answers: Mapping[str, Any]) -> tuple[str, list[str]]:
        """How an execution ends, and the states that it enters; tasks without an answer succeed."""
        every: dict[str, Any] = {name: {} for name, _ in tasks()}
        responses = {name: _attempts(answer) for name, answer in {**every, **answers}.items() if answer is not REAL}
        name = self.arn.rpartition(":")[2]
        cases = {name: {"TestCases": {"one": {state: state for state in responses}}}}
        configure(self.url, _sfn_mock_config={"StateMachines": cases, "MockedResponses": responses})
        states = self.client("stepfunctions")
        # Before the start: the topic keeps no message for who subscribes later.
        queue = self.subscribed() if REAL in answers.values() else ""
        began = states.start_execution(stateMachineArn=f"{self.arn}#one")["executionArn"]
        if queue:
            self.answer(states, queue)
        until(lambda: states.describe_execution(executionArn=began)["status"], lambda one: one != "RUNNING")
        events = states.get_execution_history(executionArn=began, maxResults=1000)["events"]
        entered = [one["stateEnteredEventDetails"]["name"] for one in events if "stateEnteredEventDetails" in one]
        return states.describe_execution(executionArn=began)["status"], entered

    def subscribed(self) -> str:
        """The address of a queue that gets the messages of the machine."""
        messages = self.client("sqs")
        queue = messages.create_queue(QueueName=f"q{uuid4().hex}")["QueueUrl"]
        arn = messages.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
        self.client("sns").subscribe(TopicArn=self.topic, Protocol="sqs", Endpoint=arn)
        return str(queue)

    def answer(self, states: Any, queue: str) -> None:
        """Answer the question of the machine with the token of its message."""
        messages = self.client("sqs")
        found = until(lambda: messages.receive_message(QueueUrl=queue).get("Messages"), bool)
        said = json.loads(json.loads(found[0]["Body"])["Message"])
        states.send_task_success(taskToken=said["TaskToken"], output="{}")


REAL = object()
FOUND = {"Throw": {"Error": "States.TaskFailed", "Cause": "exit code 1"}}


def _attempts(answer: Any) -> dict[str, Any]:
    """What a task answers each time that it is entered."""
    held = answer if isinstance(answer, list) else [answer]
    told = [one if isinstance(one, dict) and "Throw" in one else {"Return": one} for one in held]
    return {**{str(number): one for number, one in enumerate(told[:-1])}, f"{len(told) - 1}-99": told[-1]}


def client(service: str, url: str) -> Any:
    keys = {"aws_access_key_id": "tests", "aws_secret_access_key": "tests"}
    return boto3.client(service, endpoint_url=url, region_name="us-east-1", **keys)


def configure(url: str, **values: Any) -> None:
    body = json.dumps({f"stepfunctions.{name}": value for name, value in values.items()}).encode()
    asked = urllib.request.Request(f"{url}/_ministack/config", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        assert len(json.load(answer)["applied"]) == len(values)


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    port = ports.choose(None, frozenset({STORES.sandbox_port}))
    with running_sandbox(Sandbox(REPOSITORY / ".keysheet", port, SERVICES)) as url:
        configure(url, _SFN_WAIT_SCALE=0)
        stacks = client("cloudformation", url)
        asked = {"RepositoryName": "migrations", "Subnets": "subnet-1", "SecurityGroups": "sg-1"}
        asked["DeciderEmail"] = "decider@example.com"
        values = [{"ParameterKey": name, "ParameterValue": value} for name, value in asked.items()]
        stacks.create_stack(StackName="one", TemplateBody=json.dumps(made()), Parameters=values)
        until(lambda: stacks.describe_stacks(StackName="one")["Stacks"][0]["StackStatus"], "CREATE_COMPLETE".__eq__)
        made_of_it = stacks.describe_stack_resources(StackName="one")["StackResources"]
        ids = {one["LogicalResourceId"]: one["PhysicalResourceId"] for one in made_of_it}
        yield Machine(url, ids["Machine"], ids["Topic"])


# The sandbox's history leaves out what happens within a Map.
FORWARD = ["Prepare", "Check", "SetRate", "StartFollowing", "Backfill", "Gate", "Compare"]
FORWARD += ["CountIndexes", "AskForCutOver"]


@pytest.mark.doors
def test_it_asks_cuts_over_asks_again_and_ends(machine):
    ended, entered = machine.run({"AskForCutOver": REAL, "AskToKeep": ["perhaps", "keep"]})
    assert ended == "SUCCEEDED"
    kept = ["CutOver", "AskToKeep", "Decide", "AskToKeep", "Decide", "StopFollowing", "Done"]
    assert entered == FORWARD + kept


@pytest.mark.doors
def test_it_reverts_if_a_person_says_so(machine):
    ended, entered = machine.run({"AskToKeep": "revert"})
    assert (ended, entered[-4:]) == ("SUCCEEDED", ["Decide", "Revert", "StopFollowing", "Done"])


@pytest.mark.doors
@pytest.mark.parametrize("state", ["Prepare", "Check", "Gate", "Compare", "CutOver", "AskForCutOver", "AskToKeep"])
def test_what_a_command_or_a_person_refuses_stops_it_with_a_message(machine, state):
    ended, entered = machine.run({state: FOUND, "AskToKeep": FOUND if state == "AskToKeep" else "keep"})
    assert (ended, entered[-3:]) == ("FAILED", [state, "TellWhyItStopped", "Stopped"])

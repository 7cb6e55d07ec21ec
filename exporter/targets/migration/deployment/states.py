"""The state machine of a migration, in the Amazon States Language: commands as ECS tasks, and two questions.

Each command can be killed and run again, so the machine needs no state of its own: it can be started again at any time,
and passes quickly over what is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

type States = dict[str, Any]

CONTAINER: Final = "migration"
STOPPED: Final = "TellWhyItStopped"
KEEP: Final = "keep"
REVERT: Final = "revert"
_RUN: Final = "RunTask"
_ASK: Final = "AskAndWait"
_SERVICE: Final = "UpdateService"
_TELL: Final = "Tell"
RESOURCES: Final = {
    _RUN: "ecs:runTask.sync",
    _ASK: "sns:publish.waitForTaskToken",
    _SERVICE: "aws-sdk:ecs:updateService",
    _TELL: "sns:publish",
}
"""What states call, by the names of their substitutions: the partition of the account is a part of each."""
_SUCCESS: Final = "aws stepfunctions send-task-success --task-token TOKEN --task-output "
_FAILURE: Final = "aws stepfunctions send-task-failure --task-token TOKEN --error Refused"
_CATCH: Final = [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": STOPPED}]


def state_machine() -> States:
    """Return the definition. DefinitionSubstitutions of the template replace each `${Name}`."""
    return {
        "Comment": "A migration of stored items, written by Keysheet. Start it again after it has stopped: it goes on.",
        "StartAt": "Prepare",
        "States": {
            "Prepare": _command(["prepare"], "Check"),
            "Check": _command(["check", "--limit", "${CheckedItems}", "--rate", "${UnitsPerSecond}"], "SetRate"),
            "SetRate": _command(["throttle", "${UnitsPerSecond}"], "StartFollowing"),
            "StartFollowing": _follow(1, "Backfill"),
            "Backfill": _backfill("Gate"),
            "Gate": _command(_GATE, "Compare", attempts=10, seconds=60),
            "Compare": _command(["diff"], "CountIndexes", attempts=3, seconds=60),
            "CountIndexes": _command(["counts"], "AskForCutOver", attempts=3, seconds=60),
            "AskForCutOver": _question(_CUT_OVER, {"CutOver": f"{_SUCCESS}'{{}}'", "Stay": _FAILURE}, "CutOver"),
            "CutOver": _command(["cut-over"], "AskToKeep", attempts=2, seconds=30),
            "AskToKeep": _question(
                _KEEP,
                {"Keep": f"{_SUCCESS}'\"{KEEP}\"'", "Revert": f"{_SUCCESS}'\"{REVERT}\"'", "Later": _FAILURE},
                "Decide",
            ),
            "Decide": {
                "Type": "Choice",
                "Choices": [
                    {"Variable": "$.answer", "StringEquals": KEEP, "Next": "StopFollowing"},
                    {"Variable": "$.answer", "StringEquals": REVERT, "Next": "Revert"},
                ],
                "Default": "AskToKeep",
            },
            "Revert": _command(["revert"], "StopFollowing", attempts=2, seconds=30),
            "StopFollowing": _follow(0, "Done"),
            "Done": {"Type": "Succeed"},
            STOPPED: _message(_STOPPED, {"Error.$": "$.error.Error", "Cause.$": "$.error.Cause"}, "Stopped"),
            "Stopped": {"Type": "Fail", "ErrorPath": "$.error.Error", "CausePath": "$.error.Cause"},
        },
    }


_GATE: Final = ("status", "--require", "followed", "--require", "backfilled", "--require", "no-problems")
_CUT_OVER: Final = (
    "Both sides are equal. May the new design serve? Writers that use the gate are held for some seconds. "
    "To answer, replace TOKEN with TaskToken."
)
_KEEP: Final = (
    "The new design serves, and the old side is kept current. Keep it, or revert without a loss? Keep ends the "
    "copying: after that there is no way back. To answer, replace TOKEN with TaskToken."
)
_STOPPED: Final = (
    "The migration stopped, and nothing is lost. Cause names the command; its log group has its output. Correct it, "
    "then start the state machine again. The stream is followed as before."
)


def _command(words: Sequence[str], then: str, *, attempts: int = 0, seconds: int = 60) -> States:
    """Return a state that runs a command of the package; it fails if the command's exit code is not 0."""
    return {
        "Type": "Task",
        "Resource": _call(_RUN),
        "Parameters": _task({"Command": list(words)}),
        "ResultPath": None,
        **_retries(attempts, seconds),
        "Catch": _CATCH,
        "Next": then,
    }


def _task(override: Mapping[str, Any]) -> States:
    """Return an ECS task; subnets and security groups are the lists of the service that follows the streams."""
    return {
        "Cluster": "${Cluster}",
        "TaskDefinition": "${Worker}",
        "LaunchType": "FARGATE",
        "NetworkConfiguration": {
            "AwsvpcConfiguration": {
                "Subnets.$": "States.StringSplit('${Subnets}', ',')",
                "SecurityGroups.$": "States.StringSplit('${SecurityGroups}', ',')",
                "AssignPublicIp": "${AssignPublicIp}",
            }
        },
        "Overrides": {"ContainerOverrides": [{"Name": CONTAINER, **override}]},
    }


def _call(name: str) -> str:
    return f"${{{name}}}"


def _retries(attempts: int, seconds: int) -> States:
    if not attempts:
        return {}
    how = {"ErrorEquals": ["States.ALL"], "IntervalSeconds": seconds, "MaxAttempts": attempts, "BackoffRate": 1.5}
    return {"Retry": [how]}


def _backfill(then: str) -> States:
    """Return the backfill as several tasks at a time. A task that dies, or begins before the stream is followed, is
    started again: it goes on behind its last checkpoint.
    """
    words = "'backfill', '--segments', '${Segments}', '--part', States.Format('{}/${Tasks}', $.part)"
    part = {
        "Type": "Task",
        "Resource": _call(_RUN),
        "Parameters": _task({"Command.$": f"States.Array({words})"}),
        **_retries(10, 60),
        "End": True,
    }
    return {
        "Type": "Map",
        "ItemsPath": "$.tasks.list",
        "ItemSelector": {"part.$": "$$.Map.Item.Value"},
        "ItemProcessor": {
            "ProcessorConfig": {"Mode": "INLINE"},
            "StartAt": "BackfillPart",
            "States": {"BackfillPart": part},
        },
        "ResultPath": None,
        "Catch": _CATCH,
        "Next": then,
    }


def _follow(count: int, then: str) -> States:
    """Return a state that starts or ends the service that follows the streams. Afterwards, `$.tasks.list` are the
    numbers of the tasks of the backfill.
    """
    return {
        "Type": "Task",
        "Resource": _call(_SERVICE),
        "Parameters": {"Cluster": "${Cluster}", "Service": "${Follower}", "DesiredCount": count},
        "ResultSelector": {"list.$": "States.ArrayRange(1, ${Tasks}, 1)"},
        "ResultPath": "$.tasks",
        "Catch": _CATCH,
        "Next": then,
    }


def _question(text: str, answers: Mapping[str, str], then: str) -> States:
    """Return a state that sends a message and waits until somebody answers with its token."""
    return {
        "Type": "Task",
        "Resource": _call(_ASK),
        "Parameters": {
            "TopicArn": "${Topic}",
            "Subject": "A migration waits for a decision",
            "Message": {"Question": text, **answers, "TaskToken.$": "$$.Task.Token", "Run.$": "$$.Execution.Id"},
        },
        "ResultPath": "$.answer",
        "TimeoutSeconds": 2592000,
        "Catch": _CATCH,
        "Next": then,
    }


def _message(text: str, more: Mapping[str, str], then: str) -> States:
    return {
        "Type": "Task",
        "Resource": _call(_TELL),
        "Parameters": {
            "TopicArn": "${Topic}",
            "Subject": "A migration stopped",
            "Message": {"What": text, **more, "Run.$": "$$.Execution.Id"},
        },
        "ResultPath": None,
        "Next": then,
    }

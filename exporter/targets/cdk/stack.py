"""A design as a CDK stack, before it is TypeScript or Python. docs/decisions says where L2 is used and where L1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.targets.base import Loss
from exporter.targets.cdk.nodes import (
    Assign,
    CdkCall,
    Constant,
    Do,
    Get,
    Note,
    Stack,
    StackScope,
    Statement,
    Struct,
    Variable,
    Verbatim,
    When,
)
from exporter.targets.cdk.properties import PARAMETER, properties, reference
from exporter.targets.cdk.tables import StackTable, duration, removal_policy, table_statements, uses_l2
from exporter.targets.cloudformation.scaling import scaling_resources
from exporter.targets.cloudformation.tables import Data
from exporter.targets.cloudformation.template import (
    GLOBAL_TABLE,
    TOPIC,
    described,
    logical_id,
    shortened,
    table_resource,
    template_losses,
)
from exporter.targets.infrastructure import table_inputs
from exporter.targets.infrastructure.alarms import ACCOUNT_SAID, Alarm, Metric, alarms
from exporter.targets.support.literals import RESERVED, Language, Style, identifier
from modeler.core.design.model import Design
from modeler.core.design.tables import Table

NAME_MAX: Final = 128
"""Maximum length of a stack's name in CloudFormation."""
DESCRIPTION_MAX: Final = 512
"""Maximum length of a stack's description in CDK, although CloudFormation allows 1,024 bytes."""
ACCOUNT_FLAG: Final = "accountAlarms"
"""The value of the app's context that turns on the alarms of the account."""
ALARM_ACTION: Final = Variable("alarmAction", is_member=True, type="actions.SnsAction")

_COMPARISONS: Final = {
    "GreaterThanThreshold": "GREATER_THAN_THRESHOLD",
    "GreaterThanOrEqualToThreshold": "GREATER_THAN_OR_EQUAL_TO_THRESHOLD",
    "LessThanThreshold": "LESS_THAN_THRESHOLD",
}
_MISSING: Final = {"notBreaching": "NOT_BREACHING", "breaching": "BREACHING"}
_SCALING: Final = {
    "AWS::ApplicationAutoScaling::ScalableTarget": "appscaling.CfnScalableTarget",
    "AWS::ApplicationAutoScaling::ScalingPolicy": "appscaling.CfnScalingPolicy",
}


@dataclass(slots=True)
class _Making:
    """A stack being built. `ids` are used construct ids, `names` variables by logical id or parameter."""

    design: Design
    statements: list[Statement] = field(default_factory=list)
    ids: Data = field(default_factory=dict)
    names: dict[str, Variable] = field(default_factory=dict)
    tables: dict[str, Variable] = field(default_factory=dict)

    def id(self, text: str) -> str:
        """Return an unused construct id, and mark it as used."""
        found = logical_id(text, self.ids)
        self.ids[found] = True
        return found

    def variable(self, text: str, *, is_member: bool = False, kind: str = "") -> Variable:
        """Return a variable named after a text, unique in the stack."""
        taken = [*RESERVED[Language.PYTHON], *(one.name for one in self.names.values())]
        name = identifier(text, Style.CAMEL, Language.TYPESCRIPT, taken, otherwise="table")
        return Variable(name, is_member, kind)

    def parameter(self, name: str, description: str) -> Variable:
        """Return a parameter of the stack, declared before the next declaration."""
        found = self.variable(name, kind=PARAMETER)
        members = {"type": "String", "description": shortened(description)}
        options = Struct("cdk.CfnParameterProps", members)
        self.names[name] = found
        self.statements.append(Assign(found, CdkCall(Constant(PARAMETER), "", (StackScope(), self.id(name)), options)))
        return found

    def local(self, text: str) -> Variable:
        """Return a local variable with a unique name."""
        found = self.variable(text)
        self.names[f"local {found.name}"] = found
        return found

    def place(self, variable: Variable, logical: str) -> StackTable:
        """A table's place; parameters have names that begin with its logical id."""

        def ask(end: str, description: str) -> Variable:
            return self.parameter(f"{logical}{logical_id(end)}", description)

        return StackTable(variable, logical, ask, self.id, self.local)


def stack(design: Design) -> Stack:
    """Return the stack of a design."""
    making = _Making(design)
    found = alarms(design)
    if found:
        _topic(making)
    for table in design.tables:
        _table(making, table)
    if found:
        making.statements.append(Note("Alarms. The thresholds are starting points."))
        making.statements += [Do(_alarm(making, alarm)) for alarm in found if alarm.table]
        making.statements.append(Note(f"npx cdk deploy -c {ACCOUNT_FLAG}={ACCOUNT_SAID}"))
        of_account = tuple(Do(_alarm(making, alarm)) for alarm in found if not alarm.table)
        making.statements.append(When(ACCOUNT_FLAG, of_account))
    name = identifier(f"{design.name} stack", Style.PASCAL, Language.TYPESCRIPT, otherwise="design")
    members = ([ALARM_ACTION] if found else []) + list(making.tables.values())
    return Stack(
        name[:NAME_MAX], design.region, _description(design), tuple(making.statements), bool(found), tuple(members)
    )


def _topic(making: _Making) -> None:
    making.statements.append(Note("Notified by every alarm."))
    asked = making.parameter(TOPIC, "ARN of the SNS topic that every alarm notifies")
    topic = CdkCall(Constant("sns.Topic"), "fromTopicArn", (StackScope(), making.id("AlarmTopic"), reference(asked)))
    making.statements.append(Assign(ALARM_ACTION, CdkCall(Constant("actions.SnsAction"), "", (topic,))))


def _table(making: _Making, table: Table) -> None:
    logical = making.id(table.name)
    making.statements.append(Note(f"{table.name}: {table.description}" if table.description else table.name))
    if uses_l2(making.design, table):
        variable = making.variable(f"{table.name} table", is_member=True, kind="dynamodb.Table")
        making.names[logical] = making.tables[table.id] = variable
        made = list(table_statements(table, making.place(variable, logical)))
        making.statements += made
    else:
        _plain_table(making, table, logical)
    _outputs(making, table, logical)


def _plain_table(making: _Making, table: Table, logical: str) -> None:
    """Build it with CDK's own CloudFormation classes (L1): what the construct cannot express."""

    def ask(end: str, description: str) -> Data:
        name = f"{logical}{logical_id(end)}"
        if name not in making.names:  # a replica uses the table's own parameter
            making.parameter(name, description)
        return {"Ref": name}

    resource = table_resource(making.design, table, ask)
    kind = "dynamodb.CfnGlobalTable" if resource["Type"] == GLOBAL_TABLE else "dynamodb.CfnTable"
    variable = making.variable(f"{table.name} table", is_member=True, kind=kind)
    making.names[logical] = making.tables[table.id] = variable
    construct = CdkCall(
        Constant(kind), "", (StackScope(), logical), properties(resource["Properties"], kind, making.names)
    )
    making.statements.append(Assign(variable, construct))
    making.statements.append(Do(CdkCall(variable, "applyRemovalPolicy", (removal_policy(table),))))
    for index in table.all_indexes if kind == "dynamodb.CfnTable" else ():
        for scaling in table_inputs.scalings(table, index):
            place = logical if index.is_base else f"{logical} {index.name}"
            name = logical_id(f"{place} {scaling.side} scaling", making.names)
            for own, one in scaling_resources(name, logical, index, scaling).items():
                _scaling(making, own, one)


def _scaling(making: _Making, name: str, resource: Data) -> None:
    kind = _SCALING[resource["Type"]]
    made = properties(resource["Properties"], kind, making.names)
    making.names[name] = variable = making.variable(name, kind=kind)
    making.statements.append(Assign(variable, CdkCall(Constant(kind), "", (StackScope(), making.id(name)), made)))


def _outputs(making: _Making, table: Table, logical: str) -> None:
    variable = making.tables[table.id]
    is_l2 = variable.type == "dynamodb.Table"
    outputs = {"Name": "tableName" if is_l2 else "ref", "Arn": "tableArn" if is_l2 else "attrArn"}
    where = table_inputs.replication(making.design, table)
    if table_inputs.stream(table) or (where and where.regions and not where.strong):
        outputs["StreamArn"] = "tableStreamArn" if is_l2 else "attrStreamArn"
    for end, attribute in outputs.items():
        value = Get(variable, attribute, is_optional=attribute == "tableStreamArn")
        options = Struct("cdk.CfnOutputProps", {"value": value})
        made = CdkCall(Constant("cdk.CfnOutput"), "", (StackScope(), making.id(f"{logical} {end}")), options)
        making.statements.append(Do(made))


def _alarm(making: _Making, alarm: Alarm) -> CdkCall:
    variable = making.tables[alarm.table.id] if alarm.table else None
    of_index = alarm.index.name if alarm.index and not alarm.index.is_base else ""
    place = making.id(f"{alarm.table.name if alarm.table else 'DynamoDB'} {of_index} {alarm.key} alarm")
    members = {
        "alarmName": alarm.name,
        "alarmDescription": alarm.description,
        "metric": _expression(alarm, variable) if alarm.expression else _metric(alarm.metric, variable),
        "threshold": alarm.threshold,
        "comparisonOperator": Constant(f"cloudwatch.ComparisonOperator.{_COMPARISONS[alarm.comparison]}"),
        "evaluationPeriods": alarm.evaluations,
        "datapointsToAlarm": alarm.datapoints,
        "treatMissingData": Constant(f"cloudwatch.TreatMissingData.{_MISSING[alarm.missing]}"),
    }
    return CdkCall(StackScope(), "watch", (place,), Struct("cloudwatch.AlarmProps", members))


def _expression(alarm: Alarm, variable: Variable | None) -> CdkCall:
    members = {
        "expression": alarm.expression,
        "label": alarm.key,
        "period": duration(alarm.period),
        "usingMetrics": Verbatim({metric.id: _metric(metric, variable) for metric in alarm.metrics}),
    }
    return CdkCall(Constant("cloudwatch.MathExpression"), "", (), Struct("cloudwatch.MathExpressionProps", members))


def _metric(metric: Metric, variable: Variable | None) -> CdkCall:
    arguments: list[Any] = [metric.name, metric.statistic, metric.period]
    if variable is not None and metric.dimensions:
        name = Get(variable, "tableName") if variable.type == "dynamodb.Table" else reference(variable)
        dimensions = {key: name if key == "TableName" else value for key, value in metric.dimensions}
        arguments.append(Verbatim(dimensions))
    return CdkCall(None, "metric", tuple(arguments))


def _description(design: Design) -> str:
    """Return at most 512 characters, as JavaScript counts them."""
    units = described(design).encode("utf-16-le", "surrogatepass")[: 2 * DESCRIPTION_MAX]
    return units.decode("utf-16-le", "ignore")


def stack_losses(design: Design) -> Iterator[Loss]:
    """Yield what the stack cannot represent, and what was decided for it."""
    yield from template_losses(design)
    if _description(design) != described(design):
        yield Loss("description", f"CDK allows {DESCRIPTION_MAX} characters; the description was cut")

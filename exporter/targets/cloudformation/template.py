"""A CloudFormation template of a design as plain values: tables, global tables, auto scaling, alarms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from exporter.targets.base import Loss, safe_name
from exporter.targets.cloudformation.global_tables import global_properties
from exporter.targets.cloudformation.global_tables import losses as global_losses
from exporter.targets.cloudformation.scaling import alarm_resource, scaling_resources
from exporter.targets.cloudformation.tables import AskParameter, Data, table_properties
from exporter.targets.infrastructure import table_inputs
from exporter.targets.infrastructure.alarms import ACCOUNT_SAID, alarms, is_wanted
from modeler.core.design.model import Design
from modeler.core.design.tables import Table

TABLE: Final = "AWS::DynamoDB::Table"
GLOBAL_TABLE: Final = "AWS::DynamoDB::GlobalTable"
TOPIC: Final = "AlarmTopicArn"
ACCOUNT: Final = "AccountAlarms"
"""The parameter that turns on the alarms of the account."""
IN_ACCOUNT: Final = "CreateAccountAlarms"
"""The condition of these alarms."""
RESOURCES_MAX: Final = 500
"""Maximum number of resources of one template (CloudFormation quotas)."""
DESCRIPTION_BYTES_MAX: Final = 1024


@dataclass(slots=True)
class _Parts:
    """A template being built. `logicals`: logical ids of tables by the tables' ids."""

    parameters: Data = field(default_factory=dict)
    resources: Data = field(default_factory=dict)
    outputs: Data = field(default_factory=dict)
    logicals: dict[str, str] = field(default_factory=dict)

    def ask(self, logical: str) -> AskParameter:
        """Creates parameters whose names begin with a table's logical id."""

        def asked(end: str, description: str) -> Data:
            name = f"{logical}{logical_id(end)}"
            self.parameters[name] = {"Type": "String", "Description": shortened(description)}
            return {"Ref": name}

        return asked


def template(design: Design) -> Data:
    """Return the template of a design. Functions are in long form: ``{"Ref": "Orders"}``."""
    parts = _Parts()
    for table in design.tables:
        logical = logical_id(table.name, parts.resources)
        parts.logicals[table.id] = logical
        parts.resources[logical] = table_resource(design, table, parts.ask(logical))
        _beside(table, logical, parts, is_global=table_inputs.replication(design, table) is not None)
        parts.outputs |= dict(_outputs(table, logical, parts.resources[logical]))
    _alarms(design, parts)
    conditions = {IN_ACCOUNT: {"Fn::Equals": [{"Ref": ACCOUNT}, "true"]}} if ACCOUNT in parts.parameters else {}
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": shortened(described(design)),
        **({"Parameters": parts.parameters} if parts.parameters else {}),
        **({"Conditions": conditions} if conditions else {}),
        "Resources": parts.resources,
        **({"Outputs": parts.outputs} if parts.outputs else {}),
    }


def table_resource(design: Design, table: Table, ask: AskParameter) -> Data:
    """Return the table, or the global table if it has replicas; `table_inputs.is_kept` decides whether it is retained
    when its stack is deleted.
    """
    policy = "Retain" if table_inputs.is_kept(table) else "Delete"
    where = table_inputs.replication(design, table)
    return {
        "Type": GLOBAL_TABLE if where else TABLE,
        "DeletionPolicy": policy,
        "UpdateReplacePolicy": policy,
        **({"Metadata": {"Description": table.description}} if table.description else {}),
        "Properties": global_properties(design, table, where, ask) if where else table_properties(table, ask),
    }


def _beside(table: Table, logical: str, parts: _Parts, *, is_global: bool) -> None:
    """Yield scalable targets and policies; a global table includes its scaling."""
    for index in table.all_indexes if not is_global else ():
        for scaling in table_inputs.scalings(table, index):
            place = logical if index.is_base else f"{logical} {index.name}"
            name = logical_id(f"{place} {scaling.side} scaling", parts.resources)
            parts.resources |= scaling_resources(name, logical, index, scaling)


def _alarms(design: Design, parts: _Parts) -> None:
    found = alarms(design)
    if found:
        said = "ARN of the SNS topic that every alarm notifies"
        parts.parameters[TOPIC] = {"Type": "String", "Description": said}
        flag = {"Type": "String", "AllowedValues": ["false", "true"], "Default": "false"}
        parts.parameters[ACCOUNT] = {**flag, "Description": ACCOUNT_SAID}
    for alarm in found:
        of_index = alarm.index.name if alarm.index and not alarm.index.is_base else ""
        place = parts.logicals[alarm.table.id] if alarm.table else "DynamoDB"
        name = logical_id(f"{place} {of_index} {alarm.key} alarm", parts.resources)
        resource = alarm_resource(alarm, parts.logicals, TOPIC)
        parts.resources[name] = resource if alarm.table else {"Condition": IN_ACCOUNT, **resource}


def _outputs(table: Table, logical: str, resource: Data) -> Iterator[tuple[str, Data]]:
    yield f"{logical}Name", {"Description": shortened(f"Name of {table.name}"), "Value": {"Ref": logical}}
    yield f"{logical}Arn", {"Value": {"Fn::GetAtt": [logical, "Arn"]}}
    if "StreamSpecification" in resource["Properties"]:
        yield f"{logical}StreamArn", {"Value": {"Fn::GetAtt": [logical, "StreamArn"]}}


def logical_id(text: str, taken: Data | None = None) -> str:
    """Return a logical id: letters and digits only, each word capitalized, not in `taken`."""
    words = safe_name(text, otherwise="Table").replace("-", "_").split("_")
    base = "".join(word[:1].upper() + word[1:] for word in words) or "Table"
    name, number = base, 2
    while name in (taken or {}):
        name, number = f"{base}{number}", number + 1
    return name


def described(design: Design) -> str:
    """Return the design's name and description."""
    return f"{design.name}. {design.description}".strip()


def shortened(text: str) -> str:
    """Return a description of at most 1,024 bytes, CloudFormation's limit."""
    return text.encode()[:DESCRIPTION_BYTES_MAX].decode(errors="ignore")


def template_losses(design: Design) -> Iterator[Loss]:
    """Yield what no template can represent, and what was decided for it."""
    yield from table_inputs.common_losses(design)
    if shortened(described(design)) != described(design):
        yield Loss("description", f"CloudFormation allows {DESCRIPTION_BYTES_MAX} bytes; the description was cut")
    for table in design.tables:
        path = f"tables.{table.name}.settings"
        yield from global_losses(design, table)
        if table_inputs.encryption(table) == ("CUSTOMER", "") and table_inputs.replication(design, table) is None:
            yield Loss(
                f"{path}.encryption", "the design does not name the customer managed key; the AWS managed key is used"
            )
        for index in table_inputs.vector_indexes(table):
            decided = f"written with KEYS_ONLY and the distance function {index['DistanceFunction']}"
            said = f"{index['IndexName']} specifies no projection; {decided}"
            yield Loss(f"{path}.vector_indexes", said)
    if any(is_wanted(table) for table in design.tables):
        yield Loss("design", "alarms need an SNS topic, which is a parameter; thresholds are starting points")


def count_losses(made: Data) -> Iterator[Loss]:
    """Report a template larger than CloudFormation accepts; it is written anyway."""
    if len(made["Resources"]) > RESOURCES_MAX:
        said = f"{len(made['Resources'])} resources; a template can have {RESOURCES_MAX}: split the design"
        yield Loss("design", said)

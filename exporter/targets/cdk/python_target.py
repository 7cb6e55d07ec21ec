"""CDK in Python: an app of aws-cdk-lib v2 with one stack, which exposes its tables to other stacks."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header
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
    WrappedGroup,
    layout,
    one_line,
)
from exporter.targets.cdk.stack import stack, stack_losses
from exporter.targets.cdk.typescript_target import LIBRARY, MODULES
from exporter.targets.support.literals import Language, Style, identifier, python_comment, python_literal
from modeler.core.design.model import Design

_INDENT: Final = "    "
_DEPLOY: Final = "Deploy: pip install -r requirements.txt && npx aws-cdk@2 deploy"
_WATCH: Final = '''
    def watch(self, id: str, **props: Any) -> None:
        """An alarm that notifies when it goes off and when it is over."""
        alarm = cloudwatch.Alarm(self, id, **props)
        alarm.add_alarm_action(self.alarm_action)
        alarm.add_ok_action(self.alarm_action)


def metric(name: str, statistic: str, period: int, dimensions: dict[str, str] | None = None) -> cloudwatch.Metric:
    """A metric of DynamoDB; the period in seconds."""
    return cloudwatch.Metric(
        namespace="AWS/DynamoDB",
        metric_name=name,
        statistic=statistic,
        period=cdk.Duration.seconds(period),
        dimensions_map=dimensions,
    )
'''


def snake(name: str) -> str:
    """``table_name`` of ``tableName``."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: f"_{found[1].lower()}", name)


class _PythonWriter:
    """Writes expressions, and records the modules that they use."""

    def __init__(self) -> None:
        self.modules = {"cdk"}

    def name(self, path: str) -> str:
        """Return a name of a module, and import the module."""
        self.modules.add(path.partition(".")[0])
        return path

    def doc(self, value: Any) -> WrappedGroup | str:
        """Return a value as a document for layout."""
        match value:
            case Constant(path):
                return self.name(path)
            case StackScope():
                return "self"
            case Variable():
                return f"self.{snake(value.name)}" if value.is_member else snake(value.name)
            case Get(target, name):
                return f"{one_line(self.doc(target))}.{snake(name)}"
            case CdkCall():
                options = value.options.members if value.options else {}
                positions = tuple(("", self.doc(one)) for one in value.arguments)
                return WrappedGroup(f"{self._head(value)}(", positions + self._keywords(options), ")")
            case Struct(kind, members):
                return WrappedGroup(f"{self.name(kind)}(", self._keywords(members), ")")
            case Verbatim(members):
                return self._mapping(members)
            case Mapping():
                return self._mapping(value)
            case list() | tuple():
                return WrappedGroup("[", tuple(("", self.doc(one)) for one in value), "]")
        return python_literal(value)

    def _keywords(self, members: Mapping[str, Any]) -> tuple[tuple[str, WrappedGroup | str], ...]:
        return tuple((f"{snake(name)}=", self.doc(one)) for name, one in members.items())

    def _mapping(self, members: Mapping[str, Any]) -> WrappedGroup:
        return WrappedGroup(
            "{", tuple((f"{python_literal(name)}: ", self.doc(one)) for name, one in members.items()), "}"
        )

    def _head(self, call: CdkCall) -> str:
        if call.target is None:
            return call.method
        target = one_line(self.doc(call.target))
        return f"{target}.{snake(call.method)}" if call.method else target


def stack_file(made: Stack, design: Design, losses: tuple[Loss, ...]) -> str:
    """Return the file of the stack."""
    writer = _PythonWriter()
    body = "".join(_statement(one, writer) for one in made.statements)
    if made.has_alarms:
        writer.name("cloudwatch.Alarm")
    modules = {name: path.rpartition("/")[2].replace("-", "_") for name, path in MODULES.items() if name != "cdk"}
    imports = "".join(
        f"from aws_cdk import {module} as {name}\n"
        for name, module in sorted(modules.items(), key=lambda pair: pair[1])
        if name in writer.modules
    )
    return (
        python_comment([*header(design, "CDK stack in Python", losses), _DEPLOY])
        + "from __future__ import annotations\n\nfrom typing import Any\n\nimport aws_cdk as cdk\n"
        + f"{imports}from constructs import Construct\n\n\n"
        + f'class {made.name}(cdk.Stack):\n    """Its tables are attributes, for other stacks to use."""\n\n'
        + "    def __init__(self, scope: Construct, construct_id: str, **kwargs: Any) -> None:\n"
        + f"        super().__init__(scope, construct_id, **kwargs)\n{body}"
        + (_WATCH if made.has_alarms else "")
    )


def _statement(statement: Statement, writer: _PythonWriter, depth: int = 2) -> str:
    pad = _INDENT * depth
    match statement:
        case Note(text):
            return "\n" + python_comment([text], 4 * depth)
        case Assign(to, value):
            lead = f"{one_line(writer.doc(to))} = "
            return f"{pad}{lead}{layout(writer.doc(value), _INDENT, depth, len(lead))}\n"
        case Do(call):
            return f"{pad}{layout(writer.doc(call), _INDENT, depth)}\n"
        case When(flag, statements):
            inner = "".join(_statement(one, writer, depth + 1) for one in statements)
            return f'{pad}if str(self.node.try_get_context({python_literal(flag)})).lower() == "true":\n{inner}'


def _app_file(made: Stack, module: str) -> str:
    environment = Struct("cdk.Environment", {"region": made.region})
    members: dict[str, Any] = {"env": environment, "description": made.description}
    call = CdkCall(Constant(made.name), "", (Constant("app"), made.name), Struct("", members))
    return (
        "#!/usr/bin/env python3\nimport aws_cdk as cdk\n\n"
        f"from {module} import {made.name}\n\n"
        f"app = cdk.App()\n{layout(_PythonWriter().doc(call), _INDENT, 0)}\napp.synth()\n"
    )


def _build(design: Design) -> Export:
    losses = tuple(stack_losses(design))
    made = stack(design)
    module = identifier(f"{design.name} stack", Style.SNAKE, Language.PYTHON, otherwise="design")
    files = (
        ExportFile("app.py", _app_file(made, module)),
        ExportFile(f"{module}.py", stack_file(made, design, losses)),
        ExportFile("cdk.json", json.dumps({"app": "python3 app.py"}, indent=2) + "\n"),
        ExportFile("requirements.txt", f"aws-cdk-lib>={LIBRARY},<3\nconstructs>=10.5.0,<11\n"),
    )
    return Export(files, losses)


TARGET: Final = Target(
    "cdk-python",
    "AWS CDK (Python)",
    ("app.py", "<design>_stack.py", "cdk.json", "requirements.txt"),
    "text/plain",
    _build,
    TargetKind.INFRASTRUCTURE,
)

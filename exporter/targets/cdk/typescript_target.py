"""CDK in TypeScript: an app of aws-cdk-lib v2 with one stack, which exposes its tables to other stacks."""

from __future__ import annotations

import json
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
from exporter.targets.support.literals import (
    Language,
    Style,
    identifier,
    slash_comment,
    typescript_key,
    typescript_literal,
)
from modeler.core.design.model import Design

LIBRARY: Final = "2.275.0"
"""The release of aws-cdk-lib that the stack is checked with; the first 2.x releases lack multi-attribute keys."""
MODULES: Final = {
    "cdk": "aws-cdk-lib",
    "actions": "aws-cdk-lib/aws-cloudwatch-actions",
    "appscaling": "aws-cdk-lib/aws-applicationautoscaling",
    "cloudwatch": "aws-cdk-lib/aws-cloudwatch",
    "dynamodb": "aws-cdk-lib/aws-dynamodb",
    "iam": "aws-cdk-lib/aws-iam",
    "kinesis": "aws-cdk-lib/aws-kinesis",
    "kms": "aws-cdk-lib/aws-kms",
    "sns": "aws-cdk-lib/aws-sns",
}
_INDENT: Final = "  "
_WATCH: Final = """
  /** An alarm that notifies when it goes off and when it is over. */
  private watch(id: string, props: cloudwatch.AlarmProps): void {
    const alarm = new cloudwatch.Alarm(this, id, props);
    alarm.addAlarmAction(this.alarmAction);
    alarm.addOkAction(this.alarmAction);
  }
"""
_METRIC: Final = """
/** A metric of DynamoDB; the period in seconds. */
function metric(
  metricName: string,
  statistic: string,
  period: number,
  dimensionsMap?: Record<string, string>,
): cloudwatch.Metric {
  return new cloudwatch.Metric({
    namespace: "AWS/DynamoDB",
    metricName,
    statistic,
    period: cdk.Duration.seconds(period),
    dimensionsMap,
  });
}
"""


class _TypeScriptWriter:
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
                return "this"
            case Variable():
                return f"this.{value.name}" if value.is_member else value.name
            case Get(target, name, is_optional):
                return f"{one_line(self.doc(target))}.{name}{'!' if is_optional else ''}"
            case CdkCall():
                return self._call(value)
            case Struct(_, members) | Verbatim(members):
                return self._object(members)
            case Mapping():
                return self._object(value)
            case list() | tuple():
                return WrappedGroup("[", tuple(("", self.doc(one)) for one in value), "]")
        return typescript_literal(value)

    def _object(self, members: Mapping[str, Any]) -> WrappedGroup:
        items = tuple((f"{typescript_key(name)}: ", self.doc(one)) for name, one in members.items())
        return WrappedGroup("{", items, "}", is_padded=True)

    def _call(self, call: CdkCall) -> WrappedGroup:
        """The last argument opens on the line of the call if it is an object."""
        head = self._head(call)
        arguments = [self.doc(one) for one in (*call.arguments, *([call.options] if call.options else []))]
        if arguments and isinstance(last := arguments[-1], WrappedGroup) and last.is_padded:
            before = "".join(f"{one_line(one)}, " for one in arguments[:-1])
            return WrappedGroup(f"{head}({before}{last.open}", last.items, f"{last.close})", is_padded=True)
        return WrappedGroup(f"{head}(", tuple(("", one) for one in arguments), ")")

    def _head(self, call: CdkCall) -> str:
        if call.target is None:
            return call.method
        target = one_line(self.doc(call.target))
        return f"{target}.{call.method}" if call.method else f"new {target}"


def stack_file(made: Stack, design: Design, losses: tuple[Loss, ...]) -> str:
    """Return the file of the stack."""
    writer = _TypeScriptWriter()
    body = "".join(_statement(one, writer) for one in made.statements)
    members = "".join(_member(one, writer) for one in made.members)
    if made.has_alarms:
        writer.name("cloudwatch.Alarm")
    imports = "".join(
        f'import * as {name} from "{path}";\n' for name, path in MODULES.items() if name in writer.modules
    )
    return (
        slash_comment([*header(design, "CDK stack in TypeScript", losses), "Deploy: npm install && npx cdk deploy"])
        + f'{imports}import {{ Construct }} from "constructs";\n\n'
        + f"export class {made.name} extends cdk.Stack {{\n{members}"
        + ("\n" if members else "")
        + "  constructor(scope: Construct, id: string, props?: cdk.StackProps) {\n"
        + f"    super(scope, id, props);\n{body}  }}\n"
        + (_WATCH if made.has_alarms else "")
        + "}\n"
        + (_METRIC if made.has_alarms else "")
    )


def _member(variable: Variable, writer: _TypeScriptWriter) -> str:
    shown = "readonly" if variable.name.endswith("Table") else "private readonly"
    return f"  {shown} {variable.name}: {writer.name(variable.type)};\n"


def _statement(statement: Statement, writer: _TypeScriptWriter, depth: int = 2) -> str:
    pad = _INDENT * depth
    match statement:
        case Note(text):
            return "\n" + slash_comment([text], 2 * depth)
        case Assign(to, value):
            lead = f"{one_line(writer.doc(to))} = " if to.is_member else f"const {to.name} = "
            return f"{pad}{lead}{layout(writer.doc(value), _INDENT, depth, len(lead) + 1)};\n"
        case Do(call):
            return f"{pad}{layout(writer.doc(call), _INDENT, depth, 1)};\n"
        case When(flag, statements):
            test = f'String(this.node.tryGetContext({typescript_literal(flag)})) === "true"'
            inner = "".join(_statement(one, writer, depth + 1) for one in statements)
            return f"{pad}if ({test}) {{\n{inner}{pad}}}\n"


def _app_file(made: Stack, module: str) -> str:
    writer = _TypeScriptWriter()
    members: dict[str, Any] = {"env": Verbatim({"region": made.region}), "description": made.description}
    call = CdkCall(Constant(made.name), "", (Constant("app"), made.name), Struct("", members))
    return (
        '#!/usr/bin/env node\nimport * as cdk from "aws-cdk-lib";\n'
        f'import {{ {made.name} }} from "../lib/{module}";\n\n'
        f"const app = new cdk.App();\n{layout(writer.doc(call), _INDENT, 0, 1)};\n"
    )


def _package(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "version": "0.1.0",
        "private": True,
        "scripts": {"build": "tsc --noEmit", "synth": "cdk synth", "diff": "cdk diff", "deploy": "cdk deploy"},
        "devDependencies": {
            "@types/node": "^22.0.0",
            "aws-cdk": "^2.1000.0",
            "ts-node": "^10.9.2",
            "typescript": "~5.9.0",
        },
        "dependencies": {"aws-cdk-lib": f"^{LIBRARY}", "constructs": "^10.5.0"},
    }


_TSCONFIG: Final = {
    "compilerOptions": {
        "target": "ES2022",
        "module": "commonjs",
        "lib": ["es2022"],
        "strict": True,
        "noImplicitReturns": True,
        "noFallthroughCasesInSwitch": True,
        "noUnusedLocals": True,
        "esModuleInterop": True,
        "skipLibCheck": True,
        "types": ["node"],
    },
    "include": ["bin", "lib"],
}


def _build(design: Design) -> Export:
    losses = tuple(stack_losses(design))
    made = stack(design)
    name = identifier(design.name, Style.KEBAB, Language.TYPESCRIPT, otherwise="design")
    module = f"{name}-stack"
    app = {"app": f"npx ts-node --prefer-ts-exts bin/{name}.ts", "watch": {"include": ["bin", "lib"]}}
    files = (
        ExportFile(f"bin/{name}.ts", _app_file(made, module)),
        ExportFile(f"lib/{module}.ts", stack_file(made, design, losses)),
        ExportFile("cdk.json", json.dumps(app, indent=2) + "\n"),
        ExportFile("package.json", json.dumps(_package(name), indent=2) + "\n"),
        ExportFile("tsconfig.json", json.dumps(_TSCONFIG, indent=2) + "\n"),
    )
    return Export(files, losses)


TARGET: Final = Target(
    "cdk-typescript",
    "AWS CDK (TypeScript)",
    ("bin/<design>.ts", "lib/<design>-stack.ts", "cdk.json", "package.json", "tsconfig.json"),
    "text/plain",
    _build,
    TargetKind.INFRASTRUCTURE,
)

"""The command line: `keysheet check|export|capacity|evaluate FILE`, on files, without a server, a database or settings.

Exit codes: 0 nothing is wrong, 1 a finding is an error (check) or an access pattern is refused (evaluate), 2 the file
is no design, or the question does not fit it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from exporter import reports
from exporter.importers import Imported, import_text
from exporter.targets import TARGETS, target
from modeler.core.errors import KeysheetError, Missing
from modeler.core.findings import Severity

FOUND_ERRORS: Final = 1
NO_DESIGN: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code; says what is wrong with a file on standard error."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace, Imported, TextIO], int] = options.command
    try:
        return command(options, _read(options.file), sys.stdout)
    except KeysheetError as error:
        print(f"{options.file}: {error.message}", file=sys.stderr)
        return NO_DESIGN
    except OSError as error:
        print(f"{error.filename or options.file}: {error.strerror}", file=sys.stderr)
        return NO_DESIGN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="keysheet", description="Check, cost and export a DynamoDB design file.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = _command(commands, "check", check_design, "say what is wrong with a design; exit 1 where it is an error")
    check.add_argument("--format", choices=("text", "json", "sarif"), default="text")
    export = _command(commands, "export", export_design, "write a design in an export format")
    export.add_argument("--target", required=True, choices=[one.name for one in TARGETS], metavar="TARGET")
    export.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to write to")
    capacity = _command(commands, "capacity", show_capacity, "units a second and monthly cost")
    capacity.add_argument("--format", choices=("text", "json"), default="text")
    evaluate = _command(commands, "evaluate", show_evaluation, "what an access pattern returns and costs")
    evaluate.add_argument("pattern", metavar="PATTERN", help="its code, name or id")
    evaluate.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter's value")
    evaluate.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def _command(commands: Any, name: str, run: Callable[..., int], help_text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help_text, description=help_text)
    parser.set_defaults(command=run)
    parser.add_argument(
        "file", metavar="FILE", help="own JSON or any format that can be imported; - for standard input"
    )
    return parser


def _read(name: str) -> Imported:
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return import_text(raw, "" if name == "-" else name)


def check_design(options: argparse.Namespace, imported: Imported, out: TextIO) -> int:
    """Findings of a design."""
    findings = reports.findings_of(imported.design)
    if options.format == "json":
        _json(reports.findings_json(imported, findings), out)
    elif options.format == "sarif":
        _json(reports.sarif(findings, options.file), out)
    else:
        out.write(reports.findings_text(imported, findings))
    return FOUND_ERRORS if any(finding.severity is Severity.ERROR for finding in findings) else 0


def export_design(options: argparse.Namespace, imported: Imported, out: TextIO) -> int:
    """The files of one target, written into a folder; what they cannot carry is said on standard error."""
    export = target(options.target).build(imported.design)
    for file in export.files:
        path = options.out / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        out.write(f"{path}\n")
    for loss in export.report:
        print(f"not carried: {loss.path}: {loss.message}", file=sys.stderr)
    return 0


def show_capacity(options: argparse.Namespace, imported: Imported, out: TextIO) -> int:
    """Units and money."""
    if options.format == "json":
        _json(reports.capacity_json(imported.design), out)
    else:
        out.write(reports.capacity_text(imported.design))
    return 0


def show_evaluation(options: argparse.Namespace, imported: Imported, out: TextIO) -> int:
    """One access pattern over the sample items."""
    pattern = imported.design.pattern(options.pattern)
    if pattern is None:
        known = ", ".join(pattern.label for pattern in imported.design.patterns) or "none"
        raise Missing(f"there is no access pattern {options.pattern!r}; there are: {known}")
    evaluation = reports.evaluation_of(imported.design, pattern, _parameters(options.set))
    if options.format == "json":
        _json(reports.evaluation_json(evaluation), out)
    else:
        out.write(reports.evaluation_text(pattern, evaluation))
    return FOUND_ERRORS if evaluation.refusals or evaluation.problems else 0


def _parameters(pairs: Sequence[str]) -> Mapping[str, str]:
    parameters = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Missing(f"--set {pair}: a parameter is given as NAME=VALUE")
        parameters[name] = value
    return parameters


def _json(value: Any, out: TextIO) -> None:
    out.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")

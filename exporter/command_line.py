"""The command line, on files, without a server: `keysheet check|import|drift|export|capacity|evaluate FILE`,
`keysheet requirements|synthesise|simulate|load|scenarios FILE`, and
`keysheet diff|deployments|migrate|rehearse BASE HEAD`.

Exit codes: 0 success; 1 a finding is an error, or as severe as ``--fail-on`` says (check, drift, diff), a change has an
effect that ``--fail-on-change`` names (diff), an access pattern is refused (evaluate), not served (synthesise) or
throttled (simulate, load), or a line is not understood (requirements); 2 the file is not a design, an argument does not
apply to it, or an endpoint does not answer.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TextIO
from urllib.parse import quote

from exporter import (
    checking,
    diff_report,
    load_command,
    rehearsal_command,
    reports,
    requirements_report,
    scenario_command,
    simulation_command,
    synthesis_report,
)
from exporter.command_arguments import add_check, add_deployments, add_diff, add_drift, add_migration, add_synthesis
from exporter.drift import drift_of
from exporter.git_files import is_git_file, read_git_file
from exporter.importers import IMPORTERS, Imported, import_text
from exporter.importers.support.folders import JoinedFile
from exporter.importers.support.parameters import read_pairs
from exporter.rehearsals.package import package_with_reads
from exporter.targets import NAMES, target
from exporter.targets.base import Export, comment_text
from exporter.targets.migration.ordered import ORDERED, ordered_templates
from modeler.core.design.model import Design
from modeler.core.documents import reading
from modeler.core.errors import KeysheetError, Missing
from modeler.core.findings import Finding, Severity
from modeler.core.synthesis import SynthesisOptions, synthesise

FOUND_ERRORS: Final = 1
NO_DESIGN: Final = 2
type Describe = Callable[[Sequence[str], str, str], bytes]
"""Names of tables, a Region and an emulator's address ('' is AWS), to the description of those that exist."""


def main(
    arguments: Sequence[str] | None = None,
    *,
    describe: Describe | None = None,
    send: load_command.SendLoad | None = None,
    read_live: rehearsal_command.ReadLive | None = None,
) -> int:
    """Run one command. Returns the exit code; prints what is wrong with a file on standard error. `describe` reads live
    tables, `send` sends a load, `read_live` reads items for a rehearsal; exporter/terminal.py provides all of them.
    """
    options = _parser().parse_args(arguments)
    options.describe, options.send, options.read_live = describe, send, read_live
    command: Callable[..., int] = options.command
    try:
        if command in (show_requirements, show_diff, write_deployments, write_migration, rehearse_migration):
            return command(options, sys.stdout)
        return command(options, _read(options.file, options.parameter), sys.stdout)
    except KeysheetError as error:
        print(f"{options.file}: {error.message}", file=sys.stderr)
        return NO_DESIGN
    except OSError as error:
        print(f"{error.filename or options.file}: {error.strerror}", file=sys.stderr)
        return NO_DESIGN


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="keysheet", description="Check, price, and export a DynamoDB design file.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_check(_command(commands, "check", check_design, "report findings of a design; exit 1 if any is an error"))
    known = ", ".join(importer.name for importer in IMPORTERS)
    imports = _command(commands, "import", import_design, f"read any known format ({known}) and write Keysheet JSON")
    imports.add_argument("--out", type=Path, metavar="FILE", help="the file to write (default: standard output)")
    add_drift(
        _command(commands, "drift", show_drift, "compare a design with a template or a description of its tables")
    )
    add_diff(_command(commands, "diff", show_diff, "show what a change does; exit 1 if it introduces an error"))
    add_deployments(
        _command(
            commands, "deployments", write_deployments, "write the templates of each deployment, one GSI change each"
        )
    )
    add_migration(
        _command(commands, "migrate", write_migration, "write the program that moves stored items to a design")
    )
    rehearsal_command.add_arguments(
        _command(commands, "rehearse", rehearse_migration, "run a migration on an emulator, killed at each step")
    )
    export = _command(commands, "export", export_design, "write a design in an export format")
    export.add_argument("--target", required=True, choices=NAMES, metavar="TARGET")
    export.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to write to")
    capacity = _command(commands, "capacity", show_capacity, "show units per second and monthly cost")
    capacity.add_argument("--format", choices=("text", "json"), default="text")
    scenarios = _command(commands, "scenarios", show_scenarios, "show the monthly cost under assumptions, on one page")
    scenario_command.add_arguments(scenarios)
    evaluate = _command(commands, "evaluate", show_evaluation, "show what an access pattern returns and costs")
    evaluate.add_argument("pattern", metavar="PATTERN", help="the pattern's code, name, or id")
    evaluate.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="set a parameter's value")
    evaluate.add_argument("--format", choices=("text", "json"), default="text")
    _requirements(commands)
    _traffic(commands)
    add_synthesis(
        _command(commands, "synthesise", synthesise_design, "find the keys and indexes that serve the patterns")
    )
    return parser


def _traffic(commands: Any) -> None:
    simulation = _command(commands, "simulate", simulate_design, "estimate what is throttled under a kind of traffic")
    simulation_command.add_arguments(simulation)
    load = _command(commands, "load", send_load, "send seconds of a scenario to an endpoint, within a budget of units")
    load_command.add_arguments(load)


def _requirements(commands: Any) -> None:
    asked = _command(
        commands, "requirements", show_requirements, "show how sentences are read and which questions remain"
    )
    asked.add_argument("--design", metavar="DESIGN", help="a design whose entities and attributes the sentences name")
    asked.add_argument(
        "--period", metavar="TIME", help="the time in which the calls of a query log were made, such as 24h or 7 days"
    )
    asked.add_argument("--format", choices=("text", "json"), default="text")


def _command(commands: Any, name: str, run: Callable[..., int], help_text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help_text, description=help_text)
    parser.set_defaults(command=run)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="Keysheet JSON or any format that can be imported; - for standard input; a folder or zip of "
        "files that belong together",
    )
    parser.add_argument(
        "--parameter",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="give a value to a parameter or condition of a template, or to a Terraform variable",
    )
    return parser


type Read = tuple[Imported, checking.Files, bytes]


def _read(name: str, pairs: Sequence[str] = (), *, may_be_in_git: bool = False) -> Read:
    """Read a file, standard input, or the files of a folder; `pairs` give values to parameters."""
    path, given = Path(name), read_pairs(pairs)
    if may_be_in_git and is_git_file(name):
        return checking.read_file(*read_git_file(name), given)
    if name != "-" and path.is_dir():
        return checking.read_folder(path, given)
    return checking.read_file(name, sys.stdin.buffer.read() if name == "-" else path.read_bytes(), given)


def check_design(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Print the findings of a design, or of the tables of a template."""
    imported, pieces, raw = read
    checked = checking.check(imported, pieces, raw)
    if options.write_baseline:
        options.write_baseline.write_text(checking.dumped(checking.baseline_of(checked.findings)), "utf-8")
        count = len(checked.findings)
        accepted = f"accepted {count} {'finding' if count == 1 else 'findings'}"
        print(f"{options.write_baseline}: {accepted}", file=sys.stderr)
        return 0
    if options.baseline:
        checked = checking.without_known(checked, checking.read_baseline(options.baseline.read_bytes()))
    if options.format == "text":
        # A template leaves some things unspecified: what was inferred about them belongs with the findings.
        _say_report(imported if imported.places else None, pieces)
    offers = reports.offers_of(checked.imported.design) if options.fixes else None
    return _show_findings(options, checked, out, offers)


def _show_findings(
    options: argparse.Namespace, checked: checking.Checked, out: TextIO, offers: reports.Offers | None
) -> int:
    findings = checked.findings
    if checked.not_compared:
        print(
            f"not compared: at least {checked.not_compared:,} pairs of keys; findings can be missing", file=sys.stderr
        )
    if options.format == "json":
        said = reports.findings_json(checked.imported, findings, offers)
        for one, finding in zip(said["findings"], findings, strict=True):
            one["file"], line = checked.place_of(finding)
            one["line"] = line or None
        _json(said, out)
    elif options.format == "sarif":
        design, muted = checked.imported.design, checked.muted
        log = reports.sarif(findings, options.file, design=design, muted=muted, line_of=checked.line_of)
        _json(checking.relocated(log, checked, lambda name: quote(name.replace("\\", "/"))), out)
    else:
        out.write(reports.findings_text(checked.imported, findings, checked.place_of, offers))
    return _exit_code(options, findings)


def _exit_code(options: argparse.Namespace, findings: Sequence[Finding]) -> int:
    least = -1 if options.fail_on == "never" else Severity(options.fail_on).rank
    return FOUND_ERRORS if any(finding.severity.rank <= least for finding in findings) else 0


def _say_report(imported: Imported | None, pieces: checking.Files) -> None:
    for line in checking.report_lines(imported, pieces) if imported is not None else ():
        print(comment_text(line), file=sys.stderr)


def import_design(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Write Keysheet JSON of a file; what was dropped, converted, or inferred goes to standard error."""
    imported, pieces, _ = read
    text = reading.dump(imported.design)
    if options.out:
        options.out.write_text(text, "utf-8")
    else:
        out.write(text)
    _say_report(imported, pieces)
    return 0


def show_drift(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Print the differences between a design and what is deployed."""
    names = _pairs("--name", options.name)
    actual, pieces = _actual(options, read[0].design, names)
    found = drift_of(read[0].design, actual.design, unsaid=actual.unsaid, names=names)
    checked = checking.Checked(read[0], found, checking.actual_places(actual, pieces, options.file))
    # These fixes set what is deployed: a person decides about each, and no other finding follows from it.
    return _show_findings(options, checked, out, lambda finding: finding.fixes)


def show_diff(options: argparse.Namespace, out: TextIO) -> int:
    """Print what leads from one design to another, each a file or a file in a git revision."""
    (base, _, _), head = (_read_side(options, name) for name in (options.file, options.head))
    checked = checking.check(*head)
    diff = diff_report.design_diff(base.design, head[0].design, checked.findings)
    checked = replace(checked, findings=diff.introduced, muted=())
    failed = diff.has_effect(options.fail_on_change)
    if options.format == "sarif":
        options.file = options.head.rpartition(":")[2]
        checked = replace(checked, findings=(*diff.introduced, *diff.notes))
        _show_findings(options, checked, out, None)
    elif options.format == "json":
        _json(diff_report.diff_json(diff), out)
    else:
        out.write((diff_report.diff_text if options.format == "text" else diff_report.diff_markdown)(diff))
    return FOUND_ERRORS if failed else _exit_code(options, diff.introduced)


def _read_side(options: argparse.Namespace, name: str) -> Read:
    """One of two designs; `options.file` names it, and so does a refusal."""
    options.file = name
    return _read(name, options.parameter, may_be_in_git=True)


def export_design(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Write the files of one target into a folder; what they cannot represent goes to standard error."""
    return _write(target(options.target).build(read[0].design), options.out, out)


def write_deployments(options: argparse.Namespace, out: TextIO) -> int:
    """Write the templates of each deployment from one design to another."""
    base, head = (_read_side(options, name)[0].design for name in (options.file, options.head))
    return _write(ordered_templates(base, head, options.target or ORDERED), options.out, out)


def write_migration(options: argparse.Namespace, out: TextIO) -> int:
    """Write the program that moves what one design has stored to another."""
    base, head = (_read_side(options, name)[0].design for name in (options.file, options.head))
    return _write(package_with_reads(base, head), options.out, out)


def rehearse_migration(options: argparse.Namespace, out: TextIO) -> int:
    """Run the program that `write_migration` writes, on an emulator."""
    base, head = (_read_side(options, name)[0].design for name in (options.file, options.head))
    return rehearsal_command.rehearse(options, base, head, out)


def _write(export: Export, folder: Path, out: TextIO) -> int:
    for file in export.files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        out.write(f"{path}\n")
    for loss in export.report:
        print(f"not exported: {loss.path}: {loss.message}", file=sys.stderr)
    return 0


def show_capacity(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Print units and cost."""
    if options.format == "json":
        _json(reports.capacity_json(read[0].design), out)
    else:
        out.write(reports.capacity_text(read[0].design))
    return 0


def show_scenarios(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Print what the design costs under assumptions and in its scenarios."""
    scenario_command.show(options, read[0].design, out)
    return 0


def show_evaluation(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Evaluate one access pattern over the sample items."""
    design = read[0].design
    pattern = design.pattern(options.pattern)
    if pattern is None:
        known = ", ".join(pattern.label for pattern in design.patterns) or "none"
        raise Missing(f"there is no access pattern {options.pattern!r}; known patterns: {known}")
    evaluation = reports.evaluation_of(design, pattern, _pairs("--set", options.set))
    if options.format == "json":
        _json(reports.evaluation_json(evaluation), out)
    else:
        out.write(reports.evaluation_text(pattern, evaluation))
    return FOUND_ERRORS if evaluation.refusals or evaluation.problems else 0


def show_requirements(options: argparse.Namespace, out: TextIO) -> int:
    """Print the rows of a list of sentences; exit 1 if a line was not understood."""
    raw = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    design = _read(options.design)[0].design if options.design else None
    period = requirements_report.seconds_of(options.period) if options.period else 0.0
    made = requirements_report.requirements_of(raw, design, "" if options.file == "-" else options.file, period)
    if options.format == "json":
        _json(requirements_report.requirements_json(made), out)
    else:
        out.write(requirements_report.requirements_text(made))
    return FOUND_ERRORS if made.reading.not_understood else 0


def synthesise_design(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Print designs that serve the access patterns of a design, and write them if a place is named."""
    keys, consistent = frozenset(options.keep_keys), frozenset(options.consistent)
    more = {
        "copies": not options.no_copies,
        "live": options.live,
        "multi_attribute_keys": options.multi_attribute_keys,
    }
    asked = SynthesisOptions(options.alternatives, options.max_gsis, options.keep, keys, consistent, **more)
    found = synthesise(read[0].design, asked)
    if options.out:
        for path in synthesis_report.written(found, options.out):
            print(path, file=sys.stderr)
    if options.format == "json":
        _json(synthesis_report.synthesis_json(found), out)
    else:
        out.write(synthesis_report.synthesis_text(found))
    return 0 if found.alternatives and not found.unmet else FOUND_ERRORS


def simulate_design(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Print what is throttled in a scenario, and in a second run with changes. Exit 1 if calls of the first fail."""
    return FOUND_ERRORS if simulation_command.show(options, read[0].design, out) else 0


def send_load(options: argparse.Namespace, read: Read, out: TextIO) -> int:
    """Announce a load, or send it and print what it measured. Exit 1 if the endpoint throttled calls."""
    return FOUND_ERRORS if load_command.show(options, read[0].design, options.send, out) else 0


def _actual(options: argparse.Namespace, design: Design, names: Mapping[str, str]) -> tuple[Imported, checking.Files]:
    """Read what is deployed: a file, or live tables. Raises Missing if neither or both are named."""
    if options.live == bool(options.actual):
        raise Missing("name the file that describes what is deployed, or --live")
    if not options.live:
        return _read(options.actual, options.actual_parameter)[:2]
    if options.describe is None:
        raise Missing("--live needs the keysheet command: install Keysheet again")
    wanted = [names.get(table.name, table.name) for table in design.tables]
    raw = options.describe(wanted, options.region or design.region, options.endpoint_url)
    return import_text(raw), (JoinedFile(options.endpoint_url or "AWS", 0),)


def _pairs(option: str, pairs: Sequence[str]) -> Mapping[str, str]:
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Missing(f"{option} {pair}: specify it as NAME=VALUE")
        found[name] = value
    return found


def _json(value: Any, out: TextIO) -> None:
    out.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")

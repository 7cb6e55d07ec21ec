"""SARIF: of its JSON Schema, read by Microsoft's SARIF Multitool without a word, and it says every finding."""

from __future__ import annotations

import json
import os
import subprocess

import jsonschema

from exporter.importers import import_text
from exporter.targets import target
from modeler.core.analysis import analyse
from tests.doors.checks import Door
from tests.doors.fetched import npm_package

VERSION = "5.7.0"
NAMED = {
    # The driver says the version of its rules, which is a number.
    "SARIF2012",
    # Code of a repository has no URI of its own until somebody checks it out.
    "SARIF2005",
}


def check(door: Door) -> str:
    file = door.file(".sarif")
    log = json.loads(file.read_text("utf-8"))
    _says_every_finding(door, log)
    package = npm_package("@microsoft/sarif-multitool-linux", VERSION)
    schema = json.loads((package / "sarif-2.1.0.json").read_text("utf-8-sig"))
    errors = jsonschema.Draft202012Validator(schema).iter_errors(log)
    assert [f"{error.json_path}: {error.message}" for error in errors] == []
    return f"{len(log['runs'][0]['results'])} results; {_multitool(package, file)}"


def _says_every_finding(door: Door, log) -> None:
    run = log["runs"][0]
    analysed = analyse(door.design)
    shown = [result for result in run["results"] if not result["suppressions"]]
    assert [result["ruleId"] for result in shown] == [finding.rule for finding in analysed.findings]
    assert len(run["results"]) == len(analysed.findings) + len(analysed.muted)
    prints = [result["partialFingerprints"]["keysheetFinding/v1"] for result in run["results"]]
    assert len(set(prints)) == len(prints)
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    own = next(target("json").export(door.design))
    assert import_text(own.text.encode()).design == door.design
    for result, finding in zip(run["results"], (*analysed.findings, *analysed.muted), strict=True):
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == own.path
        if finding.part and finding.part != "design":
            assert f'"id": "{finding.part}"' in own.text.split("\n")[place["region"]["startLine"] - 1], finding


def _multitool(package, file) -> str:
    tool = package / "Sarif.Multitool"
    tool.chmod(0o755)
    said = file.with_suffix(".validated")
    command = [
        str(tool),
        "validate",
        str(file),
        "--output",
        str(said),
        "--log",
        "ForceOverwrite",
        "--level",
        "Error;Warning;Note",
        "--rule-kind",
        "Sarif;Ghas",
    ]
    # Without ICU on the machine the runtime asks for this.
    ran = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
    )  # fmt: skip
    assert said.exists(), ran.stdout + ran.stderr
    results = json.loads(said.read_text("utf-8-sig"))["runs"][0].get("results", [])
    grave = [one for one in results if one["ruleId"] not in NAMED and one.get("level", "warning") != "note"]
    assert [(one["ruleId"], one["message"]) for one in grave] == []
    return "the SARIF Multitool has nothing to say" if not results else "the SARIF Multitool refuses nothing"

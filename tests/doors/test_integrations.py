"""The GitHub Action and the hooks that the documentation shows, run on a repository that the test makes."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from exporter.targets import target
from modeler.core.analysis import analyse
from modeler.core.findings import Severity
from modeler.examples import example
from tests.doors.fetched import python_packages
from tests.exporter.targets.designs.all_designs import REPOSITORY, everything

ACTION = yaml.safe_load((REPOSITORY / ".ci" / "action" / "action.yml").read_text("utf-8"))
DOCUMENTED = re.findall(r"```(\w+)\n(.*?)```", (REPOSITORY / "docs" / "integrations.md").read_text("utf-8"), re.DOTALL)
HOOK, OF_TEMPLATES, OF_TERRAFORM = next(yaml.safe_load(text) for _, text in DOCUMENTED if text.startswith("repos:"))[
    "repos"
][0]["hooks"]
SCRIPT = next(text for kind, text in DOCUMENTED if kind == "sh")
COMMANDS = Path(sys.executable).parent


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"]
    return subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PATH": f"{COMMANDS}{os.pathsep}{os.environ['PATH']}", **more}


def write(design, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(next(target("json").export(design)).text, "utf-8")


@pytest.fixture
def repository(tmp_path):
    """A repository with a design that nothing is wrong with, one with errors, and what is no design."""
    folder = tmp_path / "shop"
    folder.mkdir()
    git(folder, "init", "--quiet")
    write(example("order-management").design, folder / "designs" / "orders.keysheet.json")
    write(everything(), folder / "it's a $(touch pwned).keysheet.json")
    (folder / "package.json").write_text("{}", "utf-8")
    git(folder, "add", "--all")
    assert any(finding.severity is Severity.ERROR for finding in analyse(everything()).findings)
    return folder


def run_hook(folder: Path, *files: str, hook: dict[str, str] = HOOK) -> subprocess.CompletedProcess[str]:
    """As pre-commit runs it: the entry split as a shell would, the files behind it."""
    command = [*shlex.split(hook["entry"]), *files]
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.doors
def test_the_hook_lets_a_sound_design_pass_and_stops_one_with_errors(repository):
    sound, ill = "designs/orders.keysheet.json", "it's a $(touch pwned).keysheet.json"
    assert re.search(HOOK["files"], sound)
    assert re.search(HOOK["files"], ill)
    assert not re.search(HOOK["files"], "package.json")
    passed = run_hook(repository, sound)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    stopped = run_hook(repository, ill, sound)
    assert stopped.returncode == 1
    assert "Everything:" in stopped.stdout
    assert "Order management:" in stopped.stdout
    assert not (repository / "pwned").exists()


@pytest.mark.doors
def test_the_hooks_of_templates_stop_what_their_baseline_does_not_know(repository):
    template = {"TableName": "or ders", "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}]}
    template["AttributeDefinitions"] = [{"AttributeName": "a", "AttributeType": "S"}]
    table = {"Type": "AWS::DynamoDB::Table", "Properties": template}
    (repository / "template.yaml").write_text(
        yaml.safe_dump({"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Orders": table}}), "utf-8"
    )
    (repository / "infrastructure").mkdir()
    main = repository / "infrastructure" / "main.tf"
    main.write_text('resource "aws_dynamodb_table" "a" {\n  name     = "or ders"\n  hash_key = "a"\n}\n', "utf-8")
    assert re.search(OF_TEMPLATES["files"], "template.yaml")
    assert re.search(OF_TERRAFORM["files"], "infrastructure/main.tf")
    for hook, files, checked in (
        (OF_TEMPLATES, ["template.yaml"], "template.yaml"),
        (OF_TERRAFORM, [], "infrastructure"),
    ):
        written = ["keysheet", "check", checked, "--write-baseline", "keysheet-baseline.json"]
        subprocess.run(written, cwd=repository, env=environment(), capture_output=True, check=True, timeout=120)
        passed = run_hook(repository, *files, hook=hook)
        assert passed.returncode == 0, passed.stdout + passed.stderr
        (repository / "keysheet-baseline.json").write_text('{"keysheet_baseline": 1, "findings": []}', "utf-8")
        stopped = run_hook(repository, *files, hook=hook)
        assert stopped.returncode == 1, stopped.stdout + stopped.stderr


@pytest.mark.doors
def test_pre_commit_itself_runs_the_hook(repository):
    packages = python_packages("pre-commit-4", "pre-commit~=4.0")
    (repository / ".pre-commit-config.yaml").write_text(
        yaml.safe_dump({"repos": [{"repo": "local", "hooks": [HOOK]}]}), "utf-8"
    )
    env = environment(PYTHONPATH=str(packages), PRE_COMMIT_HOME=str(repository.parent / "home"))
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--verbose"]
    ran = subprocess.run(command, cwd=repository, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "Order management:" in ran.stdout
    git(repository, "rm", "--cached", "--quiet", "it's a $(touch pwned).keysheet.json")
    ran = subprocess.run(command, cwd=repository, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.doors
def test_the_hook_of_git_itself_stops_the_commit(repository):
    hook = repository / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(SCRIPT, "utf-8")
    hook.chmod(0o755)
    git(repository, "rm", "--cached", "--quiet", "it's a $(touch pwned).keysheet.json")
    write(everything(), repository / "an ill one.keysheet.json")
    git(repository, "add", "an ill one.keysheet.json")
    identity = ["-c", "user.name=ada", "-c", "user.email=ada@example.org"]
    commit = ["git", *identity, "commit", "--quiet", "--message", "Designs"]
    refused = subprocess.run(commit, cwd=repository, env=environment(), capture_output=True, text=True, check=False)
    assert refused.returncode != 0, refused.stdout + refused.stderr
    git(repository, "rm", "--cached", "--quiet", "an ill one.keysheet.json")
    taken = subprocess.run(commit, cwd=repository, env=environment(), capture_output=True, text=True, check=False)
    assert taken.returncode == 0, taken.stdout + taken.stderr


@pytest.mark.doors
def test_the_action_writes_one_log_a_design_and_fails_on_errors(repository):
    step = next(step for step in ACTION["runs"]["steps"] if step.get("id") == "check")
    given = {"KEYSHEET_FILES": ACTION["inputs"]["files"]["default"], "KEYSHEET_OUTPUT": "logs"}
    assert given.keys() == step["env"].keys()
    assert "${{" not in step["run"]
    assert shutil.which(step["shell"])
    # As a runner starts a step with `shell: bash`.
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    ran = subprocess.run(
        command, cwd=repository, env=environment(**given), capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    logs = [json.loads(path.read_text("utf-8")) for path in sorted((repository / "logs").glob("*.sarif"))]
    places = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for log in logs
        for result in log["runs"][0]["results"]
    }
    assert len(logs) == 2
    assert sum(len(log["runs"][0]["results"]) > 0 for log in logs) >= 1
    assert "Order management:" in ran.stdout
    assert "it%27s%20a%20%24%28touch%20pwned%29.keysheet.json" in places
    assert not (repository / "pwned").exists()


def test_the_action_is_of_the_shape_that_a_runner_reads():
    assert ACTION["runs"]["using"] == "composite"
    for step in ACTION["runs"]["steps"]:
        assert ("run" in step) != ("uses" in step)
        assert "run" not in step or "shell" in step
    workflow = next(yaml.safe_load(text) for _, text in DOCUMENTED if text.startswith("name: designs"))
    used = workflow["jobs"]["keysheet"]["steps"][1]
    assert used["with"].keys() <= ACTION["inputs"].keys()
    assert used["uses"].partition("@")[0].endswith("/.ci/action")

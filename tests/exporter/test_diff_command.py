"""`keysheet diff` on files and on revisions of a real git repository, and its exit codes."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from exporter.command_line import main
from modeler.core.documents import reading
from modeler.examples import example


def document():
    return reading.to_document(example("order-management").design)


def saved(path: Path, change=lambda made: None) -> str:
    made = document()
    change(made)
    path.write_text(json.dumps(made), "utf-8")
    return str(path)


def broken(made):
    """A template that names an attribute which the entity lacks: an error."""
    made["tables"][0]["entities"][0]["overloads"][0]["keys"]["PK"] = "CUST#{nobody}"


def dearer(made):
    made["access_patterns"][0]["per_second"] = {"average": 160, "peak": 500}


def fewer(made):
    made["tables"][0]["indexes"].pop()


@pytest.fixture
def base(tmp_path):
    return saved(tmp_path / "base.json")


def test_the_same_design_twice_has_no_differences(base, capsys):
    assert main(["diff", base, base]) == 0
    assert capsys.readouterr().out == "Order management: no differences\n"


def test_an_introduced_error_exits_1_and_a_known_one_0(base, tmp_path, capsys):
    head = saved(tmp_path / "head.json", broken)
    assert main(["diff", base, head]) == 1
    said = capsys.readouterr().out
    assert "changed PK of Customer in app-main from CUST#{customerId} to CUST#{nobody}" in said
    assert "error keys.unknown_attribute" in said
    assert main(["diff", head, head]) == 0
    assert main(["diff", base, head, "--fail-on", "never"]) == 0


def test_a_fixed_error_is_listed_and_exits_0(base, tmp_path, capsys):
    head = saved(tmp_path / "head.json", broken)
    main(["diff", head, base, "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert "keys.unknown_attribute" in {one["rule"] for one in found["fixed"]}
    assert not {one["rule"] for one in found["introduced"]} & {"keys.unknown_attribute", "keys.not_unique"}


def test_cost_is_compared_and_not_known_without_patterns(base, tmp_path, capsys):
    main(["diff", base, saved(tmp_path / "head.json", dearer), "--format", "json"])
    cost = json.loads(capsys.readouterr().out)["cost"]
    assert float(cost["after"]) > float(cost["before"]) > 0
    empty = saved(tmp_path / "empty.json", lambda made: made.update(access_patterns=[]))
    main(["diff", base, empty, "--fail-on", "never"])
    assert "-> not known per month" in capsys.readouterr().out


def test_cost_is_a_lower_bound_where_a_rate_is_not_known(base, tmp_path, capsys):
    head = saved(tmp_path / "head.json", lambda made: made["access_patterns"][0].pop("per_second"))
    main(["diff", base, head])
    said = capsys.readouterr().out
    assert "Cost: $129.99 -> at least $116.85 per month\n" in said
    assert "A1: its rate is not given" in said


def test_a_removed_index_has_its_patterns_and_a_migration_plan(base, tmp_path, capsys):
    assert main(["diff", base, saved(tmp_path / "head.json", fewer), "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert "the GSI GSI2 is removed" in found["in_dynamodb"]
    assert [(one["code"], one["served"]) for one in found["served_differently"]] == [("A5", False)]
    assert [step["action"] for step in found["plan"]] == ["switch_reads", "change_indexes"]


def test_each_change_has_a_code_and_a_pipeline_can_gate_on_its_effect(base, tmp_path, capsys):
    head = saved(tmp_path / "head.json", fewer)
    calm = ["diff", base, head, "--fail-on", "never"]
    assert main([*calm, "--fail-on-change", "destructive"]) == 0
    capsys.readouterr()
    assert (
        main([*calm, "--fail-on-change", "destructive", "--fail-on-change", "breaks_readers", "--format", "json"]) == 1
    )
    found = json.loads(capsys.readouterr().out)["coded_changes"]
    assert {one["code"] for one in found} == {"change.index_removed"}
    assert len({one["fingerprint"] for one in found}) == len(found)
    assert main([*calm, "--format", "sarif"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    notes = [one for one in run["results"] if one["ruleId"] == "change.index_removed"]
    assert {one["level"] for one in notes} == {"note"}
    (told,) = [one for one in run["tool"]["driver"]["rules"] if one["id"] == "change.index_removed"]
    assert "breaks_readers" in told["properties"]["tags"]


def without_ids(value):
    if isinstance(value, dict):
        return {name: without_ids(one) for name, one in value.items() if name != "id"}
    return [without_ids(one) for one in value] if isinstance(value, list) else value


def test_parts_are_matched_by_name_where_a_file_has_other_ids_or_none(tmp_path, capsys):
    def of_somebody(made):
        made["access_patterns"][0]["id"] = "p-other"
        made["tables"][0]["indexes"][0]["id"] = "i-other"

    base, bare = saved(tmp_path / "base.json", of_somebody), tmp_path / "bare.json"
    bare.write_text(json.dumps(without_ids(document())), "utf-8")
    assert main(["diff", base, str(bare)]) == 0
    assert capsys.readouterr().out == "Order management: no differences\n"


def test_markdown_cannot_be_broken_by_a_name(base, tmp_path, capsys):
    def named(made):
        made["name"] = "Orders ``` <script>"
        made["tables"][0]["description"] = "a | b\n# not a title"

    main(["diff", base, saved(tmp_path / "head.json", named), "--format", "markdown"])
    said = capsys.readouterr().out
    assert said.startswith("### Keysheet: ````Orders ``` <script>````\n")
    assert "\n# not a title" not in said


def test_markdown_shows_the_keys_before_and_after(base, tmp_path, capsys):
    def rekeyed(made):
        order = next(one for one in made["tables"][0]["entities"] if one["name"] == "Order")
        order["overloads"][0]["keys"]["SK"] = "ORDER|{orderId}"

    main(["diff", base, saved(tmp_path / "head.json", rekeyed), "--format", "markdown"])
    said = capsys.readouterr().out
    before, after = "`CUST#{customerId} / ORDER#{orderDate}#{orderId}`", "`CUST#{customerId} / ORDER\\|{orderId}`"
    assert f"| `Order` | `table app-main` | {before} | {after} |" in said
    assert said.count("| `Order` |") == 1


def test_a_side_that_cannot_be_read_is_the_one_that_is_named(base, tmp_path, capsys):
    broken_file = tmp_path / "broken.json"
    broken_file.write_text("{", "utf-8")
    assert main(["diff", base, str(broken_file)]) == 2
    assert capsys.readouterr().err.startswith(f"{broken_file}: ")


def test_sarif_has_only_what_is_introduced_with_its_line(base, tmp_path, capsys):
    head = saved(tmp_path / "head.json", broken)
    main(["diff", base, head, "--format", "sarif"])
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert "keys.unknown_attribute" in {one["ruleId"] for one in run["results"]}
    main(["diff", head, head, "--format", "sarif"])
    assert json.loads(capsys.readouterr().out)["runs"][0]["results"] == []


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository with a design in two commits."""
    folder = tmp_path / "repository"
    folder.mkdir()
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = {f"GIT_{role}_{what}": "ada@example.com" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}

    def git(*words):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, env={**os.environ, **quiet, **who})

    git("init", "-q")
    for change, label in ((lambda made: None, "first"), (broken, "second")):
        saved(folder / "design.json", change)
        git("add", "design.json")
        git("commit", "-q", "-m", label)
    monkeypatch.chdir(folder)
    return folder


def test_a_revision_is_compared_with_a_file_and_with_another_revision(repository, capsys):
    assert main(["diff", "HEAD~1:design.json", "design.json"]) == 1
    first = capsys.readouterr().out
    assert main(["diff", "HEAD~1:design.json", "HEAD:design.json"]) == 1
    assert capsys.readouterr().out == first
    assert main(["diff", "HEAD:design.json", "design.json"]) == 0


@pytest.mark.parametrize("name", ["HEAD~9:design.json", "HEAD:nothing.json", "--help:design.json"])
def test_what_git_does_not_have_exits_2(repository, name, capsys):
    assert main(["diff", "--", name, "design.json"]) == 2
    assert capsys.readouterr().err

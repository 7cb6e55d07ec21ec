"""Findings as SARIF: each with its rule, its place and a fingerprint that outlives names and numbers."""

from __future__ import annotations

import dataclasses
import json

import pytest

from exporter.targets import target
from exporter.targets.documents.sarif import FINGERPRINT, fingerprints, lines_of_parts, message, sarif
from modeler.core.analysis import analyse
from modeler.core.design.model import Design, Mute
from modeler.core.findings import Finding, Severity
from modeler.core.rules import RULES
from modeler.core.rules_document import rules_by_id
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil


def run(design: Design):
    return json.loads(target("sarif").build(design).files[0].text)["runs"][0]


def prints(design: Design) -> list[str]:
    return [result["partialFingerprints"][FINGERPRINT] for result in run(design)["results"]]


def test_each_result_has_a_declared_rule_with_help_and_a_place():
    made = run(everything())
    rules = made["tool"]["driver"]["rules"]
    assert made["results"]
    for result in made["results"]:
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert rule["help"]["markdown"].startswith("**")
        assert result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
    kinds = {result["locations"][0]["logicalLocations"][0].get("kind") for result in made["results"]}
    assert {"table", "index", "overload"} <= kinds


def test_a_renamed_table_keeps_its_fingerprints():
    design = everything()
    orders, *others = design.tables
    renamed = dataclasses.replace(
        design,
        tables=(dataclasses.replace(orders, name="orders-2"), *others),
        patterns=tuple(dataclasses.replace(one, table="orders-2") for one in design.patterns),
    )
    assert set(prints(renamed)) == set(prints(design))


def test_two_findings_of_one_place_have_two_fingerprints():
    one = Finding("a.b", Severity.ERROR, "tables.x", "m", "w", "f", part="t1")
    first, second, other = fingerprints([one, one, dataclasses.replace(one, field="name")])
    assert second == f"{first}:2"
    assert other not in (first, second)


def test_what_is_muted_is_a_result_that_is_suppressed_with_its_reason():
    design = everything()
    finding = analyse(design).findings[0]
    muted = dataclasses.replace(
        design, mutes=(Mute(finding.rule, finding.path, "known since May", finding.part, finding.field),)
    )
    found = [result for result in run(muted)["results"] if result["suppressions"]]
    assert [one["suppressions"][0]["justification"] for one in found] == ["known since May"]
    assert sorted(prints(muted)) == sorted(prints(design))


def test_places_are_lines_of_the_file_that_the_target_json_writes():
    text = next(target("json").export(everything())).text
    line_of = lines_of_parts(text)
    for finding in analyse(everything()).findings:
        line = line_of(finding)
        assert line is not None
        assert text.split("\n")[line - 1].strip().rstrip(",") == f'"id": "{finding.part}"'


def test_a_rule_that_is_not_in_the_registry_speaks_for_itself():
    finding = Finding("migrate.odd", Severity.WARNING, "", "It is odd", "odd is slow", "fix it")
    rule = sarif([finding], "a b.json")["runs"][0]["tool"]["driver"]["rules"][0]
    assert (rule["id"], rule["defaultConfiguration"]["level"]) == ("migrate.odd", "warning")
    assert "fix it" in rule["help"]["text"]


def test_the_place_is_a_relative_reference_whatever_the_file_is_called():
    finding = Finding("migrate.odd", Severity.WARNING, "", "It is odd", "odd is slow", "fix it")
    place = sarif([finding], "a b\\c#d%.json")["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/c%23d%25.json"


@pytest.mark.parametrize(
    ("text", "safe"),
    [("ORDER#{orderId}", "ORDER#{orderId}"), ("{0} of {12}", "{{0}} of {{12}}"), ("[x](1)", r"[x\](1)")],
)
def test_no_text_is_a_placeholder_or_a_link(text, safe):
    assert message(text) == safe


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_hostile_names_stay_text(text):
    made = run(evil(text))
    assert len(made["results"]) == len(analyse(evil(text)).findings)


def test_the_help_of_a_rule_is_that_of_its_page():
    by_id = rules_by_id()
    several = {one.id for one in RULES if one is not by_id[one.id]}
    assert "capacity.autoscaling" in several
    for name in several:
        first = next(one for one in RULES if one.id == name)
        finding = Finding(name, Severity.WARNING, "tables.a", "It is so", "Because", "Do")
        [rule] = sarif([finding], "a.json")["runs"][0]["tool"]["driver"]["rules"]
        assert first.fix in rule["help"]["text"]

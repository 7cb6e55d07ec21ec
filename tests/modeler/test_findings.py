"""A finding is fixed by the edit that it offers, muted with a reason that the design keeps, and shown again."""

import pytest

from modeler.core.documents.reading import from_document, to_document
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing, Stale
from modeler.core.rule_fixes import LEFT
from modeler.findings import finding_fix, finding_fixes, finding_mute, finding_unmute, findings_mute, without_edits
from modeler.fix_previews import fix_previews, rule_fixes_apply, rule_fixes_preview
from modeler.history.undo import design_undo
from modeler.loading import read_whole
from modeler.revision_analysis import DesignMemory, result_of
from modeler.services import design_create
from tests.factories.documents import careless_document

pytestmark = pytest.mark.django_db

RULE = "write.no_condition_on_create"


@pytest.fixture
def careless(workspace, ada):
    """A design whose one pattern creates an item without asking whether it is there."""
    return design_create(workspace=workspace.pk, by=ada, document=careless_document())


def result(design):
    return result_of(read_whole(design.pk).design, DesignMemory())["findings"]


def one(design, kind="findings"):
    return next((finding for finding in result(design)[kind] if finding["rule"] == RULE), None)


def test_a_finding_is_fixed_and_undo_brings_it_back(careless, ada):
    finding = one(careless)
    label = finding["fixes"][0]["label"]
    revision = finding_fix(design_id=careless.pk, rule=RULE, path=finding["path"], label=label, by=ada)
    assert (revision.number, revision.label) == (2, f"fixed: {label}")
    assert one(careless) is None
    design_undo(design_id=careless.pk, by=ada)
    assert one(careless) is not None


def test_the_fixes_that_are_offered_say_what_follows(careless, ada):
    finding = one(careless)
    offers = finding_fixes(design_id=careless.pk, rule=RULE, path=finding["path"], by=ada)
    assert [offer.fix.label for offer in offers] == [fix["label"] for fix in finding["fixes"]]
    assert all(RULE in {gone.rule for gone in offer.removes} and offer.adds == () for offer in offers)
    assert offers[0].consequence == "It removes this finding and adds none"
    with pytest.raises(Missing):
        finding_fixes(design_id=careless.pk, rule=RULE, path="nowhere", by=ada)


def test_readers_outside_get_no_edits_that_nobody_tried(careless):
    told = without_edits({"findings": result(careless)})["findings"]["findings"]
    assert told and not any("fixes" in one for one in told)
    assert {one["rule"] for one in told if one["has_fixes"]} >= {RULE}


def test_a_finding_that_is_gone_is_not_fixed(careless, ada):
    finding = one(careless)
    with pytest.raises(Conflict):
        finding_fix(design_id=careless.pk, rule=RULE, path=finding["path"], label="something else", by=ada)
    assert read_whole(careless.pk).revision == 1


def test_a_mute_needs_a_reason_and_keeps_it(careless, ada):
    place = {"rule": RULE, "path": one(careless)["path"]}
    with pytest.raises(Invalid):
        finding_mute(design_id=careless.pk, reason="  ", by=ada, **place)
    finding_mute(design_id=careless.pk, reason="only one writer", by=ada, **place)
    assert one(careless) is None
    assert one(careless, "muted") is not None
    assert [mute.reason for mute in read_whole(careless.pk).design.mutes] == ["only one writer"]
    finding_unmute(design_id=careless.pk, by=ada, **place)
    assert one(careless) is not None
    with pytest.raises(Missing):
        finding_unmute(design_id=careless.pk, by=ada, **place)


def test_of_two_muted_steps_one_is_shown_again(workspace, ada):
    document = careless_document()
    (create,) = document["access_patterns"]
    steps = [{"operation": "PutItem", "entities": ["User"], "parameters": create["parameters"]} for _ in range(2)]
    document["access_patterns"] = [create | {"operation": "Steps", "steps": steps}]
    design = design_create(workspace=workspace.pk, by=ada, document=document)
    paths = [finding["path"] for finding in result(design)["findings"] if finding["rule"] == RULE]
    assert paths == ["patterns.W1.steps[0].if", "patterns.W1.steps[1].if"]
    for path in paths:
        finding_mute(design_id=design.pk, rule=RULE, path=path, reason="an import", by=ada)
    assert one(design) is None
    finding_unmute(design_id=design.pk, rule=RULE, path=paths[1], by=ada)
    assert one(design)["path"] == paths[1]
    assert [mute.path for mute in read_whole(design.pk).design.mutes] == [paths[0]]


def test_a_document_with_a_mute_is_read_again_as_it_was(careless, ada):
    finding_mute(design_id=careless.pk, rule=RULE, path=one(careless)["path"], reason="so be it", by=ada)
    design = read_whole(careless.pk).design
    assert from_document(to_document(design)).mutes == design.mutes


def test_a_mute_of_a_path_is_undone_though_the_path_is_stored_with_ids(workspace, ada):
    mute = {"rule": RULE, "path": "patterns.W1.if", "reason": "ids are made once"}
    design = design_create(workspace=workspace.pk, by=ada, document={**careless_document(), "mutes": [mute]})
    assert "patterns.{@p}.if" in str(read_whole(design.pk).parts["design"].fields["mutes"])
    place = {"rule": RULE, "path": "patterns.W1.if"}
    finding_unmute(design_id=design.pk, by=ada, **place)
    assert read_whole(design.pk).design.mutes == ()


def test_readers_fix_and_mute_nothing(careless, workspace, ben):
    path = one(careless)["path"]
    with pytest.raises(Forbidden):
        finding_fix(design_id=careless.pk, rule=RULE, path=path, label="x", by=ben)
    with pytest.raises(Forbidden):
        finding_mute(design_id=careless.pk, rule=RULE, path=path, reason="x", by=ben)
    with pytest.raises(Forbidden):
        finding_unmute(design_id=careless.pk, rule=RULE, path=path, by=ben)


@pytest.fixture
def three_careless(workspace, ada):
    """A design with three patterns that create an item without asking whether it is there."""
    document = careless_document()
    first = document["access_patterns"][0]
    document["access_patterns"] += [{**first, "id": f"p{n}", "code": f"W{n}"} for n in (2, 3)]
    return design_create(workspace=workspace.pk, by=ada, document=document)


def test_a_fix_is_previewed_on_a_copy(careless, ada):
    path = one(careless)["path"]
    (preview, *_) = fix_previews(design_id=careless.pk, rule=RULE, path=path, by=ada)
    assert any("attribute_not_exists" in told.sentence for told in preview.compared.told)
    assert RULE in {gone["rule"] for gone in preview.weight.going}
    assert preview.served == (preview.patterns, preview.patterns)
    careless.refresh_from_db()
    assert careless.revision == 1


def test_all_fixes_of_a_rule_are_one_change(three_careless, ada):
    found = rule_fixes_preview(design_id=three_careless.pk, rule=RULE, by=ada)
    assert (len(found.found.made), found.found.left, found.found.has_more) == (3, [], False)
    with pytest.raises(Stale):
        rule_fixes_apply(design_id=three_careless.pk, rule=RULE, by=ada, expected_revision=7)
    made = rule_fixes_apply(design_id=three_careless.pk, rule=RULE, by=ada, expected_revision=found.revision)
    assert (made.number, made.label) == (2, f"fixed: 3 findings of {RULE}")
    assert one(three_careless) is None
    with pytest.raises(Conflict):
        rule_fixes_apply(design_id=three_careless.pk, rule=RULE, by=ada, expected_revision=2)
    design_undo(design_id=three_careless.pk, by=ada)
    assert sum(finding["rule"] == RULE for finding in result(three_careless)["findings"]) == 3


def test_each_finding_of_a_rule_is_fixed_in_its_own_way(three_careless, ada):
    first, second, third = rule_fixes_preview(design_id=three_careless.pk, rule=RULE, by=ada).found.tried
    chosen = {first.finding.path: first.ways[1].label, second.finding.path: LEFT}
    preview = rule_fixes_preview(design_id=three_careless.pk, rule=RULE, by=ada, chosen=chosen)
    assert [one.fix for one in preview.found.tried] == [first.ways[1], None, third.ways[0]]
    assert len(preview.preview.compared.told) == 2
    rule_fixes_apply(design_id=three_careless.pk, rule=RULE, by=ada, expected_revision=1, chosen=chosen)
    stays = [finding["path"] for finding in result(three_careless)["findings"] if finding["rule"] == RULE]
    assert stays == [second.finding.path]


def test_findings_of_a_rule_are_muted_with_one_reason(three_careless, ada):
    paths = [finding["path"] for finding in result(three_careless)["findings"] if finding["rule"] == RULE]
    with pytest.raises(Conflict):
        findings_mute(
            design_id=three_careless.pk,
            places=[*((RULE, one) for one in paths), (RULE, "nowhere")],
            reason="an import",
            by=ada,
        )
    places = [(RULE, one) for one in paths[:2]]
    findings_mute(design_id=three_careless.pk, places=places, reason="an import", by=ada)
    assert one(three_careless)["path"] == paths[2]
    assert [mute.reason for mute in read_whole(three_careless.pk).design.mutes] == ["an import"] * 2

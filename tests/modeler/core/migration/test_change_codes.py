"""Each kind of change has one code, whose effect follows from what it does to stored items and to readers."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from modeler.core.migration import CODES, ChangeEffect, CodedChange, change_codes, coded_changes
from modeler.core.migration.differences import SETTINGS, Difference, What
from tests.guards.tree import ROOT
from tests.modeler.core.migration.changes import BY_ATTRIBUTES, FLAGGED, GSI3, LARGE, MOVED, sessions
from tests.modeler.core.rules.builders import (
    BASE,
    BY_STATUS,
    DESIGN,
    OPEN,
    ORDER,
    ORDER_ATTRIBUTES,
    attribute,
    gsi,
    key,
    lsi,
    with_attribute,
    with_base,
    with_entity,
    with_index,
    with_order,
    with_settings,
    with_table,
)
from tests.modeler.core.strategies import designs

RENAMED = replace(
    ORDER, attributes=tuple(replace(one, name="remark") if one.name == "note" else one for one in ORDER_ATTRIBUTES)
)


def codes(after, before=DESIGN):
    return {one.code.id: one.effect for one in coded_changes(before, after)}


OLD_IMAGES, KEY_RECORDS = with_settings(stream="NEW_IMAGE"), with_settings(stream="KEYS_ONLY")
RECOVERABLE = with_settings(point_in_time_recovery=True)
INFREQUENT = with_settings(table_class="STANDARD_INFREQUENT_ACCESS")


@pytest.mark.parametrize(
    ("before", "after", "code", "effect"),
    [
        (
            DESIGN,
            with_base(PK="CUST#{customerId}", SK="ORDER#{orderId}#{orderDate}"),
            "change.base_key",
            ChangeEffect.BACKFILL,
        ),
        (
            DESIGN,
            with_order(overloads=(LARGE, BASE, BY_STATUS, OPEN), attributes=FLAGGED),
            "change.base_key_of_future_items",
            ChangeEffect.READERS,
        ),
        (DESIGN, with_table(partition_key=key("pk")), "change.key_schema", ChangeEffect.BACKFILL),
        (sessions(), MOVED, "change.table_renamed", ChangeEffect.BACKFILL),
        (sessions(), replace(sessions(), tables=()), "change.table_removed", ChangeEffect.DESTRUCTIVE),
        (DESIGN, BY_ATTRIBUTES, "change.index_added", ChangeEffect.ORDER),
        (DESIGN, with_index(lsi("LSI1", key("status"))), "change.lsi", ChangeEffect.BACKFILL),
        (DESIGN, with_table(indexes=(gsi("GSI1"),)), "change.index_removed", ChangeEffect.READERS),
        (
            DESIGN,
            with_table(indexes=(gsi("GSI1", partition=key("other")), gsi("GSI2"))),
            "change.index_key",
            ChangeEffect.READERS,
        ),
        (
            DESIGN,
            with_table(indexes=(gsi("GSI1", projection="KEYS_ONLY"), gsi("GSI2"))),
            "change.index_projection",
            ChangeEffect.READERS,
        ),
        (DESIGN, GSI3, "change.index_entry_missing", ChangeEffect.BACKFILL),
        (DESIGN, with_order(overloads=(BASE, OPEN)), "change.index_left", ChangeEffect.READERS),
        (DESIGN, with_attribute(attribute("note", "N")), "change.attribute_type", ChangeEffect.READERS),
        (DESIGN, with_entity(RENAMED), "change.attribute_renamed", ChangeEffect.BACKFILL),
        (DESIGN, with_settings(ttl_attribute="expires"), "change.ttl_enabled", ChangeEffect.DESTRUCTIVE),
        (with_settings(ttl_attribute="expires"), with_settings(), "change.ttl_disabled", ChangeEffect.LIMITS),
        (
            with_settings(point_in_time_recovery=True),
            with_settings(),
            "change.backups_disabled",
            ChangeEffect.DESTRUCTIVE,
        ),
        (
            with_settings(stream="NEW_IMAGE"),
            with_settings(stream="KEYS_ONLY"),
            "change.stream_changed",
            ChangeEffect.READERS,
        ),
        (
            with_settings(replicas=["eu-west-1"]),
            with_settings(replicas=[]),
            "change.replica_removed",
            ChangeEffect.DESTRUCTIVE,
        ),
        (with_settings(), with_settings(replicas=["eu-west-1"]), "change.replica_changed", ChangeEffect.ORDER),
        (
            with_settings(),
            with_settings(table_class="STANDARD_INFREQUENT_ACCESS"),
            "change.table_class",
            ChangeEffect.LIMITS,
        ),
        (with_settings(), with_settings(tags={"team": "shop"}), "change.setting", ChangeEffect.NONE),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_change_has_its_code(before, after, code, effect):
    assert codes(after, before)[code] is effect


@pytest.mark.slow
@given(designs(), designs())
def test_every_difference_between_any_two_designs_has_a_code_of_its_own(before, after):
    found = coded_changes(before, after)
    assert {one.code for one in found} <= set(CODES)
    assert all(re.fullmatch("[0-9a-f]{32}", one.fingerprint) for one in found)


def test_no_kind_of_difference_is_without_a_code():
    for what in What:
        for setting in (*SETTINGS, "") if what is What.SETTING else ("",):
            one = Difference(what, "tables.app-main", "", table="app-main", setting=setting)
            (made,) = change_codes.coded(DESIGN, DESIGN, (one,))
            assert isinstance(made, CodedChange)


def test_a_fingerprint_does_not_change_with_a_name_or_a_value():
    first = {one.code.id: one.fingerprint for one in coded_changes(DESIGN, GSI3)}
    renamed = replace(GSI3, name="Another name", tables=(replace(GSI3.tables[0], description="described"),))
    assert {one.code.id: one.fingerprint for one in coded_changes(DESIGN, renamed)} == first
    assert len(set(first.values())) == len(first)


def test_codes_cite_facts_that_exist():
    for code in CODES:
        for citation in code.sources.split(", "):
            page, _, anchor = citation.partition("#")
            text = (ROOT / "docs" / f"{page}.md").read_text("utf-8").lower()
            assert f"\n## {anchor.replace('-', ' ')}\n" in text or f"\n## {anchor}\n" in text, citation
    assert len({code.id for code in CODES}) == len(CODES)

"""A migration is rehearsed from its plan: by keyboard, with progress that arrives by itself, and stopped."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from exporter.models import ProvisioningRun
from modeler.core.edits.changes import Delta
from modeler.services import design_change
from tests.browser.accessibility import accessible
from tests.browser.aside import aside


@pytest.fixture
def rekeyed(design, ada):
    """Orders get another sort key, so their items have to move."""
    change = [Delta("o-o-base", "keys.SK", "ORDER#{@a-o-id}", "O#{@a-o-id}")]
    aside(lambda: design_change(design_id=design.pk, deltas=change, by=ada))
    return design


def test_a_plan_leads_to_its_rehearsal_which_is_stopped(open_as, sandbox_url, celery_worker_process, rekeyed, ada):
    page = open_as(ada)
    page.goto(f"/designs/{rekeyed.pk}/compare/?before=1")
    expect(page.get_by_text("Not rehearsed.")).to_be_visible()
    page.get_by_role("link", name="Rehearse this migration").press("Enter")
    expect(page.get_by_role("heading", name="Rehearsal", exact=True)).to_be_visible()
    expect(page.get_by_label("Revision or version of side A")).to_have_value("1")
    accessible(page)
    page.get_by_label("Items to generate").fill("40")
    page.get_by_role("button", name="Rehearse").press("Enter")
    expect(page.get_by_role("heading", name="revision 1 to revision 2")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("of 15 steps")
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_text("ended early")).to_be_visible()
    assert aside(lambda: ProvisioningRun.objects.get().kind) == "rehearsal"

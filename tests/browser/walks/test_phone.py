"""What a phone shows at first sight."""

import re

import pytest
from playwright.sync_api import expect

from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.services import design_create
from tests.browser.walks.reach import PHONE


@pytest.mark.pages
@pytest.mark.parametrize("is_rated", [True, False])
def test_the_cost_is_whole_in_the_status_bar_of_a_phone(open_as, workspace, ada, celery_worker_process, is_rated):
    document = to_document(example("order-management").design)
    if not is_rated:
        document["access_patterns"][0].pop("per_second")
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.set_viewport_size(PHONE)
    page.goto(f"/designs/{made.pk}/")
    expect(page.locator("#link-state")).to_have_text("live")
    bar = page.get_by_role("contentinfo", name="Status")
    cost = bar.get_by_role("link", name="/month")
    expect(cost).to_have_accessible_name(re.compile(r"^on-demand \$[\d.]+/month ?, provisioned, auto scaled"))
    end = cost.evaluate("one => one.getBoundingClientRect().right")
    assert end <= bar.locator("> .cell-of-status").last.bounding_box()["x"] + 1
    # A sum without all rates is no upper bound, also where there is no space to say how many lack.
    expect(cost.get_by_text("or more")).to_be_visible(visible=not is_rated)

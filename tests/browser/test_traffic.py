"""The Traffic page in a browser: a scenario from a finding, read by keyboard, and a second run beside the first."""

import pytest
from playwright.sync_api import expect

from modeler.gallery import example_create
from tests.browser.accessibility import accessible


@pytest.fixture
def telemetry(workspace, ada):
    return example_create(workspace=workspace.pk, by=ada, key="iot-telemetry")


@pytest.mark.pages
def test_a_scenario_is_simulated_read_by_keyboard_and_compared(open_as, celery_worker_process, ben, telemetry):
    page = open_as(ben)
    page.goto(f"/designs/{telemetry.pk}/traffic/?scenario=viral")
    expect(page.get_by_role("link", name="Traffic", exact=True)).to_have_attribute("aria-current", "page")
    expect(page.get_by_label("Scenario", exact=True)).to_have_value("viral")
    expect(page.get_by_label("Share of the hottest key")).to_be_visible()
    expect(page.get_by_label("Times as often in the sale")).to_be_hidden()
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_role("heading", name="Partitions over time")).to_be_visible()
    expect(page.get_by_text("TableWriteKeyRangeThroughputExceeded").first).to_be_visible()
    drawing = page.locator("heat-map svg").first
    drawing.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator("heat-map output").first).to_contain_text("Partition 2, minute 1: ")
    accessible(page)
    page.get_by_text("Compare with changes").click()
    page.get_by_label("Shards of each hot key").fill("10")
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_role("heading", name="With the changes").first).to_be_visible()
    expect(page.get_by_label("Shards of each hot key")).to_have_value("10")
    accessible(page)

"""Proofs, load proofs and rehearsals on the real sandbox, by keyboard: begun, followed, and ended or torn down."""

import re

import pytest
from playwright.sync_api import expect

from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import Delta
from modeler.examples import example
from modeler.services import design_change, design_create
from tests.browser.aside import aside

LONG = 90_000
RUNS = re.compile(r"/provision/runs/$")
LOOK = re.compile(r"/provision/runs/\?look=1$")


def lose_job_messages(page):
    """No message says that a job goes on, as when the channel layer is full or a newer answer is overtaken."""

    def pass_on(socket):
        server = socket.connect_to_server()
        server.on_message(lambda text: None if '"type": "job"' in str(text) else socket.send(text))

    page.route_web_socket("**/*", pass_on)


@pytest.fixture
def proof(sandbox_url, celery_worker_process, open_as, workspace, ada):
    """The proof page of the order management example, with the real worker and sandbox behind it."""
    document = to_document(example("order-management").design)
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/provision/")
    expect(page.locator("#link-state")).to_have_text("live")
    return page


def test_every_pattern_comes_back_as_predicted_and_the_tables_go_again(proof):
    proof.get_by_role("button", name="Provision and prove").press("Enter")
    expect(proof.locator(".verdicts")).to_have_text("7 as predicted", timeout=LONG)
    with proof.expect_response(lambda answer: "look=1" in answer.url):
        proof.reload()
    proof.get_by_role("button", name="Check the endpoint").press("Enter")
    expect(proof.locator("#endpoint-check")).to_contain_text("the quota is", timeout=LONG)
    expect(proof.locator(".verdicts")).to_have_text("7 as predicted")
    proof.get_by_role("button", name="Tear down").press("Enter")
    expect(proof.locator(".run .chip")).to_have_text("removed", timeout=LONG)
    expect(proof.get_by_role("button", name="Tear down")).to_have_count(0)


@pytest.mark.pages
def test_the_lab_runs_green_though_no_message_arrives(proof):
    address, proof = proof.url, proof.context.new_page()  # the routes stay in their page
    lose_job_messages(proof)
    proof.goto(address)
    expect(proof.locator("#link-state")).to_have_text("live")
    proof.get_by_role("button", name="Run the lab").press("Enter")
    chip = proof.locator(".run .chip")
    expect(chip).to_have_text("ready", timeout=LONG)
    expect(proof.locator(".verdict-differ")).to_have_count(0)
    expect(proof.locator(".run details").first).to_be_visible()
    # An error takes nothing away, and neither does an answer from before the tables were torn down.
    held = []
    proof.route(LOOK, lambda route: route.fulfill(status=500, body="<main>no list</main>"))
    proof.route(RUNS, lambda route: held.append((route, None if held else route.fetch())))
    with proof.expect_request(RUNS):
        proof.reload()
    expect(proof.locator(".part-failed")).to_contain_text("could not be loaded (error 500)")
    expect(chip).to_have_text("ready")
    proof.get_by_role("button", name="Tear down").press("Enter")
    expect(chip).to_have_text("removing")
    with proof.expect_request(RUNS, timeout=LONG):
        held[0][0].fulfill(response=held[0][1])
    assert chip.inner_text() == "removing"
    held[1][0].continue_()
    proof.unroute(RUNS)
    expect(chip).to_have_text("removed", timeout=LONG)
    proof.close()


@pytest.mark.pages
def test_a_load_is_announced_sent_and_reported_by_keyboard(proof):
    proof.goto(proof.url.replace("provision", "traffic"))
    expect(proof.locator("#link-state")).to_have_text("live")
    proof.get_by_role("link", name="Load proof").press("Enter")
    expect(proof.get_by_role("heading", name="Load proof")).to_be_visible()
    for label, text in (("Seconds", "1"), ("Calls/s, at most", "150"), ("Items to generate", "60")):
        proof.get_by_label(label).fill(text)
    proof.get_by_label("Items to generate").press("Enter")
    announced = proof.get_by_role("form", name="Confirm the load")
    expect(announced).to_contain_text("of the write units")
    announced.get_by_role("button", name="Send the load").press("Enter")
    load = proof.locator(".run")
    expect(load.get_by_role("table")).to_have_count(2, timeout=LONG)
    expect(load.get_by_role("row", name="A1 A customer by id")).to_be_visible()
    expect(load.get_by_role("button")).to_have_count(0)  # nothing is left to stop or to tear down
    expect(proof.get_by_label("Calls/s, at most")).to_have_value("150")
    panel = proof.locator(".panel.fills")
    assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth")


@pytest.mark.pages
def test_a_plan_leads_to_its_rehearsal_which_is_stopped(sandbox_url, celery_worker_process, open_as, design, ada):
    rekeyed = [Delta("o-o-base", "keys.SK", "ORDER#{@a-o-id}", "O#{@a-o-id}")]
    aside(design_change, design_id=design.pk, deltas=rekeyed, by=ada)
    page = open_as(ada)
    page.goto(f"/designs/{design.pk}/compare/?before=1")
    expect(page.get_by_text("Not rehearsed.")).to_be_visible()
    page.get_by_role("link", name="Rehearse this migration").press("Enter")
    expect(page.get_by_role("heading", name="Rehearsal", exact=True)).to_be_visible()
    expect(page.get_by_label("Revision or version of side A")).to_have_value("1")
    page.get_by_label("Items to generate").fill("40")
    page.get_by_label("Items to generate").press("Enter")
    expect(page.get_by_role("heading", name="revision 1 to revision 2")).to_be_visible()
    expect(page.locator(".run .moving")).to_contain_text("of 15 steps", timeout=LONG)
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_text("ended early")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


@pytest.mark.pages
def test_a_pattern_that_finds_nothing_is_no_success_until_it_gets_an_item(
    sandbox_url, celery_worker_process, open_as, workspace, ada
):
    document = to_document(example("order-management").design)
    pattern = next(one for one in document["access_patterns"] if one["code"] == "A2")
    pattern["parameters"] = {"customerId": "nobody"}
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/provision/")
    expect(page.locator("#link-state")).to_have_text("live")
    plan = page.get_by_role("region", name="New run")
    seeds = int(re.search(r"seeds (\d+) items", plan.inner_text())[1])
    page.get_by_role("button", name="Provision and prove").press("Enter")
    expect(page.locator(".verdicts")).to_contain_text("6 as predicted", timeout=LONG)
    expect(page.locator(".verdicts")).to_contain_text("1 proves nothing")
    row = page.locator(".run details", has_text="A2")
    row.locator("summary").press("Enter")
    expect(row).to_contain_text("Nothing to return, which proves nothing")
    row.get_by_role("button", name="Add a sample item that A2 finds").press("Enter")
    expect(page.locator("#said")).to_have_text(
        "Added a sample item of Order that A2 finds. The next proof includes it."
    )
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(plan).to_contain_text(f"seeds {seeds + 1} items")
    page.get_by_role("button", name="Provision and prove").press("Enter")
    expect(page.locator(".run").first.locator(".verdicts")).to_have_text("7 as predicted", timeout=LONG)

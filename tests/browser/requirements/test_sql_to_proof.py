"""A relational schema becomes rows on the board, then a design that serves them and is proved."""

import pytest
from playwright.sync_api import expect

from modeler.core.design.parts import INFERRED
from modeler.core.requirements.recovered import pattern_sentence
from modeler.core.requirements.vocabulary import Vocabulary
from modeler.models import Design
from tests.browser.aside import aside
from tests.browser.requirements.test_alternatives import LONG, by_keyboard, check, stored

RENTALS = """
CREATE TABLE city (city_id integer PRIMARY KEY, city varchar(50) NOT NULL);
CREATE TABLE customer (
    customer_id integer PRIMARY KEY, city_id integer NOT NULL REFERENCES city (city_id),
    email varchar(50) UNIQUE, created timestamp NOT NULL);
CREATE TABLE film (film_id integer PRIMARY KEY, title varchar(255) NOT NULL, length smallint);
CREATE TABLE actor (actor_id integer PRIMARY KEY, last_name varchar(45) NOT NULL);
CREATE TABLE film_actor (
    actor_id integer REFERENCES actor (actor_id), film_id integer REFERENCES film (film_id),
    PRIMARY KEY (actor_id, film_id));
CREATE TABLE inventory (inventory_id integer PRIMARY KEY, film_id integer NOT NULL REFERENCES film (film_id));
CREATE TABLE rental (
    rental_id integer PRIMARY KEY, rented timestamp NOT NULL,
    inventory_id integer NOT NULL REFERENCES inventory (inventory_id),
    customer_id integer NOT NULL REFERENCES customer (customer_id));
CREATE INDEX title_index ON film (title);
"""


def imported(page):
    """Import the schema on the home page; the id of its design."""
    page.goto("/")
    page.get_by_label("Or paste the text").fill(RENTALS)
    by_keyboard(page.get_by_role("button", name="Import", exact=True))
    expect(page.get_by_text("Nothing is saved yet")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#link-state")).to_have_text("live")
    return aside(lambda: Design.objects.latest("created_at").pk)


def rows_are_confirmed(page, pk):
    """One row is removed, one confirmed by itself, the others together, as three changes."""
    inferred = len([one for one in stored(pk).patterns if one.provenance == INFERRED])
    row = page.locator("#requirements .req-rows > li", has_text="Inferred by an import. Needed?")
    expect(row).to_have_count(inferred)
    by_keyboard(page.get_by_role("button", name="Remove A1", exact=True))
    expect(row).to_have_count(inferred - 1)
    by_keyboard(page.get_by_role("button", name="Confirm A2", exact=True))
    expect(row).to_have_count(inferred - 2)
    by_keyboard(page.get_by_role("button", name="Confirm all"))
    expect(row).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(row).to_have_count(inferred - 2)
    by_keyboard(page.get_by_role("button", name="Confirm all"))
    expect(row).to_have_count(0)


@pytest.mark.pages
def test_a_relational_schema_becomes_a_design_that_is_proved(
    sandbox_url, celery_worker_process, open_as, workspace, ada
):
    page = open_as(ada)
    pk = imported(page)
    expect(page.locator("#req-patterns")).to_be_visible()
    assert page.url.endswith(f"/designs/{pk}/requirements/")
    design = stored(pk)
    for one in design.patterns:
        sentence = pattern_sentence(one, Vocabulary.of(design))
        expect(page.locator("[data-sentence]").get_by_text(sentence, exact=True).first).to_be_visible()
    rows_are_confirmed(page, pk)
    by_keyboard(page.get_by_role("button", name="Propose keys and indexes"))
    expect(page.get_by_role("table", name="Alternatives side by side")).to_be_visible(timeout=LONG)
    by_keyboard(page.get_by_role("button", name="Accept").first)
    expect(page.get_by_text("is the design now")).to_be_visible()
    check(stored(pk))
    by_keyboard(page.get_by_role("button", name="Prove it"))
    expect(page.locator(".run .chip").first).to_have_text("ready", timeout=LONG)
    reads = len(stored(pk).patterns)
    expect(page.locator(".verdicts")).to_have_text(f"{reads} as predicted")
    by_keyboard(page.get_by_role("button", name="Tear down"))
    expect(page.locator(".run .chip").first).to_have_text("removed", timeout=LONG)

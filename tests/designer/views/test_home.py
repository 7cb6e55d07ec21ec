"""The designs of the home page as cards, and the examples, which open without a copy."""

from decimal import Decimal

import pytest
from django.urls import reverse

from designer.page.home.card_drawing import BAR, ROWS_MAX, drawing
from modeler.core.documents.reading import to_document
from modeler.examples import NAMES, example
from modeler.gallery import example_create
from modeler.models import Analysis, Design
from modeler.revision_analysis import analysis_now
from modeler.services import design_create, design_duplicate

pytestmark = pytest.mark.django_db


def cards(client, **query):
    spaces = client.get(reverse("home"), query).context["spaces"]
    return [card for _, listed in spaces for card in listed["cards"]]


def test_designs_are_listed_by_name_or_by_change(client, ada, workspace):
    for name in ("beta", "Alpha", "gamma"):
        design_create(workspace=workspace.pk, name=name, by=ada)
    client.force_login(ada)

    def names(**query: str) -> list[str]:
        return [card.design.name for card in cards(client, **query)]

    assert names(order="name") == ["Alpha", "beta", "gamma"]
    assert names() == names(order="no such order") == ["gamma", "Alpha", "beta"]


def test_a_long_list_says_how_many_more_there_are(client, ada, workspace, monkeypatch):
    for number in range(4):
        design_create(workspace=workspace.pk, name=f"Number {number}", by=ada)
    monkeypatch.setattr("designer.views.home.SHOWN", 3)
    client.force_login(ada)
    page = client.get(reverse("home"))
    assert "Show 1 more" in page.content.decode()
    assert "Number 0" in client.get(reverse("home"), {"all": "yes"}).content.decode()


def test_a_card_draws_the_sheet_and_says_who_changed_it_what_is_wrong_and_what_it_costs(client, ada, eve, workspace):
    made = example_create(workspace=workspace.pk, by=eve, key="iot-telemetry")
    client.force_login(ada)
    (card,) = cards(client)
    assert card.figures is None
    assert card.who["name"] == str(eve)
    drawn = card.drawing
    entities = [entity.name for _, entity in example("iot-telemetry").design.entities()]
    assert len(drawn.rows) == len(entities)
    assert drawn.more == 0
    assert {bar.kind for row in drawn.rows for bar in row.bars} == {"name", "literal", "reference"}

    analysis = analysis_now(made)
    analysis.save()
    (card,) = cards(client)
    counts = analysis.result["findings"]["counts"]
    assert (card.figures.errors, card.figures.warnings, card.figures.advice) == (
        counts["error"], counts["warning"], counts["advice"],
    )  # fmt: skip
    assert card.figures.dollars == Decimal(analysis.result["cost"]["total"]["value"]) > 0
    assert not card.figures.is_outdated
    assert "/month" in client.get(reverse("home")).content.decode()


def test_a_card_of_an_edited_copy_is_drawn_from_its_own_rows(client, ada, workspace):
    """The rows in the database and the design of the gallery make the same drawing."""
    client.force_login(ada)
    for key in NAMES:
        example_create(workspace=workspace.pk, by=ada, key=key)
    page = client.get(reverse("home"))
    shown = {one["name"]: one["drawing"] for one in page.context["examples"]}
    assert {card.design.name: card.drawing for card in cards(client)} == shown


def test_a_card_claims_no_dollars_without_rates_and_no_current_figures_of_an_old_revision(client, ada, workspace):
    document = to_document(example("iot-telemetry").design)
    patterns = [{k: v for k, v in one.items() if k != "per_second"} for one in document["access_patterns"]]
    made = design_create(workspace=workspace.pk, by=ada, document={**document, "access_patterns": patterns})
    analysis_now(made).save()
    client.force_login(ada)
    (card,) = cards(client)
    assert card.figures.dollars is None
    page = client.get(reverse("home")).content.decode()
    assert "cost not known: no rates" in page
    Design.objects.filter(pk=made.pk).update(revision=2)
    assert "as of revision 1" in client.get(reverse("home")).content.decode()
    Design.objects.filter(pk=made.pk).update(revision=1)
    Analysis.objects.update(rules_version="older")
    assert "by older rules or prices" in client.get(reverse("home")).content.decode()


def test_many_designs_take_no_more_queries_than_one(client, ada, workspace, django_assert_max_num_queries):
    made = example_create(workspace=workspace.pk, by=ada, key="leaderboard")
    client.force_login(ada)
    cards(client)
    with django_assert_max_num_queries(30) as seen:
        cards(client)
        of_one = len(seen)
    for number in range(5):
        design_duplicate(design_id=made.pk, by=ada, name=f"Copy {number}")
    cards(client)
    with django_assert_max_num_queries(of_one):
        assert len(cards(client)) == 6


def test_a_drawing_stays_in_its_columns_and_counts_what_does_not_fit():
    entities = [("Name" * 40, "hue-1", {0: ["LITERAL" * 30, "{a}#{b}#{c}#{d}#{e}#{f}"], 9: ["X"]})] * (ROWS_MAX + 3)
    drawn = drawing(entities)
    assert drawn is not None
    assert (len(drawn.rows), drawn.more) == (ROWS_MAX, 3)
    assert all(bar.width <= BAR + 10 for row in drawn.rows for bar in row.bars)
    assert {bar.kind for bar in drawing([("E", "hue-1", {0: ["{"]})]).rows[0].bars} == {"name", "broken"}
    assert drawing([]) is None


def test_an_example_opens_read_only_and_stores_nothing(client, ben, workspace):
    """A reader opens it as well; only who may create designs is offered a copy."""
    client.force_login(ben)
    for key in NAMES:
        page = client.get(reverse("example", args=[key]))
        assert page.status_code == 200
        assert "Copy and edit" not in page.content.decode()
        (chosen, *_) = page.context["patterns"]
        lit = client.get(reverse("example", args=[key]) + chosen["href"])
        assert lit.context["reading"] is not None
        assert client.get(reverse("example-grid", args=[key]) + chosen["href"]).status_code == 200
    assert Design.objects.count() == 0
    assert client.get(reverse("example", args=["no-such-example"])).status_code == 404


def test_times_are_said_in_utc_until_the_browser_says_its_own(client, ada, workspace):
    made = design_create(workspace=workspace.pk, name="Alpha", by=ada)
    client.force_login(ada)
    page = client.get(reverse("home")).content.decode()
    assert f'<local-time at="{made.updated_at.isoformat()}">' in page
    assert made.updated_at.strftime("%H:%M UTC</local-time>") in page

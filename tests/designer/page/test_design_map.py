"""The map of a design: boxes, lines, and what it says of access patterns that are not served."""

from uuid import uuid4

import pytest
from django.urls import reverse

from designer.page.home.example_scene import example_scene
from designer.page.regions.design_map import HEAD, ROW, ROWS_OF_PAGE, UNSERVED, design_map
from designer.page.scene import PagePlace, Scene
from modeler.core.documents.parts_codec import take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.examples import NAMES, example
from modeler.gallery import example_create
from modeler.services import design_create
from tests.factories.documents import small_document

ANYWHERE = PagePlace()


@pytest.mark.parametrize("key", NAMES)
def test_every_part_has_a_box_in_its_column_and_every_line_joins_two(key):
    design = example(key).design
    drawn = design_map(example_scene(key), ANYWHERE)
    nodes = {node.id: node for node in drawn["nodes"]}
    assert {one.id for one in design.patterns} | {one.id for _, one in design.entities()} <= nodes.keys()
    assert len(nodes) == len(drawn["nodes"])
    for edge in drawn["edges"]:
        assert nodes[edge.start].x + nodes[edge.start].width < nodes[edge.end].x
    assert max(node.x + node.width for node in nodes.values()) <= drawn["width"]
    assert max(node.y for node in nodes.values()) < drawn["height"]


def test_a_pattern_leads_to_its_index_and_an_index_to_what_is_written_into_it():
    drawn = design_map(example_scene("order-management"), ANYWHERE)
    names = {node.id: node.full for node in drawn["nodes"]}
    lines = {(names[edge.start].split()[0], names[edge.end], edge.kind) for edge in drawn["edges"]}
    assert ("A2", "app-main", "read") in lines
    assert ("A7", "app-main", "write") in lines
    assert ("GSI2", "Order", "holds") in lines
    assert ("GSI2", "Customer", "holds") not in lines


@pytest.mark.django_db
def test_a_pattern_that_no_index_serves_is_drawn_as_such(client, ada, workspace):
    document = to_document(example("order-management").design)
    kept = [{**document["access_patterns"][1], "key": {"tier": "{customerId}"}}]
    made = design_create(workspace=workspace.pk, by=ada, document={**document, "access_patterns": kept})
    client.force_login(ada)
    page = client.get(reverse("design-map", args=[made.pk])).content.decode()
    assert UNSERVED in page
    assert "1 access pattern not served" in page


@pytest.mark.django_db
def test_an_empty_design_has_nothing_to_draw(client, ada, workspace):
    client.force_login(ada)
    made = design_create(workspace=workspace.pk, by=ada, name="Empty")
    assert "Nothing to draw yet" in client.get(reverse("design-map", args=[made.pk])).content.decode()
    made = example_create(workspace=workspace.pk, by=ada, key="iot-telemetry")
    assert "not served" not in client.get(reverse("design-map", args=[made.pk])).content.decode()


def scene_of(*, patterns, customers):
    """Each pattern reads Order through GSI1; Customer, as often as asked for, is in none."""
    document = small_document()
    (table,) = document["tables"]
    ((customer, order), read) = (table["entities"], document["access_patterns"][1])
    bare = {
        "attributes": [],
        "identity": [],
        "items": [],
        "overloads": [{"index": None, "keys": {"PK": "C", "SK": "C"}}],
    }
    table["entities"] = [
        order,
        *({**bare, "id": f"c{one}", "name": f"{customer['name']}{one}"} for one in range(customers)),
    ]
    document["access_patterns"] = [{**read, "id": f"p{one}", "code": f"A{one}"} for one in range(patterns)]
    design = from_document(document)
    return Scene(uuid4(), 1, design, take_apart(to_document(design)))


def test_sheets_for_paper_have_every_box_legible_and_no_line_that_leaves_its_sheet():
    drawn = design_map(scene_of(patterns=100, customers=50), ANYWHERE)
    sheets = drawn["sheets"]
    assert [len(one["nodes"]) for one in sheets] == [38, 38, 30, 37, 16]
    assert {node.id for one in sheets for node in one["nodes"]} == {node.id for node in drawn["nodes"]}
    assert max(one["height"] for one in sheets) <= ROWS_OF_PAGE * ROW + HEAD
    assert {lines for one in sheets for lines in lines_of(one)} == lines_of(drawn)


def lines_of(drawing):
    return {(edge.start, edge.end, edge.kind) for edge in drawing["edges"]}


def test_a_drawing_that_is_legible_on_one_page_has_no_sheets():
    assert design_map(scene_of(patterns=ROWS_OF_PAGE, customers=2), ANYWHERE)["sheets"] == []

"""The map of a design: boxes, lines, and what it says of access patterns that are not served."""

import pytest
from django.urls import reverse

from designer.page.home.example_scene import example_scene
from designer.page.regions.design_map import UNSERVED, design_map
from designer.page.scene import PagePlace
from modeler.core.documents.reading import to_document
from modeler.examples import NAMES, example
from modeler.gallery import example_create
from modeler.services import design_create

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

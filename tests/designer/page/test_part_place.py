"""The right panel follows the focus, and a selected access pattern stays selected. Pure."""

import uuid
from dataclasses import replace

import pytest

from designer.page.fragments import render_fragment
from designer.page.scene import PagePlace, Scene
from modeler.core.design.parts import PartKind, children
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import to_document
from modeler.examples import example


@pytest.fixture(scope="module")
def scene():
    parts = take_apart(to_document(example("order-management").design))
    found = [{"rule": "r.key", "severity": "warning", "message": "About this key", "path": "p", "fix": ""}]
    found += [{"rule": "r.entity", "severity": "advice", "message": "About the entity", "path": "q", "fix": ""}]
    made = Scene(uuid.uuid4(), 1, design_of(parts), parts)
    order = made.design.tables[0].entity("Order")
    key = next(one for one in children(parts, order.id, PartKind.OVERLOAD) if one.fields.get("index"))
    places = ({"part": key.id, "field": "keys.GSI1PK"}, {"part": order.id, "field": ""})
    findings = [{**one, **place} for one, place in zip(found, places, strict=True)]
    return replace(made, analysis={"findings": {"findings": findings}})


def shown(scene, **place):
    return render_fragment(scene, "inspector", PagePlace.of(place), "editor").html


def ids(scene):
    order = scene.design.tables[0].entity("Order")
    gsi = scene.design.tables[0].index("GSI1")
    key = next(one for one in order.overloads if one.index == "GSI1")
    return order.id, gsi.id, key.id, scene.design.pattern("A2").id


def test_a_focused_key_cell_is_shown_with_its_findings_before_those_of_its_entity(scene):
    _, gsi, key, _ = ids(scene)
    html = shown(scene, focus=key, key="keys.GSI1PK", into=gsi)
    cell, entity, general = (html.index(text) for text in ("GSI1PK</h2>", "Order</h2>", "About the entity"))
    assert cell < html.index("About this key") < entity < general
    assert html.count("About this key") == 1
    assert "About this key" in shown(scene, focus=key, key="keys.GSI1SK", into=gsi)


def test_a_selected_pattern_stays_selected_and_is_a_link_back(scene):
    order, _, _, pattern = ids(scene)
    html = shown(scene, pattern=pattern, part=pattern, focus=order)
    assert "stays highlighted" in html
    assert "Order</h2>" in html
    assert "stays highlighted" not in shown(scene, pattern=pattern, part=pattern)
    assert "stays highlighted" not in shown(scene, pattern=pattern, part=pattern, focus=pattern)


def test_an_empty_cell_names_its_index_and_a_part_that_is_gone_shows_the_selection(scene):
    _, gsi, _, pattern = ids(scene)
    customer = scene.design.tables[0].entity("Customer").id
    empty = shown(scene, focus=customer, key="keys.GSI1PK", into=gsi)
    assert "Nothing is written here" in empty
    assert "Customer</h2>" in empty
    assert shown(scene, part=pattern, focus="gone", key="keys.PK") == shown(scene, part=pattern)
    assert shown(scene, part=customer, focus=customer, key="keys.Gone") == shown(scene, part=customer)

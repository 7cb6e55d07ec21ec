"""The rows of the grid, which no template escapes: whatever a name or a value holds stays text."""

import uuid
from html.parser import HTMLParser

import pytest

from designer.page.fragments import render_fragment
from designer.page.scene import PagePlace, Scene
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import to_document
from modeler.core.values.typed_values import full_text
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil


def drawn(design):
    parts = take_apart(to_document(design))
    scene = Scene(uuid.uuid4(), 1, design_of(parts), parts)
    return scene, render_fragment(scene, "grid", PagePlace(), "editor").html


class Reader(HTMLParser):
    """Elements and attributes as a browser would have them, and the texts of cells."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.names, self.texts, self.titles = set(), set(), [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.names |= {name for name, _ in attributes}
        self.titles += [value for name, value in attributes if name in ("title", "data-name", "data-base")]

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("text", [*EVIL_TEXTS, '"><img src=x onerror=alert(1)>', "' onfocus='alert(1)"])
def test_a_hostile_text_makes_no_element_and_no_attribute(text):
    plain, hostile = Reader(drawn(evil("name"))[1]), Reader(drawn(evil(text))[1])
    assert hostile.tags <= plain.tags | {"p", "button"}
    assert hostile.names <= plain.names | {"data-tagged"}


def test_every_value_of_an_item_is_read_back_as_it_is():
    scene, html = drawn(everything())
    read = Reader(html)
    table = scene.design.tables[0]
    for stored in scene.stored[table.id]:
        for name, value in stored.item.items():
            if name not in table.base.key_names:
                assert name in read.titles
                assert full_text(value) in read.texts

"""What a key costs the server while it is typed: the draft, the facts of the cell, and the grid's window.

Prints, asserts nothing. CPU time. Aim: 50 ms in an entity of 10,000 items (issue 12). Each keystroke is another text.
"""

import uuid
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count

from designer.page.fragments import render_fragment
from designer.page.key_cells.facts import CellPlace, key_facts
from designer.page.scene import PagePlace, Scene
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import from_document
from tests.benchmarks.big_design import big_document
from tests.benchmarks.figures import report, worked

ITEMS = 10_000
REPEATS = 12


def scene_of(entities: int) -> Scene:
    """A design's page that somebody looks at: its grids were drawn once."""
    parts = parts_of(from_document(big_document(entities=entities, patterns=10, items=ITEMS)))
    scene = Scene(uuid.uuid4(), 1, design_of(parts), parts)
    for index in scene.design.tables[0].all_indexes:
        render_fragment(scene, "grid", PagePlace(index="" if index.is_base else index.id), "owner")
    return scene


def keystroke(scene: Scene, number: int, key: str, text: str, shown: str) -> None:
    """One text of one key attribute, drawn in the grid of the index `shown`."""
    table = scene.design.tables[0]
    entity = table.entities[0]
    overload = entity.overloads[number]
    typed = replace(overload, keys={**overload.keys, key: text})
    draft = replace(entity, overloads=tuple(typed if one is overload else one for one in entity.overloads))
    drafted = scene.with_draft(table, draft)
    table = drafted.design.tables[0]
    index = table.all_indexes[number]
    key_facts(drafted, CellPlace(table, table.entities[0], index, overload.id, f"keys.{key}"))
    place = PagePlace(index=next((one.id for one in table.indexes if one.name == shown), ""))
    render_fragment(drafted, "grid", place, "owner", draft=True, draft_problem="")


def type_next(scene: Scene, number: int, key: str, texts: Iterator[str], shown: str) -> None:
    """The next keystroke."""
    keystroke(scene, number, key, next(texts), shown)


def typed(template: str) -> Iterator[str]:
    """The same template with another text before it each time."""
    return (f"x{number}#{template}" for number in count())


def test_a_key_typed_into_a_tenth_of_10_000_items():
    """Ten entities that share the item collections of their owners."""
    scene = scene_of(10)
    for title, key, texts in (
        ("of ten entities: partition key, few partitions", "PK", typed("{owner}")),
        ("of ten entities: sort key with a format", "SK", typed("{at:date}#{id}")),
    ):
        report(title, worked(partial(type_next, scene, 0, key, texts, ""), REPEATS), "aim 50")


def test_a_key_typed_into_10_000_items():
    scene = scene_of(1)
    for title, number, key, texts, shown in (
        ("partition key, few partitions", 0, "PK", typed("{owner}"), ""),
        ("partition key, a partition per item", 0, "PK", typed("{id}"), ""),
        ("sort key", 0, "SK", typed("{id}"), ""),
        ("sort key with a format", 0, "SK", typed("{at:date}#{id}"), ""),
        ("sort key, unfinished: no item has a key", 0, "SK", typed("{id"), ""),
        ("sort key, a constant: items overwrite each other", 0, "SK", typed(""), ""),
        ("partition key of GSI1", 1, "GSI1PK", typed("{status}"), "GSI1"),
        ("the same, the grid of the table is shown", 1, "GSI1PK", typed("{status}"), ""),
        ("sort key of GSI3, one item in three", 3, "GSI3SK", typed("{at}#{id}"), "GSI3"),
    ):
        stroke = partial(type_next, scene, number, key, texts, shown)
        report(title, worked(stroke, REPEATS), "aim 50")

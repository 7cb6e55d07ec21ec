"""The page of access patterns, and new ones as they are said."""

import json

import pytest
from django.urls import reverse

from modeler.core.errors import Forbidden, Invalid, Missing
from modeler.from_text.patterns import patterns_say
from modeler.history.undo import design_undo
from modeler.loading import read_current
from tests.factories.documents import small_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(design):
    return read_current(design.pk).design.tables[0].id


def patterns(design):
    return read_current(design.pk).design.patterns


def test_several_lines_are_one_change_that_undo_takes_back(eve, design, table):
    before = patterns(design)
    made, notes, left = patterns_say(
        design_id=design.pk, table=table, text="order by id\norders of a customer despite frost", by=eve
    )
    assert len(made) == 2
    assert left == ""
    assert len(patterns(design)) == len(before) + 2
    assert len({one.code for one in patterns(design)}) == len(before) + 2
    assert any("not understood: despite frost" in note for note in notes)
    design_undo(design_id=design.pk, by=eve)
    assert patterns(design) == before


def test_a_line_with_a_question_or_a_new_noun_is_left_with_its_reason(eve, design, table):
    before = patterns(design)
    text = "order by id\nblue orders\norders, newest first\nhello"
    made, notes, left = patterns_say(design_id=design.pk, table=table, text=text, by=eve)
    assert len(made) == 1
    assert left == "blue orders\norders, newest first\nhello"
    assert [note.split(":")[0] for note in notes] == ["blue orders", "orders, newest first", "hello"]
    assert {entity.name for _, entity in read_current(design.pk).design.entities()} == {"Customer", "Order"}
    design_undo(design_id=design.pk, by=eve)
    assert patterns(design) == before
    with pytest.raises(Invalid, match="parcels: the row has no entity; the Requirements page asks about it"):
        patterns_say(design_id=design.pk, table=table, text="parcels", by=eve)


def test_who_may_not_edit_may_not_say(ben, cyd, design, table):
    with pytest.raises(Forbidden):
        patterns_say(design_id=design.pk, table=table, text="orders", by=ben)
    with pytest.raises(Missing):
        patterns_say(design_id=design.pk, table=table, text="orders", by=cyd)


def test_nothing_said_too_much_said_and_no_table(eve, design, table):
    with pytest.raises(Invalid):
        patterns_say(design_id=design.pk, table=table, text=" \n--", by=eve)
    with pytest.raises(Invalid):
        patterns_say(design_id=design.pk, table=table, text="orders\n" * 201, by=eve)
    with pytest.raises(Missing):
        patterns_say(design_id=design.pk, table="nowhere", text="orders", by=eve)


def test_the_list_and_the_matrix_show_every_pattern(client, ben, design):
    client.force_login(ben)
    for shown in ("", "?shown=matrix"):
        page = client.get(reverse("design-patterns", args=[design.pk]) + shown).content.decode()
        for pattern in patterns(design):
            assert f'id="pattern-{pattern.id}"' in page, shown


def test_the_list_holds_what_is_sought(client, ben, design):
    client.force_login(ben)
    first = patterns(design)[0]
    page = client.get(reverse("design-patterns", args=[design.pk]), {"containing": f"{first.code} no such word"})
    assert f'id="pattern-{first.id}"' not in page.content.decode()


def test_each_pattern_has_a_face_that_can_be_edited(client, eve, design):
    client.force_login(eve)
    assert small_document()["access_patterns"]
    for pattern in patterns(design):
        page = client.get(reverse("design", args=[design.pk]), {"pattern": pattern.id, "part": pattern.id})
        shown = page.content.decode()
        assert f'data-part="{pattern.id}" data-field="name"' in shown
        assert "Run on the sample items" in shown


def test_a_key_condition_is_edited_as_it_is_shown(client, eve, design):
    client.force_login(eve)
    part = next(
        one for one in read_current(design.pk).parts.values() if str(one.kind) == "pattern" and "key.PK" in one.fields
    )
    edit = {"put": part.id, "field": "key.PK", "value": {"=": "X"}, "base": part.fields["key.PK"]}
    body = json.dumps({"edits": [{**edit, "value": "X#{customerId}"}]})
    answer = client.post(reverse("design-edits", args=[design.pk]), body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert next(one for one in patterns(design) if one.id == part.id).key[0].templates == ("X#{customerId}",)

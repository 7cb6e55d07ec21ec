"""A new attribute that is added where a key names it gives the entity's sample items values."""

import json

import pytest

from modeler.core.design.parts import PartKind
from modeler.loading import read_whole

pytestmark = pytest.mark.django_db


def test_existing_sample_items_get_a_value_of_a_new_attribute_in_the_same_change(client, eve, design):
    client.force_login(eve)
    added = {"add": "attributes", "to": "e-order", "id": "a-new", "fields": {"name": "region", "type": "S"}}
    body = json.dumps({"edits": [{**added, "sampled": True}]})
    answer = client.post(f"/designs/{design.pk}/edits/", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    parts = read_whole(design.pk).parts
    items = [one for one in parts.values() if one.kind is PartKind.ITEM and one.parent == "e-order"]
    assert items and all(one.fields["values.@a-new"] for one in items)
    assert json.loads(answer.content)["revision"] == 2

"""An index is contained in another only if every item of it is in the other."""

from __future__ import annotations

import pytest

from modeler.core.analysis import findings
from modeler.core.documents.reading import from_document


def _index(name: str, sort: list[str]) -> dict[str, object]:
    made = {
        "name": name,
        "kind": "GSI",
        "partition_key": [{"name": "room", "type": "S"}],
        "projection": {"type": "ALL"},
    }
    return {**made, **({"sort_key": [{"name": each, "type": "S"} for each in sort]} if sort else {})}


@pytest.mark.parametrize(("share", "wanted"), [(1.0, ["tables.books.indexes.byRoom"]), (0.9, [])])
def test_an_index_of_items_that_lack_the_sort_key_of_another_is_not_in_it(share, wanted):
    design = from_document({
        "keysheet": 1, "name": "shelf", "region": "us-east-1",
        "tables": [{
            "name": "books", "partition_key": [{"name": "id", "type": "S"}], "settings": {"billing": "PAY_PER_REQUEST"},
            "indexes": [_index("byRoom", []), _index("byRoomAndShelf", ["shelf"])],
            "entities": [{
                "name": "Book", "identity": ["id"],
                "attributes": [{"name": "id", "type": "S"}, {"name": "room", "type": "S"},
                               {"name": "shelf", "type": "S", "optional": share}],
                "overloads": [{"index": None, "keys": {"id": "{id}"}},
                              {"index": "byRoom", "keys": {"room": "{room}"}},
                              {"index": "byRoomAndShelf", "keys": {"room": "{room}", "shelf": "{shelf}"}}],
            }],
        }],
    })  # fmt: skip
    assert [one.path for one in findings(design) if one.rule == "index.contained"] == wanted

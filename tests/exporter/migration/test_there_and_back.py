"""Changes of many kinds, each as a generated migration on the sandbox: there, compared, back, and compared again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.exporter.migration.generated import base_keys, changed, entity, orders
from tests.exporter.migration.test_clean_up import BEFORE, addresses_move
from tests.exporter.migration.whole import prepared

type Document = dict[str, Any]


def main(document: Document) -> Document:
    found: Document = document["tables"][0]
    return found


def attribute(document: Document, of: str, name: str) -> Document:
    return next(one for one in entity(document, of)["attributes"] if one["name"] == name)


def cells(document: Document) -> list[Document]:
    return [cell["keys"] for one in main(document)["entities"] for cell in one["overloads"]]


def renamed_key(document: Document, old: str, new: str) -> None:
    for keys in cells(document):
        if old in keys:
            keys[new] = keys.pop(old)


def another_name_of_the_sort_key(document: Document) -> None:
    main(document)["sort_key"][0]["name"] = "sk"
    renamed_key(document, "SK", "sk")


def another_name_of_an_index_key(document: Document) -> None:
    main(document)["indexes"][1]["partition_key"][0]["name"] = "queue"
    renamed_key(document, "GSI2PK", "queue")


def wider_padding(document: Document) -> None:
    base_keys(document, "LineItem")["SK"] = "ITEM#{line:pad(5)}"


def newest_first(document: Document) -> None:
    base_keys(document, "LineItem")["SK"] = "ITEM#{line:reverse(3)}"


def another_order(document: Document) -> None:
    base_keys(document, "Order")["SK"] = "ORDER#{orderId}#{orderDate}"


def another_ttl(document: Document) -> None:
    main(document)["settings"]["ttl_attribute"] = "expiresAt"
    attribute(document, "Session", "ttl")["name"] = "expiresAt"


def lsi(document: Document) -> None:
    keys = {"partition_key": [{"name": "PK", "type": "S"}], "sort_key": [{"name": "total", "type": "N"}]}
    main(document)["indexes"].append({"name": "LSI1", "kind": "LSI", **keys, "projection": {"type": "KEYS_ONLY"}})


def index_by_day(document: Document) -> None:
    keys = {"partition_key": [{"name": "GSI3PK", "type": "S"}], "sort_key": [{"name": "total", "type": "N"}]}
    main(document)["indexes"].append({"name": "GSI3", "kind": "GSI", **keys, "projection": {"type": "KEYS_ONLY"}})
    entity(document, "Order")["overloads"].append({"index": "GSI3", "keys": {"GSI3PK": "DAY#{orderDate}"}})


def index_of_several_attributes(document: Document) -> None:
    names = {"partition_key": ("status", "S"), "sort_key": ("total", "N")}
    more = {"partition_key": ("GSI3PK", "S"), "sort_key": ("GSI3SK", "S")}
    index: Document = {"name": "GSI3", "kind": "GSI", "projection": {"type": "KEYS_ONLY"}}
    for place in names:
        index[place] = [{"name": name, "type": kind} for name, kind in (names[place], more[place])]
    main(document)["indexes"].append(index)
    made = {"index": "GSI3", "keys": {"GSI3PK": "DAY#{orderDate}", "GSI3SK": "{orderId}"}}
    entity(document, "Order")["overloads"].append(made)


def index_becomes_local(document: Document) -> None:
    index = main(document)["indexes"][1]
    index.update(kind="LSI", partition_key=[{"name": "PK", "type": "S"}])
    for keys in cells(document):
        keys.pop("GSI2PK", None)


def wider_condition(document: Document) -> None:
    entity(document, "Order")["overloads"][2]["when"] = "status = 'OPEN' OR status = 'CANCELLED'"


def tables_are_one(document: Document) -> None:
    main(document)["entities"] += document["tables"].pop(1)["entities"]


def amount_as_text(document: Document) -> None:
    """A number that a key is made of becomes a text, and the key is of that text."""
    attribute(document, "LineItem", "qty")["type"] = "S"
    base_keys(document, "LineItem")["SK"] = "LINE#{line:pad(3)}"


CHANGES: dict[str, tuple[Any, Callable[[Document], None]]] = {
    one.__name__: (base, one)
    for base, one in (
        (orders(), another_name_of_the_sort_key),
        (orders(), another_name_of_an_index_key),
        (orders(), wider_padding),
        (orders(), newest_first),
        (orders(), another_order),
        (orders(), another_ttl),
        (changed(orders(), lsi), index_by_day),
        (orders(), index_of_several_attributes),
        (orders(), index_becomes_local),
        (orders(), wider_condition),
        (orders(), amount_as_text),
        (BEFORE, addresses_move),
        (BEFORE, tables_are_one),
    )
}


@pytest.mark.conformance(cases=3)
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_ends_there_and_back(name, sandbox_url, tmp_path, credentials):
    before, edit = CHANGES[name]
    with prepared(before, changed(before, edit), sandbox_url, tmp_path) as moving:
        started = {route.old.name: moving.items(route.old.name) for route in moving.package.routes}
        found = moving.bring_all()
        assert (found.is_empty, found.listed) == (True, [])
        assert found.compared > 0
        moving.cut_over()
        assert moving.migration.diff().is_empty
        moving.revert()
        moving.migration.catch_up(lambda: None)
        assert moving.migration.diff().is_empty
        for route in moving.package.routes:
            added = {key for keys in route.new.indexes.values() for key in keys} if route.in_place else set()
            own = {key for keys in route.old.indexes.values() for key in keys}
            left = [without(item, added - own) for item in moving.items(route.old.name)]
            assert texts(left) == texts(without(item, added - own) for item in started[route.old.name])


def without(item: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """An item without the keys of new indexes, which stay after a revert."""
    return {name: value for name, value in item.items() if name not in names}


def texts(items: Iterable[dict[str, Any]]) -> list[str]:
    return sorted(repr(sorted(item.items())) for item in items)

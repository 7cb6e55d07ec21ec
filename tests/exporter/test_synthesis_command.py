"""`keysheet synthesise` with musts on a file."""

from __future__ import annotations

import json

from exporter.terminal import main
from modeler.core.documents.reading import dump
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, design, get, put, query


def test_a_read_that_must_be_consistent_and_cannot_be_is_listed_with_the_nearest(tmp_path, capsys):
    path = tmp_path / "shop.json"
    reads = [get("R1", "Order", "orderId"), query("R2", "Order", "", order="orderDate", limit=9), put("W1", "Order")]
    path.write_text(dump(design([CUSTOMER, ORDER], reads)))
    assert main(["synthesise", str(path)]) == 0
    capsys.readouterr()
    assert main(["synthesise", str(path), "--consistent", "R2", "--keep-keys", "Invoice"]) == 1
    told = capsys.readouterr().out
    assert "not served: R2: R2 is strongly consistent and gives no value" in told
    assert "Note: Invoice is the name of no entity, so no key was kept for it" in told
    assert main(["synthesise", str(path), "--consistent", "R2", "--format", "json"]) == 1
    (unmet,) = json.loads(capsys.readouterr().out)["unmet"]
    assert unmet["pattern"] == "R2"

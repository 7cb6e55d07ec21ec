"""Why each key of an alternative is what it is, in sentences."""

from designer.page.alternatives.shown_alternatives import shown_alternatives
from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, design, put, query, shop


def rows(asked):
    made = shown_alternatives(synthesise(asked, SynthesisOptions(alternatives=1)), asked)
    keys = {row.name: {key.place: key.why for key in row.cells[0]} for row in made["entities"]}
    return keys, {row.name: row.cells[0].writes for row in made["patterns"]}


def test_each_key_says_who_reads_it_and_what_it_leaves_out():
    keys, writes = rows(design([CUSTOMER, ORDER], shop()))
    assert keys["Order"]["table"] == "R6 reads it by this key; orderId makes it unique."
    sparse = [why for why in keys["Order"].values() if "Only items" in why]
    assert len(sparse) == 1
    assert sparse[0].startswith("R5 reads it by this key. Only items with status = 'OPEN' are in GSI")
    assert keys["Customer"] == {
        "table": "R1 reads it by this key; customerId makes it unique.",
        "GSI1": "R2 reads it by this key.",
    }
    assert writes["W1"] == "Customer is also in GSI1."
    assert {writes[code] for code in ("R1", "R2", "R3", "R4", "R5", "R6")} == {""}


def test_a_key_that_nothing_reads_says_so():
    keys, writes = rows(design([CUSTOMER], [put("W1", "Customer", 1)]))
    assert keys["Customer"]["table"] == "No access pattern reads it by this key; customerId makes it unique."
    assert writes["W1"] == "Customer is in no index."


def test_two_readers_of_one_key_are_named_together():
    asked = [query("R1", "Order", "customerId", 5), query("R2", "Order", "customerId", 5, "-orderDate")]
    keys, _ = rows(design([CUSTOMER, ORDER], asked))
    assert any(why.startswith("R1 and R2 read it by this key.") for why in keys["Order"].values())


def test_a_write_says_where_only_some_of_its_items_are():
    _, writes = rows(design([CUSTOMER, ORDER], shop()))
    assert any("Order is also in" in said and said.count("(some items)") == 1 for said in writes.values())

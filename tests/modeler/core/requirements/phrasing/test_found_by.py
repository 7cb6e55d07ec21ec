"""What "by X" means after an item, and after items of one owner."""

import pytest

from modeler.core.requirements.english.reading import read
from modeler.core.requirements.slots import Act


def given(line):
    (row,) = read(line).rows
    assert row.given.question is None
    return {one.attribute for one in row.given.value}


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("delete a customer by email", {"email"}),
        ("remove a device by its serial number", {"serialNumber"}),
        ("update the order by its reference", {"reference"}),
        ("delete an order", {"orderId"}),
        ("delete an order by order id", {"orderId"}),
        ("delete a reading of a probe by measuredAt", {"probeId", "readingId", "measuredAt"}),
    ],
)
def test_who_knows_a_value_that_finds_the_item_needs_no_id(line, names):
    assert given(line) == names


@pytest.mark.parametrize(
    ("line", "owner", "order"),
    [
        ("stations in a city, by name", "cityId", "name"),
        ("books of an author, by title", "authorId", "title"),
        ("show the firefighters of a station, by last name", "stationId", "lastName"),
    ],
)
def test_a_trait_after_the_owner_and_a_comma_orders(line, owner, order):
    (row,) = read(line).rows
    assert given(line) == {owner}
    assert [(one.attribute, one.descending) for one in row.order.value] == [(order, False)]


@pytest.mark.parametrize("line", ["put a vehicle back in service", "put a tool away", "call a technician back"])
def test_a_particle_belongs_to_the_verb(line):
    (row,) = read(line).rows
    assert not {name for name in row.entities.value or () if name.endswith(("Back", "Away"))}


@pytest.mark.parametrize(
    "line", ["look a member up by email", "look the member up by email", "a clerk looks a member up by email"]
)
def test_a_verb_that_its_object_divides_reads_as_the_whole_verb(line):
    (row,) = read(line).rows
    assert (row.operation.value, row.entities.value, given(line)) == (Act.GET, ("Member",), {"email"})

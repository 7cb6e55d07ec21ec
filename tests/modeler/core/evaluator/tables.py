"""Plain tables and items of an exact size, for tests of the evaluator."""

from dataclasses import replace

from modeler.core.design.items import SampleItem
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.evaluator import Database, Evaluation, evaluate
from modeler.core.values.attribute_values import item_size, string
from tests.modeler.core.order_management import key, values

PLAIN = Table("t", "t", key("pk"), key("sk"))


def sized(size: int, **fields) -> dict:
    """An item of exactly `size` bytes."""
    item = values(**fields)
    return {**item, "pad": string("x" * (size - item_size(item) - len("pad")))}


def holding(*items: dict, table: Table = PLAIN) -> Design:
    """A design of one table that holds these items, ids i0, i1..."""
    samples = tuple(SampleItem(f"i{position}", item) for position, item in enumerate(items))
    return Design("d", tables=(replace(table, unassigned=samples),))


def run(design: Design, pattern: AccessPattern, database: Database | None = None, **parameters) -> Evaluation:
    """An evaluation that nothing stands against."""
    found = evaluate(design, pattern, parameters=parameters, stored=database)
    assert (found.refusals, found.problems) == ((), ())
    return found


def refusals(design: Design, pattern: AccessPattern, **parameters) -> list[str]:
    """The codes of what DynamoDB refuses."""
    return [refusal.code for refusal in evaluate(design, pattern, parameters=parameters).refusals]


def ids(found: Evaluation) -> list[str]:
    """Ids of what is returned, in order."""
    return [one.id for one in found.returned]

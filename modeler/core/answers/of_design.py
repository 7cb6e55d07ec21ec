"""The decision about the whole design: DynamoDB, or another store."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.answers.answer import Answer, Number, Unknown, units
from modeler.core.decisions.modelling import Store, StoreNeed, store
from modeler.core.design.parts import ROOT
from modeler.core.rules.support.context import RuleContext

_STORES = {
    Store.DYNAMODB: "DynamoDB",
    Store.RELATIONAL: "a relational database",
    Store.SEARCH: "a search engine",
    Store.WAREHOUSE: "files in S3 that a warehouse queries",
}


def answers_of_design(context: RuleContext) -> Iterator[Answer]:
    """Yield where the data is stored, as far as access patterns, rates and streams of the design tell."""
    design = context.design
    question = "DynamoDB or another store?"
    rates = [one.per_second for one in design.patterns]
    known = [one.peak for one in rates if one is not None]
    unknown = tuple(
        Unknown(f"how often {one.label} is called", one.id, "per_second")
        for one in design.patterns
        if one.per_second is None
    )
    if not design.patterns:
        place = Unknown("the access patterns", ROOT, "patterns")
        return (yield Answer("data-store", question, "", "The design has no access patterns.", unknown=(place,)))
    feed = any(one.options.stream for one in design.tables)
    requests = float(sum(known)) if known else None
    made = store(StoreNeed(known=True, requests=requests, feed=feed))
    yield Answer(
        "data-store",
        question,
        _STORES[made.store],
        f"{made.reason}. Joins, text search and reports are not part of a design: consider them too",
        made.store is Store.DYNAMODB,
        (
            Number("Access patterns", str(len(design.patterns))),
            Number("Requests at peak", f"{units(requests)} per second" if requests is not None else "not given"),
            Number("Feed of changes", "a stream" if feed else "none"),
        ),
        unknown,
    )

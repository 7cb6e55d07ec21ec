"""The meaning of each number in the document, in one sentence, with how it is counted.

facts/item-sizes#values, facts/pricing#list-prices, facts/pricing#break-even.
"""

from __future__ import annotations

from typing import Final

MEANINGS: Final[tuple[tuple[str, str], ...]] = (
    ("RU", "A read unit is one strongly consistent read of up to 4 KB; an eventually consistent read costs "
        "half. A Query adds up the items that it examines before it rounds up. A filter or a projection does "
        "not reduce the cost."),
    ("WU", "A write unit is one write of up to 1 KB. Every index whose entry changes consumes separate write "
        "units; a transaction consumes twice as many."),
    ("Calls per second", "How often the application calls, on average and at peak, as specified in the design. Figures "
        "derived from it are only as exact as it is."),
    ("Per call", "The units of one call, from the sizes that the design declares and the sample items show."),
    ("Per month", "The average rate over the hours of a month, at the Region's list prices, without free tiers and "
        "discounts. Peaks add no cost on-demand; provisioned capacity is billed whether it is used or not."),
    ("Size", "An item's bytes: the names of its attributes in UTF-8 and their values, as DynamoDB counts them for "
        "billing; 1 KB is 1,024 bytes. An index entry counts what it projects."),
    ("Item collection", "All items with one partition key in a table or an index. A Query can read them "
        "together. In a table with a local index, they can grow to at most 10 GB."),
    ("Served", "An index can answer the pattern with the values that it provides; if none can, the document says "
        "what is missing."),
    ("Estimate", "Part of the number is an assumption, because the design does not specify it."),
)  # fmt: skip
"""Terms with their meaning, in the order in which the document uses them."""

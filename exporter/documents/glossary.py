"""What each number of the document means, in a sentence, with what it is counted by.

facts/item-sizes#values, facts/pricing#list-prices, facts/pricing#break-even.
"""

from __future__ import annotations

from typing import Final

MEANINGS: Final[tuple[tuple[str, str], ...]] = (
    ("RU", "A read unit: one strongly consistent read of up to 4 KB, or half of one that is eventually consistent. A "
           "Query sums the items that it examines before it rounds up; a filter or a projection takes nothing off."),
    ("WU", "A write unit: one write of up to 1 KB. Every index whose entry changes takes write units of its own; a "
           "transaction takes twice as many."),
    ("Calls a second", "How often the application asks, on average and at the peak, as the design says. What follows "
                       "from it is as exact as it is."),
    ("A call", "The units of one call, from the sizes that the design declares and the sample items show."),
    ("A month", "The average rate over a month's hours, at the listed prices of the Region, without free tiers and "
                "discounts. A peak costs nothing on demand; provisioned capacity is paid for, used or not."),
    ("Size", "An item's bytes: the names of its attributes in UTF-8 and their values, as DynamoDB counts them for "
             "billing; 1 KB is 1,024 bytes. An index entry counts what it carries."),
    ("Item collection", "All items with one partition key in a table or an index. They are read together and, in a "
                        "table with a local index, may grow to 10 GB."),
    ("Served", "There is an index through which the pattern can be answered with what it gives; where there is none, "
               "what is missing is said."),
    ("Estimate", "Something of the number was assumed, as nothing in the design says it."),
)  # fmt: skip
"""Terms with their meaning, in the order in which the document uses them."""

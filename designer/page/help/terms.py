"""The terms that the pages explain, each in two or three sentences and most with a drawing.

A test compares them with the glossary of the documentation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.errors import Missing


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A term: `slug` is its name in addresses and of its drawing, `page` where the documentation says more."""

    slug: str
    name: str
    text: str
    page: str
    has_drawing: bool = False


TERMS: Final = (
    GlossaryTerm(
        "key-sheet",
        "Key sheet",
        "One row per entity, one column per index, and a key template in each cell. Read a row to see where an entity "
        "is stored; read a column to see what an index contains.",
        "glossary/",
        has_drawing=True,
    ),
    GlossaryTerm(
        "key-template",
        "Key template",
        "Text with references to attributes, such as ORDER#{orderDate}#{orderId}. Each item gets its key from the "
        "template of its entity. Formats such as {line:pad(3)} keep numbers and dates in order.",
        "glossary/#key-templates",
        has_drawing=True,
    ),
    GlossaryTerm(
        "item-collection",
        "Item collection",
        "All items with the same partition key value in one table or index, sorted by their sort key. One Query reads "
        "one item collection, or a range of it.",
        "facts/modeling/",
        has_drawing=True,
    ),
    GlossaryTerm(
        "overload",
        "Overload",
        "Several entities write different values into the same key attributes, so one table or one index serves "
        "several access patterns. A cell of the key sheet is the overload of one entity in one index.",
        "facts/modeling/",
        has_drawing=True,
    ),
    GlossaryTerm(
        "sparse-index",
        "Sparse index",
        "An index contains only items that have all of its key attributes. If an entity writes them under a condition, "
        "such as status = 'OPEN', the index stays small, and reading all of it is cheap.",
        "facts/modeling/",
        has_drawing=True,
    ),
    GlossaryTerm(
        "projection",
        "Projection",
        "The attributes that an index copies: KEYS_ONLY, INCLUDE with a list, or ALL. A query of a GSI cannot return "
        "other attributes; each write to the table also writes the copies that change.",
        "facts/choices/",
        has_drawing=True,
    ),
    GlossaryTerm(
        "hot-partition",
        "Hot partition",
        "One partition serves at most 3,000 read units and 1,000 write units per second. If one partition key value "
        "gets more traffic, DynamoDB throttles it, whatever the capacity of the table is.",
        "facts/partitions/",
        has_drawing=True,
    ),
    GlossaryTerm(
        "unit",
        "Read and write units",
        "DynamoDB bills by size. A strongly consistent read costs one unit per 4 KB, an eventually consistent one half "
        "of that; a write costs one unit per 1 KB, and again for each index that it changes.",
        "facts/throughput/",
    ),
    GlossaryTerm(
        "access-pattern",
        "Access pattern",
        "One read or write that the application needs, with its key condition, its parameters and its rate. Keysheet "
        "computes what each one reads, returns and costs with the sample items.",
        "glossary/",
    ),
    GlossaryTerm(
        "finding",
        "Finding",
        "The result of a rule: a place in the design, what happens there, why it matters, and a fix. Errors fail or "
        "lose data, warnings become expensive or slow, advice is a better way.",
        "rules/",
    ),
    GlossaryTerm(
        "proof",
        "Proof",
        "A run of every access pattern on a real endpoint. The returned items and the consumed units are compared with "
        "the prediction. An access pattern that finds no sample item proves nothing.",
        "conformance/",
    ),
)
_BY_SLUG: Final = {term.slug: term for term in TERMS}


def term_of(slug: str) -> GlossaryTerm:
    """The term with that name. Raises Missing."""
    if slug not in _BY_SLUG:
        raise Missing("there is no such term", code="term.missing")
    return _BY_SLUG[slug]


def terms_matching(text: str) -> list[GlossaryTerm]:
    """The terms whose name or text contains every word; all of them for an empty text."""
    words = text.lower().split()
    return [term for term in TERMS if all(word in f"{term.name} {term.text}".lower() for word in words)]

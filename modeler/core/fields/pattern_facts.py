"""Open facts of an access pattern: how uneven its calls are, what it follows, what it is meant to do."""

from __future__ import annotations

from typing import Final

from modeler.core.design.pattern_facts import ASCENDING, DESCENDING, RANKED_BY, RETURNS
from modeler.core.fields.open_shapes import Open, OpenObject
from modeler.core.fields.references import Ref
from modeler.core.fields.understood import FLAG, NAMES, NUMBER, SHARE, TEXT, each_of, words

_DIRECTION: Final = words("ascending", "descending", "newest first", more=ASCENDING | DESCENDING)

SKEW: Final = OpenObject(
    "How unevenly calls fall on keys; even where it is not given",
    {
        "hottest": Open("The share of the calls that the hottest key takes, 0 to 1", accepted=SHARE),
        "zipf": Open("The exponent of Zipf's law", accepted=NUMBER),
        "attribute": Open(
            "Whose values are uneven; else those in the partition key that the pattern names",
            refers=Ref.ATTRIBUTE,
            accepted=TEXT,
        ),
    },
    needs=("hottest", "zipf"),
)
FOLLOWS: Final = OpenObject(
    "The pattern after which this one is called",
    {
        "code": Open("Code of the other pattern", refers=Ref.MARKED_PATTERN, accepted=TEXT),
        "times": Open("Calls for each call of it; 1 where not given", accepted=NUMBER),
        "same_key": Open("Is it on the same key?", accepted=FLAG),
    },
    needs=("code",),
)
INTENT: Final = OpenObject(
    "What is meant, beside the expressions. An index is looked for where no key is given",
    {
        "given": Open("Names of attributes whose values the caller knows", refers=Ref.ATTRIBUTE, accepted=NAMES),
        "range": Open(
            "An attribute that is bounded, by the parameters nameFrom and nameTo", refers=Ref.ATTRIBUTE, accepted=NAMES
        ),
        "order_by": Open("An attribute, or several, by which items are to come", refers=Ref.ATTRIBUTE, accepted=NAMES),
        "direction": Open(
            "ascending, descending or newest first; or one of these for each of order_by", accepted=each_of(_DIRECTION)
        ),
        "page_numbers": Open("true: people open pages by number", accepted=FLAG),
        "strict_order": Open("true: the order applies to all requested items together", accepted=FLAG),
        "optional_filters": Open(
            "Attributes by which a caller may filter or not", refers=Ref.ATTRIBUTE, accepted=NAMES
        ),
        "text_search": Open("true: words are looked for inside texts", accepted=FLAG),
        "top": Open("How many of the first are wanted", accepted=NUMBER),
        "radius_km": Open("The radius of a search around a place, in km", accepted=NUMBER),
        "geohash_precision": Open("Characters of the geohash that the search reads by", accepted=NUMBER),
        "one_request": Open("true: it must be one request", accepted=FLAG),
        "approximate": Open("true: a number that is slightly wrong is good enough", accepted=FLAG),
        "upsert": Open("true: an update may create the item", accepted=FLAG),
        "replace": Open("true: a put means to overwrite", accepted=FLAG),
        "expects_gone": Open("true: what has expired must not be found", accepted=FLAG),
        "window_days": Open("The window of time that a read covers, in days", accepted=NUMBER),
        "shared_by_tenants": Open("true: it is about all tenants", accepted=FLAG),
        "one": Open("true: at most one item is meant", accepted=FLAG),
        "returns": Open(
            "What comes back: {what: all, attributes, count, sum, average, minimum, maximum or exists, of, group_by, "
            "period}",
            {
                "what": Open("One of these words", accepted=words(*RETURNS)),
                "of": Open("Attributes that come back or are aggregated", refers=Ref.ATTRIBUTE, accepted=NAMES),
                "group_by": Open("Attributes that the aggregate is computed for", refers=Ref.ATTRIBUTE, accepted=NAMES),
                "period": Open("A unit of time that the aggregate is computed for: hour, day, month", accepted=TEXT),
            },
        ),
        "bounds": Open(
            "Comparisons of the ranges, in order: {comparison, values}",
            {"comparison": Open("As < or between", accepted=TEXT), "values": Open("The bounds where they are given")},
            is_list=True,
        ),
        "ranked_by": Open(
            "A computed value by which the items are ordered: {what, of}; what is count, sum or average",
            {
                "what": Open("One of these words", accepted=words(*RANKED_BY)),
                "of": Open("An entity that is counted, or an attribute", refers=Ref.KEPT, accepted=TEXT),
            },
        ),
        "related": Open(
            "Entities whose identity is given: {entity, given, via}",
            {
                "entity": Open("The entity", refers=Ref.MARKED_ENTITY, accepted=TEXT),
                "given": Open("The attribute that identifies it", refers=Ref.ATTRIBUTE, accepted=TEXT),
                "via": Open("The verb of a relation: follows", accepted=TEXT),
            },
            is_list=True,
        ),
        "page": Open("true: the limit is the size of a page", accepted=FLAG),
        "eventual": Open("true: an eventually consistent read is good enough", accepted=FLAG),
        "unique": Open("Attributes that no other item of the entity may share", refers=Ref.ATTRIBUTE, accepted=NAMES),
    },
    closed=True,
)

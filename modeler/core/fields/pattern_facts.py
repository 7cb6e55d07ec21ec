"""Open facts of an access pattern: how uneven its calls are, what it follows, what it is meant to do."""

from __future__ import annotations

from typing import Final

from modeler.core.fields.open_shapes import Open, OpenObject
from modeler.core.fields.references import Ref

SKEW: Final = OpenObject(
    "How unevenly calls fall on keys; even where it is not given",
    {
        "hottest": Open("The share of the calls that the hottest key takes, 0 to 1"),
        "zipf": Open("The exponent of Zipf's law"),
        "attribute": Open(
            "Whose values are uneven; else those in the partition key that the pattern names", refers=Ref.ATTRIBUTE
        ),
    },
)
FOLLOWS: Final = OpenObject(
    "The pattern after which this one is called",
    {
        "code": Open("Code of the other pattern", refers=Ref.MARKED_PATTERN),
        "times": Open("Calls for each call of it; 1 where not given"),
        "same_key": Open("Is it on the same key?"),
    },
)
INTENT: Final = OpenObject(
    "What is meant, beside the expressions. An index is looked for where no key is given",
    {
        "given": Open("Names of attributes whose values the caller knows", refers=Ref.ATTRIBUTE),
        "range": Open("An attribute that is bounded, by the parameters nameFrom and nameTo", refers=Ref.ATTRIBUTE),
        "order_by": Open("An attribute, or several, by which items are to come", refers=Ref.ATTRIBUTE),
        "direction": Open("ascending, descending or newest first; or one of these for each of order_by"),
        "page_numbers": Open("true: pages are asked for by number"),
        "strict_order": Open("true: the order holds over everything that is asked"),
        "optional_filters": Open("Attributes by which a caller may filter or not", refers=Ref.ATTRIBUTE),
        "text_search": Open("true: words are looked for inside texts"),
        "top": Open("How many of the first are wanted"),
        "radius_km": Open("The radius of a search around a place, in km"),
        "geohash_precision": Open("Characters of the geohash that the search reads by"),
        "one_request": Open("true: it must be one request"),
        "approximate": Open("true: a number that is slightly wrong is good enough"),
        "upsert": Open("true: an update may create the item"),
        "replace": Open("true: a put means to overwrite"),
        "expects_gone": Open("true: what has expired must not be found"),
        "window_days": Open("The window of time that a read covers, in days"),
        "shared_by_tenants": Open("true: it is about all tenants"),
        "one": Open("true: at most one item is meant"),
        "returns": Open(
            "What comes back: {what: all, attributes, count, sum, average, minimum, maximum or exists, of, group_by, "
            "period}",
            {
                "what": Open("One of these words"),
                "of": Open("Attributes that come back or are aggregated", refers=Ref.ATTRIBUTE),
                "group_by": Open("Attributes that the aggregate is computed for", refers=Ref.ATTRIBUTE),
                "period": Open("A unit of time that the aggregate is computed for: hour, day, month"),
            },
        ),
        "bounds": Open("Comparisons of the ranges, in order: {comparison, values}", is_list=True),
        "ranked_by": Open(
            "A computed value by which the items are ordered: {what, of}; what is count, sum or average",
            {
                "what": Open("One of these words"),
                "of": Open("An entity that is counted, or an attribute", refers=Ref.KEPT),
            },
        ),
        "related": Open(
            "Entities whose identity is given: {entity, given, via}",
            {
                "entity": Open("The entity", refers=Ref.MARKED_ENTITY),
                "given": Open("The attribute that identifies it", refers=Ref.ATTRIBUTE),
                "via": Open("The verb of a relation: follows"),
            },
            is_list=True,
        ),
        "page": Open("true: the limit is the size of a page"),
        "eventual": Open("true: an eventually consistent read is good enough"),
        "unique": Open("Attributes that no other item of the entity may share", refers=Ref.ATTRIBUTE),
    },
)

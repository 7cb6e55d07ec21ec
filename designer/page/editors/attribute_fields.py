"""Editors of an attribute."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import CONSTRAINTS, TYPES, Field, Group, size_fact

_SIZES: Final = "DynamoDB item sizes and formats"

ATTRIBUTE: Final = (
    Group(
        "attribute",
        "Attribute",
        (
            Field(
                "name",
                "Name",
                "code",
                "Counts into every item's size, byte by byte, so short names save. A bare name in an expression has "
                "letters, digits and _ only and is no reserved word; keys and projected names have at most 255 bytes, "
                "others 64 KB.",
                CONSTRAINTS,
            ),
            Field(
                "type",
                "Type",
                "choice",
                "Attributes of a key are String, Number or Binary. A Number has up to 38 digits; a set is never empty "
                "and keeps no order.",
                CONSTRAINTS,
                choices=TYPES,
            ),
            Field(
                "format",
                "Format",
                "format",
                "What the values look like. From it follow the characters, the length and the order of keys made of "
                "them, whether a key can be read back, and believable samples.",
            ),
            Field(
                "description",
                "Description",
                "long",
                "What the attribute means, for whoever reads the design or its exports.",
            ),
        ),
        is_open=True,
    ),
    Group(
        "values",
        "Values",
        (
            Field(
                "values",
                "Values and shares",
                "map",
                "The words that it may hold, each with the share of the items that hold it. Shares add up to 100 %; "
                "from them follow the size of sparse indexes and how hot a partition key is.",
                members=(Field("name", "Value", "code"), Field("share", "Share", "percent", unit="%")),
                adds="value",
            ),
            Field(
                "states",
                "Steps between values",
                "map",
                "For a state that moves: from each value, the values that may follow. Writes that set it are checked "
                "for a condition that lets no other step through.",
                members=(
                    Field("name", "From", "code", offers="values"),
                    Field("next", "To", "names", offers="values"),
                ),
                adds="state",
            ),
            Field(
                "optional",
                "Present in",
                "percent",
                "The share of the items that have the attribute. A missing attribute takes no space, and keeps its "
                "item out of an index whose key needs it.",
                unit="%",
                absent="100",
            ),
            Field(
                "range",
                "Range",
                "pair",
                "The least and the greatest number. A key pads numbers to a width: from the range follows which.",
                members=(Field("0", "From", "number"), Field("1", "To", "number")),
            ),
        ),
        is_open=True,
    ),
    Group(
        "size",
        "Size",
        (
            size_fact(
                "size",
                "Size of a value",
                "In bytes: of a String in UTF-8, of a Binary as it is before base64. An item has at most 400 KB, "
                "names and values together; a partition key value 2,048 bytes, a sort key value 1,024.",
                "B",
                CONSTRAINTS,
            ),
            size_fact(
                "elements",
                "Elements",
                "How many members a List, a Map or a set has. A List or Map costs 3 bytes, and 1 for each element; a "
                "set only its members.",
                "elements",
                _SIZES,
            ),
        ),
    ),
    Group(
        "meaning",
        "Where it comes from",
        (
            Field(
                "source",
                "Source",
                "choice",
                "What makes the value when the item is written. A key made of the clock or of a counter sends all new "
                "items to one partition; a random one spreads them.",
                choices=(
                    ("", "Not said"),
                    ("payload", "The request"),
                    ("clock", "The clock"),
                    ("random", "Chance"),
                    ("counter", "A counter"),
                ),
            ),
            Field(
                "copy_of",
                "Copy of",
                "code",
                "Where the original stands, as Customer.name; say “by stream” behind it where a stream keeps the "
                "copy. Writes of the original that forget the copy are found.",
                absent="Entity.attribute",
            ),
            Field(
                "key_only",
                "Only in keys",
                "switch",
                "The value lives inside keys and is not stored as an attribute of its own: fewer bytes, but a filter "
                "or an update cannot name it.",
            ),
            Field(
                "sensitive",
                "Sensitive",
                "switch",
                "Personal or secret data. Keys and indexes carry their values into logs, metrics and Contributor "
                "Insights: rules look for it there.",
            ),
        ),
    ),
)

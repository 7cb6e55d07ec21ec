"""Editors of an attribute."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import CONSTRAINTS, TYPES, EditorField, FieldGroup, size_fact

_SIZES: Final = "DynamoDB item sizes and formats"

ATTRIBUTE: Final = (
    FieldGroup(
        "attribute",
        "Attribute",
        (
            EditorField(
                "name",
                "Name",
                "code",
                "The name counts toward the size of every item, so short names save capacity. Outside of "
                "placeholders, a name in an expression can contain only letters, digits and _, and cannot be a "
                "reserved word. Names of keys and projected attributes can have 255 bytes, other names 64 KB.",
                CONSTRAINTS,
            ),
            EditorField(
                "type",
                "Type",
                "choice",
                "Key attributes are String, Number or Binary. A Number has up to 38 digits. A set is never empty "
                "and has no order.",
                CONSTRAINTS,
                choices=TYPES,
            ),
            EditorField(
                "format",
                "Format",
                "format",
                "The format of the values. It determines the characters, length and order of keys built from them, "
                "whether a key can be parsed, and realistic samples.",
            ),
            EditorField(
                "description",
                "Description",
                "long",
                "The meaning of the attribute, for readers of the design and its exports.",
            ),
        ),
        is_open=True,
    ),
    FieldGroup(
        "values",
        "Values",
        (
            EditorField(
                "values",
                "Values and shares",
                "map",
                "The possible values, each with the share of items that have it. The shares add up to 100%. They "
                "determine the size of sparse indexes and the traffic per partition key.",
                members=(EditorField("name", "Value", "code"), EditorField("share", "Share", "percent", unit="%")),
                adds="value",
            ),
            EditorField(
                "states",
                "Transitions between values",
                "map",
                "For a state: the values that can follow each value. Rules check that writes to it have a condition "
                "that permits only these transitions.",
                members=(
                    EditorField("name", "From", "code", offers="values"),
                    EditorField("next", "To", "names", offers="values"),
                ),
                adds="state",
            ),
            EditorField(
                "optional",
                "Present in",
                "percent",
                "The share of items that have the attribute. A missing attribute uses no space, and keeps its item "
                "out of an index whose key needs it.",
                unit="%",
                absent="100",
            ),
            EditorField(
                "range",
                "Range",
                "pair",
                "The minimum and maximum. The range determines the width to which a key pads the number.",
                members=(EditorField("0", "From", "number"), EditorField("1", "To", "number")),
            ),
        ),
        is_open=True,
    ),
    FieldGroup(
        "size",
        "Size",
        (
            size_fact(
                "size",
                "Size of a value",
                "In bytes: UTF-8 for a String, before base64 for a Binary. An item can have 400 KB including names, "
                "a partition key value 2,048 bytes, a sort key value 1,024 bytes.",
                "B",
                CONSTRAINTS,
            ),
            size_fact(
                "elements",
                "Elements",
                "The number of elements of a List, Map or set. A List or Map uses 3 bytes plus 1 byte per element; "
                "a set uses only the size of its elements.",
                "elements",
                _SIZES,
            ),
        ),
    ),
    FieldGroup(
        "meaning",
        "Source of the value",
        (
            EditorField(
                "source",
                "Source",
                "choice",
                "How the value is created when the item is written. A key built from the clock or a counter sends "
                "all new items to one partition; a random key distributes them.",
                choices=(
                    ("", "Not specified"),
                    ("payload", "The request"),
                    ("clock", "The clock"),
                    ("random", "Random"),
                    ("counter", "A counter"),
                ),
            ),
            EditorField(
                "copy_of",
                "Copy of",
                "code",
                "The original attribute, such as Customer.name. Add “by stream” if a stream updates the copy. Rules "
                "find writes to the original that do not update the copy.",
                absent="Entity.attribute",
            ),
            EditorField(
                "key_only",
                "Only in keys",
                "switch",
                "The value is stored only inside keys, not as an attribute. This saves bytes, but filters and "
                "updates cannot refer to it.",
            ),
            EditorField(
                "sensitive",
                "Sensitive",
                "switch",
                "Personal or secret data. Values in keys and indexes appear in logs, metrics and Contributor "
                "Insights. Rules check for it there.",
            ),
        ),
    ),
)

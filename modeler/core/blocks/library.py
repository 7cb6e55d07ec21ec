"""The thirty blocks, read from their files, in the order and under the headings of docs/facts/building-blocks.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from modeler.core.blocks.block import Block, read_block
from modeler.core.errors import Missing

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "Look-ups": ("P1", "P2", "P3", "P4", "X1", "X2", "X3", "X4"),
    "Hierarchies and relationships": ("P5", "P6", "P7", "P8", "X6", "X8"),
    "Time and versions": ("P9", "P10", "P11", "P12"),
    "Filters, states and tenants": ("P13", "P14", "P15", "P16", "X9", "X10"),
    "High throughput": ("P17", "P18", "P19", "P20", "X5", "X7"),
}
"""Codes by heading."""


@cache
def blocks() -> tuple[Block, ...]:
    """Every block."""
    return tuple(_read(code, section) for section, codes in SECTIONS.items() for code in codes)


def block(code: str) -> Block:
    """Return a block by its code, in either case. Raises Missing."""
    found = next((one for one in blocks() if one.slug == code.lower()), None)
    if found is None:
        raise Missing("this building block does not exist", path="block")
    return found


@cache
def blocks_of_rule(rule: str) -> tuple[Block, ...]:
    """Return the blocks that name a rule among their pitfalls."""
    return tuple(one for one in blocks() if any(pitfall.rule == rule for pitfall in one.pitfalls))


@cache
def blocks_of_choice(choice: str) -> tuple[Block, ...]:
    """Return the blocks in which a decision (an anchor of docs/facts/choices.md) is made."""
    return tuple(one for one in blocks() if choice in one.choices)


def _read(code: str, section: str) -> Block:
    raw = files("modeler.core").joinpath("data", "blocks", f"{code.lower()}.json").read_bytes()
    return read_block(json.loads(raw), section)

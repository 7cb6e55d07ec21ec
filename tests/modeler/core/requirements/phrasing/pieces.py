"""The pieces of made requests, each with what it says: `pieces.txt`.

A piece is written as people write it. The line with "=" before it has its facts, as in the lists of sentences
(`expected`); "#" begins a kind of piece. Placeholders: {e} and {es} the entity, {o} and {q} owners (of any kind;
{person}, {place}, {thing} of one), {a} an amount, {t} a time, {n} a text attribute, {u} a unique one, {s} a state, {d}
what was done, {k} a small number, {role}. In facts, {E}, {O}, {Q} are names of entities, {A}, {T}, {N}, {U} of
attributes. {X} is the phrase of what is read.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True)
class Piece:
    """A phrase and its facts; `kind` is what it is about."""

    kind: str
    text: str
    facts: str = ""


def _read() -> dict[str, tuple[Piece, ...]]:
    found: defaultdict[str, list[Piece]] = defaultdict(list)
    kind = facts = ""
    for line in Path(__file__).with_name("pieces.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            kind, facts = line[2:], ""
        elif line.startswith("="):
            facts = line[1:].strip()
        elif line.strip():
            found[kind].append(Piece(kind, line.strip(), facts))
    return {name: tuple(listed) for name, listed in found.items()}


PIECES: Final = _read()

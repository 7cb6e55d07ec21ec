"""Lines about entities with what an expert takes from each, and how much of that a reading of the line has.

One line each: ``text | entity Claim; attribute Claim.status; values Claim.status open closed; many Claim Photo 20;
both Student Course; unique User.email; one Shift Employee; pattern: list Claim; given User``. "none" is a line that
says nothing; "pattern:" is followed by facts as `expected` has them. A fact after "~" may be missing; " // "
separates alternatives. A fact after "!" is a known fault. "\\n" in a line begins the next one.
`one Shift Employee`: each shift has one employee.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from modeler.core.requirements.english.reading import read
from modeler.core.requirements.nouns import nouns
from modeler.core.requirements.rows import TextReading
from modeler.core.requirements.vocabulary import NOTHING_KNOWN
from tests.modeler.core.requirements.expected import Score, Wanted, facts, matches, wanted

FOLDER = Path(__file__).parent / "descriptions"


@dataclass(frozen=True)
class DescribedLine:
    """A line, and what is wanted of it."""

    text: str
    wanted: tuple[Wanted, ...]
    domain: str


def lines(path: Path) -> Iterator[DescribedLine]:
    """Yield the lines of a list."""
    domain = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            domain = line[2:]
        elif line.strip():
            text, _, said = line.rpartition(" | ")
            yield DescribedLine(
                text.replace("\\n", "\n"), () if said.strip() == "none" else tuple(_wanted(said)), domain
            )


def _wanted(said: str) -> Iterator[Wanted]:
    """Yield what a line wants; what follows "pattern:" are facts of a row, to the end."""
    plain, mark, pattern = said.partition("pattern:")
    is_optional = plain.rstrip().endswith("~")
    for part in filter(None, (one.strip() for one in plain.rstrip(" ~").split(";"))):
        ways = tuple(" ".join(one.split()) for one in part.lstrip("~!").split("//"))
        yield Wanted(ways, part.startswith(("~", "!")), part.startswith("!"))
    for one in wanted(pattern.strip()) if mark else ():
        yield Wanted(one.ways, one.is_optional or is_optional)


def said_by(reading: TextReading) -> list[str]:
    """Return what a reading says of entities, and the facts of its rows."""
    found = nouns((), NOTHING_KNOWN, reading.descriptions)
    said = [f"entity {one.name}" for one in found.entities]
    said += [f"attribute {one.entity}.{one.name}" for one in found.attributes if not one.refers_to]
    for one in reading.descriptions:
        said += [f"one {one.entity} {other.entity}" for other in one.belongs_to]
        said += [f"unique {one.entity}.{name}" for name in one.unique]
        said += [f"values {one.entity}.{each.attribute} {' '.join(each.values)}" for each in one.values]
    said += [_relation(one, reading) for one in found.relations]
    counted = [one for one in reading.volumes if one.parent]
    said += [f"entity {name}" for one in reading.volumes for name in (one.parent, one.entity) if name]
    said += [f"many {one.parent} {one.entity} {one.count}" for one in counted]
    said += [fact for row in reading.rows for fact in facts(row)]
    return list(dict.fromkeys(said))


def _relation(one, reading: TextReading) -> str:
    number = next((each.count for each in reading.volumes if (each.parent, each.entity) == (one.parent, one.child)), "")
    return f"{'both' if one.via else 'many'} {one.parent} {one.child} {number}".strip()


def score(line: DescribedLine, total: Score) -> None:
    """Add one line. A number of items is asked for only if it is wanted; a relation is its other side as well."""
    said = said_by(read(line.text))
    ways = {way for one in line.wanted if not one.is_fault for way in one.ways}
    faults = {way for one in line.wanted if one.is_fault for way in one.ways}
    for fact in said:
        if any(_fits(fact, way) for way in ways):
            total.right += 1
        elif fact in faults:
            total.known.append(f"{line.text}: {fact}")
        else:
            total.wrong.append(f"{line.text}: {fact}")
            if not fact.startswith(("operation ", "rate ", "peak ")):
                total.invented.append(total.wrong[-1])
        total.filled += 1
    for one in line.wanted:
        if not one.is_optional:
            total.wanted += 1
            is_found = any(_fits(fact, way) for fact in said for way in one.ways)
            total.found += is_found
            if not is_found:
                total.missing.append(f"{line.text}: {' // '.join(one.ways)}")


def _fits(fact: str, way: str) -> bool:
    """``one Shift Employee`` says ``many Employee Shift``; a number may be missing in what is wanted."""
    kind, *names = way.split()
    said, *held = fact.split()
    if kind == "many" and said == "one":
        return names[1::-1] == held
    if kind == said == "both":
        return set(names[:2]) == set(held[:2])
    if kind == "one" and said == "many":
        return names == held[1::-1]
    if kind == said == "many":
        return names[:2] == held[:2] and (len(names) < 3 or names[2:] == held[2:])
    if kind == said == "values":
        return names[0] == held[0] and {one.lower() for one in names[1:]} == {one.lower() for one in held[1:]}
    return matches(fact, way)

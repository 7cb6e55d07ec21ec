"""Words and names: their parts, singulars, plurals, and the name that a noun proposes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

_IRREGULAR: Final = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "indices": "index", "vertices": "vertex",
    "criteria": "criterion", "media": "media", "feet": "foot", "mice": "mouse", "teeth": "tooth", "geese": "goose",
    "movies": "movie", "cookies": "cookie", "ties": "tie", "lies": "lie", "dies": "die", "shoes": "shoe",
    "leaves": "leaf",
    "shelves": "shelf", "halves": "half", "knives": "knife", "lives": "life", "wives": "wife", "loaves": "loaf",
    "analyses": "analysis", "diagnoses": "diagnosis", "theses": "thesis", "crises": "crisis", "matrices": "matrix",
    "appendices": "appendix", "quizzes": "quiz", "buses": "bus", "gases": "gas", "viruses": "virus",
    "statuses": "status",
    "bonuses": "bonus", "campuses": "campus", "aliases": "alias", "atlases": "atlas", "canvases": "canvas",
    "lenses": "lens", "axes": "axis", "heroes": "hero", "echoes": "echo", "vetoes": "veto", "potatoes": "potato",
    "tomatoes": "tomato", "caches": "cache", "headaches": "headache", "zombies": "zombie", "selfies": "selfie",
    "calories": "calorie", "categories": "category", "series": "series", "species": "species", "news": "news",
    "sms": "sms", "gps": "gps", "dns": "dns", "premises": "premise", "expenses": "expense", "releases": "release",
    "licenses": "license", "leases": "lease", "cases": "case", "purchases": "purchase", "databases": "database",
    "courses": "course", "houses": "house", "warehouses": "warehouse", "responses": "response", "phrases": "phrase",
    "exercises": "exercise", "franchises": "franchise", "invoices": "invoice", "sensors": "sensor", "nurses": "nurse",
    "horses": "horse", "bases": "base", "phases": "phase", "clauses": "clause", "causes": "cause", "uses": "use",
    "spectra": "spectrum", "bacteria": "bacterium", "phenomena": "phenomenon", "memoranda": "memorandum",
    "curricula": "curriculum", "aquaria": "aquarium", "stadia": "stadium", "strata": "stratum", "quanta": "quantum",
    "errata": "erratum", "automata": "automaton", "alumni": "alumnus", "fungi": "fungus", "cacti": "cactus",
    "nuclei": "nucleus", "stimuli": "stimulus", "radii": "radius", "syllabi": "syllabus", "foci": "focus",
    "larvae": "larva", "formulae": "formula", "antennae": "antenna", "vertebrae": "vertebra", "nebulae": "nebula",
    "supernovae": "supernova", "alumnae": "alumna", "oases": "oasis", "hypotheses": "hypothesis",
    "synopses": "synopsis", "parentheses": "parenthesis", "emphases": "emphasis", "prognoses": "prognosis",
    "syntheses": "synthesis", "biopsies": "biopsy", "oxen": "ox", "lice": "louse", "dice": "die", "calves": "calf",
    "wolves": "wolf", "thieves": "thief", "scarves": "scarf", "hooves": "hoof", "elves": "elf", "selves": "self",
    "passersby": "passerby", "fishermen": "fisherman", "firemen": "fireman", "salesmen": "salesman",
    "foremen": "foreman", "craftsmen": "craftsman", "policemen": "policeman", "grandchildren": "grandchild",
    "stepchildren": "stepchild", "schoolchildren": "schoolchild", "salespeople": "salesperson",
    "businesspeople": "businessperson", "townspeople": "townsperson", "menus": "menu", "skus": "sku",
    "gpus": "gpu", "cpus": "cpu", "gurus": "guru", "emus": "emu",
    "aches": "ache", "toothaches": "toothache", "moustaches": "moustache", "avalanches": "avalanche",
    "niches": "niche", "quiches": "quiche", "clichés": "cliché", "psyches": "psyche", "fuses": "fuse",
    "muses": "muse", "excuses": "excuse", "abuses": "abuse", "ruses": "ruse", "canoes": "canoe", "toes": "toe",
    "foes": "foe", "oboes": "oboe", "floes": "floe", "hoes": "hoe", "horseshoes": "horseshoe",
    "skis": "ski", "taxis": "taxi", "kiwis": "kiwi", "rabbis": "rabbi", "alibis": "alibi", "safaris": "safari",
    "bikinis": "bikini", "saris": "sari", "graffiti": "graffito", "taxa": "taxon", "ova": "ovum", "sera": "serum",
    "termini": "terminus", "loci": "locus", "genera": "genus", "corpora": "corpus", "addenda": "addendum",
    "sizes": "size", "prizes": "prize", "gazes": "gaze", "moves": "move", "archives": "archive", "axles": "axle",
}  # fmt: skip
"""Plurals whose singular the endings do not give, and those that have none."""
_WITHOUT: Final = frozenset(
    [
        *("goods", "clothes", "mathematics", "physics", "economics", "politics", "athletics", "electronics"),
        *("logistics", "analytics", "genetics", "gymnastics", "robotics", "headquarters", "trousers", "scissors"),
        *("jeans", "pants", "goggles", "binoculars", "belongings", "proceeds"),
    ]
)
"""Plurals that have no singular."""
_SAME: Final = frozenset(
    {"status", "address", "bus", "gas", "virus", "bonus", "campus", "lens", "analysis", "news", "series"}
)
_BACK: Final = {one: many for many, one in _IRREGULAR.items() if many != one}


@cache
def singular(word: str) -> str:
    """Return an English noun in the singular."""
    if word in _IRREGULAR or word in _WITHOUT:
        return _IRREGULAR.get(word, word)
    if word in _BACK:
        return word
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    if len(word) > 4 and (word.endswith("oes") or (word.endswith("uses") and word[-5] not in "oa")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@cache
def is_plural(word: str) -> bool:
    """Return whether a noun has the form of a plural."""
    return word in _IRREGULAR or word in _WITHOUT or (singular(word) != word and word not in _SAME)


@cache
def plural(word: str) -> str:
    """Return an English noun in the plural."""
    if is_plural(word):
        return word
    if word in _BACK:
        return _BACK[word]
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "sh", "ch", "x", "z")) else "s")


@cache
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case and in the singular: ``customerId`` is ("customer", "id").

    A name without letters and digits, such as a dash, is one word.
    """
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    words = re.findall(r"[^\W_]+", spaced.lower().replace("e-mail", "email"))
    return tuple(singular(word) for word in words if word != "s") or ((name.lower(),) if name.strip() else ())


def _parts(words: Iterable[str]) -> list[str]:
    """Return the parts of hyphenated words too: check-in is check, in."""
    return [part for word in words for part in word.split("-") if part] or ["thing"]


def entity_name(words: Iterable[str]) -> str:
    """Return the name of an entity: ("line", "items") is LineItem."""
    *front, last = _parts(words)
    return "".join(one[:1].upper() + one[1:] for one in (*front, singular(last)))


def attribute_name(words: Iterable[str]) -> str:
    """Return the name of an attribute: ("delivery", "date") is deliveryDate."""
    first, *rest = _parts(words)
    return first + "".join(one[:1].upper() + one[1:] for one in rest)


def id_name(entity: str) -> str:
    """Return the name of the attribute that identifies an entity: customerId of Customer."""
    return f"{entity[:1].lower()}{entity[1:]}Id"


_CONSONANT: Final = re.compile(r"eu|ewe|ufo|one\b|once\b|ubiq|unan|uni(?![dmn])|us[aeu]|ut[ei]|ur[ail]\b|uran")
_SILENT_H: Final = re.compile(r"hour|heir|hono")


def article(words: str) -> str:
    """Return words with "a" or "an", by how the first of them sounds: an order, a user, an hour, a one-way ticket."""
    low = words.lower()
    is_vowel = low.startswith(tuple("aeiou")) and _CONSONANT.match(low) is None
    return f"{'an' if is_vowel or _SILENT_H.match(low) else 'a'} {words}"

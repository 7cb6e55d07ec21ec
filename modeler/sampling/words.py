"""Realistic texts by the name of the attribute: from Faker, seeded, a few hundred of each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, partial
from random import Random
from typing import Final

from faker import Faker

from modeler.sampling.text_kinds import kind_of

POOL: Final = 400
_PRODUCTS: Final = (
    ("Oak", "Steel", "Linen", "Ceramic", "Wool", "Glass", "Bamboo", "Leather", "Copper", "Cork"),
    ("Desk", "Lamp", "Chair", "Kettle", "Blanket", "Shelf", "Mug", "Backpack", "Notebook", "Clock"),
)
_TASKS: Final = (
    ("Review", "Draft", "Fix", "Plan", "Measure", "Document", "Test", "Release", "Clean up", "Compare"),
    ("the invoice page", "the release notes", "the onboarding mail", "the backup job", "the search index",
     "the sign-in form", "the price list", "the export", "the quarterly report", "the retry policy"),
)  # fmt: skip
_LISTS: Final[Mapping[str, str]] = {
    "label": "home work billing delivery parents holiday studio warehouse",
    "department": "engineering sales support finance design legal operations research",
    "currency": "EUR USD GBP CHF JPY SEK",
    "status": "OPEN ACTIVE DONE CANCELLED",
    "type": "STANDARD EXPRESS CUSTOM",
    "priority": "LOW NORMAL HIGH",
    "severity": "LOW MEDIUM HIGH CRITICAL",
    "role": "OWNER EDITOR VIEWER",
    "plan": "FREE TEAM BUSINESS",
    "tier": "BRONZE SILVER GOLD",
    "stage": "DRAFT REVIEW FINAL",
    "category": "kitchen garden office travel sports books toys music",
    "genre": "drama comedy thriller documentary fantasy jazz rock",
    "gender": "female male nonbinary",
    "garment size": "XS S M L XL",
    "unit": "piece kg litre metre",
    "tag": "new sale popular seasonal local limited",
    "channel": "web app email store",
    "payment": "card invoice transfer cash",
    "carrier": "DHL UPS FedEx GLS",
    "platform": "ios android web",
    "device": "phone tablet desktop sensor",
    "browser": "Firefox Chrome Safari Edge",
    "system": "Linux macOS Windows Android",
    "language": "en de fr es it ja",
    "environment": "dev staging prod",
    "reason": "damaged duplicate late wrong-size changed-mind",
    "vehicle": "van truck bicycle car",
    "weekday": "monday tuesday wednesday thursday friday saturday sunday",
}
FEW_VALUES: Final = frozenset(_LISTS)
"""Kinds with a handful of texts: none of them tells one thing from another."""


def seeded(seed: str) -> Random:
    """Random numbers that depend only on the seed; nothing here is a secret."""
    return Random(seed)  # noqa: S311 # sample data, not secrets


class Words:
    """Pools of texts of one seed. A pool is created once, so that ten thousand items are fast; drawing takes a
    `Random`, so that the draws of one attribute do not affect another.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._pools: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _faker(self) -> Faker:
        return _localized()

    def draw(self, kind: str, rng: Random) -> str:
        """A text of a kind of `KINDS`."""
        if kind not in self._pools:
            # A separate seed for each kind, so that the order of requests has no effect.
            self._faker.seed_instance(f"{self.seed}:{kind}")
            made = KINDS[kind]
            self._pools[kind] = tuple(str(made(self._faker)) for _ in range(POOL))
        return rng.choice(self._pools[kind])

    def named(self, name: str, entity: str, rng: Random) -> str:
        """A text for an attribute of that name; '' if the name matches nothing."""
        kind = kind_of(name, entity)
        return self.draw(kind, rng) if kind else ""

    def sentences(self, rng: Random, length: int) -> str:
        """Prose of about that many characters."""
        text = self.draw("sentence", rng)
        while len(text) < length * 0.75:
            text = f"{text} {self.draw('sentence', rng)}"
        return text if len(text) <= max(length * 1.5, 12) else _cut(text, length)


def _cut(text: str, length: int) -> str:
    return text[: max(length, 1)].rsplit(" ", 1)[0].rstrip(" ,.") or text[: max(length, 1)]


@lru_cache(maxsize=1)
def _localized() -> Faker:
    return Faker("en_US")


def _either(lists: tuple[tuple[str, ...], ...]) -> Callable[[Faker], str]:
    return lambda fake: " ".join(fake.random_element(one) for one in lists)


def _one_of(texts: tuple[str, ...], fake: Faker) -> str:
    return str(fake.random_element(texts))


KINDS: Final[Mapping[str, Callable[[Faker], object]]] = {
    "name": lambda fake: fake.name(),
    "first name": lambda fake: fake.first_name(),
    "last name": lambda fake: fake.last_name(),
    "company": lambda fake: fake.company(),
    "product": _either(_PRODUCTS),
    "task": _either(_TASKS),
    "street": lambda fake: fake.street_address(),
    "address": lambda fake: fake.address().replace("\n", ", "),
    "city": lambda fake: fake.city(),
    "postcode": lambda fake: fake.postcode(),
    "state": lambda fake: fake.state(),
    "country name": lambda fake: fake.country(),
    "country": lambda fake: fake.country_code(),
    "phone": lambda fake: f"+1 {fake.random_int(201, 989)} 555 {fake.random_int(100, 199):04}",
    "job": lambda fake: fake.job(),
    "colour": lambda fake: fake.color_name(),
    "word": lambda fake: fake.word(),
    "slug": lambda fake: fake.slug(),
    "sentence": lambda fake: fake.sentence(nb_words=8),
    "agent": lambda fake: fake.chrome(),
    "ip": lambda fake: fake.ipv4_public(),
    "host": lambda fake: fake.domain_name(),
    "url": lambda fake: f"https://example.org/{fake.slug()}",
    "user name": lambda fake: fake.user_name(),
    "locale": lambda fake: fake.locale().replace("_", "-"),
    "time zone": lambda fake: fake.timezone(),
    "file name": lambda fake: fake.file_name(),
    "mime type": lambda fake: fake.mime_type(),
    "sku": lambda fake: fake.bothify("???-####", "ABCDEFGHKLMNPRSTVWX"),
    "model": lambda fake: fake.bothify("?#-###", "ABCDEFGHKLMNPRSTVWX"),
    "vehicle make": lambda fake: fake.random_element(("Alder", "Birch", "Juniper", "Linden", "Rowan")),
    "plate": lambda fake: fake.license_plate(),
    "vin": lambda fake: fake.bothify("W??##?####?######", "ABCDEFGHJKLMNPRSTUVWXYZ"),
    "isbn": lambda fake: fake.isbn13(),
    "barcode": lambda fake: fake.ean13(),
    "iban": lambda fake: fake.iban(),
    "digits": lambda fake: fake.numerify("%#########"),
    "order number": lambda fake: fake.numerify("ORD-%####"),
    "invoice number": lambda fake: fake.numerify("INV-%####"),
    "tracking number": lambda fake: fake.bothify("1Z######%#########"),
    "serial number": lambda fake: fake.bothify("SN-########"),
    "seat": lambda fake: fake.bothify("%?", "ABCDEF"),
    "hex": lambda fake: fake.sha256(),
    "image": lambda fake: f"https://example.org/{fake.slug()}.jpg",
    "heading": lambda fake: fake.sentence(nb_words=4).rstrip("."),
    **{kind: partial(_one_of, tuple(texts.split())) for kind, texts in _LISTS.items()},
}
"""The source of each kind of text."""

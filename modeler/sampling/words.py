"""Realistic texts by the name of the attribute: from Faker, seeded, a few hundred of each kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from random import Random
from typing import Final

from faker import Faker

from modeler.sampling.relations import normalized

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
_LABELS: Final = ("home", "work", "billing", "delivery", "parents", "holiday", "studio", "warehouse")
_DEPARTMENTS: Final = ("engineering", "sales", "support", "finance", "design", "legal", "operations", "research")


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
    "currency": lambda fake: fake.random_element(("EUR", "USD", "GBP", "CHF", "JPY", "SEK")),
    "phone": lambda fake: f"+1 {fake.random_int(201, 989)} 555 {fake.random_int(100, 199):04}",
    "job": lambda fake: fake.job(),
    "department": lambda fake: fake.random_element(_DEPARTMENTS),
    "colour": lambda fake: fake.color_name(),
    "word": lambda fake: fake.word(),
    "slug": lambda fake: fake.slug(),
    "sentence": lambda fake: fake.sentence(nb_words=8),
    "agent": lambda fake: fake.chrome(),
    "ip": lambda fake: fake.ipv4_public(),
    "host": lambda fake: fake.domain_name(),
    "url": lambda fake: f"https://example.org/{fake.slug()}",
    "user name": lambda fake: fake.user_name(),
    "locale": lambda fake: fake.locale(),
    "time zone": lambda fake: fake.timezone(),
    "file name": lambda fake: fake.file_name(),
    "mime type": lambda fake: fake.mime_type(),
    "label": lambda fake: fake.random_element(_LABELS),
    "sku": lambda fake: fake.bothify("???-####", "ABCDEFGHKLMNPRSTVWX"),
    "model": lambda fake: fake.bothify("?#-###", "ABCDEFGHKLMNPRSTVWX"),
}
"""The source of each kind of text."""

_BY_NAME: Final = (
    ("first name", "firstname|givenname|forename"),
    ("last name", "lastname|surname|familyname"),
    ("user name", "username|login|handle|nickname"),
    ("file name", "filename"),
    ("host", "hostname|host$|domain"),
    ("company", "company|organi[sz]ation|tenantname|vendor|supplier|merchant|brand|manufacturer"),
    ("product", "productname|itemname|article"),
    ("country name", "countryname"),
    ("country", "country"),
    ("currency", "currency"),
    ("street", "street|addressline|line1"),
    ("address", "address|shipto|billto|destination|location"),
    ("city", "city|town|place"),
    ("postcode", "zip|postcode|postalcode"),
    ("state", "^state$|province|region"),
    ("phone", "phone|mobile|fax"),
    ("job", "jobtitle|position|profession|occupation"),
    ("department", "department|team$|division"),
    ("colour", "colou?r"),
    ("agent", "agent"),
    ("ip", "^ip$|ipaddress|sourceip|clientip"),
    ("locale", "locale|language"),
    ("time zone", "timezone"),
    ("mime type", "mimetype|contenttype"),
    ("sku", "sku|partnumber"),
    ("model", "model"),
    ("url", "url|link|website|homepage"),
    ("name", "displayname|fullname|customername|contact|recipientname|author|assignedto"),
)
_NAMES_OF: Final = (
    ("company", "tenant|org|company|account|vendor|supplier|merchant|group|team|site|depot"),
    ("product", "product|item|article|inventory|catalog|category|device"),
    ("task", "task|project|ticket|issue|story|epic|todo|job"),
    ("name", "customer|user|person|member|employee|player|contact|patient|student|driver|guest|profile"),
)


@lru_cache(maxsize=2048)
def kind_of(name: str, entity: str) -> str:
    """The kind of text of an attribute of that name in an entity; '' if unknown."""
    said = normalized(name)
    for kind, words in _BY_NAME:
        if re.search(words, said):
            return kind
    if said in ("name", "title", "subject", "summary"):
        return next((kind for kind, words in _NAMES_OF if re.search(words, normalized(entity))), "product")
    return "label" if said == "label" else ""

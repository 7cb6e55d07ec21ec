"""What a name says about its values: samples of usual attributes, declared or not, look like what they are called."""

import re

import pytest

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.values.attribute_values import AttributeType
from modeler.sampling.making import samples
from modeler.sampling.names import name_endings, name_words
from modeler.sampling.text_kinds import kind_of

PRICE = (1, 900)
NUMBERS = {
    "rating": (1, 5), "stars": (1, 5), "averageRating": (1, 5), "ratingCount": (0, 5000), "price": PRICE,
    "unitPrice": PRICE, "unit_price": PRICE, "unitprice": PRICE,
    "total": PRICE, "taxRate": (1, 25), "lineNumber": (1, 20), "line": (1, 20),
    "quantity": (1, 12), "itemCount": (1, 12), "stock": (0, 400), "level": (1, 10), "version": (1, 9), "age": (18, 90),
    "page": (1, 20), "mileage": (500, 180_000), "temperature": (5, 35), "latitude": (-60, 60), "lng": (-180, 180),
    "humidity": (0, 100), "percentage": (0, 100), "progress": (0, 100), "discountPercent": (5, 30), "speed": (0, 130),
    "weight": (0.1, 40), "durationSeconds": (5, 3600), "fileSize": (800, 5_000_000), "salary": (28_000, 140_000),
    "capacity": (2, 300), "floor": (1, 5), "year": (2025, 2026), "month": (1, 12), "viewCount": (0, 5000),
    "velocity": (0, 130), "storage": (1, 1000),
}  # fmt: skip
DATE = r"\d{4}-\d\d-\d\d"
ADDRESS = r"[\w ]+, .*\d{5}|.+ [A-Z]{2} \d{5}"
TEXTS = {
    "city": r"[A-Z][a-z A-Z]+", "cityName": r"[A-Z][a-z A-Z]+", "country": "[A-Z]{2}", "currencyCode": "[A-Z]{3}",
    "postalCode": r"\d{5}", "zip_code": r"\d{5}", "shippingAddress": ADDRESS, "shippingaddress": ADDRESS,
    "ipAddress": r"\d+\.\d+\.\d+\.\d+", "phoneNumber": r"\+1 .*", "contactEmail": r".+@example\..+",
    "firstName": r"[A-Z][a-z]+", "agentName": r"[A-Z][\w. ]+", "description": r".+ .+ .+", "comments": r".+ .+ .+",
    "status": "OPEN|ACTIVE|DONE|CANCELLED", "priority": "LOW|NORMAL|HIGH", "orderNumber": r"ORD-\d+", "isbn": r"[\d-]+",
    "trackingNumber": r"1Z\w+", "dueDate": DATE, "date": DATE, "birthMonth": r"\d{4}-\d\d", "startTime": DATE + "T.*Z",
    "imageUrl": "https://.*jpg", "website": "https://.*", "language": "[a-z]{2}", "size": "[XSML]+", "seat": r"\d[A-F]",
    "checksum": "[0-9a-f]{64}", "username": r"[a-z0-9]+", "price": r"\d+(\.\d+)?", "model": r"[A-Z]\d-\d+",
}  # fmt: skip


def made(name, kind, fmt=""):
    entity = Entity("e", "Thing", attributes=(Attribute("a", name, kind, fmt),))
    design = Design("made", tables=(Table("t", "main", (), entities=(entity,)),))
    return [item[name].data for item in samples(design, {"e": 12}, 3).items["e"]]


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_in_the_range_that_its_name_says(name):
    low, high = NUMBERS[name]
    values = list(map(float, made(name, AttributeType.N)))
    assert low <= min(values) <= max(values) <= high, values


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_of_the_kind_that_its_name_says(name):
    assert [text for text in made(name, AttributeType.S) if not re.fullmatch(TEXTS[name], text)] == []


def test_a_declared_decimal_and_an_integer_have_the_range_of_their_name_too():
    assert max(map(float, made("averageRating", AttributeType.N, "decimal"))) <= 5
    assert max(map(float, made("quantity", AttributeType.N, "integer"))) <= 12


def test_letters_inside_of_a_word_say_nothing():
    # "age" in "page", "city" in "velocity", "place" in "marketplace", "state" in "estate", "line" in "airline".
    assert [kind_of(name, "Thing") for name in ("marketplace", "placement", "estate", "velocity", "outline")] == [
        ""
    ] * 5
    assert kind_of("airline", "Flight") == "company"


def test_a_name_is_read_by_its_last_words():
    assert name_words("HTTPStatusCode2") == ("http", "status", "code")
    assert list(name_endings("customer_city-name"))[:3] == ["customercityname", "cityname", "name"]

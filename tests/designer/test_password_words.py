"""A password that is little more than words which everybody here knows is refused."""

import pytest
from django.contrib.auth.password_validation import get_password_validators, validate_password
from django.core.exceptions import ValidationError

from designer.declared.passwords import password_validators

VALIDATORS = get_password_validators(password_validators(["Acme", "Roadrunner"]))


@pytest.mark.parametrize(
    "password", ["keysheet-2026", "MyDynamoDB!", "acme-roadrunner", "Roadrunner77", "acmeACMEacme1"]
)
def test_known_words_with_little_beside_them_are_refused(password):
    with pytest.raises(ValidationError, match="everybody here knows"):
        validate_password(password, password_validators=VALIDATORS)


@pytest.mark.parametrize("password", ["acme wall lamp forest", "correct horse battery", "unusual-vy8n2k"])
def test_a_long_password_may_contain_one(password):
    validate_password(password, password_validators=VALIDATORS)


def test_the_words_of_the_product_are_known_in_every_installation(settings):
    with pytest.raises(ValidationError, match="everybody here knows"):
        validate_password("Keysheet#1")

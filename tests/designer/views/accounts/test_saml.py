"""Signing in with a SAML provider: who comes in, and everything that keeps somebody out."""

import base64
import copy
import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from lxml import etree

from designer.models import User
from modeler.models import AuditEvent, AuditKind
from tests.ground.providers.saml_provider import ASSERTION, EMAIL, NAME, SamlProvider, new_key, packed

ASSERTIONS = "/sign-in/provider/assertion/"
EXPIRED = "2026-01-01T00:00:00Z"


@pytest.fixture(autouse=True)
def nobody_tried(db):
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="module")
def keys():
    return new_key(), new_key()


@pytest.fixture
def provider(keys, settings):
    made = SamlProvider(*keys[0], attributes={EMAIL: "Nia@example.com", NAME: "Nia"})
    settings.SINGLE_SIGN_ON = made.settings()
    return made


def way_out(client, begin="/sign-in/provider/", **sent):
    page = client.post(begin, sent)
    assert page.status_code == 200, page.content
    return unescape(re.search(r'content="0; url=([^"]+)"', page.content.decode())[1])


def posted(answer):
    """By the page of the provider, which is another site: without our cookies, and with no token of a form."""
    return Client(enforce_csrf_checks=True).post(ASSERTIONS, {"SAMLResponse": packed(answer), "RelayState": ""})


def signed_on(client, provider, **sent):
    arrived = posted(provider.signed(provider.answer(provider.asked(way_out(client, **sent)))))
    assert arrived.status_code == 302, arrived.content
    return client.get(arrived.headers["Location"])


def kept_out(answer, reason):
    assert answer.status_code == 422
    assert reason in AuditEvent.objects.filter(kind=AuditKind.SIGN_IN_REFUSED).latest("pk").detail
    assert not User.objects.filter(email="nia@example.com").exists()
    return answer.content.decode()


def test_a_new_person_comes_in_with_a_workspace_and_without_a_password(client, provider):
    answer = signed_on(client, provider, next="/help/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/help/")
    nia = User.objects.get(email="nia@example.com")
    assert (nia.display_name, nia.has_usable_password(), nia.memberships.count()) == ("Nia", False, 1)
    assert client.session["_auth_user_id"] == str(nia.pk)
    assert AuditEvent.objects.filter(kind=AuditKind.SIGNED_IN, by=nia, detail__startswith="Example SAML").exists()
    page = client.get("/account/identities/").content.decode()
    assert "Example SAML" in page and "nia@example.com" in page and "the only way in" in page


def test_the_same_identity_comes_back_to_the_same_account_whatever_its_address_is_then(client, provider):
    signed_on(client, provider)
    provider.attributes[EMAIL] = "married@example.com"
    again = Client()
    signed_on(again, provider)
    assert again.session["_auth_user_id"] == client.session["_auth_user_id"]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        ({"issuer": "https://elsewhere.example.com"}, "wrong issuer"),
        (
            {"audience": "<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>"},
            "wrong audience",
        ),
        ({"audience": ""}, "no audience"),
        ({"destination": "https://elsewhere.example.com/"}, "wrong destination"),
        ({"recipient": ' Recipient="https://elsewhere.example.com/"'}, "wrong subjectconfirmation"),
        ({"recipient": ""}, "no recipient"),
        ({"recipient": f' Recipient="http://testserver{ASSERTIONS}more/"'}, "no recipient"),
        ({"end": ""}, "no end"),
        ({"end": f' NotOnOrAfter="{EXPIRED}"'}, "wrong subjectconfirmation"),
        ({"until": EXPIRED}, "assertion expired"),
        ({"begin": "2036-01-01T00:00:00Z"}, "assertion too early"),
        ({"answers": "", "confirmed": ""}, "answers no sign-in"),
        ({"confirmed": ""}, "answers no sign-in"),
        ({"confirmed": ' InResponseTo="_of-another"'}, "wrong subjectconfirmation"),
        ({"status": "AuthnFailed"}, "status code is not success"),
        ({"format": "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"}, "transient"),
        ({"subject": "u" * 192}, "too long"),
        ({"attributes": ""}, "no email address"),
    ],
)
def test_what_is_wrong_with_an_assertion_keeps_out(client, provider, odd, reason):
    provider.odd = odd
    kept_out(posted(provider.signed(provider.answer(provider.asked(way_out(client))))), reason)


def test_an_assertion_that_the_provider_did_not_sign_keeps_out(client, provider, keys):
    asked = provider.asked(way_out(client))
    unsigned = provider.answer(asked)
    unsigned.find(f"{{{ASSERTION}}}Assertion").remove(unsigned.find(".//{*}Signature"))
    kept_out(posted(unsigned), "no signed assertion")
    kept_out(posted(provider.signed(provider.answer(asked), key=keys[1][0])), "invalid signature")
    changed = provider.signed(provider.answer(asked))
    changed.find(".//{*}NameID").text = "somebody-else"
    kept_out(posted(changed), "invalid signature")


def test_a_second_certificate_signs_while_the_provider_changes_its_key(client, provider, keys, settings):
    settings.SINGLE_SIGN_ON = provider.settings(
        certificates=[*provider.settings()["certificates"], *SamlProvider(*keys[1]).settings()["certificates"]]
    )
    provider.key, provider.certificate = keys[1]
    assert signed_on(client, provider).headers["Location"] == "/"


def wrapped(provider, asked):
    """A signed assertion, hidden beside one that says what an attacker wants (signature wrapping)."""
    answer = provider.signed(provider.answer(asked))
    (signed,) = answer.findall(f"{{{ASSERTION}}}Assertion")
    forged = copy.deepcopy(signed)
    forged.set("ID", "_forged")
    forged.find(".//{*}NameID").text = "somebody-else"
    return answer, signed, forged


def test_a_signed_assertion_beside_a_forged_one_keeps_out(client, provider):
    asked = provider.asked(way_out(client))
    answer, signed, forged = wrapped(provider, asked)
    signed.addprevious(forged)
    kept_out(posted(answer), "SAML")
    answer, signed, forged = wrapped(provider, asked)
    answer.replace(signed, forged)
    holder = etree.SubElement(forged.find(".//{*}Signature"), "{http://www.w3.org/2000/09/xmldsig#}Object")
    holder.append(signed)
    kept_out(posted(answer), "SAML")


def test_a_comment_does_not_cut_an_address(client, provider):
    answer = provider.answer(provider.asked(way_out(client)))
    value = answer.find(f".//{{*}}Attribute[@Name='{EMAIL}']/{{*}}AttributeValue")
    value.text = "nia@example.com"
    value.append(etree.Comment("x"))
    value[0].tail = ".elsewhere.test"
    arrived = posted(provider.signed(answer))
    assert "domain example.com.elsewhere.test" in refused_at_the_end(client, arrived)


def refused_at_the_end(client, arrived):
    assert client.get(arrived.headers["Location"]).status_code == 422
    assert "_auth_user_id" not in client.session
    return AuditEvent.objects.filter(kind=AuditKind.SIGN_IN_REFUSED).latest("pk").detail


@pytest.mark.parametrize("address", ["nia@elsewhere.test", "nia@sub.example.com"])
def test_only_declared_domains_join(client, provider, address):
    provider.attributes[EMAIL] = address
    arrived = posted(provider.signed(provider.answer(provider.asked(way_out(client)))))
    assert address.partition("@")[2] in refused_at_the_end(client, arrived)
    assert not User.objects.exists()


def test_an_answer_works_once_and_in_the_browser_that_asked(client, provider):
    answer = provider.signed(provider.answer(provider.asked(way_out(client))))
    arrived = posted(answer)
    stranger = Client()
    way_out(stranger)
    assert stranger.get(arrived.headers["Location"]).status_code == 422
    assert "_auth_user_id" not in stranger.session
    assert client.get(arrived.headers["Location"]).status_code == 302
    again = posted(answer)
    assert again.status_code == 422
    assert "used before" in AuditEvent.objects.latest("pk").detail
    assert client.get(arrived.headers["Location"]).status_code == 302, "signed in: back to the account"


def test_an_answer_of_the_provider_alone_signs_nobody_in(client, provider):
    """A stranger's own assertion, made for a sign-in that this browser did not begin."""
    way_out(client)
    arrived = posted(provider.signed(provider.answer(provider.asked(way_out(Client())))))
    assert "unknown state" in refused_at_the_end(client, arrived)


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "no base64 ###",
        base64.b64encode(b"no XML").decode(),
        base64.b64encode(b'<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>').decode(),
        base64.b64encode(b'<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><r>&a;</r>').decode(),
        base64.b64encode(b"<r/>").decode(),
        "A" * 250_000,
    ],
)
def test_nonsense_is_refused_and_no_fault(provider, sent):
    kept_out(Client().post(ASSERTIONS, {"SAMLResponse": sent}), "SAML")


def test_many_refused_answers_fill_no_log(provider):
    for _ in range(61):
        last = Client().post(ASSERTIONS, {"SAMLResponse": ""})
    assert last.status_code == 429
    assert AuditEvent.objects.filter(kind=AuditKind.SIGN_IN_REFUSED).count() == 60


def test_an_account_that_exists_is_not_taken_over_unless_the_operator_says_so(client, provider, ada, settings):
    provider.attributes[EMAIL] = "ada@example.com"
    arrived = posted(provider.signed(provider.answer(provider.asked(way_out(client)))))
    assert "exists and is not connected" in refused_at_the_end(client, arrived)
    settings.SINGLE_SIGN_ON = provider.settings(join_existing=True)
    signed_on(client, provider)
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_a_signed_in_person_connects_the_identity_of_the_same_address(client, provider, ada):
    provider.attributes[EMAIL] = "ada@example.com"
    client.post("/sign-in/", {"email": "ada@example.com", "password": "ada-has-a-password"})
    arrived = posted(provider.signed(provider.answer(provider.asked(way_out(client, "/account/provider/")))))
    assert client.get(arrived.headers["Location"]).headers["Location"] == "/account/identities/"
    assert ada.socialaccount_set.get().uid == "u-1"


def test_a_disabled_account_does_not_come_in(client, provider):
    signed_on(client, provider)
    User.objects.update(is_active=False)
    again = Client()
    assert signed_on(again, provider).status_code == 403
    assert "_auth_user_id" not in again.session


def test_the_address_can_be_in_another_attribute_or_in_the_name(client, provider, settings):
    settings.SINGLE_SIGN_ON = provider.settings(email="work")
    provider.attributes = {"work": "nia@example.com", EMAIL: "private@example.org"}
    signed_on(client, provider)
    assert User.objects.get().email == "nia@example.com"
    settings.SINGLE_SIGN_ON = provider.settings()
    provider.attributes, provider.subject = {}, "zoe@example.com"
    provider.odd = {"format": "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"}
    signed_on(Client(), provider)
    assert User.objects.filter(email="zoe@example.com").exists()


def test_the_metadata_say_where_answers_go(client, provider):
    answer = client.get("/sign-in/provider/metadata/")
    found = etree.fromstring(answer.content)
    assert found.get("entityID") == "http://testserver/sign-in/provider/metadata/"
    assert found.find(".//{*}AssertionConsumerService").get("Location") == f"http://testserver{ASSERTIONS}"
    assert found.find(".//{*}SPSSODescriptor").get("WantAssertionsSigned") == "true"


def test_without_a_saml_provider_there_is_nothing(client):
    assert client.post(ASSERTIONS, {"SAMLResponse": "x"}).status_code == 404
    assert client.get("/sign-in/provider/metadata/").status_code == 404

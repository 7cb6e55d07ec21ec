"""Passkeys: a device that is written here signs, and everything that it signs wrongly keeps out."""

import hashlib
import json
import re
from html import unescape

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.cache import cache
from django.test import Client
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode

from designer.models import User
from modeler.models import AuditEvent, AuditKind
from tests.designer.views.accounts.test_second_step import long_ago

pytestmark = pytest.mark.django_db
ADD = "/account/second-step/passkeys/add/"
SIGN_IN = "/sign-in/passkey/"
PASSWORD = "ada-has-a-password"
PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


@pytest.fixture(autouse=True)
def turned_on(settings):
    cache.clear()
    settings.PASSKEYS = settings.MFA_PASSKEY_LOGIN_ENABLED = True
    settings.MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
    yield
    cache.clear()


class Device:
    """A key pair in a device, as a browser speaks for it. `origin` and `flags` are what it claims."""

    def __init__(self, origin="https://testserver", flags=PRESENT | VERIFIED):
        self.origin, self.flags = origin, flags
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = b"passkey of a test"
        self.owner = b""

    def but(self, **claims):
        """The same device, which claims something else from now on."""
        vars(self).update(claims)
        return self

    def _said(self, kind, options):
        said = {"type": f"webauthn.{kind}", "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _data(self, host, more=b"", flags=0):
        return hashlib.sha256(host.encode()).digest() + bytes([self.flags | flags]) + bytes(4) + more

    def _answer(self, **response):
        shown = {name: websafe_encode(value) for name, value in response.items()}
        identity = websafe_encode(self.id)
        return json.dumps(
            {
                "id": identity,
                "rawId": identity,
                "type": "public-key",
                "response": shown,
                "clientExtensionResults": {"credProps": {"rk": True}},
            }
        )

    def made(self, options):
        """The answer to a page that wants a new passkey."""
        self.owner = websafe_decode(options["user"]["id"])
        public = cbor.encode(ES256.from_cryptography_key(self.key.public_key()))
        key = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(options["rp"]["id"], key, WITH_KEY)
        attested = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(clientDataJSON=self._said("create", options), attestationObject=attested)

    def signed(self, options, owner=None):
        """The answer to a page that wants to know who one is."""
        said, data = self._said("get", options), self._data(options["rpId"])
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=said, authenticatorData=data, signature=signature, userHandle=owner or self.owner
        )


def asked(page):
    """What a page asks the browser for."""
    return json.loads(unescape(re.search(r'data-options="([^"]+)"', page.content.decode())[1]))["publicKey"]


def signed_in(name="ada"):
    client = Client()
    client.post("/sign-in/", {"email": f"{name}@example.com", "password": f"{name}-has-a-password"})
    return client


def with_passkey(name="ada", device=None):
    device, client = device or Device(), signed_in(name)
    answer = client.post(ADD, {"name": "Laptop", "credential": device.made(asked(client.get(ADD)))})
    assert answer.headers.get("Location") == "/account/second-step/codes/", answer.content
    return device


def options(client):
    return client.get(SIGN_IN).json()["publicKey"]


def is_in(client):
    return client.session.get("_auth_user_id")


def test_a_passkey_signs_in_alone(ada):
    device = with_passkey()
    assert "Laptop" in signed_page(device)
    client = Client()
    assert 'data-from="/sign-in/passkey/"' in client.get("/sign-in/").content.decode()
    answer = client.post(SIGN_IN, {"credential": device.signed(options(client)), "next": "/help/"})
    assert (answer.headers["Location"], is_in(client)) == ("/help/", str(ada.pk))
    said = list(AuditEvent.objects.filter(by=ada).order_by("pk").values_list("kind", "detail"))
    assert (AuditKind.SECOND_STEP_CHANGED, "passkey added") in said
    assert said[-1] == (AuditKind.SIGNED_IN, "passkey, unknown browser")


def signed_page(device):
    client = Client()
    client.post(SIGN_IN, {"credential": device.signed(options(client))})
    return client.get("/account/second-step/").content.decode()


def test_after_a_password_the_passkey_is_the_second_step(ada):
    device, client = with_passkey(), Client()
    answer = client.post("/sign-in/", {"email": "ada@example.com", "password": PASSWORD})
    assert answer.headers["Location"] == "/sign-in/code/" and not is_in(client)
    page = client.get("/sign-in/code/")
    refused = client.post("/sign-in/code/", {"credential": Device().signed(asked(page), device.owner)})
    assert "was not accepted" in refused.content.decode() and not is_in(client)
    assert client.post("/sign-in/code/", {"credential": device.signed(asked(refused))}).status_code == 302
    assert is_in(client) == str(ada.pk)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda device, asked: device.signed({**asked, "challenge": websafe_encode(bytes(32))}),
        lambda device, asked: device.signed({**asked, "rpId": "other.example"}),
        lambda device, asked: Device().signed(asked, device.owner),
        lambda device, asked: device.signed(asked, b"999999"),
        lambda device, asked: device.but(origin="https://other.example").signed(asked),
        lambda device, asked: device.but(flags=PRESENT).signed(asked),
        *(lambda *_, sent=sent: sent for sent in ("", "{}", "[]", "null", '{"response": []}', '{"response": {}}', "x")),
    ],
)
def test_what_is_not_signed_for_this_sign_in_keeps_out(ada, spoil):
    device, client = with_passkey(), Client()
    answer = client.post(SIGN_IN, {"credential": spoil(device, options(client))})
    assert answer.status_code == 422 and not is_in(client)
    assert AuditEvent.objects.filter(kind=AuditKind.SIGN_IN_REFUSED, detail="passkey").exists()


def test_an_answer_works_once_and_in_its_own_browser(ada):
    device, client, other = with_passkey(), Client(), Client()
    answered = device.signed(options(client))
    options(other)
    assert other.post(SIGN_IN, {"credential": answered}).status_code == 422
    client.post(SIGN_IN, {"credential": answered})
    assert is_in(client)
    client.post("/sign-out/")
    assert client.post(SIGN_IN, {"credential": answered}).status_code == 422


def test_a_device_that_does_not_verify_its_person_or_nonsense_is_not_added(ada):
    client = signed_in()
    for sent in (Device(flags=PRESENT).made(asked(client.get(ADD))), "{}", '{"response": {}}', "[]", "x"):
        assert client.post(ADD, {"name": "Key", "credential": sent}).status_code == 200
    assert not Authenticator.objects.exists()


def test_a_name_that_is_too_long_is_refused_and_not_cut(ada):
    client = signed_in()
    assert 'maxlength="60"' in client.get(ADD).content.decode()
    answer = client.post(ADD, {"name": "x" * 61, "credential": Device().made(asked(client.get(ADD)))})
    assert "at most 60 characters" in answer.content.decode() and not Authenticator.objects.exists()


def test_a_person_removes_own_passkeys_only(ada, eve):
    with_passkey()
    key = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    remove = f"/account/second-step/passkeys/{key.pk}/remove/"
    assert signed_in("eve").post(remove).status_code == 404
    device = with_passkey("eve")
    client = Client()
    client.post(SIGN_IN, {"credential": device.signed(options(client))})
    own = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN, user=eve)
    assert client.post(f"/account/second-step/passkeys/{own.pk}/remove/").status_code == 302
    assert not Authenticator.objects.filter(user=eve).exists()
    assert Authenticator.objects.filter(pk=key.pk).exists()


def test_a_passkey_confirms_who_one_is(ada):
    device, client = with_passkey(), Client()
    client.post(SIGN_IN, {"credential": device.signed(options(client))})
    long_ago(client)
    assert client.get(ADD).headers["Location"].startswith("/account/confirm/")
    ways = " ".join(client.get("/account/confirm/").text.split())
    assert "> Use a passkey </a>" in ways and "security key" not in ways
    confirm = "/account/confirm/passkey/?next=/account/second-step/passkeys/add/"
    refused = client.post(confirm, {"credential": Device().signed(asked(client.get(confirm)), device.owner)})
    assert "was not accepted" in refused.content.decode()
    answer = client.post(confirm, {"credential": device.signed(asked(refused)), "next": ADD})
    assert answer.headers["Location"] == ADD and client.get(ADD).status_code == 200


def test_a_disabled_account_has_no_way_in(ada):
    device, client = with_passkey(), Client()
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert client.post(SIGN_IN, {"credential": device.signed(options(client))}).status_code == 403
    assert not is_in(client)


def test_without_the_setting_there_are_none(ada, settings):
    settings.PASSKEYS = settings.MFA_PASSKEY_LOGIN_ENABLED = False
    settings.MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
    client = signed_in()
    for address in (ADD, "/account/second-step/passkeys/1/remove/", "/account/confirm/passkey/"):
        assert client.get(address).status_code == 404
    assert Client().get(SIGN_IN).status_code == 404
    assert "asskey" not in Client().get("/sign-in/").content.decode()
    assert "asskey" not in client.get("/account/second-step/").content.decode()

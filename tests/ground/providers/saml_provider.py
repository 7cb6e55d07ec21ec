"""A SAML identity provider on this machine: it reads the request of a sign-in, and answers with a signed assertion.

Signatures are made by signxml, which shares no code with the library that checks them. A test says who signs in
(`subject`, `attributes`), and what the provider does wrong: values of `odd`, changes of the XML, another `key`.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4
from xml.sax.saxutils import escape

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from lxml import etree
from signxml.algorithms import SignatureConstructionMethod
from signxml.signer import XMLSigner

ISSUER = "http://id.example.com/saml"
PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
EMAIL = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"
NAME = "http://schemas.microsoft.com/identity/claims/displayname"
EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol"
ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion"

_RESPONSE = """<samlp:Response xmlns:samlp="{protocol}" xmlns:saml="{assertion}" ID="_{envelope}" Version="2.0"
 IssueInstant="{now}" Destination="{destination}"{answers}><saml:Issuer>{issuer}</saml:Issuer>
<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:{status}"/></samlp:Status>
<saml:Assertion ID="_{id}" Version="2.0" IssueInstant="{now}"><saml:Issuer>{issuer}</saml:Issuer>
<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Id="placeholder"/>
<saml:Subject><saml:NameID Format="{format}">{subject}</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
<saml:SubjectConfirmationData{confirmed}{recipient}{end}/></saml:SubjectConfirmation></saml:Subject>
<saml:Conditions NotBefore="{begin}" NotOnOrAfter="{until}">{audience}</saml:Conditions>
<saml:AuthnStatement AuthnInstant="{now}"><saml:AuthnContext><saml:AuthnContextClassRef
>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
{attributes}</saml:Assertion></samlp:Response>"""


def _moment(minutes: float) -> str:
    return (datetime.now(UTC) + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_key() -> tuple[rsa.RSAPrivateKey, x509.Certificate]:
    """A key, and the certificate that an operator declares for it."""
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "id.example.com")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    return key, made.sign(key, hashes.SHA256())


def declared(certificate: x509.Certificate) -> str:
    """As metadata and settings have a certificate."""
    return base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode()


@dataclass
class SamlProvider:
    """What it knows and does. `odd` replaces values of its answer."""

    key: rsa.RSAPrivateKey
    certificate: x509.Certificate
    subject: str = "u-1"
    attributes: dict[str, str] = field(default_factory=dict)
    odd: dict[str, Any] = field(default_factory=dict)

    def settings(self, **more: Any) -> dict[str, Any]:
        """What an operator would declare."""
        asked = {"url": "http://id.example.com/sso", "certificates": [declared(self.certificate)], "email": ""}
        about = {"protocol": "saml", "issuer": ISSUER, "name": "Example SAML", "domains": ["example.com"]}
        return asked | about | {"join_existing": False} | more

    def asked(self, address: str) -> dict[str, str]:
        """What the browser brings: the id of the sign-in, who asks, and where the answer goes."""
        packed = parse_qs(urlsplit(address).query)["SAMLRequest"][0]
        request = etree.fromstring(zlib.decompress(base64.b64decode(packed), -15))
        issuer = request.findtext(f"{{{ASSERTION}}}Issuer")
        return {"id": request.get("ID"), "entity": issuer, "to": request.get("AssertionConsumerServiceURL")}

    def answer(self, asked: dict[str, str]) -> etree._Element:
        """The response to a sign-in, not signed yet."""
        values = {
            "protocol": PROTOCOL, "assertion": ASSERTION, "envelope": uuid4().hex, "id": uuid4().hex,
            "issuer": ISSUER, "status": "Success", "format": PERSISTENT, "subject": self.subject,
            "now": _moment(0), "begin": _moment(-1), "until": _moment(5),
            "destination": asked["to"], "answers": f' InResponseTo="{asked["id"]}"',
            "confirmed": f' InResponseTo="{asked["id"]}"', "recipient": f' Recipient="{asked["to"]}"',
            "end": f' NotOnOrAfter="{_moment(5)}"',
            "audience": f"<saml:AudienceRestriction><saml:Audience>{escape(asked['entity'])}</saml:Audience>"
                        "</saml:AudienceRestriction>",
            "attributes": self._statement(),
        }  # fmt: skip
        return etree.fromstring(_RESPONSE.format(**values | self.odd))

    def _statement(self) -> str:
        said = "".join(
            f'<saml:Attribute Name="{name}"><saml:AttributeValue>{escape(value)}</saml:AttributeValue></saml:Attribute>'
            for name, value in self.attributes.items()
        )
        return f"<saml:AttributeStatement>{said}</saml:AttributeStatement>" if said else ""

    def signed(self, answer: etree._Element, key: rsa.RSAPrivateKey | None = None, **how: Any) -> etree._Element:
        """The same with a signature of its assertion."""
        (assertion,) = answer.findall(f"{{{ASSERTION}}}Assertion")
        signer = XMLSigner(method=SignatureConstructionMethod.enveloped, c14n_algorithm=EXCLUSIVE, **how)
        signed = signer.sign(assertion, key=key or self.key, cert=[self.certificate], reference_uri=assertion.get("ID"))
        answer.replace(assertion, signed)
        return answer


def packed(answer: etree._Element) -> str:
    """As a browser posts it."""
    return base64.b64encode(etree.tostring(answer)).decode()

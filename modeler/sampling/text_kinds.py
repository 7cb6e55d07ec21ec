"""The kind of text of an attribute, by its name and the name of its entity."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from modeler.sampling.names import by_ending
from modeler.sampling.relations import normalized

PROSE: Final = "sentence"
"""The kind of texts without a usual length: sentences, as long as the attribute says."""

_NAMES: Final = (
    ("first name", "firstname givenname forename"),
    ("last name", "lastname surname familyname"),
    ("user name", "username login handle nickname createdby updatedby modifiedby deletedby approvedby"),
    ("file name", "filename attachment file"),
    ("host", "hostname host domain domainname"),
    ("company", "company companyname organization organisation tenantname vendor supplier merchant brand manufacturer"
     " publisher employer airline seller partner"),
    ("product", "productname itemname article product"),
    ("country name", "countryname"),
    ("country", "country countrycode nationality"),
    ("currency", "currency currencycode"),
    ("street", "street streetname addressline line streetaddress"),
    ("address", "address shipto billto destination location venue origin pickup"),
    ("city", "city town cityname capital birthplace hometown"),
    ("postcode", "zip zipcode postcode postalcode"),
    ("state", "state province region county"),
    ("phone", "phone phonenumber mobile mobilenumber fax telephone cellphone"),
    ("job", "jobtitle profession occupation position"),
    ("department", "department team division"),
    ("colour", "color"),
    ("agent", "useragent agentstring"),
    ("ip", "ip ipaddress sourceip clientip ipv"),
    ("locale", "locale"),
    ("language", "language lang languagecode"),
    ("time zone", "timezone tz"),
    ("mime type", "mimetype contenttype mediatype"),
    ("sku", "sku partnumber productcode itemcode"),
    ("model", "model modelnumber"),
    ("vehicle make", "make"),
    ("image", "image imageurl avatar avatarurl photo photourl picture thumbnail thumbnailurl logo cover"),
    ("url", "url link website homepage href uri"),
    ("name", "displayname fullname customername contact contactname recipientname author authorname assignedto person"
     " agentname manager drivername owner ownername assignee sender recipient reviewer instructor teacher"
     " speaker artist director driver doctor patient guestname"),
    ("status", "status"),
    ("type", "type kind"),
    ("priority", "priority urgency"),
    ("severity", "severity"),
    ("role", "role permission access"),
    ("plan", "plan subscription"),
    ("tier", "tier grade"),
    ("stage", "stage phase"),
    ("category", "category section topic"),
    ("genre", "genre"),
    ("gender", "gender sex"),
    ("garment size", "size"),
    ("unit", "unit uom unitofmeasure"),
    ("tag", "tag keyword"),
    ("channel", "channel source medium"),
    ("payment", "paymentmethod paymenttype"),
    ("carrier", "carrier shippingmethod courier"),
    ("platform", "platform"),
    ("device", "devicetype"),
    ("browser", "browser"),
    ("system", "os operatingsystem"),
    ("environment", "environment env"),
    ("reason", "reason reasoncode"),
    ("vehicle", "vehicle vehicletype"),
    ("weekday", "weekday dayofweek"),
    ("plate", "licenseplate licenceplate plate platenumber numberplate"),
    ("vin", "vin"),
    ("isbn", "isbn"),
    ("barcode", "barcode ean upc gtin"),
    ("iban", "iban"),
    ("digits", "accountnumber cardnumber bankaccount"),
    ("order number", "ordernumber orderno"),
    ("invoice number", "invoicenumber invoiceno invoice"),
    ("tracking number", "trackingnumber trackingcode tracking"),
    ("serial number", "serialnumber serial"),
    ("seat", "seat seatnumber"),
    ("hex", "checksum hash digest etag passwordhash password secret token fingerprint signature"),
    (PROSE, "description comment body message note bio content review feedback summarytext details detail abstract"
     " instruction caption remark text answer question review reply about"),
    ("slug", "slug permalink"),
    ("label", "label"),
)  # fmt: skip
_BY_NAME: Final = {word: kind for kind, words in _NAMES for word in words.split()}
_TITLES: Final = frozenset({"name", "title", "subject", "summary", "headline"})
_NAMES_OF: Final = (
    ("company", "tenant|org|company|account|vendor|supplier|merchant|group|team|site|depot|brand"),
    ("product", "product|item|article|inventory|catalog|category|device|asset|sku"),
    ("task", "task|project|ticket|issue|story|epic|todo|job"),
    ("name", "customer|user|person|member|employee|player|contact|patient|student|driver|guest|profile|author|artist"),
    ("heading", "post|page|book|movie|film|song|track|album|course|lesson|event|note|news|video|document|recipe|topic"),
)


@lru_cache(maxsize=2048)
def kind_of(name: str, entity: str) -> str:
    """The kind of text of an attribute of that name in an entity; '' if unknown."""
    if normalized(name) in _TITLES:
        return next((kind for kind, words in _NAMES_OF if re.search(words, normalized(entity))), "product")
    return by_ending(name, _BY_NAME) or ""

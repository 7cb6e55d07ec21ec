"""The usual numbers of attributes, by their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.sampling.names import by_ending


@dataclass(frozen=True, slots=True)
class Usual:
    """A usual range; `places` after the decimal point. A `bend` over 1 makes small numbers more likely."""

    low: float
    high: float
    places: int = 0
    bend: float = 1.5


MONEY: Final = Usual(1, 900, 2, 2.0)
_ANY: Final = Usual(1, 1000)
_FEW: Final = Usual(1, 12, bend=8.0)
_MANY: Final = Usual(0, 5000, bend=3.0)
_PERCENT: Final = Usual(0, 100, bend=1.0)
_BYTES: Final = Usual(800, 5_000_000, bend=3.0)

_SPANS: Final = (
    ("price cost amount total subtotal grandtotal balance revenue sum refund paid unitprice money", MONEY),
    ("fee tax salestax vat tip surcharge shippingcost deliveryfee", Usual(1, 60, 2, 2.0)),
    ("salary wage income", Usual(28_000, 140_000)),
    ("budget creditlimit limitamount", Usual(500, 60_000, bend=2.0)),
    ("discount discountpercent discountrate", Usual(5, 30)),
    ("taxrate vatrate interestrate", Usual(1, 25, 1)),
    ("percent percentage pct progress completion humidity battery batterylevel probability", _PERCENT),
    ("rating star averagerating", Usual(1, 5, bend=0.8)),
    ("score point karma highscore", _MANY),
    ("quantity qty itemcount numberofitems count", _FEW),
    ("guest guestcount adult night partysize attempt retry retries attemptcount retrycount", Usual(1, 5, bend=3.0)),
    ("children", Usual(0, 3, bend=2.0)),
    ("view like follower download hit click play visit share impression viewcount likecount", _MANY),
    ("ratingcount starcount reviewcount commentcount replycount followercount downloadcount playcount", _MANY),
    ("stock inventory onhand stocklevel stockcount unitsinstock", Usual(0, 400, bend=2.0)),
    ("line linenumber row rownumber rank position place index step ordinal chapter episode season", Usual(1, 20)),
    ("level", Usual(1, 10)),
    ("version revision", Usual(1, 9)),
    ("seq sequence sequencenumber counter", Usual(1, 500)),
    ("age", Usual(18, 90)),
    ("temperature temp", Usual(5, 35, 1, 1.0)),
    ("latitude lat", Usual(-60, 60, 5, 1.0)),
    ("longitude lon lng long", Usual(-180, 180, 5, 1.0)),
    ("altitude elevation depth", Usual(0, 2500)),
    ("pressure", Usual(980, 1040, bend=1.0)),
    ("voltage", Usual(210, 240, 1, 1.0)),
    ("speed velocity", Usual(0, 130, bend=1.0)),
    ("distance", Usual(1, 60, 1)),
    ("weight mass", Usual(0.1, 40, 1, 2.0)),
    ("width height length", Usual(1, 240)),
    ("mileage odometer", Usual(500, 180_000)),
    ("size filesize bytes sizebytes sizeinbytes contentlength", _BYTES),
    ("duration seconds durationseconds", Usual(5, 3600, bend=2.0)),
    ("minutes durationminutes minute", Usual(5, 180)),
    ("hours hour durationhours", Usual(1, 23)),
    ("days", Usual(1, 30)),
    ("latency milliseconds millis responsetime elapsed durationms latencyms ms", Usual(2, 900, bend=3.0)),
    ("timeout", Usual(1, 60)),
    ("years yearsofexperience", Usual(1, 30)),
    ("year modelyear", Usual(1990, 2026, bend=0.8)),
    ("month", Usual(1, 12, bend=1.0)),
    ("pages pagecount", Usual(40, 800)),
    ("page", Usual(1, 20)),
    ("capacity seats seatcount maxparticipants", Usual(2, 300, bend=2.0)),
    ("seat seatnumber gate", Usual(1, 60, bend=1.0)),
    ("room roomnumber", Usual(100, 499, bend=1.0)),
    ("floor bedroom bathroom", Usual(1, 5)),
    ("port", Usual(1024, 65_535, bend=1.0)),
    ("statuscode httpstatus", Usual(200, 204)),
)  # fmt: skip
_BY_NAME: Final = {word: span for words, span in _SPANS for word in words.split()}


def span_of(name: str) -> Usual | None:
    """The usual range of an attribute of that name; None for an unknown name."""
    return by_ending(name, _BY_NAME)


def usual_span(name: str) -> Usual:
    """The same, or the range of any number."""
    return span_of(name) or _ANY

"""Faults of the description: names that lead nowhere, and numbers that contradict each other."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import Fault

NAMES: Final = ("model.unknown_part",)
NUMBERS: Final = ("model.estimates_disagree",)

FAULTS: Final = (
    Fault("a constraint of an entity that was renamed", NAMES, MAGAZINE, {"Handle/constraint_of": "Writer"}, {}),
    Fault("a copy of an attribute that was renamed", NAMES, MAGAZINE,
          {"Comment:authorName/copy_of": "Author.fullName, by stream"},
          {"Comment:authorName/copy_of": "Author.name, by stream"}),
    Fault("a relation to an entity that was renamed", NAMES, SHOP,
          {"/relations": [{"parent": "Order", "child": "Lines", "through": ["orderId"]}]},
          {"/relations": [{"parent": "Order", "child": "Line", "through": ["orderId"]}]}),
    Fault("a read after a pattern that was deleted", NAMES, SHOP, {"S4/follows": {"code": "S99"}},
          {"S4/follows": {"code": "S3"}}),
    Fault("a peak below the average", NUMBERS, CHAT, {"C1/per_second": {"average": 100, "peak": 20}}, {}),
    Fault("more lines on average than at most", NUMBERS, SHOP, {"Line/per_parent": {"average": 30, "max": 9}},
          {"Line/per_parent": {"average": 9, "max": 9}}),
    Fault("a name longer on average than at most", NUMBERS, SHOP, {"Customer:name/size": {"average": 90, "max": 60}},
          {"Customer:name/size": {"average": 30, "max": 60}}),
    Fault("more members returned than examined", NUMBERS, CHAT, {"C2/examined": 5}, {"C2/examined": 12}),
)  # fmt: skip

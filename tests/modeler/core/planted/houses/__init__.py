"""Designs of ordinary teams, each without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import Document

ALL: Final[tuple[Document, ...]] = (SHOP, CHAT, FLEET, BOARD, BANK, MAGAZINE, CINEMA, PARTS)

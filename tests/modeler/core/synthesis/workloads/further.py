"""Applications of further trades, written before they were synthesized: a game, and a drive without rates.

Counts and rates are what such a business has; nothing in them is a key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import (
    attribute,
    belongs,
    delete,
    design,
    entity,
    get,
    put,
    query,
    text,
    update,
    whole,
)
from tests.modeler.core.synthesis.workloads.services import helpdesk, wallet

EXISTS: Final[dict[str, Any]] = {"if": "attribute_exists(PK)"}


def bare(pattern: dict[str, Any]) -> dict[str, Any]:
    """A pattern without its rate."""
    return {name: value for name, value in pattern.items() if name != "per_second"}


ARCADE_ENTITIES: Final = [
    entity(
        "Player",
        "playerId",
        2_000_000,
        attribute("playerId"),
        attribute("nickname"),
        attribute("country"),
        whole("coins", 999_999),
        unique=[["nickname"]],
    ),
    entity("Season", "seasonId", 40, attribute("seasonId"), text("name", 16), attribute("startsAt", "iso")),
    entity(
        "Score",
        "seasonId playerId",
        6_000_000,
        attribute("seasonId"),
        attribute("playerId"),
        attribute("country"),
        whole("points", 999_999),
        attribute("updatedAt", "iso"),
    ),
    entity(
        "Match",
        "matchId",
        50_000_000,
        attribute("matchId", "ulid"),
        attribute("seasonId"),
        attribute("endedAt", "iso"),
        text("map", 10),
        attribute("winnerId"),
    ),
    entity(
        "MatchPlayer",
        "matchId playerId",
        200_000_000,
        attribute("matchId", "ulid"),
        attribute("playerId"),
        attribute("endedAt", "iso"),
        whole("kills", 99),
    ),
    entity(
        "Session",
        "sessionId",
        300_000,
        attribute("sessionId"),
        attribute("playerId"),
        attribute("expiresAt", "epoch_seconds"),
        retention=1,
    ),
]
ARCADE_PATTERNS: Final = [
    get("PlayerById", "Player", "playerId", 400),
    query("PlayerByNickname", "Player", "nickname", 10, items_returned=1),
    query("TopOfSeason", "Score", "seasonId", 60, "-points", limit=100, items_returned=100),
    query("TopOfSeasonInCountry", "Score", "seasonId country", 20, "-points", limit=50, items_returned=50),
    get("ScoreOfPlayer", "Score", "seasonId playerId", 80),
    query("MatchesOfPlayer", "MatchPlayer", "playerId", 50, "-endedAt", limit=20, items_returned=20),
    query("MatchWithPlayers", "Match MatchPlayer", "matchId", 30, items_returned=5),
    get("Coins", "Player", "playerId", 90, consistent=True, projection=["coins"]),
    query("Seasons", "Season", "", 5, "-startsAt", items_returned=40),
    get("SessionById", "Session", "sessionId", 500),
    query("SessionsOfPlayer", "Session", "playerId", 1, items_returned=2),
    put("EndMatch", "Match", 8),
    put("RecordPlayer", "MatchPlayer", 32),
    update("AddPoints", "Score", "seasonId playerId", 32, add={"points": "10"}),
    update("Spend", "Player", "playerId", 15, add={"coins": "-5"}, **{"if": "coins >= 5"}),
    put("LogIn", "Session", 20),
]
ARCADE_RELATIONS: Final = [
    belongs("Score", "Season", "seasonId", 150_000, 900_000),
    belongs("Match", "Season", "seasonId", 1_250_000, 5_000_000),
    belongs("MatchPlayer", "Match", "matchId", 4, 10),
    belongs("MatchPlayer", "Player", "playerId", 100, 20_000),
    belongs("Session", "Player", "playerId", 0.15, 5),
]


def arcade() -> Design:
    """Players, their scores in seasons, matches, and coins."""
    return design(ARCADE_ENTITIES, ARCADE_PATTERNS, ARCADE_RELATIONS)


DRIVE_ENTITIES: Final = [
    entity("Account", "accountId", 50_000, attribute("accountId"), attribute("email", "email"), text("name", 20)),
    entity(
        "Node",
        "accountId nodeId",
        20_000_000,
        attribute("accountId"),
        attribute("nodeId"),
        attribute("parentId"),
        attribute("path", "path"),
        text("name", 24),
        attribute("kind", "enum", values={"FOLDER": 0.15, "FILE": 0.85}),
        whole("bytes", 10**10),
        attribute("changedAt", "iso"),
        attribute("checksum"),
    ),
    entity(
        "Version",
        "nodeId versionNumber",
        60_000_000,
        attribute("nodeId"),
        whole("versionNumber", 9999),
        attribute("createdAt", "iso"),
        whole("bytes", 10**10),
    ),
    entity(
        "Share",
        "nodeId accountId",
        2_000_000,
        attribute("nodeId"),
        attribute("accountId"),
        attribute("role", "enum", values={"READ": 0.8, "EDIT": 0.2}),
        attribute("sharedAt", "iso"),
    ),
    entity(
        "TrashEntry",
        "accountId nodeId",
        500_000,
        attribute("accountId"),
        attribute("nodeId"),
        attribute("deletedAt", "iso"),
        attribute("purgeAt", "epoch_seconds"),
        retention=30,
    ),
]
DRIVE_PATTERNS: Final = [
    bare(p)
    for p in [
        query("AccountByEmail", "Account", "email", items_returned=1),
        get("AccountById", "Account", "accountId"),
        query("ChildrenOfFolder", "Node", "accountId parentId", 1, "name", limit=100, items_returned=20),
        query(
            "Subtree",
            "Node",
            "accountId",
            1,
            "path",
            filter="begins_with(path, :p)",
            parameters={"p": "/photos/2026/"},
            limit=500,
            items_returned=120,
        ),
        get("NodeById", "Node", "accountId nodeId"),
        query("RecentlyChanged", "Node", "accountId", 1, "-changedAt", limit=50, items_returned=50),
        query("ByChecksum", "Node", "accountId checksum", 1, items_returned=1),
        query("VersionsOfFile", "Version", "nodeId", 1, "-versionNumber", limit=20, items_returned=3),
        query(
            "LatestVersion",
            "Version",
            "nodeId",
            1,
            "-versionNumber",
            limit=1,
            items_returned=1,
            consistent=True,
        ),
        query("SharesOfNode", "Share", "nodeId", 1, items_returned=3),
        query("SharedWithMe", "Share", "accountId", 1, "-sharedAt", limit=50, items_returned=20),
        query("Trash", "TrashEntry", "accountId", 1, "-deletedAt", limit=50, items_returned=10),
        query(
            "UsedBytes",
            "Node",
            "accountId",
            1,
            intent={"given": ["accountId"], "returns": {"what": "sum", "of": "bytes"}},
            items_returned=1,
        ),
        put("Upload", "Node"),
        put("AddVersion", "Version"),
        update("Rename", "Node", "accountId nodeId", 1, set={"name": "new name"}, **EXISTS),
        put("ShareNode", "Share"),
        delete("StopSharing", "Share", "nodeId accountId", 1, **EXISTS),
        put("Throw", "TrashEntry"),
    ]
]
DRIVE_RELATIONS: Final = [
    belongs("Node", "Account", "accountId", 400, 200_000),
    belongs("Version", "Node", "nodeId", 3, 1000),
    belongs("Share", "Node", "nodeId", 0.1, 500),
    belongs("Share", "Account", "accountId", 40, 3000),
    belongs("TrashEntry", "Account", "accountId", 10, 2000),
]


def drive() -> Design:
    """Files in folders, their versions, who may see them, and what was thrown away."""
    return design(DRIVE_ENTITIES, DRIVE_PATTERNS, DRIVE_RELATIONS)


TRADES: Final[tuple[Callable[[], Design], ...]] = (arcade, drive, helpdesk, wallet)

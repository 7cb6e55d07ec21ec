"""Magazine: a design without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, call, entity, gsi, house, table

MAGAZINE: Final[Document] = house(
    "Magazine",
    [
        table(
            "magazine",
            [
                entity(
                    "Author",
                    "authorId",
                    "authorId id; Type Author=1; handle slug; name text",
                    {"base": "AUTHOR#{authorId} | META"},
                    count=2000,
                    unique=[["handle"]],
                ),
                entity(
                    "Handle",
                    "handle",
                    "handle slug; Type Handle=1; authorId id",
                    {"base": "HANDLE#{handle} | META"},
                    count=2000,
                    constraint_of="Author",
                ),
                entity(
                    "Article",
                    "articleId",
                    "articleId ulid; Type Article=1; authorId id; title text; authorName text; publishedAt iso;"
                    " views N integer;"
                    " state DRAFT=.1 LIVE=.9",
                    {"base": "ARTICLE#{articleId} | META", "GSI1": "AUTHOR#{authorId} | {publishedAt}#{articleId}"},
                    count=90000,
                ),
                entity(
                    "Comment",
                    "commentId",
                    "articleId ulid; commentId ulid; Type Comment=1; authorName text; body text; at iso",
                    {"base": "ARTICLE#{articleId} | COMMENT#{at}#{commentId}"},
                    count=900000,
                    per_parent={"average": 10, "max": 4000},
                ),
                entity(
                    "Tagging",
                    "tag articleId",
                    "tag slug; articleId ulid; Type Tagging=1; publishedAt iso; title text",
                    {"base": "TAG#{tag} | {publishedAt}#{articleId}"},
                    count=300000,
                    per_parent={"average": 200, "max": 9000},
                ),
            ],
            [gsi("GSI1")],
            stream="NEW_AND_OLD_IMAGES",
        )
    ],
    [
        call(
            "M1",
            "An article",
            "GetItem",
            "Article",
            {"PK": "ARTICLE#{articleId}", "SK": "META"},
            rate=(100, 800),
            returns=1,
        ),
        call(
            "M2",
            "Articles of an author, latest first",
            "Query",
            "Article",
            {"GSI1PK": "AUTHOR#{authorId}"},
            index="GSI1",
            descending=True,
            limit=20,
            rate=(10, 50),
            returns=20,
        ),
        call(
            "M3",
            "Comments of an article",
            "Query",
            "Comment",
            {"PK": "ARTICLE#{articleId}", "SK": {"begins_with": "COMMENT#"}},
            limit=50,
            rate=(50, 400),
            returns=10,
        ),
        call(
            "M4",
            "Articles with a tag, latest first",
            "Query",
            "Tagging",
            {"PK": "TAG#{tag}"},
            descending=True,
            limit=20,
            rate=(10, 60),
            returns=20,
        ),
        call("M5", "Comment", "PutItem", "Comment", where=NEW, rate=(1, 10)),
        call("M6", "Publish", "PutItem", "Article", where=NEW, rate=(0.1, 1)),
        call(
            "M7",
            "Register an author",
            "TransactWriteItems",
            "Author Handle",
            invariant="One author for a handle",
            rate=(0.01, 0.1),
            steps=[
                {"operation": "PutItem", "entities": ["Author"], "if": NEW},
                {"operation": "PutItem", "entities": ["Handle"], "if": NEW},
            ],
        ),
        call(
            "M8",
            "Count a view",
            "UpdateItem",
            "Article",
            {"PK": "ARTICLE#{articleId}", "SK": "META"},
            add={"views": 1},
            where=THERE,
            intent={"approximate": True},
            rate=(50, 400),
        ),
        call(
            "M9", "An author", "GetItem", "Author", {"PK": "AUTHOR#{authorId}", "SK": "META"}, rate=(10, 50), returns=1
        ),
        call(
            "M10",
            "Who has a handle",
            "GetItem",
            "Handle",
            {"PK": "HANDLE#{handle}", "SK": "META"},
            rate=(1, 5),
            returns=1,
        ),
        call("M11", "Tag an article", "PutItem", "Tagging", where=NEW, rate=(0.3, 3)),
    ],
)

"""Designs in which a write leaves something behind that should follow it, and the same designs without the fault."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, Pair, call, entity, gsi


def tickets(mends: bool, mark: str = "openSince", samples: bool = False) -> Document:
    """A ticket that is closed stays in the list of open ones, as long as it has the mark."""
    ids = ("01JZ0A1B2C3D4E5F6G7H8J9K0M", "01JZ0A1B2C3D4E5F6G7H8J9K0N")
    plain = {"Type": "Ticket", "queue": "q1", "title": "x"}
    held = [{**plain, "ticketId": ids[0], "status": "OPEN", mark: "2026-06-01T08:30:00.000Z"},
            {**plain, "ticketId": ids[1], "status": "CLOSED"}]  # fmt: skip
    return small("Tickets", [
        entity("Ticket", "ticketId",
            f"ticketId ulid; Type Ticket=1; queue id; status OPEN=.05 CLOSED=.95; title text; {mark} iso ?.05",
            {"base": "TICKET#{ticketId} | META",
             "GSI1": f"QUEUE#{{queue}} | {{{mark}}}#{{ticketId}} when attribute_exists({mark})"},
            count=200000, items=held if samples else []),
    ], [gsi("GSI1")], [
        call("A1", "Open tickets of a queue, oldest first", "Query", "Ticket", {"GSI1PK": "QUEUE#{queue}"},
             index="GSI1", limit=50, rate=(5, 20), returns=20),
        call("A2", "A ticket", "GetItem", "Ticket", {"PK": "TICKET#{ticketId}", "SK": "META"}, rate=(5, 20), returns=1),
        call("A3", "Open a ticket", "PutItem", "Ticket", where=NEW, rate=(1, 5)),
        call("A4", "Close a ticket", "UpdateItem", "Ticket", {"PK": "TICKET#{ticketId}", "SK": "META"},
             set={"status": "CLOSED"}, where="status = 'OPEN'", rate=(1, 5), **({"remove": [mark]} if mends else {})),
    ])  # fmt: skip


def articles(moves: bool) -> Document:
    """The list of what was changed recently does not show a change of the title."""
    times = {"updatedAt": ":now"} if moves else {}
    return small("Articles", [
        entity("Article", "articleId",
            "articleId id; Type Article=1; siteId id; title text; updatedAt iso; views N integer",
            {"base": "ARTICLE#{articleId} | META", "GSI1": "SITE#{siteId} | {updatedAt}#{articleId}"}, count=20000),
    ], [gsi("GSI1")], [
        call("A1", "Recently changed articles of a site", "Query", "Article", {"GSI1PK": "SITE#{siteId}"}, index="GSI1",
             descending=True, limit=20, rate=(5, 20), returns=20),
        call("A2", "An article", "GetItem", "Article", {"PK": "ARTICLE#{articleId}", "SK": "META"}, rate=(5, 20),
             returns=1),
        call("A3", "Publish an article", "PutItem", "Article", where=NEW, rate=(.1, 1)),
        call("A4", "Change the title", "UpdateItem", "Article", {"PK": "ARTICLE#{articleId}", "SK": "META"},
             set={"title": ":title", **times}, where=THERE, rate=(.1, 1)),
        call("A5", "Count a view", "UpdateItem", "Article", {"PK": "ARTICLE#{articleId}", "SK": "META"},
             add={"views": 1}, where=THERE, rate=(5, 20), intent={"approximate": True}),
    ])  # fmt: skip


def sessions(moves: bool) -> Document:
    """A session that is kept alive still ends at its first time."""
    times = {"until": ":later"} if moves else {}
    return small("Sessions", [
        entity("Session", "sessionId", "sessionId uuid4; Type Session=1; userId id; seenAt iso; until N epoch_seconds",
            {"base": "SESSION#{sessionId} | META"}, count=50000, retention=1),
    ], [], [
        call("A1", "A session that has not expired", "Query", "Session", {"PK": "SESSION#{sessionId}", "SK": "META"},
             filter="until > :now", rate=(5, 20), returns=1),
        call("A2", "Begin a session", "PutItem", "Session", where=NEW, rate=(1, 5)),
        call("A3", "Keep a session alive", "UpdateItem", "Session", {"PK": "SESSION#{sessionId}", "SK": "META"},
             set={"seenAt": ":seen", **times}, where="until > :now", rate=(5, 20)),
    ], {"ttl_attribute": "until"})  # fmt: skip


def comments(back: bool, how: str = "DeleteItem") -> Document:
    """Comments are counted with the post that has them: when they are written, and when they are deleted."""
    post, comment = {"PK": "POST#{postId}", "SK": "META"}, {"PK": "POST#{postId}", "SK": "COMMENT#{commentId}"}
    gone = {"operation": "DeleteItem", "entities": ["Comment"], "key": comment, "if": THERE}

    def counted(amount: int) -> Document:
        return {"operation": "UpdateItem", "entities": ["Post"], "key": post, "add": {"commentCount": amount},
                "if": THERE}  # fmt: skip

    delete = call("A4", "Delete a comment", how, "Comment", comment, where=THERE, rate=(0.1, 1))
    if back:
        delete = call("A4", "Delete a comment", "TransactWriteItems", "Comment Post", rate=(.1, 1),
                      invariant="commentCount is the number of comments", steps=[gone, counted(-1)])  # fmt: skip
    return small("Blog", [
        entity("Post", "postId", "postId id; Type Post=1; title text; commentCount N integer",
            {"base": "POST#{postId} | META"}, count=20000),
        entity("Comment", "postId commentId", "postId id; commentId ulid; Type Comment=1; body text",
            {"base": "POST#{postId} | COMMENT#{commentId}"}, count=200000, per_parent={"average": 10, "max": 900}),
    ], [], [
        call("A1", "A post", "GetItem", "Post", post, rate=(5, 20), returns=1),
        call("A2", "Comments of a post, newest first", "Query", "Comment",
             {"PK": "POST#{postId}", "SK": {"begins_with": "COMMENT#"}}, descending=True, limit=20, rate=(5, 20),
             returns=10),
        call("A3", "Comment on a post", "TransactWriteItems", "Comment Post", rate=(1, 5),
             invariant="commentCount is the number of comments",
             steps=[{"operation": "PutItem", "entities": ["Comment"], "if": NEW}, counted(1)]),
        delete,
        call("A5", "Write a post", "PutItem", "Post", where=NEW, rate=(.01, .1)),
    ])  # fmt: skip


def holds(both: bool) -> Document:
    """A hold expires, and what reserves its seat does not."""
    until = "; until N epoch_seconds" if both else ""
    free = f"{NEW} OR until < :now" if both else NEW
    return small("Seats", [
        entity("Hold", "holdId", "holdId ulid; Type Hold=1; showId id; seat id; until N epoch_seconds",
            {"base": "HOLD#{holdId} | META"}, count=5000, retention=1, unique=[["showId", "seat"]]),
        entity("Reserved", "showId seat", f"showId id; seat id; Type Reserved=1; holdId ulid{until}",
            {"base": "SHOW#{showId} | SEAT#{seat}"}, count=5000, constraint_of="Hold"),
    ], [], [
        call("A1", "Hold a seat", "TransactWriteItems", "Hold Reserved", rate=(1, 5), invariant="One hold for a seat",
             steps=[{"operation": "PutItem", "entities": ["Hold"], "if": NEW},
                    {"operation": "PutItem", "entities": ["Reserved"], "if": free}]),
        call("A2", "A hold that has not expired", "Query", "Hold", {"PK": "HOLD#{holdId}", "SK": "META"},
             filter="until > :now", rate=(1, 5), returns=1),
        call("A3", "Who holds a seat", "Query", "Reserved", {"PK": "SHOW#{showId}", "SK": "SEAT#{seat}"}, rate=(1, 5),
             returns=1, **({"filter": "until > :now"} if both else {})),
    ], {"ttl_attribute": "until"})  # fmt: skip


def documents(asks: str) -> Document:
    """An update writes a version that its caller counts; nobody declares that several clients write."""
    return small("Documents", [
        entity("Document", "docId", "docId id; Type Document=1; body text; version N integer",
            {"base": "DOC#{docId} | META"}, count=20000),
    ], [], [
        call("A1", "A document", "GetItem", "Document", {"PK": "DOC#{docId}", "SK": "META"}, rate=(5, 20), returns=1),
        call("A2", "Write a document", "PutItem", "Document", where=NEW, rate=(.1, 1)),
        call("A3", "Save a document that somebody edited", "UpdateItem", "Document",
             {"PK": "DOC#{docId}", "SK": "META"}, set={"body": ":body", "version": ":next"}, where=asks, rate=(.1, 1)),
    ])  # fmt: skip


def users(asks: str) -> Document:
    """A condition on the email address of the item itself, in place of one on its key."""
    return small("Users", [
        entity("User", "userId", "userId ulid; Type User=1; email email; name text", {"base": "USER#{userId} | META"},
            count=20000),
    ], [], [
        call("A1", "A user", "GetItem", "User", {"PK": "USER#{userId}", "SK": "META"}, rate=(5, 20), returns=1),
        call("A2", "Register a user", "PutItem", "User", where=asks, rate=(.1, 1)),
    ])  # fmt: skip


def claims(asks: str) -> Document:
    """Jobs are listed by one pattern and taken by another."""
    return small("Jobs", [
        entity("Job", "jobId",
            "jobId ulid; Type Job=1; state READY=.05 RUNNING=.01 DONE=.94; queuedAt iso; workerId id ?.95",
            {"base": "JOB#{jobId} | META", "GSI1": "READY | {queuedAt}#{jobId} when state = 'READY'"}, count=200000),
    ], [gsi("GSI1", "KEYS_ONLY")], [
        call("A1", "Jobs that are ready, oldest first", "Query", "Job", {"GSI1PK": "READY"}, index="GSI1", limit=10,
             rate=(2, 10), returns=10),
        call("A2", "Take a job", "UpdateItem", "Job", {"PK": "JOB#{jobId}", "SK": "META"},
             set={"state": "RUNNING", "workerId": ":worker"}, where=asks, rate=(2, 10)),
        call("A3", "Queue a job", "PutItem", "Job", where=NEW, rate=(2, 10)),
        call("A4", "A job", "GetItem", "Job", {"PK": "JOB#{jobId}", "SK": "META"}, rate=(2, 10), returns=1),
    ])  # fmt: skip


def invoices(first: Document, invariant: str = "Invoice numbers have no duplicates") -> Document:
    """An invoice is issued in two requests: the first draws its number, or writes something else."""
    counter = {"PK": "COMPANY#{companyId}", "SK": "COUNTER"}
    return small("Invoices", [
        entity("Counter", "companyId", "companyId id; Type Counter=1; last N integer; total N money",
            {"base": "COMPANY#{companyId} | COUNTER"}, count=2000),
        entity("Invoice", "companyId number", "companyId id; number N sequence; Type Invoice=1; total N money",
            {"base": "COMPANY#{companyId} | INVOICE#{number:pad(8)}"}, count=200000,
            per_parent={"average": 100, "max": 9000}),
    ], [], [
        call("A1", "Invoices of a company, newest first", "Query", "Invoice",
             {"PK": "COMPANY#{companyId}", "SK": {"begins_with": "INVOICE#"}}, descending=True, limit=20, rate=(5, 20),
             returns=20),
        call("A2", "Issue the next invoice", "Steps", "Invoice Counter", rate=(.1, 1), invariant=invariant, steps=[
             {"operation": "UpdateItem", "entities": ["Counter"], "key": counter, "if": THERE, **first},
             {"operation": "PutItem", "entities": ["Invoice"], "if": NEW}]),
        call("A3", "Begin to count", "PutItem", "Counter", where=NEW, rate=(.01, .1)),
        call("A4", "The last number", "GetItem", "Counter", counter, rate=(1, 5), returns=1),
    ])  # fmt: skip


def accounts(asks: str, value: str = ":amount") -> Document:
    """A balance is added to by one write, and set by another."""
    key = {"PK": "ACCT#{accountId}", "SK": "META"}
    return small("Accounts", [
        entity("Account", "accountId", "accountId id; Type Account=1; amount N money",
            {"base": "ACCT#{accountId} | META"}, count=20000),
    ], [], [
        call("A1", "An account", "GetItem", "Account", key, rate=(5, 20), returns=1),
        call("A2", "Deposit", "UpdateItem", "Account", key, add={"amount": ":paid"}, where=THERE, rate=(1, 5)),
        call("A3", "Correct the balance", "UpdateItem", "Account", key, set={"amount": value}, where=asks,
             rate=(.1, 1)),
        call("A4", "Open an account", "PutItem", "Account", where=NEW, rate=(.1, 1)),
    ])  # fmt: skip


def devices(name: str) -> Document:
    """Devices are looked at before one is added; the name says whether they are counted."""
    return small("Devices", [
        entity("Device", "userId deviceId", "userId id; deviceId id; Type Device=1; model text",
            {"base": "USER#{userId} | DEVICE#{deviceId}"}, count=20000, per_parent={"average": 2, "max": 3}),
    ], [], [
        call("A1", "Devices of a user", "Query", "Device", {"PK": "USER#{userId}", "SK": {"begins_with": "DEVICE#"}},
             rate=(5, 20), returns=2),
        call("A2", name, "Steps", "Device", rate=(.1, 1), steps=[
             {"operation": "Query", "entities": ["Device"],
              "key": {"PK": "USER#{userId}", "SK": {"begins_with": "DEVICE#"}}},
             {"operation": "PutItem", "entities": ["Device"], "if": NEW}]),
    ])  # fmt: skip


def feeds(**more: Any) -> Document:
    """A post is copied into the feeds of all followers."""
    return small("Feeds", [
        entity("FeedItem", "userId postId", "userId id; postId ulid; Type FeedItem=1; title text",
            {"base": "FEED#{userId} | POST#{postId}"}, count=20000000, per_parent={"average": 200, "max": 1000}),
    ], [], [
        call("A1", "The feed of a user, newest first", "Query", "FeedItem", {"PK": "FEED#{userId}"}, descending=True,
             limit=20, rate=(5, 20), returns=20),
        call("A2", "Publish a post to all followers", "Steps", "FeedItem", rate=(.001, .01), **more, steps=[
             {"operation": "PutItem", "entities": ["FeedItem"], "fan_out": 5000, "if": NEW}]),
    ])  # fmt: skip


def drafts(asks: str, name: str = "Delete a draft article", **more: Any) -> Document:
    """An article may be deleted as long as it is a draft."""
    key = {"PK": "ARTICLE#{articleId}", "SK": "META"}
    return small("Articles", [
        entity("Article", "articleId", "articleId id; Type Article=1; state DRAFT=.2 PUBLIC=.8; title text",
            {"base": "ARTICLE#{articleId} | META"}, count=20000),
    ], [], [
        call("A1", "An article", "GetItem", "Article", key, rate=(5, 20), returns=1),
        call("A2", "Write an article", "PutItem", "Article", where=NEW, rate=(.1, 1)),
        call("A3", name, "UpdateItem" if more else "DeleteItem", "Article", key, where=asks, rate=(.1, 1), **more),
    ])  # fmt: skip


FAULTS: Final[tuple[Pair, ...]] = (
    Pair("a closed ticket keeps the time since when it is open", ("write.mark_kept",), tickets(False), tickets(True)),
    Pair(
        "a closed ticket keeps a mark that closed samples lack",
        ("write.mark_kept",),
        tickets(False, "listedAt", samples=True),
        tickets(True, "listedAt", samples=True),
    ),
    Pair("a new title does not show among recent changes", ("write.time_kept",), articles(False), articles(True)),
    Pair("a session is kept alive, and ends as before", ("write.time_kept",), sessions(False), sessions(True)),
    Pair("a deleted comment stays counted", ("write.count_not_given_back",), comments(False), comments(True)),
    Pair("a hold expires, and its seat stays reserved", ("ttl.children_stay",), holds(False), holds(True)),
    Pair(
        "a version is written that nobody compares",
        ("write.no_version_condition",),
        documents(THERE),
        documents("version = :seen"),
    ),
    Pair(
        "an email is unique by a look at its own item",
        ("write.unique_by_condition",),
        users("attribute_not_exists(email)"),
        users(NEW),
    ),
    Pair(
        "an invoice is issued in two requests, without gaps",
        ("write.invariant_not_atomic",),
        invoices({"add": {"last": 1}}, "Invoice numbers have no gaps"),
        invoices({"add": {"last": 1}}),
    ),
    Pair(
        "a balance is set over deposits", ("write.no_version_condition",), accounts(THERE), accounts("amount = :seen")
    ),
    Pair(
        "a balance is set over deposits, not reset",
        ("write.no_version_condition",),
        accounts(THERE),
        accounts(THERE, "0"),
    ),
    Pair(
        "three devices at most, by a look before the put",
        ("write.checked_apart",),
        devices("Register a device, three at most"),
        devices("Register a device and show the others"),
    ),
    Pair("5,000 feeds are written while the author waits", ("write.fan_out",), feeds(), feeds(purpose="job")),
    Pair(
        "a draft is deleted, draft or not", ("write.named_state_not_checked",), drafts(THERE), drafts("state = 'DRAFT'")
    ),
    Pair(
        "a draft is deleted, not turned into one",
        ("write.named_state_not_checked",),
        drafts(THERE),
        drafts(THERE, "Turn an article into a draft", set={"state": "DRAFT"}),
    ),
    Pair("a job is taken by an update of its own", ("write.claimed_twice",), claims(THERE), claims("state = 'READY'")),
)

"""Logs and statistics of queries become lines with rates; what no row can say is listed."""

import pytest

from exporter.importers.beginnings import beginning
from exporter.importers.sql.query_rows import NotRead, row_of
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.requirements.answers import answered
from modeler.core.requirements.english.canonical.sentences import sentence
from modeler.core.requirements.english.reading import read, read_line

STATEMENTS = """userid,query,calls,mean_exec_time
10,"SELECT o.id, o.total FROM orders o WHERE o.customer_id = $1 ORDER BY created_at DESC LIMIT $2",86400,0.4
10,"INSERT INTO order_items (a, b) VALUES ($1,$2) RETURNING id",8640,0.1
10,"SELECT * FROM orders JOIN customers ON customers.id = orders.customer_id",50,0.1
10,BEGIN,5000,0.0
10,SELECT pg_sleep($1),1,0.0
10,"select * from customers where id=$1",24,0.1
10,"SELECT * FROM customers WHERE id = $1",24,0.1
"""
DIGESTS = """DIGEST_TEXT\tCOUNT_STAR\tFIRST_SEEN\tLAST_SEEN
SELECT * FROM `users` WHERE `email` = ?\t7200\t2026-01-05 10:00:00.1\t2026-01-05 11:00:00.1
"""
POSTGRES = """2026-01-05 10:00:00.123 UTC [31] app@shop LOG:  statement: SELECT * FROM customers WHERE id = 42
2026-01-05 10:00:01.123 UTC [31] app@shop LOG:  execute <unnamed>: SELECT * FROM orders
\tWHERE customer_id = $1
\t  AND status = $2 LIMIT 25
2026-01-05 10:00:01.123 UTC [31] app@shop DETAIL:  parameters: $1 = '7', $2 = 'open'
2026-01-05 10:10:00.123 UTC [31] app@shop LOG:  duration: 0.411 ms  statement: SELECT * FROM customers WHERE id = 43
"""
GENERAL = """/usr/sbin/mysqld, Version: 8.0.36 (MySQL Community Server - GPL). started with:
Time                 Id Command    Argument
2026-01-05T10:00:00.123456Z\t    8 Connect\troot@localhost on shop using Socket
2026-01-05T10:00:00.123456Z\t    8 Query\tSELECT * FROM `users` WHERE `email` = 'a@example.com'
2026-01-05T10:05:00.123456Z\t    8 Query\tUPDATE users SET visits = visits + 1 WHERE id = 3
"""
SLOW = """# Time: 2026-01-05T10:00:00.123456Z
# User@Host: app[app] @ localhost []  Id:     8
# Query_time: 2.000210  Lock_time: 0.000000 Rows_sent: 1  Rows_examined: 0
use shop;
SET timestamp=1704448800;
SELECT * FROM orders WHERE total > 100 ORDER BY total DESC;
# Time: 2026-01-05T11:00:00.123456Z
# Query_time: 2.000210  Lock_time: 0.000000 Rows_sent: 1  Rows_examined: 0
SET timestamp=1704448801;
SELECT * FROM orders WHERE total > 200 ORDER BY total DESC;
"""


def begun(text, filename="", period=0.0):
    return beginning(Source(text.encode(), filename), period)


def test_statistics_are_lines_with_rates_the_most_frequent_first():
    made = begun(STATEMENTS, "stats.csv", period=86_400.0)
    assert made.title == "a log of queries"
    assert made.text.splitlines() == [
        "List the attribute id and total of orders of a customer, sorted by created_at descending (1/s)",
        "Create an order item (0.1/s)",
        "Get a customer (0.000556/s)",
    ]


def test_a_statement_that_no_row_can_say_is_listed_with_its_reason():
    (left,) = begun(STATEMENTS, "stats.csv").not_read
    assert left.startswith("SELECT * FROM orders JOIN customers")
    assert left.endswith("(it joins tables)")


def test_without_a_period_the_time_of_the_calls_is_asked():
    row = read(begun(STATEMENTS, "stats.csv").text).rows[1]
    assert row.rate.value is None
    assert row.rate.question.text == "8,640 calls: in what time?"
    assert not row.unread
    assert answered(row, "rate", row.rate.question.choices[1]).rate.value == 0.1


@pytest.mark.parametrize(
    ("text", "filename", "expected"),
    [
        (DIGESTS, "digests.tsv", ["List users by email (2/s)"]),
        (
            POSTGRES,
            "postgresql.log",
            ["Get a customer (0.00333/s)", "List orders of a customer by status, limit 25 (0.00167/s)"],
        ),
        (
            GENERAL,
            "general.log",
            [
                "List users by email (0.00333/s)",
                "Update a user to add a value to the attribute visits (0.00333/s)",
            ],
        ),
        (SLOW, "slow.log", ["List orders whose total is above a value, sorted by total descending (0.000556/s)"]),
    ],
)
def test_a_log_tells_its_own_period(text, filename, expected):
    assert begun(text, filename).text.splitlines() == expected


def test_no_value_of_a_log_reaches_a_line():
    made = begun(GENERAL.replace("`email` =", "`email` LIKE"), "general.log")
    assert "example.com" not in made.text + "".join(made.not_read)
    assert len(made.not_read) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM customers WHERE id = $1",
        "SELECT name, email FROM customers WHERE customer_id = :a AND region = :b",
        "SELECT count(*) FROM tickets WHERE agent_id = :a AND status = :b",
        "SELECT status, count(*) FROM tickets GROUP BY status",
        "SELECT sum(amount) FROM payments WHERE user_id = :a AND created_at BETWEEN :b AND :c",
        "SELECT 1 FROM users WHERE email = :a LIMIT 1",
        "SELECT * FROM users WHERE email = :a AND deleted_at IS NULL",
        "SELECT * FROM tasks WHERE project_id = :a AND done = false ORDER BY priority, due LIMIT 10",
        "SELECT * FROM sessions WHERE expires_at < now()",
        "INSERT INTO carts (a) VALUES (:a) ON CONFLICT (a) DO UPDATE SET a = :a",
        "UPDATE orders SET status = 'shipped', note = NULL WHERE id = :a AND status = :b",
        "UPDATE products SET stock = stock - 1 WHERE id = :a AND stock >= :b",
        "DELETE FROM sessions WHERE expires_at < :a",
    ],
)
def test_a_statement_its_sentence_and_the_row_read_from_it_say_the_same(statement):
    row = row_of(statement.replace("$1", ":p1"), "postgres")
    (again,) = read_line(sentence(row))
    assert {name: slot.value for name, slot in again.slots} == {name: slot.value for name, slot in row.slots}
    assert not again.unread


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM a, b",
        "SELECT * FROM a WHERE x = :a OR y = :b",
        "SELECT * FROM a WHERE x IN (:a, :b)",
        "SELECT * FROM a WHERE name LIKE :a",
        "SELECT * FROM a WHERE lower(name) = :a",
        "SELECT * FROM a WHERE id = (SELECT max(id) FROM b)",
        "SELECT * FROM (SELECT * FROM b) AS c",
        "SELECT DISTINCT x FROM a",
        "SELECT x FROM a UNION SELECT y FROM b",
        "WITH c AS (SELECT * FROM b) SELECT * FROM c",
        "SELECT x, count(*) FROM a GROUP BY x HAVING count(*) > 1",
        "INSERT INTO a SELECT * FROM b",
        "UPDATE a SET x = y * 2 WHERE id = :a",
        "UPDATE a SET x = b.y FROM b WHERE b.id = a.id",
        "SELECT * FROM a ORDER BY random()",
        "SELECT (",
    ],
)
def test_what_one_row_cannot_say_is_never_inferred(statement):
    with pytest.raises(NotRead):
        row_of(statement, "postgres")


@pytest.mark.parametrize(
    "statement", ["BEGIN", "COMMIT", "SET x = 1", "SELECT now()", "SELECT * FROM pg_catalog.pg_class"]
)
def test_what_asks_for_no_item_is_left_out(statement):
    assert row_of(statement, "postgres") is None


def test_statistics_without_a_request_get_a_sentence():
    with pytest.raises(DocumentInvalid, match="without a request"):
        begun("query,calls\nBEGIN,3\n", "stats.csv")


def test_a_script_of_statements_is_lines_without_rates():
    made = begun(
        "-- the list of a person\nSELECT * FROM orders WHERE customer_id = 7 LIMIT 20;\n"
        "UPDATE orders SET status = 'PAID' WHERE id = 3;\nSELECT * FROM orders WHERE a = 1 OR b = 2;\n"
    )
    assert made.text.splitlines() == ["List orders of a customer, limit 20", 'Update an order to set status to "PAID"']
    assert len(made.not_read) == 1
    # English has verbs of SQL too, and is read as it is.
    assert begun("Select a seat from the plan; then pay.").title == ""
    assert begun("Update orders of a customer").title == ""

"""A test that leaves a connection open is named."""

from contextlib import closing
from threading import Thread

from django.db import connection

from tests.ground.connections import left_open


def in_thread(work, name):
    thread = Thread(target=work, name=name)
    thread.start()
    thread.join()


def ask():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def ask_and_close():
    with closing(connection):
        ask()


def test_a_thread_that_does_not_close_its_connection_is_found_once_with_its_test(transactional_db, request):
    in_thread(ask, "careless")
    assert left_open() == [f"{request.node.nodeid} left a connection open that it made in thread careless"]
    assert left_open() == []


def test_a_thread_that_closes_it_is_not_and_neither_is_one_that_runs(transactional_db):
    ask()
    in_thread(ask_and_close, "careful")
    assert left_open() == []
    assert connection.is_usable()


def test_one_that_was_forgotten_in_a_thread_that_still_runs_is_found_when_it_is_gone(transactional_db, recwarn):
    ask()
    connection.connection = None
    (found,) = left_open()
    assert "in thread MainThread" in found
    # psycopg warns too, and says nothing of the test.
    assert all("deleted while still open" in str(one.message) for one in recwarn)

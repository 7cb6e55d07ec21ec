"""Services called beside a browser."""

from concurrent.futures import ThreadPoolExecutor

from django.db import connection


def aside(act, **given):
    """Call a service as another process would: Playwright's loop in this thread forbids Django's own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_and_close, act, given).result()


def _and_close(act, given):
    try:
        return act(**given)
    finally:
        connection.close()

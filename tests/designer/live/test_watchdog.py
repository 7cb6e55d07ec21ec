"""A loop that no longer turns is noticed from outside of it, logged with what it does, and ended if it stays so."""

import asyncio
import logging
import threading
from contextlib import closing

import pytest

from designer.live import watchdog
from designer.live.watchdog import ENDED_SECONDS, FROZEN_SECONDS, Watchdog
from tests.waiting import until


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def loop():
    made = asyncio.new_event_loop()
    thread = threading.Thread(target=made.run_forever, name="the loop")
    thread.start()
    yield made
    made.call_soon_threadsafe(made.stop)
    thread.join()
    made.close()


@pytest.fixture
def frozen(loop):
    """The loop, held by a callback until the event is set."""
    go_on, held = threading.Event(), threading.Event()

    def hold_the_loop():
        held.set()
        go_on.wait(60)

    loop.call_soon_threadsafe(hold_the_loop)
    assert held.wait(60)
    yield go_on
    go_on.set()


def watched(loop):
    ended, clock = [], Clock()
    return Watchdog(loop, end=lambda: ended.append(clock.now), clock=clock), clock, ended


def said(caplog, level):
    return [record.getMessage() for record in caplog.records if record.levelno == level]


def test_a_loop_that_turns_is_left_alone(loop, caplog):
    dog, clock, ended = watched(loop)
    for _ in range(3):
        before = dog._turned_at
        clock.now += FROZEN_SECONDS
        dog.look()
        until(lambda before=before: dog._turned_at, lambda at, before=before: at > before)
    assert ended == []
    assert said(caplog, logging.ERROR) == []


def test_a_frozen_loop_is_logged_once_with_what_it_does(loop, frozen, caplog):
    dog, clock, ended = watched(loop)
    for _ in range(3):
        clock.now += FROZEN_SECONDS + 1
        dog.look()
    (line,) = said(caplog, logging.ERROR)
    assert "hold_the_loop" in line
    assert "the loop" in line
    assert ended == []


def test_a_loop_that_turns_again_is_reported(loop, frozen, caplog):
    caplog.set_level(logging.WARNING)
    dog, clock, _ = watched(loop)
    clock.now += FROZEN_SECONDS + 1
    dog.look()
    frozen.set()
    until(lambda: said(caplog, logging.WARNING), bool)


def test_a_loop_that_stays_frozen_ends_the_process(loop, frozen, caplog):
    dog, clock, ended = watched(loop)
    clock.now += ENDED_SECONDS + 1
    dog.look()
    assert ended == [clock.now]
    assert said(caplog, logging.CRITICAL)


def test_a_loop_gets_one_watchdog(monkeypatch):
    started = []
    monkeypatch.setattr(watchdog, "_watched", set())
    monkeypatch.setattr(Watchdog, "watch", lambda dog: started.append(dog))

    async def twice():
        watchdog.watch_running_loop()
        watchdog.watch_running_loop()

    with closing(asyncio.new_event_loop()) as loop:
        loop.run_until_complete(twice())
    assert len(until(lambda: started, bool)) == 1

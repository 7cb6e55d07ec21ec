"""The work of a push is what its own functions compute, not what they wait for."""

import asyncio
import threading
import time

from designer.live.threads import THREADS, in_thread, work_counted


def used_up():
    """A little processor time, however busy the machine is."""
    end = time.thread_time() + 0.02
    while time.thread_time() < end:
        pass


def counted(*acts):
    async def all_at_once():
        with work_counted() as work:
            await asyncio.gather(*(in_thread(act)() for act in acts))
        await in_thread(used_up)()
        return work

    return asyncio.run(all_at_once())


def test_what_is_computed_counts_and_what_is_waited_for_does_not():
    done = threading.Event()

    def waits():
        assert done.wait(60)

    def lets_go():
        used_up()
        done.set()

    spent = counted(*[waits] * (THREADS - 1), lets_go)
    assert len(spent) == THREADS
    assert sum(one >= 0.02 for one in spent) == 1


def test_a_function_that_fails_has_computed_as_well():
    def fails():
        used_up()
        raise LookupError

    async def pushed():
        with work_counted() as work:
            await asyncio.gather(in_thread(fails)(), return_exceptions=True)
        return work

    assert asyncio.run(pushed())[0] >= 0.02


def test_other_pushes_do_not_count():
    async def two():
        async def push(act):
            with work_counted() as work:
                await in_thread(act)()
            return work

        return await asyncio.gather(push(used_up), push(lambda: None))

    busy, idle = asyncio.run(two())
    assert busy[0] >= 0.02 > idle[0]

"""What a process makes for itself is made again after a fork, also if a thread held the lock then."""

import os
import threading

from modeler.processes import PerProcess


def test_a_value_is_made_once_and_again_in_a_forked_process():
    made = PerProcess(os.getpid)
    assert made.get() == made.get() == os.getpid()
    held, free = threading.Event(), threading.Event()

    def hold():
        with made._lock:
            held.set()
            free.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(30)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.write(write, str(made.get()).encode())
        os._exit(0)
    free.set()
    holder.join()
    assert int(os.read(read, 20)) == child
    assert os.waitpid(child, 0)[1] == 0
    assert made.get() == os.getpid()

"""Hands out modules to the workers of pytest-xdist."""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from tests.ground.parallel import order, unit_of

ENOUGH_TO_DO = 2
"""A worker runs a test when it knows which comes after it: it has to hold two."""


class Modules(LoadScopeScheduling):
    """Hands out modules in the order of the collection. A test during which a worker is lost is not run again."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False
        self._places: dict[WorkerController, dict[str, int]] = {}
        """Of each worker: the place of each test in its collection."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Only what is left stays assigned. xdist keeps all, and counts it again for each message of a worker."""
        nodeid = self.registered_collections[node][item_index]
        unit = self.assigned_work[node].get(scope := unit_of(nodeid), {})
        unit.pop(nodeid, None)  # a test that is run again ends twice
        if not unit:
            self.assigned_work[node].pop(scope, None)
        self._reschedule(node)

    def _pending_of(self, workload: dict[str, dict[str, bool]]) -> int:
        return sum(map(len, workload.values()))

    def _assign_work_unit(self, node: WorkerController) -> None:
        """xdist searches the list of all tests for each test."""
        scope, unit = self.workqueue.popitem(last=False)
        self.assigned_work[node][scope] = unit
        if node not in self._places:
            self._places[node] = {nodeid: place for place, nodeid in enumerate(self.registered_collections[node])}
        node.send_runtest_some([self._places[node][nodeid] for nodeid in unit])

    def _reschedule(self, node: WorkerController) -> None:
        # xdist gives one module at a time, which may hold too few tests for the worker to begin.
        while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) <= ENOUGH_TO_DO:
            self._assign_work_unit(node)
        if not self.workqueue and not node.shutting_down:
            node.shutdown()

    def remove_node(self, node: WorkerController) -> str | None:
        """The test during which the worker was lost, which has failed. What it had not begun goes to the others."""
        held = self.assigned_work.pop(node)
        left = [(scope, test) for scope, tests in held.items() for test in tests]
        for scope, test in left[1:]:
            self.workqueue.setdefault(scope, {})[test] = False
        # What came first goes first: browsers stay at the end.
        for scope in sorted(self.workqueue, key=order):
            self.workqueue.move_to_end(scope)
        for other in self.assigned_work:
            self._reschedule(other)
        return left[0][1] if left else None

"""Small tables for tests of the simulation."""

import numpy as np

from modeler.core.capacity.loads import Direction
from modeler.core.simulation.engine import simulate_table
from modeler.core.simulation.key_line import SimulatedKey
from modeler.core.simulation.places import ON_DEMAND, Flow, Place, TablePlaces
from modeler.core.simulation.throughput import Throughput

R, W = Direction.READ, Direction.WRITE
SEEDS = range(20)


def provisioned(units):
    return Throughput(provisioned=float(units))


def place(*flows, keys=(), read=ON_DEMAND, write=ON_DEMAND, index=None, **more):
    return Place("main", index, tuple(flows), tuple(keys), read, write, **more)


def one_key(direction, *, divisible=True, units=1.0, **more):
    """A place whose whole traffic is on one partition-key value."""
    return place(Flow(0, direction, units, {"KEY": 1.0}, **more), keys=(SimulatedKey("KEY", divisible),))


def run(base, per_second, *, seconds=1.0, seed=0, indexes=(), **more):
    """Simulate calls per second: a number for each interval, or a row for each pattern."""
    calls = np.atleast_2d(np.asarray(per_second, dtype=float))
    return simulate_table(TablePlaces(base, tuple(indexes)), calls, seconds, seed, **more)


def served(outcome, direction, number=0, seconds=1.0):
    """Units per second that were served at one place, by interval."""
    return outcome.places[number].served[direction] / seconds


def reasons(outcome):
    return {str(reason): float(found.sum()) for reason, found in outcome.failed.items() if found.sum() > 0}

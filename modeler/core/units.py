"""Read and write units of single calls, from sizes in bytes. facts/throughput#reads.

A read unit is a strongly consistent read of up to 4 KB, a write unit a write of up to 1 KB (KB = 1,024 bytes).
On-demand names them RRU and WRU, provisioned RCU and WCU (per second): the arithmetic is the same. Units are exact
Decimals (halves occur). Sizes are whole bytes, as from `values.item_size`; 0 represents an item that does not exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from modeler.core.limits import PAGE_BYTES, READ_UNIT_BYTES, WRITE_UNIT_BYTES

ZERO: Final = Decimal(0)
_HALF: Final = Decimal("0.5")
_TRANSACTION: Final = 2
_PAGE_BLOCKS: Final = PAGE_BYTES // READ_UNIT_BYTES


def read_blocks(size: int) -> int:
    """r4: how many 4 KB blocks a read of `size` bytes counts, at least 1. facts/throughput#reads."""
    return max(1, -(-size // READ_UNIT_BYTES))


def write_blocks(size: int) -> int:
    """w1: how many 1 KB blocks a write of `size` bytes counts, at least 1. facts/throughput#reads."""
    return max(1, -(-size // WRITE_UNIT_BYTES))


def read_units(size: int, *, consistent: bool = False, transactional: bool = False) -> Decimal:
    """Units of reading one item by key (GetItem, one key of BatchGetItem or TransactGetItems). facts/throughput#reads.

    A missing item (`size` 0) costs the minimum. A transactional read costs two units per block, however it is
    requested.
    """
    if transactional:
        return Decimal(_TRANSACTION * read_blocks(size))
    return Decimal(read_blocks(size)) * (1 if consistent else _HALF)


def query_units(evaluated: int, *, consistent: bool = False) -> Decimal:
    """Units of one Query or Scan whose items add up to `evaluated` bytes, before filter and projection.
    facts/throughput#reads.

    Sizes are summed and rounded once per page; beyond 1 MB, further pages are read, each rounded separately. Real pages
    end at a whole item: use `read_units` of the sum if the items of each page are known.
    """
    full, rest = divmod(evaluated, PAGE_BYTES)
    blocks = full * _PAGE_BLOCKS + (read_blocks(rest) if rest or not full else 0)
    return Decimal(blocks) * (1 if consistent else _HALF)


def lsi_fetch_units(sizes: Iterable[int], *, consistent: bool = False) -> Decimal:
    """The extra cost of an LSI query for fetching attributes not projected: each base item rounded separately.
    facts/throughput#reads.
    """
    return sum((read_units(size, consistent=consistent) for size in sizes), ZERO)


def write_units(size: int, *, transactional: bool = False) -> Decimal:
    """Units of one write to the table itself. facts/throughput#writes.

    `size` is the larger of the item before and after (PutItem, UpdateItem), the deleted item (DeleteItem), or the
    existing item (ConditionCheck, always transactional); a missing item costs the minimum.
    """
    return Decimal(write_blocks(size) * (_TRANSACTION if transactional else 1))


def index_write_units(old: int | None, new: int | None, *, key_changed: bool, changed: bool) -> Decimal:
    """Units of one GSI or LSI for a write, from its entry's size before and after (None: no entry).
    facts/throughput#index-writes.

    `key_changed`: an attribute of the index's key has another value; `changed`: any projected attribute has. A key
    change is a delete and a put, each rounded separately. Transactions do not double index units, so there is no such
    argument.
    """
    if old is None and new is None:
        return ZERO
    if old is None or new is None:
        return Decimal(write_blocks(old or new or 0))
    if key_changed:
        return Decimal(write_blocks(old) + write_blocks(new))
    return Decimal(write_blocks(max(old, new))) if changed else ZERO

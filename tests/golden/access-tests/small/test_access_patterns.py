"""Small: every access pattern on real tables, through the generated access code.

Run: pip install -r requirements.txt; pytest. conftest.py determines where the tables are created.
"""
# Not in this file: design: settings of tables, sizes, rates, and sample items are not part of access code
# Not in this file: tables: the tables of the tests are on-demand, without the settings of the design

from __future__ import annotations

from typing import Any



Tables = dict[str, Any]


def test_that_tables_are_made(tables: Tables) -> None:
    assert len(tables) == 1

"""The models of the design."""

from .orders_table import OrdersTable
from .sessions_table import SessionsTable
from .order import Order
from .session import Session

__all__ = ["Order", "OrdersTable", "Session", "SessionsTable"]

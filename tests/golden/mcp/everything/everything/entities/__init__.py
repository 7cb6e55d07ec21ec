"""The entities of the design."""

from .order import Order, OrderItem
from .session import Session, SessionItem

__all__ = ["Order", "OrderItem", "Session", "SessionItem"]

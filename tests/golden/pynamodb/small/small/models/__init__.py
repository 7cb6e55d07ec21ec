"""The models of the design."""

from .app_table import AppTable
from .customer import Customer

__all__ = ["AppTable", "Customer"]

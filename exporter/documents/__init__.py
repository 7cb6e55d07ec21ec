"""A design as a document for people to read: its contents, and typesetting as a PDF. Pure."""

from exporter.documents.building import document_of
from exporter.documents.contents import Document

__all__ = ["Document", "document_of"]

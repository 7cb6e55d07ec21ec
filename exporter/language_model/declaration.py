"""The language model that the operator declared. Its key stays in the process and is in no representation of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exporter.provisioning.endpoints import refuse_address


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """One declared model: `url` is an OpenAI-compatible address; else the model is on Amazon Bedrock in `region`.
    `seconds` is how long it may take to answer.
    """

    name: str
    model: str
    url: str = ""
    region: str = ""
    seconds: float = 20.0
    key: str = field(default="", repr=False)


def declared_model(settings: Mapping[str, str]) -> LanguageModel | None:
    """Return the model of settings; None if there is none. Raises Invalid for an address that is not allowed."""
    if not settings:
        return None
    if settings["url"]:
        refuse_address(settings["url"])
    return LanguageModel(
        name=settings["name"],
        model=settings["model"],
        url=settings["url"],
        region=settings["region"],
        seconds=float(settings["seconds"]),
        key=settings["key"],
    )

"""One question to Amazon Bedrock by Converse, with the credentials of the server."""

from __future__ import annotations

from typing import Any, Final

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, ConnectTimeoutError, ReadTimeoutError

from exporter.language_model.declaration import LanguageModel
from exporter.language_model.errors import LanguageModelFailed

TOKENS_MAX: Final = 8_000


def converse(model: LanguageModel, instructions: str, text: str, *, address: str | None = None) -> str:
    """Return the text of the answer. `address` replaces that of the region (a VPC endpoint). Raises
    LanguageModelFailed with a sentence.
    """
    config = Config(
        connect_timeout=model.seconds,
        read_timeout=model.seconds,
        retries={"mode": "standard", "max_attempts": 1},
        ignore_configured_endpoint_urls=True,
        user_agent_extra="keysheet",
    )
    try:
        client = boto3.Session(region_name=model.region).client("bedrock-runtime", config=config, endpoint_url=address)
        answer = client.converse(
            modelId=model.model,
            system=[{"text": instructions}],
            messages=[{"role": "user", "content": [{"text": text}]}],
            inferenceConfig={"temperature": 0, "maxTokens": TOKENS_MAX},
        )
    except (ConnectTimeoutError, ReadTimeoutError) as error:
        raise LanguageModelFailed(f"it did not answer within {model.seconds:g} s") from error
    except ClientError as error:
        code = error.response.get("Error", {}).get("Code", "an error")
        raise LanguageModelFailed(f"Amazon Bedrock refused the request: {code}") from error
    except BotoCoreError as error:
        raise LanguageModelFailed("Amazon Bedrock does not answer") from error
    return _text(answer)


def _text(answer: dict[str, Any]) -> str:
    parts = answer.get("output", {}).get("message", {}).get("content", [])
    said = "".join(part.get("text", "") for part in parts)
    if not said.strip():
        raise LanguageModelFailed("its answer is empty")
    return said

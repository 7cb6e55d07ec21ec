"""/api/v1/tokens/: a person's own tokens. Only the browser's session creates and revokes them, never a token."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.authentication import BrowserSession, InBrowser, TokenAuthentication
from exporter.api.base import ApiView
from exporter.api.schema import REFUSALS
from exporter.api.serializers import MadeTokenSerializer, NewTokenSerializer, TokenSerializer
from exporter.services.tokens import token_create, token_revoke, tokens_of


class TokenList(ApiView):
    """The caller's tokens."""

    access: ClassVar = {"GET": None, "POST": None}
    authentication_classes = (BrowserSession, TokenAuthentication)
    permission_classes = (InBrowser,)

    @extend_schema(responses={200: TokenSerializer(many=True), **REFUSALS})
    def get(self, request: Request) -> Response:
        """Active and expired tokens, without their secrets."""
        return Response(TokenSerializer(tokens_of(request.user), many=True).data)

    @extend_schema(request=NewTokenSerializer, responses={201: MadeTokenSerializer, **REFUSALS})
    def post(self, request: Request) -> Response:
        """A new token. Only this response contains its secret."""
        asked = NewTokenSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        token, secret = token_create(by=request.user, **asked.validated_data)
        return Response({**TokenSerializer(token).data, "secret": secret}, status.HTTP_201_CREATED)


class TokenDetail(ApiView):
    """One token."""

    access: ClassVar = {"DELETE": None}
    authentication_classes = (BrowserSession, TokenAuthentication)
    permission_classes = (InBrowser,)

    @extend_schema(responses={204: None, **REFUSALS})
    def delete(self, request: Request, token_id: UUID) -> Response:
        """Revoke it."""
        token_revoke(by=request.user, token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)

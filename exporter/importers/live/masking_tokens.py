"""Words and numbers replaced by others of the same length and form, by a keyed permutation: equal texts stay equal, and
different texts stay different.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import string
from functools import lru_cache
from typing import Final

_TOKEN: Final = re.compile(r"[0-9]*+[A-Za-z][A-Za-z0-9]*|[0-9]+|[^\x00-\x7f]+")
_HEX: Final = re.compile(r"(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{8,}")
_DIGITS: Final = re.compile(r"[0-9]+")
_LETTERS: Final = string.ascii_lowercase
_HEX_LETTERS: Final = "abcdef"
_TWO: Final = (0xC0, 0x580 - 0xC0)
_THREE: Final = (0x4E00, 20_000)
_FOUR: Final = (0x20000, 40_000)
_ROUNDS: Final = 6
_SMALL: Final = 1 << 62
"""Forms with up to this many words are permuted; with more, a word is drawn: a chance collision is negligible."""


class Tokens:
    """Masks with one secret. Every method depends only on its text."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
        self._token = lru_cache(maxsize=65_536)(self._masked)

    def words(self, text: str) -> str:
        """Replace every run of letters and digits, and everything that is not ASCII; signs and blanks stay."""
        return _TOKEN.sub(lambda found: self._token(found[0]), text)

    def digits(self, text: str) -> str:
        """Replace every run of digits, except zeros at its ends; the rest stays."""
        return _DIGITS.sub(lambda found: self._token(found[0]), text)

    def stream(self, data: bytes, length: int) -> bytes:
        """Return this many bytes that depend on the data and the secret."""
        seed = hmac.digest(self._key, data, "sha256")
        made = hashlib.shake_256(seed).digest(length)
        return made if made != data else bytes(one ^ 1 for one in made)

    def hex_text(self, text: str) -> str:
        """Replace hexadecimal digits by other hexadecimal digits, keeping the case of letters."""
        drawn = self.stream(text.lower().encode(), len(text)).hex()[: len(text)]
        return drawn.upper() if text != text.lower() else drawn

    def below(self, most: int, label: str) -> int:
        """Return a number from 0 to most - 1 that depends on a label and the secret."""
        return int.from_bytes(self.stream(label.encode(), 16)) % most

    def _masked(self, token: str) -> str:
        if token[0] > "\x7f":
            return "".join(map(self._wide, token))
        if token.isdigit():
            return self._number(token)
        letters = _HEX_LETTERS if _HEX.fullmatch(token) else _LETTERS
        small = token.lower()
        alphabets = [string.digits if letter.isdigit() else letters for letter in small]
        drawn = self._permuted(small, alphabets)
        return "".join(new.upper() if old.isupper() else new for old, new in zip(token, drawn, strict=True))

    def _number(self, token: str) -> str:
        """Zeros at the ends stay, so that padding and a number's size in bytes do."""
        core = token.strip("0")
        if not core:
            return token
        start = len(token) - len(token.lstrip("0"))
        ends = "123456789"
        alphabets = [ends if place in (0, len(core) - 1) else string.digits for place in range(len(core))]
        return token[:start] + self._permuted(core, alphabets) + token[start + len(core) :]

    def _permuted(self, token: str, alphabets: list[str]) -> str:
        """Return another text over the same alphabets, place by place."""
        size, place = 1, 0
        for letter, alphabet in zip(token, alphabets, strict=True):
            place = place * len(alphabet) + alphabet.index(letter)
            size *= len(alphabet)
            if size > _SMALL:
                return self._drawn(token, alphabets)
        moved = self._moved(place, size, "".join(alphabet[0] for alphabet in alphabets))
        drawn = []
        for alphabet in reversed(alphabets):
            moved, at = divmod(moved, len(alphabet))
            drawn.append(alphabet[at])
        return "".join(reversed(drawn))

    def _drawn(self, token: str, alphabets: list[str]) -> str:
        """Return a text over the same alphabets, place by place: for a token of any length."""
        made = self.stream(f"drawn:{token}".encode(), 4 * len(token))
        drawn = [
            alphabet[int.from_bytes(made[4 * place : 4 * place + 4]) % len(alphabet)]
            for place, alphabet in enumerate(alphabets)
        ]
        if "".join(drawn) == token:
            drawn[0] = next(letter for letter in alphabets[0] if letter != token[0])
        return "".join(drawn)

    def _moved(self, place: int, size: int, form: str) -> int:
        if size < 2:
            return place
        # Forward, one step, and back: a permutation without a fixed point.
        there = self._walked(place, size, form, range(_ROUNDS))
        return self._walked((there + 1) % size, size, form, range(_ROUNDS - 1, -1, -1))

    def _walked(self, place: int, size: int, form: str, rounds: range) -> int:
        """A Feistel network over the smallest even number of bits, repeated until the result is within the size.

        Rounds in ascending order encrypt, in descending order decrypt.
        """
        half = max(1, ((size - 1).bit_length() + 1) // 2)
        mask = (1 << half) - 1
        while True:
            left, right = place >> half, place & mask
            for number in rounds:
                side = right if rounds.step > 0 else left
                data = f"{form}:{number}:{side}".encode()
                drawn = int.from_bytes(hashlib.blake2b(data, key=self._key, digest_size=8).digest()) & mask
                left, right = (right, left ^ drawn) if rounds.step > 0 else (right ^ drawn, left)
            place = (left << half) | right
            if place < size:
                return place

    def _wide(self, letter: str) -> str:
        """Return another character of as many bytes."""
        length = len(letter.encode("utf-8", "surrogatepass"))
        first, many = {2: _TWO, 3: _THREE}.get(length, _FOUR)
        place = ord(letter) - first
        if not 0 <= place < many:
            place = self.below(many, letter)
        return chr(first + self._moved(place, many, f"wide {length}"))

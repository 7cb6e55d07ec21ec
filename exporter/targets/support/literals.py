"""Texts, values, names, and comments of a design as code of Python, TypeScript, and Java, always safely quoted.

Names of a scope: `identifier`, `identifiers`. Values: `python_literal`, `typescript_literal`, `java_literal`; calls and
values of several lines are in python_code.py and typescript_code.py. Comments: `python_comment`, `slash_comment`,
`python_docstring`, `star_comment`.
"""

from __future__ import annotations

import builtins
import keyword
import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from exporter.targets.base import comment_text


class Language(StrEnum):
    """The language of the code, which determines the reserved words."""

    PYTHON = "python"
    TYPESCRIPT = "typescript"
    JAVA = "java"


class Style(StrEnum):
    """How the words of a name are joined: order_date, orderDate, OrderDate, ORDER_DATE, order-date."""

    SNAKE = "snake"
    CAMEL = "camel"
    PASCAL = "pascal"
    CONSTANT = "constant"
    KEBAB = "kebab"


PYTHON_BUILTINS: Final = frozenset(dir(builtins))
"""Names that a generated function body may need; pass them as `taken` where shadowing would break it."""

_TYPESCRIPT: Final = """
any arguments as async await boolean break case catch class const constructor continue debugger declare
default delete do else enum eval export extends false finally for from function get if implements import in
Infinity instanceof interface let module NaN never new null number object of package private protected
prototype public readonly require return set static string super switch symbol this throw true try type typeof
undefined unknown var void while with yield globalThis process console exports
toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable
"""
_JAVA: Final = """
abstract assert boolean break byte case catch char class const continue default do double else enum extends
false final finally float for goto if implements import instanceof int interface long native new null package
private protected public record return sealed short static strictfp super switch synchronized this throw throws
transient true try var void volatile while yield permits clone equals finalize getClass hashCode notify
notifyAll toString wait Object String Integer Long Double Boolean List Map Set Override Class
"""
RESERVED: Final[Mapping[Language, frozenset[str]]] = {
    Language.PYTHON: frozenset(keyword.kwlist) | {"self", "cls"},
    Language.TYPESCRIPT: frozenset(_TYPESCRIPT.split()),
    Language.JAVA: frozenset(_JAVA.split()),
}
"""Words that cannot, or should not, be one of our names in the language."""

# ABCDef -> ABC Def; gsi1PK -> gsi1 PK; SaaS, IoT and iOS are one word, because no letter comes before or after them.
# Each alternative takes at least one letter, so that nothing is read twice.
_INSIDE: Final = re.compile(r"(?<=[A-Za-z])'(?=[a-z])")
_WORD: Final = re.compile(
    r"(?<![A-Za-z])(?:[A-Z][a-z]{1,2}[A-Z](?![A-Za-z0-9])|[a-z][A-Z]{2,}(?![A-Za-z]))|[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+"
)
_WORDS_MAX: Final = 12


def words(text: str) -> list[str]:
    """Return the words of a name in lower case: ``orderDate``, ``order-date``, and ``Order date`` are order, date.

    Letters and digits of ASCII only; accents and letters of other scripts are dropped. Can be empty.
    """
    plain = unicodedata.normalize("NFKD", text[:400]).encode("ascii", "ignore").decode()
    # "A doctor's day" is three words, as it is with the other apostrophe.
    plain = _INSIDE.sub("", plain)
    return [word.lower()[:40] for word in _WORD.findall(plain)][:_WORDS_MAX]


def identifier(
    text: str,
    style: Style,
    language: Language,
    taken: Iterable[str] = (),
    *,
    otherwise: str = "value",
) -> str:
    """Return a name for `text`: ASCII letters and digits, not a reserved word, and not in `taken` in any case of
    letters.

    `otherwise` is used if the text has no letter, and before a digit; pass it as separate words.
    """
    found = words(text)
    if not found or found[0][0].isdigit():
        found = [*words(otherwise), *found]
    base = _joined(found, style)
    used = {name.lower() for name in taken}
    separator = {Style.SNAKE: "_", Style.CONSTANT: "_", Style.KEBAB: "-"}.get(style, "")
    if base in RESERVED[language]:
        base = f"{base}_" if language is Language.PYTHON and style is Style.SNAKE else base + separator + _tail(style)
    name, number = base, 2
    while name.lower() in used:
        name, number = f"{base.rstrip('_')}{separator}{number}", number + 1
    return name


def identifiers(
    texts: Iterable[str],
    style: Style,
    language: Language,
    taken: Iterable[str] = (),
    *,
    otherwise: str = "value",
) -> dict[str, str]:
    """Return a name for each text, no two alike even if case is ignored; of two that clash, the first
    gets the plain name.
    """
    found: dict[str, str] = {}
    used = list(taken)
    for text in texts:
        if text not in found:
            found[text] = identifier(text, style, language, used, otherwise=otherwise)
            used.append(found[text])
    return found


def _joined(parts: Sequence[str], style: Style) -> str:
    match style:
        case Style.SNAKE:
            return "_".join(parts)
        case Style.KEBAB:
            return "-".join(parts)
        case Style.CONSTANT:
            return "_".join(parts).upper()
    pascal = "".join(part[:1].upper() + part[1:] for part in parts)
    return pascal if style is Style.PASCAL else pascal[:1].lower() + pascal[1:]


def _tail(style: Style) -> str:
    return {Style.CAMEL: "Value", Style.PASCAL: "Value", Style.CONSTANT: "VALUE"}.get(style, "value")


def python_literal(value: Any) -> str:
    """Return a value as a Python expression of one line: text, bytes, number, Decimal, bool, None, sequence, mapping,
    set.

    A Decimal becomes ``Decimal("1.5")``, which the code must import. Raises ValueError for a number that is not finite,
    TypeError for anything else.
    """
    match value:
        case None | bool():
            return repr(value)
        case str():
            return '"' + "".join(_PYTHON.get(letter) or _python_letter(letter) for letter in value) + '"'
        case bytes():
            return 'b"' + "".join(_python_byte(byte) for byte in value) + '"'
        case int() | float() | Decimal():
            return _number(value, lambda number: f'Decimal("{number}")')
        case Mapping():
            return "{" + _pairs(value, python_literal, python_literal) + "}"
        case tuple():
            return "(" + _several(value, python_literal) + ("," if len(value) == 1 else "") + ")"
        case set() | frozenset():
            return "{" + _several(sorted(value), python_literal) + "}" if value else "set()"
        case Sequence():
            return "[" + _several(value, python_literal) + "]"
    raise TypeError(f"no Python literal for {type(value).__name__}")


def typescript_literal(value: Any) -> str:
    """Return a value as a TypeScript (or JavaScript) expression of one line: text, number, bool, None, sequence,
    mapping.

    None is ``null``. A Decimal is written digit for digit: pass a text if more than 15 digits matter. Raises ValueError
    for a number that is not finite, TypeError for anything else.
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return '"' + "".join(_SCRIPT.get(letter) or _utf16(letter) for letter in value) + '"'
        case int() | float() | Decimal():
            return _number(value, str)
        case Mapping():
            return "{ " + _pairs(value, typescript_key, typescript_literal) + " }" if value else "{}"
        case bytes() | set() | frozenset():
            pass
        case Sequence():
            return "[" + _several(value, typescript_literal) + "]"
    raise TypeError(f"no TypeScript literal for {type(value).__name__}")


def typescript_key(name: str) -> str:
    """Return a member's name in an object literal: bare if possible, and ``__proto__`` as a member, not
    the prototype.
    """
    if name == "__proto__":
        return '["__proto__"]'
    return name if re.fullmatch(r"[A-Za-z_$][A-Za-z0-9_$]*", name, re.ASCII) else typescript_literal(name)


def java_literal(value: Any) -> str:
    """Return a text, number, bool, or None as a Java expression. Raises ValueError or TypeError as `python_literal`
    does.

    An integer beyond 32 bits ends with L; a Decimal is ``new BigDecimal("1.5")``.
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return '"' + "".join(_SCRIPT.get(letter) or _utf16(letter) for letter in value) + '"'
        case int():
            return str(value) if -(2**31) <= value < 2**31 else f"{value}L"
        case float() | Decimal():
            return _number(value, lambda number: f'new BigDecimal("{number}")')
    raise TypeError(f"no Java literal for {type(value).__name__}")


_PYTHON: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SCRIPT: Final = _PYTHON | {"\b": "\\b", "\f": "\\f"}


def _python_letter(letter: str) -> str:
    if letter.isprintable():
        return letter
    number = ord(letter)
    return f"\\x{number:02x}" if number <= 0xFF else f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _python_byte(byte: int) -> str:
    letter = chr(byte)
    return _PYTHON.get(letter) or (letter if 0x20 <= byte < 0x7F else f"\\x{byte:02x}")


def _utf16(letter: str) -> str:
    """Return a printable character unchanged, any other as escapes of UTF-16; two make a
    character beyond U+FFFF.
    """
    if letter.isprintable():
        return letter
    pair = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pair[at]:02x}{pair[at + 1]:02x}" for at in range(0, len(pair), 2))


def _number(value: float | Decimal, exact: Callable[[Decimal], str]) -> str:
    is_finite = value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)
    if not is_finite:
        raise ValueError(f"{value} is not a number that code can hold")
    return exact(value) if isinstance(value, Decimal) else repr(value)


def _several(values: Iterable[Any], write: Callable[[Any], str]) -> str:
    return ", ".join(write(value) for value in values)


def _pairs(values: Mapping[str, Any], write_key: Callable[[str], str], write: Callable[[Any], str]) -> str:
    return ", ".join(f"{write_key(key)}: {write(value)}" for key, value in values.items())


def python_comment(lines: Iterable[str], indent: int = 0) -> str:
    """Return ``#`` lines, each with a line end; none of them declares an encoding, wherever it is (PEP 263)."""
    pad = " " * indent
    safe = (re.sub(r"coding(?=[:=])", "coding ", comment_text(line)) for line in lines)
    return "".join(f"{pad}# {line}".rstrip() + "\n" for line in safe)


def slash_comment(lines: Iterable[str], indent: int = 0) -> str:
    """Return ``//`` lines for TypeScript, JavaScript, and Java: no tool directive, and no escape that
    Java reads early.
    """
    pad = " " * indent
    safe = (re.sub(r"^(\s*)@", r"\1(at) ", comment_text(line).replace("\\", "\\\\")) for line in lines)
    return "".join(f"{pad}// {line}".rstrip() + "\n" for line in safe)


def python_docstring(lines: Sequence[str], indent: int = 0) -> str:
    """Return a docstring of these lines (at least one), indented, with a line end. No text in it ends it."""
    pad = " " * indent
    safe = [_docstring_line(line) for line in lines]
    if len(safe) == 1:
        return f'{pad}"""{safe[0]}"""\n'
    return f'{pad}"""{safe[0]}\n' + "".join(f"{pad}{line}".rstrip() + "\n" for line in safe[1:]) + f'{pad}"""\n'


def _docstring_line(line: str) -> str:
    text = comment_text(line).replace("\\", "\\\\").rstrip()
    return text.replace('"', '\\"') if '"""' in text or text.endswith('"') else text


def star_comment(lines: Sequence[str], indent: int = 0) -> str:
    """Return a ``/** ... */`` comment for TypeScript and Java, indented, with a line end. No text ends
    it or is a tag.
    """
    pad = " " * indent
    safe = [
        comment_text(line).replace("\\", "\\\\").replace("*/", "* /").replace("@", "(at)").rstrip() for line in lines
    ]
    if len(safe) == 1:
        return f"{pad}/** {safe[0]} */\n"
    return f"{pad}/**\n" + "".join(f"{pad} * {line}".rstrip() + "\n" for line in safe) + f"{pad} */\n"

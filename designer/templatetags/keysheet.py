"""Template filters for keys, sizes, money and counts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from modeler.core.blocks.block import Block
from modeler.core.blocks.library import blocks_of_rule
from modeler.core.findings import page_of
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template
from modeler.wording.numbers import (
    amount_text,
    count_text,
    fine_percent_text,
    money_text,
    percent_text,
    size_text,
    units_text,
)
from modeler.wording.sentences import as_sentence

register = template.Library()


@register.filter
def sentence(text: object) -> str:
    """Text with a capital letter at its start, unless it starts with a name: `app-main has 3 partitions`."""
    return as_sentence(str(text))


@register.simple_tag
def rule_page(rule: str) -> str:
    """The address of a rule's page in the documentation; '' if the site has not been built or lacks the page."""
    return docs_page(page_of(rule))


@register.simple_tag
def docs_page(page: str) -> str:
    """The address of a page of the documentation (``facts/choices/#projection``); '' if it has not been built."""
    path, mark, anchor = page.partition("#")
    is_built = (settings.DOCUMENTATION_ROOT / path / "index.html").is_file()
    return reverse("documentation", args=(path,)) + mark + anchor if is_built else ""


@register.simple_tag
def blocks_of(rule: str) -> tuple[Block, ...]:
    """The building blocks that a rule is a pitfall of."""
    return blocks_of_rule(rule)


@register.filter
def moment(at: datetime | None) -> SafeString:
    """A time as "23 Nov 2026, 17:39 UTC"; the browser shows it in the person's own time zone."""
    if at is None:
        return SafeString("")
    text = date_format(localtime(at, UTC), "j M Y, H:i")
    return format_html('<time datetime="{0}"><local-time at="{0}">{1} UTC</local-time></time>', at.isoformat(), text)


@register.filter
def key_template(text: str) -> SafeString:
    """A key template with markup for literals, attributes and formats; an invalid one is underlined."""
    return _key_template(str(text))


@lru_cache(maxsize=4096)
def _key_template(text: str) -> SafeString:
    parsed = parse(text)
    if parsed.problem:
        return format_html('<span class="broken">{}</span>', text)
    return format_html_join("", "{}", ((_part(part),) for part in parsed.parts))


def _part(part: LiteralText | Reference) -> SafeString:
    if isinstance(part, LiteralText):
        return format_html('<span class="literal">{}</span>', print_template((part,)))
    name = print_template((Reference(part.attribute),))[1:-1]
    formats = "|".join(str(call) for call in part.formats)
    return format_html(
        '<span class="brace">{{</span><span class="attribute">{}</span>{}<span class="brace">}}</span>',
        name,
        format_html('<span class="brace">:</span><span class="format">{}</span>', formats) if formats else "",
    )


@register.filter
def as_json(value: Any) -> str:
    """Data for a script, in an attribute of its element."""
    return json.dumps(value)


@register.filter
def byte_count(size: int | float | None) -> str:
    """A size with its unit: 118 B, 1.2 KB."""
    return "" if size is None else size_text(size)


@register.filter
def grouped(number: int | float | Decimal | None) -> str:
    """A count with separators: 1,296."""
    return "" if number is None else count_text(number)


@register.filter
def units(number: float | Decimal | str | None) -> str:
    """Capacity units: 0.5, 12, 1,296."""
    return "" if number is None or number == "" else units_text(number)


@register.filter
def amount(number: float | Decimal | str | None) -> str:
    """A number of a calculation: 223.38, 0.0012."""
    return "" if number is None or number == "" else amount_text(number)


@register.filter
def money(amount: float | Decimal | str | None) -> str:
    """Dollars and cents: $1,296.02."""
    return "" if amount is None or amount == "" else money_text(amount)


@register.filter
def percent(share: float | Decimal | str | None) -> str:
    """A share from 0 to 1 as percent."""
    return "" if share is None else percent_text(share)


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon of the sprite from static/build.py, hidden from screen readers because text accompanies it."""
    address = f"{static('vendor/icons.svg')}#{name}"
    return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="{}"></use></svg>', address)


@register.filter
def finely(share: float | Decimal | None) -> str:
    """A share as percent, with two significant digits if it is small: 0.034%, 8.1%, 112%."""
    return "" if share is None else fine_percent_text(share)


@register.filter
def signed_money(amount: float | Decimal | None) -> str:
    """A difference in dollars with its sign: +$12.00, −$3.50."""
    if amount is None:
        return ""
    return f"{'+' if Decimal(str(amount)) >= 0 else '−'}{money(abs(Decimal(str(amount))))}"


@register.filter
def signed_units(number: float | Decimal | None) -> str:
    """A difference in units with its sign: +12, −0.5."""
    if number is None:
        return ""
    return f"{'+' if Decimal(str(number)) >= 0 else '−'}{units(abs(Decimal(str(number))))}"


@register.filter
def signed_percent(share: float | Decimal | None) -> str:
    """A relative difference with its sign: +8%, −12%."""
    return "" if share is None else f"{'+' if share >= 0 else '−'}{percent_text(abs(Decimal(str(share))))}"


@register.filter
def saved_money(amount: float | Decimal | None) -> str:
    """Savings: $12.00; a loss as `costs $3.50 more`."""
    if amount is None:
        return ""
    exact = Decimal(str(amount))
    return money(exact) if exact >= 0 else f"costs {money(-exact)} more"


@register.filter
def finely_units(number: float | Decimal | None) -> str:
    """Units that can be far below one: 0.0034, 1.5, 120."""
    if number is None:
        return ""
    value = float(number)
    return units(number) if value == 0 or value >= 0.1 else "under 0.001" if value < 0.001 else f"{value:.2g}"


@register.filter
def times_of(factor: float | Decimal | None) -> str:
    """A factor: 1.3 times, 1,200 times."""
    if factor is None:
        return ""
    value = float(factor)
    return f"{value:,.0f} times" if value >= 10 else f"{value:.2g} times"


@register.filter
def clock(minute: float) -> str:
    """A minute of the day: 6:00."""
    return f"{int(minute) // 60 % 24}:{int(minute) % 60:02}"

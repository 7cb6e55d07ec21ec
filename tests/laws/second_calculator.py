"""A second calculator of DynamoDB's numbers, written from facts/item-sizes#values, facts/item-sizes#numbers,
facts/item-sizes#examples, facts/item-sizes#storage, facts/throughput#reads, facts/throughput#writes,
facts/throughput#index-writes, facts/throughput#replication, facts/throughput#throttling, facts/throughput#example,
facts/pricing#list-prices, facts/pricing#regions, facts/pricing#price-history, facts/pricing#conventions,
facts/pricing#commitments, facts/pricing#break-even alone and sharing no code with the first.

It works on plain values: an item is DynamoDB JSON by attribute name, a place is a small dictionary
`{"name", "kind", "hash": [names], "range": [names], "include": None | [names]}` (include None: everything), and a
table is a list of places of which the first is the table itself. Slow and obvious on purpose.
"""

import base64
import hashlib
import math
import re
import zlib
from datetime import UTC, datetime
from fractions import Fraction

MEGABYTE = 1024 * 1024
GIGABYTE = 1024**3
HOURS = 730


def number_bytes(text):
    """One byte, one for each pair of digits aligned at the decimal point, one for a minus; 21 at most.

    facts/item-sizes#numbers.
    """
    mantissa, _, exponent = text.lower().lstrip("+-").partition("e")
    whole, _, decimals = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = whole + decimals
    point -= len(digits) - len(digits.lstrip("0"))
    digits = digits.strip("0")
    if not digits:
        return 1
    before = "0" * (point % 2) + digits
    return min(21, 1 + len([before[at : at + 2] for at in range(0, len(before), 2)]) + text.startswith("-"))


def value_bytes(value):
    """facts/item-sizes#values."""
    ((kind, data),) = value.items()
    if kind == "S":
        return len(data.encode())
    if kind == "N":
        return number_bytes(data)
    if kind == "B":
        return len(base64.b64decode(data))
    if kind in ("BOOL", "NULL"):
        return 1
    if kind == "L":
        return 3 + sum(1 + value_bytes(one) for one in data)
    if kind == "M":
        return 3 + sum(1 + len(name.encode()) + value_bytes(one) for name, one in data.items())
    return sum(value_bytes({kind[0]: one}) for one in data)


def item_bytes(item):
    """facts/item-sizes#values: names and values."""
    return sum(len(name.encode()) + value_bytes(value) for name, value in item.items())


def keys_of(place):
    return [*place["hash"], *place["range"]]


def entry(table, place, item):
    """What an index holds of an item; None where it holds nothing (a key attribute is missing).

    facts/item-sizes#storage.
    """
    if item is None or any(name not in item for name in keys_of(place)):
        return None
    if place["include"] is None:
        return dict(item)
    kept = {*keys_of(table[0]), *keys_of(place), *place["include"]}
    return {name: value for name, value in item.items() if name in kept}


def blocks(size, of):
    return max(1, math.ceil(size / of))


def reading(size, factor):
    """Units of some bytes read at once; factor 1/2 eventually, 1 strongly, 2 in a transaction.

    facts/throughput#reads.
    """
    return factor * blocks(size, 4096)


def strength(consistent):
    return Fraction(1) if consistent else Fraction(1, 2)


def get_units(items, *, consistent=False, transactional=False):
    """facts/throughput#reads: GetItem, BatchGetItem, TransactGetItems; a missing item (None) costs the least."""
    factor = 2 if transactional else strength(consistent)
    return sum(reading(item_bytes(item or {}), factor) for item in items)


def pages(entries):
    """Entries in pages of 1 MB; the one that reaches it is still read, as DynamoDB Local does.

    facts/limits#requests.
    """
    found, page, size = [], [], 0
    for one in entries:
        page.append(one)
        size += item_bytes(one)
        if size >= MEGABYTE:
            found.append(page)
            page, size = [], 0
    return [*found, page] if page else found


def page_units(page, *, consistent=False, fetched=()):
    """One page of a Query or Scan; whole items that an LSI fetches are rounded each by itself.

    facts/throughput#reads.
    """
    factor = strength(consistent)
    return reading(sum(map(item_bytes, page)), factor) + sum(reading(item_bytes(one), factor) for one in fetched)


def table_write_units(before, after, *, transactional=False):
    """The larger image; a missing item on both sides (a failed or an empty write) costs one.

    facts/throughput#writes.
    """
    larger = max(item_bytes(before or {}), item_bytes(after or {}))
    return blocks(larger, 1024) * (2 if transactional else 1)


def same_value(one, other):
    """facts/throughput#index-writes: a set in another order is the same value; a list in another order is not."""
    ((kind, left),), ((other_kind, right),) = one.items(), other.items()
    if kind != other_kind:
        return False
    if kind in ("SS", "NS", "BS"):
        return sorted(left) == sorted(right)
    if kind == "L":
        return len(left) == len(right) and all(map(same_value, left, right))
    if kind == "M":
        return left.keys() == right.keys() and all(same_value(left[name], right[name]) for name in left)
    return left == right


def index_write_units(table, place, before, after):
    """facts/throughput#index-writes; never doubled by a transaction."""
    old, new = entry(table, place, before), entry(table, place, after)
    if old is None or new is None:
        return sum(blocks(item_bytes(one), 1024) for one in (old, new) if one is not None)
    if any(not same_value(old[name], new[name]) for name in keys_of(place)):
        return blocks(item_bytes(old), 1024) + blocks(item_bytes(new), 1024)
    if old.keys() == new.keys() and all(same_value(old[name], new[name]) for name in old):
        return 0
    return blocks(max(item_bytes(old), item_bytes(new)), 1024)


def write_units(table, before, after, *, transactional=False):
    """Units by place of one item written: the table's own, then each index.

    facts/throughput#writes, facts/throughput#index-writes.
    """
    found = {table[0]["name"]: table_write_units(before, after, transactional=transactional)}
    return found | {place["name"]: index_write_units(table, place, before, after) for place in table[1:]}


def stored_bytes(table, items, *, replicated=False):
    """Billed bytes by place: 100 more for each item and entry, 48 more for an item of a global table.

    facts/item-sizes#storage.
    """
    found = {table[0]["name"]: sum(item_bytes(item) + 100 + 48 * replicated for item in items)}
    for place in table[1:]:
        held = [one for item in items if (one := entry(table, place, item)) is not None]
        found[place["name"]] = sum(item_bytes(one) + 100 for one in held)
    return found


def order(value):
    """facts/ordering#key-order: the place of a key value among its kind."""
    ((kind, data),) = value.items()
    if kind == "N":
        return Fraction(data)
    return data.encode() if kind == "S" else base64.b64decode(data)


def requests_cost(units_per_second, price_per_million):
    """facts/pricing#examples: a month of 730 hours on demand."""
    return units_per_second * 3600 * HOURS * price_per_million / 1_000_000


def provisioned_units(peak, target):
    """What must be provisioned for a peak at a target utilisation in percent; at least 1.

    facts/pricing#auto-scaling.
    """
    return max(1, math.ceil(peak * 100 / target))


def provisioned_cost(units, price_per_hour):
    return units * HOURS * price_per_hour


def auto_scaled(loads, target=70, minimum=1, maximum=math.inf):
    """facts/limits#throughput, facts/pricing#auto-scaling: units held at each minute of whole days that repeat, and
    what is refused at which minute.

    Two minutes above the target bring more units two minutes later; fifteen in which fewer would do bring those
    five minutes later, while the day's decreases last. Unused units of 300 seconds are spent first. The last day
    runs twice, once before the others.
    """

    def needs(used):
        return min(max(maximum, minimum), max(minimum, math.ceil(used * 100 / target - 1e-9)))

    history = [*loads[-1440:], *loads]
    units, saved, streak, change, decreases, last = needs(history[0]), 0.0, [], None, 4, 0
    held, refused = [], {}
    for now, load in enumerate(history):
        if now % 1440 == 0:
            decreases, last = 4, now - 1
        if now - last >= 60:
            decreases, last = min(4, decreases + 1), now
        if change and change[0] == now:
            if change[1] < units:
                decreases, last = decreases - 1, now
            units, change, streak = change[1], None, []
        held.append(units)
        saved = min(300 * units, saved + 60 * (units - load))
        used = load
        if saved < 0:
            if saved < -6e-8:
                refused[now] = -saved / 60
                used = load + saved / 60
            saved = 0.0
        state = "more" if used * 100 > units * target + 1e-7 else "fewer" if needs(used) < units else "as is"
        streak = [*streak, state] if not streak or streak[-1] == state else [state]
        if change is None and state == "more" and len(streak) >= 2 and needs(used) > units:
            change = (now + 2, needs(used))
        if change is None and state == "fewer" and len(streak) >= 15 and decreases:
            change = (now + 5, needs(used))
    return held[1440:], {now - 1440: short for now, short in refused.items() if now >= 1440}


def reserved_cost(upfront, hourly, years):
    """facts/pricing#commitments: a month of one block, its payment up front spread over all the hours of the term."""
    return HOURS * (upfront / (years * 365 * 24) + hourly)


def items_after(count, growth, retention, months):
    """Items after so many months of `growth` a month, each kept for `retention` days (None: for good)."""
    if not growth or not months:
        return count
    if not retention:
        return count + growth * months
    kept = Fraction(retention * 24, HOURS)
    steady = growth * kept
    if count > steady:
        return count - (count - steady) * min(1, months / kept)
    return min(steady, count + growth * months)


def break_even(price_per_hour, price_per_million):
    """facts/pricing#break-even: the utilisation above which provisioned is cheaper."""
    return price_per_hour / (3600 * price_per_million / 1_000_000)


def storage_cost(size, price_per_gigabyte):
    return Fraction(size) / GIGABYTE * price_per_gigabyte


def render(template, values, formats):
    """A key template over plain texts by attribute name; None where one is missing. docs/glossary.md#key-templates."""
    missing = [name for name in re.findall(r"\{(\w+)", template) if name not in values]
    if missing:
        return None

    def fill(found):
        name, *steps = re.split(r"[:|]", found[1])
        text = values[name]
        for step in steps:
            text = formatted(text, step, formats.get(name, ""))
        return text

    return re.sub(r"\{([^{}]+)\}", fill, template)


def formatted(text, step, attribute_format):
    """One format of a reference."""
    word, _, argument = step.rstrip(")").partition("(")
    if word in ("lower", "upper"):
        return text.lower() if word == "lower" else text.upper()
    if word == "first":
        return text[: int(argument)]
    if word == "pad":
        return text.rjust(int(argument), "0")
    if word == "reverse":
        return str(10 ** int(argument) - 1 - int(text)).rjust(int(argument), "0")
    if word == "shard":
        return str(zlib.crc32(text.encode()) % int(argument))
    if word == "hash":
        return hashlib.sha256(text.encode()).hexdigest()[: int(argument)]
    shape = {"year": "%Y", "month": "%Y-%m", "date": "%Y-%m-%d", "hour": "%Y-%m-%dT%H", "minute": "%Y-%m-%dT%H:%M"}
    if attribute_format.startswith("epoch"):
        seconds = Fraction(text) / (1000 if attribute_format == "epoch_milliseconds" else 1)
        moment = datetime.fromtimestamp(int(seconds), UTC)
    else:
        moment = datetime.fromisoformat(text).astimezone(UTC) if "T" in text else datetime.fromisoformat(text)
    return moment.strftime(shape[word])

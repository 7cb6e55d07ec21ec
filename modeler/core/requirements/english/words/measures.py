"""Units of measure: which words are units, and which property a number with one bounds."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.words.lexicon import words_in

LENGTHS: Final = words_in(
    "m cm mm km meter meters metre metres kilometer kilometers kilometre kilometres centimeter centimeters centimetre "
    "centimetres millimeter millimeters millimetre millimetres mile miles foot feet ft inch inches yard yards"
)
WEIGHTS: Final = words_in(
    "kg g mg kilo kilos kilogram kilograms gram grams lb lbs pound pounds ounce ounces oz ton tons tonne tonnes"
)
_OTHERS: Final = words_in(
    "% percent eur euro euros usd dollar dollars gbp chf cent cents yen € $ £ liter liters litre litres l ml gallon "
    "gallons degree degrees celsius fahrenheit ° kw kwh mw mwh watt watts volt volts bar psi kb mb gb tb kilobytes "
    "megabytes gigabytes byte bytes kmh mph knots rpm hz decibels db bpm kcal ppm"
)
UNITS_OF_MEASURE: Final = LENGTHS | WEIGHTS | _OTHERS

COMPARED: Final = {
    "cheaper": "price", "heavier": "weight", "lighter": "weight", "longer": "", "shorter": "", "taller": "height",
    "higher": "height", "deeper": "depth", "wider": "width", "narrower": "width", "thicker": "thickness",
    "thinner": "thickness",
    "warmer": "temperature", "hotter": "temperature", "colder": "temperature", "cooler": "temperature",
}  # fmt: skip
"""Comparatives, and the property that they compare; '' where the unit decides."""
BELOW: Final = words_in("cheaper lighter shorter narrower thinner colder cooler")
"""Those that ask for less."""

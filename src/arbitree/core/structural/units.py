"""Units of measure and currencies by their written names; what can be converted has one dimension."""

from __future__ import annotations

from typing import Final, NamedTuple


class Unit(NamedTuple):
    """A unit, as so many of its dimension's own."""

    dimension: str
    factor: float


_TABLE: Final = """
mass: mg milligram milligrams=0.001 g gram grams gramme grammes=1 kg kilo kilos kilogram kilograms kilogramme=1000
 t ton tons tonne tonnes=1000000 lb lbs pound pounds=453.59237 oz ounce ounces=28.349523125
length: nm=1e-9 µm um=1e-6 mm millimetre millimetres millimeter millimeters=0.001
 cm centimetre centimetres centimeter centimeters=0.01 m metre metres meter meters=1
 km kilometre kilometres kilometer kilometers=1000 inch inches=0.0254 ft foot feet=0.3048 yd yard yards=0.9144
 mi mile miles=1609.344
area: cm2 cm²=0.0001 m2 m² sqm=1 km2 km²=1000000 ha hectare hectares=10000 acre acres=4046.8564224 sqft=0.09290304
volume: ml milliliter milliliters millilitre millilitres=0.001 cl=0.01 dl=0.1 l liter liters litre litres=1 m3 m³=1000
 gal gallon gallons=3.785411784
time: ms=0.001 s sec secs second seconds sekunden=1 min mins minute minutes minuten=60 h hr hrs hour hours stunden=3600
 day days tage=86400 week weeks wochen=604800
months: month months monate=1 year years yr yrs jahre=12
speed: m/s=1 km/h kmh kph=0.2777777777777778 mph=0.44704
power: w watt watts=1 kw kilowatt kilowatts=1000 mw megawatt=1000000 hp=745.7
energy: kwh=1 mwh=1000 wh=0.001
electric: v volt volts=1 kv=1000
frequency: hz=1 khz=1000 mhz=1000000 ghz=1000000000
bytes: b byte bytes=1 kb kilobyte kilobytes=1000 mb megabyte megabytes=1e6 gb gigabyte gigabytes=1e9
 tb terabyte terabytes=1e12 kib=1024 mib=1048576 gib=1073741824 tib=1099511627776
celsius: °c celsius=1
fahrenheit: °f fahrenheit=1
degree: ° degree degrees grad=1
percent: % percent pct prozent procent=1
per mille: ‰=1
usd: $ us$ usd dollar dollars=1 cent cents ¢=0.01
cad: c$ ca$ cad=1
aud: a$ au$ aud=1
eur: € eur euro euros=1
gbp: £ gbp pound pounds quid=1 p pence=0.01
jpy: ¥ jpy yen 円=1
cny: cny rmb yuan 元 人民币=1
inr: ₹ inr rs rupee rupees=1
krw: ₩ krw won 원=1
chf: chf franken=1
sek: sek=1
pln: pln zł złoty=1
brl: r$ brl real reais=1
"""


def _read() -> dict[str, tuple[Unit, ...]]:
    found: dict[str, tuple[Unit, ...]] = {}
    for line in _TABLE.replace("\n ", " ").strip().splitlines():
        dimension, _, names = line.partition(": ")
        waiting: list[str] = []
        for name in names.split():
            written, _, factor = name.partition("=")
            waiting.append(written)
            if factor:
                for each in waiting:
                    found[each] = (*found.get(each, ()), Unit(dimension, float(factor)))
                waiting = []
    return found


UNITS: Final = _read()
"""What each name in lower case can be; pounds are both a mass and a currency."""


def units_of(name: str) -> tuple[Unit, ...]:
    """What a written unit can be; a word that is no unit counts itself, whatever its number.

    >>> units_of("kg"), units_of("Apples") == units_of("apple"), len(units_of("pounds"))
    ((Unit(dimension='mass', factor=1000.0),), True, 2)
    """
    # Prefixes tell by their case what a table in lower case cannot: MW is no milliwatt, but MB and Mb are one here.
    plain = name.lower()
    if plain in UNITS:
        return UNITS[plain]
    many = plain.endswith(("xes", "ches", "shes", "sses", "zes"))
    single = plain[:-3] + "y" if plain.endswith("ies") else plain[:-2] if many else plain.removesuffix("s")
    return (Unit(f"a {single}", 1.0),)

"""The units of the field, in pint's language of definitions: `name = relation = symbol = alias`."""

PREFIXES = """
pico- = 1e-12 = p-
nano- = 1e-9 = n-
micro- = 1e-6 = μ- = u-
milli- = 1e-3 = m-
centi- = 1e-2 = c-
kilo- = 1e3 = k- = K-
mega- = 1e6 = M-
giga- = 1e9 = G-
tera- = 1e12 = T-
peta- = 1e15 = P-
exa- = 1e18 = E-
zetta- = 1e21 = Z-
kibi- = 2**10 = Ki-
mebi- = 2**20 = Mi-
gibi- = 2**30 = Gi-
tebi- = 2**40 = Ti-
pebi- = 2**50 = Pi-
exbi- = 2**60 = Ei-
"""

UNITS = """
second = [time] = s = sec = 秒
minute = 60 * second = min
hour = 60 * minute = h = hr = 小时
day = 24 * hour = d
week = 7 * day
month = 30.4375 * day
year = 365.25 * day = yr = 年

bit = [information] = b
byte = 8 * bit = B
bit_per_second = bit / second = bps
byte_per_second = byte / second = Bps
flop = [flop]
flop_per_second = flop / second
operation = [operation] = OP
operation_per_second = operation / second = OPS
transfer = [transfer] = T
token = [token] = tok

dollar = [dollar] = $ = USD = 美元
cent = 0.01 * dollar
euro = [euro] = € = EUR
pound_sterling = [pound_sterling] = £ = GBP
yuan = [yuan] = 元 = CNY = RMB
yen = [yen] = JPY

times = 1 = × = x = fold
percent = 0.01 = %
permille = 0.001 = ‰
part_per_million = 1e-6 = ppm

meter = [length] = m = metre
inch = 0.0254 * meter
gram = [mass] = g
tonne = 1e6 * gram = t
ampere = [current] = A = amp
kelvin = [temperature] = K
degree_celsius = [celsius] = °C = degC
hertz = 1 / second = Hz
watt = 1000 * gram * meter ** 2 / second ** 3 = W
joule = watt * second = J
watt_hour = watt * hour = Wh
volt = watt / ampere = V
ohm = volt / ampere = Ω
newton = joule / meter = N
pascal = newton / meter ** 2 = Pa
liter = 0.001 * meter ** 3 = L = l = litre
degree = [angle] = ° = deg
"""

COUNTED_WHOLE = {"[information]", "[flop]", "[operation]", "[token]", "[transfer]"}
"""The dimensions of what comes in thousands and never in thousandths: `mb` is no millibit."""

SAME_IN_PLURAL = {"percent", "permille", "times", "hertz", "yuan", "yen"}

MAGNITUDES = {
    **dict.fromkeys(("k", "K", "thousand", "千"), 3),
    **dict.fromkeys(("M", "mn", "mln", "mio", "million", "millions", "百万"), 6),
    **dict.fromkeys(("B", "bn", "G", "billion", "billions"), 9),
    **dict.fromkeys(("T", "tn", "trillion", "trillions"), 12),
    **dict.fromkeys(("P", "quadrillion"), 15),
    **dict.fromkeys(("万",), 4),
    **dict.fromkeys(("亿",), 8),
}
"""Words and letters that multiply a number, by their power of ten."""

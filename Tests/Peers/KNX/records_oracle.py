"""Prints how xknx decodes datapoint types with several fields: a line "TYPE HEX CANONICAL FIELDS" for each of many
payloads.

    python records_oracle.py > Tests/DomoKNXTests/Recorded/xknx-records.txt

with a Python that has xknx 4.0.0. CANONICAL is what xknx encodes for the decoded value, FIELDS are "name=value" separated by
semicolons, in domo's names and units; a value is "-" if the data marks it as invalid. If xknx rejects the data, or the date
is invalid, both are "!".
"""

import calendar
import random

from xknx.dpt import DPTArray, DPTBase
from xknx.exceptions import ConversionError, CouldNotParseTelegram

MAIN_TYPES = [10, 11, 19, 232, 235, 242, 243, 249, 250, 251, 252, 253, 254]
COUNT = 100


def text(value):
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def percent(raw):
    return None if raw is None else raw * 100 / 255


def step(control):
    if control is None:
        return None
    return ("+" if control.control.value else "-") + str(control.step_code)


def is_day(year, month, day):
    # Without a year, the 29th of February is valid.
    return month is None or day <= calendar.monthrange(2000 if year is None else year, month)[1]


def fields(main, value):
    if main == 10:
        return {
            "weekday": value.day.value or None,
            "hour": value.hour,
            "minute": value.minutes,
            "second": value.seconds,
        }
    if main == 11:
        return {"day": value.day, "month": value.month, "year": value.year}
    if main == 19:
        return {
            "year": value.year,
            "month": value.month,
            "day": value.day,
            "weekday": None if value.day_of_week is None else value.day_of_week.value,
            "hour": value.hour,
            "minute": value.minutes,
            "second": value.seconds,
            "fault": value.fault,
            "working day": value.working_day,
            "summer time": value.dst,
            "synchronised": value.external_sync,
            "reliable": value.source_reliable,
        }
    if main == 235:
        return {"energy": value.energy, "tariff": value.tariff}
    if main in (242, 243):
        x, y = value.color if value.color is not None else (None, None)
        colour = {"x": x, "y": y, "brightness": percent(value.brightness)}
        return colour if main == 242 else {"time": value.fade_time, **colour}
    if main == 249:
        return {
            "time": value.fade_time,
            "colour temperature": value.color_temperature,
            "brightness": percent(value.brightness),
        }
    names = {
        232: ["red", "green", "blue"],
        250: ["color_temperature", "brightness"],
        251: ["red", "green", "blue", "white"],
        252: ["red", "green", "blue", "white"],
        253: ["saturation", "colour", "brightness"],
        254: ["red", "green", "blue"],
    }[main]
    values = [getattr(value, name) for name in names]
    if main not in (232, 251):
        values = [step(one) for one in values]
    return {name.replace("color_", "colour "): one for name, one in zip(names, values)}


def payloads(main, length, dice):
    yield bytes(length)
    yield bytes([0xFF] * length)
    for _ in range(COUNT - 2):
        octets = bytearray(dice.randbytes(length))
        # Most random data would be an invalid date and time.
        if main == 10 and dice.random() < 0.7:
            octets = bytearray([octets[0] & 0xF7, octets[1] & 0xDF, octets[2] & 0xDF])
        if main == 11 and dice.random() < 0.7:
            octets = bytearray([octets[0] & 0x1F, octets[1] & 0x0B, octets[2] % 100])
        if main == 19 and dice.random() < 0.8:
            octets[1] = 1 + octets[1] % 12
            octets[2] = 1 + octets[2] % 29
            octets[3] = octets[3] & 0xF7
            octets[4] = octets[4] % 60
            octets[5] = octets[5] % 60
        if main == 19 and dice.random() < 0.1:
            octets[3:6] = bytes([octets[3] & 0xE0 | 24, 0, 0])
        yield bytes(octets)


def line(transcoder, main, octets):
    try:
        value = transcoder.from_knx(DPTArray(octets))
    except (ConversionError, CouldNotParseTelegram):
        return "! !"
    if main in (11, 19) and not is_day(value.year, value.month, value.day):
        return "! !"
    canonical = bytes(transcoder.to_knx(value).value).hex()
    return canonical + " " + ";".join(f"{name}={text(one)}" for name, one in fields(main, value).items())


def main():
    for main_type in MAIN_TYPES:
        dice = random.Random(main_type)
        sub = 1 if main_type in (10, 11, 19, 235) else 600
        transcoder = DPTBase.transcoder_by_dpt(main_type, sub)
        for octets in payloads(main_type, transcoder.payload_length, dice):
            print(f"{main_type}.{sub:03} {octets.hex()} {line(transcoder, main_type, octets)}")


if __name__ == "__main__":
    main()

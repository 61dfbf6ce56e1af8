"""Prints how xknx decodes raw data: a line "TYPE HEX VALUE" for each datapoint type of the main types below and each of
many payloads.

    python datapoints_oracle.py > Tests/DomoKNXTests/Recorded/xknx-values.txt

with a Python that has xknx 4.0.0. HEX is "b" and a number for up to 6 bits. VALUE is a number (0 and 1 for a bit, the
raw number for an enumeration), a JSON string, the comma-separated fields of a record, or "!" if xknx rejects the data.
"""

import dataclasses
import json
import random
import struct

from xknx.dpt import DPTArray, DPTBase, DPTBinary
from xknx.dpt.dpt import DPTComplex, DPTEnum
from xknx.exceptions import ConversionError, CouldNotParseTelegram

MAIN_TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 16, 17, 18, 20, 29]

# These are exhaustive; for the others a few payloads show that they have the same layout.
EVERY_OCTET = {(5, 1), (17, 1), (20, 102)}
MANY_WORDS = {(9, 1), (9, 2)}

ENDS = {
    1: [0, 1, 2, 0x33, 0x7F, 0x80, 0xC8, 0xFE, 0xFF],
    2: [0, 1, 2, 0x00FF, 0x0100, 0x7FFF, 0x8000, 0xFFFF],
    4: [0, 1, 0x12345678, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF],
    8: [0, 1, 0x123456789ABCDEF0, 2**63 - 1, 2**63, 2**64 - 1],
}
FLOATS_16 = [0, 1, 0x0C1A, 0x07FF, 0x0C00, 0x7FFE, 0x7FFF, 0x8000, 0x87FF, 0x8A24, 0xA156, 0xF800, 0xFFFF]
FLOATS_32 = [0.0, 0.1, -21.5, 230.4, 1e-7, 123456.7, 3.4028234e38]
TEXTS = [b"", b"KNX is OK", b"fourteen chars", b"Gr\xfc\xdfe", b"ab\x00cd", b"\x7f", b"tail   "]


def floats_32(payloads):
    return [struct.unpack(">I", struct.pack(">f", x))[0] for x in payloads]


def payloads(main, sub, length, is_bits):
    rng = random.Random(main * 100_000 + sub)
    if is_bits:
        return [("b%d" % raw, DPTBinary(raw)) for raw in range(1 << length)]
    if main == 16:
        octets = [text.ljust(length, b"\x00") for text in TEXTS]
    elif (main, sub) in EVERY_OCTET or length == 1 and main in (4, 18):
        octets = [bytes([raw]) for raw in range(256)]
        if (main, sub) not in EVERY_OCTET:
            octets = octets[::5]
    else:
        if main == 9:
            raws = FLOATS_16 + [rng.randrange(1 << 16) for _ in range(150 if (main, sub) in MANY_WORDS else 5)]
        elif main == 14:
            raws = floats_32(FLOATS_32)
        else:
            raws = ENDS[length] + [rng.randrange(1 << (8 * length)) for _ in range(4)]
            if main == 20:
                raws += range(24)
        octets = [raw.to_bytes(length, "big") for raw in dict.fromkeys(raws)]
    return [(data.hex().upper(), DPTArray(tuple(data))) for data in octets]


def shown(value):
    if isinstance(value, bool):
        return str(int(value))
    if hasattr(value, "value") and hasattr(value, "name"):  # an enumeration
        return shown(value.value)
    if isinstance(value, str):
        return json.dumps(value)
    return repr(value)


def decoded(transcoder, payload):
    try:
        value = transcoder.from_knx(payload)
    except (ConversionError, CouldNotParseTelegram):
        return "!"
    if issubclass(transcoder, DPTComplex):
        names = [field.name for field in dataclasses.fields(value)]
        if transcoder.dpt_main_number == 18:
            names = ["learn", "scene_number"]
        return ",".join(shown(getattr(value, name)) for name in names)
    return shown(value)


def main():
    transcoders = [
        t
        for t in DPTBase.dpt_class_tree()
        if t.dpt_main_number in MAIN_TYPES and t.dpt_sub_number is not None
    ]
    for t in sorted(transcoders, key=lambda t: (t.dpt_main_number, t.dpt_sub_number)):
        is_bits = t.payload_type is DPTBinary
        for text, payload in payloads(t.dpt_main_number, t.dpt_sub_number, t.payload_length, is_bits):
            print("%d.%03d %s %s" % (t.dpt_main_number, t.dpt_sub_number, text, decoded(t, payload)))


main()

"""The datapoint types of xknx that have a subtype, each with the addresses of an element and canonical data."""

import math
import random

from xknx.dpt import DPTArray, DPTBase, DPTBinary
from xknx.exceptions import ConversionError, CouldNotParseTelegram
from xknx.telegram import GroupAddress

VALUES = 8

ELEMENT = (
    "<Dispositivo><Nombre>D{number}</Nombre><Tipo>4</Tipo>"
    '<k:Valor orden="{command}" estado="{state}" dpt="{main}.{sub:03}"{attributes}/></Dispositivo>'
)


def transcoders():
    """The types with a subtype, in order."""
    found = {}
    for transcoder in DPTBase.dpt_class_tree():
        main, sub = transcoder.dpt_main_number, transcoder.dpt_sub_number
        if main is not None and sub is not None:
            found.setdefault((main, sub), transcoder)
    return dict(sorted(found.items()))


class Type:
    """A datapoint type with the addresses of its element."""

    def __init__(self, number, key, transcoder):
        self.number = number
        self.key = key
        self.transcoder = transcoder
        self.command = GroupAddress(f"{1 + number // 100}/0/{1 + number % 100}")
        self.state = GroupAddress(f"{1 + number // 100}/1/{1 + number % 100}")

    @property
    def name(self):
        """The name in domo's notation: `9.001`."""
        return f"{self.key[0]}.{self.key[1]:03}"

    @property
    def element_name(self):
        return f"D{self.number}"

    def element(self, attributes=""):
        """The XML for a house file."""
        main, sub = self.key
        return ELEMENT.format(
            number=self.number, command=self.command, state=self.state, main=main, sub=sub, attributes=attributes
        )

    def payloads(self):
        """Canonical data of values that both support: random data, decoded and encoded again by xknx."""
        rng = random.Random(repr(self.key))
        length = self.transcoder.payload_length
        seen = []
        for attempt in range(400):
            if issubclass(self.transcoder.payload_type, DPTBinary):
                raw = DPTBinary(attempt % (1 << length))
            elif self.key[0] == 16:
                text = "".join(rng.choice("abcXYZ 0123456789") for _ in range(rng.randrange(15))).rstrip()
                raw = DPTArray(tuple(text.encode().ljust(14, b"\0")))
            else:
                # Random data is often invalid for types with several octets; small numbers are valid more often.
                top = rng.choice([256, 256, 64, 13, 2])
                raw = DPTArray(tuple(rng.randrange(top) for _ in range(length)))
            try:
                value = self.transcoder.from_knx(raw)
                payload = self.transcoder.to_knx(value)
            except (ConversionError, CouldNotParseTelegram, ValueError):
                continue
            # domo rejects NaN and infinity, which no device measures.
            if isinstance(value, float) and not math.isfinite(value):
                continue
            if payload not in seen:
                seen.append(payload)
            if len(seen) == VALUES:
                break
        return seen


def types():
    return [Type(number, *item) for number, item in enumerate(transcoders().items())]

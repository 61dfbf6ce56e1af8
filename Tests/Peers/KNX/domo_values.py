"""Values of xknx in domo's notation."""

import dataclasses
import enum
import math

from xknx.dpt.dpt_1 import DimSendStyle, HeatCool, SceneAB, ShutterBlindsMode
from xknx.dpt.dpt_2 import Direction2Control
from xknx.dpt.dpt_20 import HVACControllerMode, HVACOperationMode

# Words that differ from the name.
WORDS = {
    DimSendStyle.START_STOP: "start/stop",
    SceneAB.SCENE_A: "scene A",
    SceneAB.SCENE_B: "scene B",
    ShutterBlindsMode.UP_DOWN_MODE: "up/down",
    ShutterBlindsMode.STEP_STOP_MODE: "up/down and step/stop",
    HeatCool.COOL: "cooling",
    HeatCool.HEAT: "heating",
    HVACOperationMode.BUILDING_PROTECTION: "protection",
    HVACControllerMode.MAXIMUM_HEATING_MODE: "maximum heating",
    HVACControllerMode.NODEM: "no demand",
}
# xknx calls the directions of 2.009 up and down; they are open and close.
DIRECTION_2 = {False: "open", True: "close"}
# Units that are spelled differently.
UNITS = {"counter pulses": "pulses", "μg/m³": "µg/m³", "c": "C"}
# The smallest 32-bit floating-point number.
SMALLEST = 1.5e-45
DAYS = ("any", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def agrees(value, text):
    """Whether a text of domo denotes the value."""
    if isinstance(value, (int, float)) and not isinstance(value, enum.Enum):
        try:
            # xknx rounds to 7 digits, domo to as many as distinguish adjacent 32-bit numbers.
            return int(text) == value if isinstance(value, int) else math.isclose(
                float(text), value, rel_tol=1e-6, abs_tol=SMALLEST
            )
        except ValueError:
            return False
    # xknx drops the character 0.
    return text == written(value) or (value, text) == ("", "\0")


def written(value):
    """A value that is not a number."""
    if isinstance(value, str):
        return value
    if isinstance(value, enum.Enum):
        return WORDS.get(value, value.name.lower().replace("_", " "))
    if type(value).__name__.endswith("Control") and hasattr(value, "control"):
        return switch_control(value)
    write = WRITERS.get(type(value).__name__)
    return write(value) if write else ", ".join(record(value)) or "none"


def word(value):
    """A word of the command language."""
    text = repr(value) if isinstance(value, (int, float)) and not isinstance(value, enum.Enum) else written(value)
    return "'" + text.replace("'", "'\\''") + "'"


def can_be_typed(value):
    """Whether a line of the command language can contain the value: it can't have control characters."""
    return not isinstance(value, str) or value.isprintable() and value != ""


def unit(transcoder):
    return UNITS.get(transcoder.unit, transcoder.unit)


def number(value, digits):
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else str(value)


def step(value):
    """Relative dimming: the range is divided by a power of two."""
    size = "stop" if value.step_code == 0 else f"{number(100 / 2 ** (value.step_code - 1), 6)} %"
    return f"{written(value.control)} {size}"


def time(value):
    day = f"{DAYS[value.day.value]} " if value.day.value else ""
    return f"{day}{value.hour:02}:{value.minutes:02}:{value.seconds:02}"


def date(value):
    return f"{value.year:04}-{value.month:02}-{value.day:02}"


def date_and_time(value):
    parts = []
    if value.day_of_week is not None:
        parts.append(DAYS[value.day_of_week.value])
    if value.month is not None:
        year = "-" if value.year is None else f"{value.year:04}"
        parts.append(f"{year}-{value.month:02}-{value.day:02}")
    elif value.year is not None:
        parts.append(str(value.year))
    if value.hour is not None:
        parts.append(f"{value.hour:02}:{value.minutes:02}:{value.seconds:02}")
    working = {True: "working day", False: "holiday", None: ""}[value.working_day]
    flags = [
        " ".join(parts),
        "fault" if value.fault else "",
        working,
        "summer time" if value.dst else "",
        "synchronised" if value.external_sync else "",
        "reliable" if value.source_reliable else "",
    ]
    return ", ".join(flag for flag in flags if flag)


def switch_control(value):
    word = DIRECTION_2[value.value.value] if isinstance(value, Direction2Control) else written(value.value)
    return f"{'control' if value.control else 'no control'} {word}"


def status(value):
    flags = [written(value.mode)]
    flags += ["dew point"] if value.dew_point else []
    flags += [written(value.heat_cool)]
    flags += ["inactive"] if value.inactive else []
    flags += ["frost alarm"] if value.frost_alarm else []
    return ", ".join(flags)


def colour(value):
    parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
    return "#" + "".join("--" if part is None else f"{part:02x}" for part in parts)


def colour_with_white(value):
    parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
    return "none" if all(part is None for part in parts) else colour(value)


def energy(value):
    parts = [] if value.energy is None else [f"{value.energy} Wh"]
    return ", ".join(parts + ([] if value.tariff is None else [f"tariff {value.tariff}"])) or "none"


def scene(value):
    return f"{'learn ' if value.learn else ''}{value.scene_number}"


def record(value):
    """The valid parts of a colour or of its change."""
    names = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if not any(isinstance(part, (int, float, tuple)) for part in names.values()):
        labels = {"color_temperature": "colour temperature"}
        return [f"{labels.get(name, name)} {step(part)}" for name, part in names.items() if part is not None]
    parts = []
    if names.get("color") is not None:
        parts += [f"{axis} {number(part, 5)}" for axis, part in zip("xy", names["color"])]
    if names.get("brightness") is not None:
        parts.append(f"brightness {number(names['brightness'] * 100 / 255, 1)} %")
    if names.get("color_temperature") is not None:
        parts.append(f"{names['color_temperature']} K")
    if names.get("fade_time") is not None:
        parts.append(f"{number(names['fade_time'], 1)} s")
    return parts


WRITERS = {
    "ControlDimming": step,
    "ControlBlinds": step,
    "KNXTime": time,
    "KNXDate": date,
    "KNXDateTime": date_and_time,
    "SceneControl": scene,
    "HVACStatus": status,
    "RGBColor": colour,
    "RGBWColor": colour_with_white,
    "TariffActiveEnergy": energy,
}

"""Generates small project files like those that ETS 4, 5 and 6 export, one for each schema, with every part that domo reads.

The structure is the one that xknxproject reads. Nothing in them is from a real house.

    ets_project.py FOLDER    writes all files; those with passwords need pyzipper
"""

import base64
import hashlib
import io
import pathlib
import sys
import zipfile
from xml.sax.saxutils import quoteattr

SCHEMAS = [11, 12, 13, 14, 20, 21, 22, 23]
PASSWORD = "contraseña 5"
PROJECT = "P-0242"
# A fixed time, so that the files are reproducible.
WHEN = (2026, 1, 2, 3, 4, 6)


def tag(name, /, *content, **attributes):
    text = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items() if value is not None)
    return f"<{name}{text}>{''.join(content)}</{name}>" if content else f"<{name}{text} />"


# Group addresses: number, name, type in ETS notation, Data Secure key.
def ga(main, middle, sub):
    return main << 11 | middle << 8 | sub


GROUPS = [
    (1, ga(0, 0, 1), "Central luces apagar", "DPST-1-1", None),
    (2, ga(0, 0, 2), "Central persianas", "DPST-1-8", None),
    (3, ga(1, 0, 1), "Luz salón", "DPST-1-1", None),
    (4, ga(1, 4, 1), "Luz salón estado", "DPST-1-1", None),
    (5, ga(1, 0, 2), "Luz cocina", None, None),
    (6, ga(1, 4, 2), "Luz cocina estado", None, None),
    (7, ga(1, 0, 3), "Lámpara on/off", "DPST-1-1", None),
    (8, ga(1, 1, 3), "Lámpara regulación", "DPST-3-7", None),
    (9, ga(1, 2, 3), "Lámpara valor", "DPST-5-1", None),
    (10, ga(1, 4, 3), "Lámpara estado on/off", "DPST-1-1", None),
    (11, ga(1, 5, 3), "Lámpara estado valor", "DPST-5-1", None),
    (12, ga(2, 0, 1), "Persiana subir/bajar", "DPST-1-8", None),
    (13, ga(2, 1, 1), "Persiana paso/stop", "DPST-1-7", None),
    (14, ga(2, 2, 1), "Persiana posición", "DPST-5-1", None),
    (15, ga(2, 3, 1), "Persiana estado posición", "DPST-5-1", None),
    (16, ga(3, 0, 1), "Temperatura dormitorio", "DPST-9-1", None),
    (17, ga(3, 1, 1), "Consigna dormitorio", "DPST-9-1", "c2VjcmV0IGtleSBvZiBhIGdyb3VwIQ=="),
    (18, ga(3, 2, 1), "Ventana dormitorio", "DPST-1-19", None),
    (19, ga(4, 0, 1), "Color", "DPST-232-600", None),
    (20, ga(4, 0, 2), "Sin tipo", None, None),
]

RANGES = {0: "Central", 1: "Iluminación", 2: "Persianas", 3: "Clima", 4: "Otros"}

# Programs: objects with number, name, text, function, size, flags (C R W T U), type.
PROGRAMS = {
    # A switch actuator with two outputs.
    "M-0083_A-0010-11-AAAA": [
        (0, "A on/off", "Salida A", "Conmutar", "1 Bit", "C-W--", "DPST-1-1"),
        (1, "A state", "Salida A", "Estado", "1 Bit", "CR-T-", "DPST-1-1"),
        (10, "B on/off", "Salida B", "Conmutar", "1 Bit", "C-W--", "DPST-1-1"),
        (11, "B state", "Salida B", "Estado", "1 Bit", "CR-T-", "DPST-1-1"),
    ],
    # A dimmer.
    "M-0083_A-0020-11-BBBB": [
        (0, "switch", "{{0:Canal}} on/off", "Conmutar", "1 Bit", "C-W--", "DPST-1-1"),
        (1, "dim", "{{0:Canal}} dim", "Regular", "4 Bit", "C-W--", "DPST-3-7"),
        (2, "value", "{{0:Canal}} valor", "Valor", "1 Byte", "C-W--", "DPST-5-1"),
        (3, "switch state", "{{0:Canal}} estado", "Estado", "1 Bit", "CR-T-", "DPST-1-1"),
        (4, "value state", "{{0:Canal}} estado valor", "Estado", "1 Byte", "CR-T-", "DPST-5-1"),
    ],
    # A blind actuator: the type of its first object is the reference's.
    "M-0083_A-0030-11-CCCC": [
        (0, "move", "Canal 1: subir/bajar", "Subir/bajar", "1 Bit", "C-W--", None),
        (1, "step", "Canal 1: paso/stop", "Paso", "1 Bit", "C-W--", "DPST-1-7"),
        (2, "position", "Canal 1: posición", "Posición", "1 Byte", "C-W--", "DPST-5-1"),
        (3, "position state", "Canal 1: estado posición", "Estado", "1 Byte", "CR-T-", "DPST-5-1"),
    ],
    # A push button: orders, and shows a status.
    "M-0083_A-0040-11-DDDD": [
        (0, "button", "Tecla 1", "Conmutar", "1 Bit", "C--T-", "DPST-1-1"),
        (1, "status", "Tecla 1", "Indicación estado", "1 Bit", "C-W-U", "DPST-1-1"),
    ],
    # A thermostat.
    "M-0083_A-0050-11-EEEE": [
        (0, "temperature", "Temperatura", "Valor real", "2 Bytes", "CR-T-", "DPST-9-1"),
        (1, "set-point", "Consigna", "Consigna", "2 Bytes", "CRWTU", "DPST-9-1"),
        (2, "window", "Contacto ventana", "Entrada", "1 Bit", "C-W--", "DPST-1-19"),
        (3, "colour", "Color", "Color", "3 Bytes", "C-W--", "DPST-232-600"),
    ],
}

# Devices: id, address, name, program, objects with their links.
DEVICES = [
    (1, 1, "", "M-0083_A-0010-11-AAAA", {0: [3, 1], 1: [4], 10: [5, 1], 11: [6]}),
    (2, 2, "Dimmer", "M-0083_A-0020-11-BBBB", {0: [7, 1], 1: [8], 2: [9], 3: [10], 4: [11]}),
    (3, 3, "Persianas", "M-0083_A-0030-11-CCCC", {0: [12, 2], 1: [13], 2: [14], 3: [15]}),
    (4, 10, "Pulsador salón", "M-0083_A-0040-11-DDDD", {0: [3], 1: [4]}),
    (5, 11, "Termostato", "M-0083_A-0050-11-EEEE", {0: [16], 1: [17], 2: [18], 3: [19]}),
    (6, 20, "Desconocido", None, {0: [5]}),
    (7, None, "Fuente", None, {}),
]

FLAGS = {"C": "CommunicationFlag", "R": "ReadFlag", "W": "WriteFlag", "T": "TransmitFlag", "U": "UpdateFlag"}


def flags(letters):
    return {name: "Enabled" if letter in letters else "Disabled" for letter, name in FLAGS.items()}


def uses_modules(schema, program):
    """From ETS 5.7 on, the dimmer's objects are in a module."""
    return schema >= 20 and program == "M-0083_A-0020-11-BBBB"


def object_ids(schema, program, number):
    """The IDs of an object and of its reference in the program, and the ID of the reference in a device."""
    if uses_modules(schema, program):
        own = f"{program}_MD-1_O-1-{number}"
        return own, f"{own}_R-{number}", f"MD-1_M-1_MI-1_O-1-{number}_R-{number}"
    own = f"{program}_O-{number}"
    reference = f"{own}_R-{number}"
    return own, reference, reference if schema == 11 else f"O-{number}_R-{number}"


def knx(schema, *content):
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<KNX xmlns="http://knx.org/xml/project/{schema}" CreatedBy="ETS" ToolVersion="made for tests">'
        + "".join(content)
        + "</KNX>"
    ).encode()


def master(schema):
    return knx(
        schema,
        tag(
            "MasterData",
            tag("Manufacturers", tag("Manufacturer", Id="M-0083", KnxManufacturerId="131", Name="Fabricante")),
            tag("FunctionTypes", tag("FunctionType", Id="FT-1", Number="1", Text="switchable light")),
            tag("SpaceUsages", tag("SpaceUsage", Id="SU-1", Number="1", Text="Living room")),
            tag("ProductLanguages", tag("Language", Identifier="es-ES")),
            Id="MD",
        ),
    )


def hardware(schema):
    parts = []
    for place, program in enumerate(PROGRAMS):
        own = f"M-0083_H-{place}-1"
        parts.append(
            tag(
                "Hardware",
                tag("Products", tag("Product", Id=f"{own}_P-{place}", Text=f"Producto {place}", OrderNumber=f"N{place}")),
                tag(
                    "Hardware2Programs",
                    tag(
                        "Hardware2Program",
                        tag("ApplicationProgramRef", RefId=program),
                        Id=f"{own}_HP-{place}",
                        MediumTypes="MT-0",
                    ),
                ),
                Id=own,
                Name=f"Aparato {place}",
            )
        )
    return knx(schema, tag("ManufacturerData", tag("Manufacturer", tag("Hardware", *parts), RefId="M-0083")))


def application(schema, program):
    objects, references = [], []
    for number, name, text, function, size, letters, kind in PROGRAMS[program]:
        own, reference, _ = object_ids(schema, program, number)
        shown = "{{0" in text
        objects.append(
            tag(
                "ComObject",
                Id=own,
                Name=name,
                Text=text.replace("{{0:Canal}}", "Canal"),
                Number=number,
                FunctionText=function,
                ObjectSize=size,
                DatapointType=kind,
                **flags(letters),
            )
        )
        references.append(
            tag(
                "ComObjectRef",
                Id=reference,
                RefId=own,
                Text=text if shown else None,
                TextParameterRefId=f"{program}_P-1_R-1" if shown else None,
                DatapointType="DPST-1-8" if name == "move" else None,
            )
        )
        references.append(tag("ComObjectRef", Id=f"{own}_R-999{number}", RefId=own, Text="unused"))
    static = [tag("ComObjectTable", *objects), tag("ComObjectRefs", *references)]
    if uses_modules(schema, program):
        content = tag("Static") + tag(
            "ModuleDefs", tag("ModuleDef", tag("Static", tag("ComObjects", *objects), static[1]), Id=f"{program}_MD-1")
        )
    else:
        content = tag("Static", *static)
    return knx(
        schema,
        tag(
            "ManufacturerData",
            tag(
                "Manufacturer",
                tag(
                    "ApplicationPrograms",
                    tag("ApplicationProgram", content, Id=program, Name="program", DefaultLanguage="es-ES"),
                ),
                tag("Languages", tag("Language", Identifier="de-DE")),
                RefId="M-0083",
            ),
        ),
    )


def device(schema, identifier, address, name, program, links):
    if program is None:
        product, h2p = "M-0083_H-99-1_P-99", "M-0083_H-99-1_HP-99"
    else:
        place = list(PROGRAMS).index(program)
        product, h2p = f"M-0083_H-{place}-1_P-{place}", f"M-0083_H-{place}-1_HP-{place}"
    instances, names = [], []
    for number, groups in links.items():
        reference = object_ids(schema, program, number)[2] if program else f"O-{number}_R-{number}"
        names.append(reference)
        ids = [f"GA-{group}" for group in groups]
        if schema < 20:
            full = [f"{PROJECT}-0_{each}" for each in ids]
            connectors = tag(
                "Connectors",
                # Receive may precede Send.
                *[tag("Receive", GroupAddressRefId=each) for each in full[1:]],
                tag("Send", GroupAddressRefId=full[0]),
            )
            instances.append(tag("ComObjectInstanceRef", connectors, RefId=reference))
        else:
            instances.append(tag("ComObjectInstanceRef", RefId=reference, Links=" ".join(ids)))
    parts = []
    if program == "M-0083_A-0020-11-BBBB":
        parts.append(
            tag(
                "ParameterInstanceRefs",
                tag("ParameterInstanceRef", RefId=f"{program}_P-1_R-1", Value="Lámpara de pie"),
            )
        )
    if instances:
        parts.append(tag("ComObjectInstanceRefs", *instances))
    if program and uses_modules(schema, program):
        parts.append(tag("ModuleInstances", tag("ModuleInstance", Id="MD-1_M-1_MI-1", RefId="MD-1_M-1")))
    return tag(
        "DeviceInstance",
        *parts,
        Id=f"{PROJECT}-0_DI-{identifier}",
        Address=address,
        Name=name,
        ProductRefId=product,
        Hardware2ProgramRefId=h2p,
        Puid=100 + identifier,
    )


def building(schema):
    part = "BuildingPart" if schema == 11 else "Space"
    count = iter(range(1, 99))

    def space(kind, name, *content):
        return tag(part, *content, Id=f"{PROJECT}-0_BP-{next(count)}", Type=kind, Name=name, Puid=next(count) + 200)

    def function(number, name, kind, *references):
        return tag(
            "Function",
            *[
                tag("GroupAddressRef", Id=f"{PROJECT}-0_GF-{number}{place}", RefId=f"{PROJECT}-0_GA-{group}", Name="", Role=role)
                for place, (group, role) in enumerate(references)
            ],
            Id=f"{PROJECT}-0_F-{number}",
            Name=name,
            Type=kind,
        )

    def holds(identifier):
        return tag("DeviceInstanceRef", RefId=f"{PROJECT}-0_DI-{identifier}")

    lamp = function(
        1,
        "Lámpara de pie",
        "DimmableLight" if schema == 11 else "FT-6",
        (7, "SwitchOnOff"),
        (10, "InfoOnOff"),
        (8, "DimmingControl"),
        # Wrong on purpose: the objects show the right role.
        (9, "InfoDimmingValue"),
        (11, "DimmingValue"),
    )
    cover = function(2, "Persiana grande", "FT-7", (12, "MoveUpDown"), (13, "StopStepUpDown"), (14, ""), (15, ""))
    content = space(
        "Building",
        "Casa de prueba",
        space(
            "Floor",
            "Planta baja",
            space("Room", "Salón", holds(4), lamp),
            space("Room", "Cocina"),
            space("DistributionBoard", "Cuadro", holds(1), holds(2), holds(3), holds(6), holds(7)),
        ),
        # Two rooms with the same name must stay two rooms.
        space("Floor", "Planta alta", space("Room", "Dormitorio", holds(5)), space("Room", "Dormitorio", cover)),
    )
    return tag("Buildings" if schema == 11 else "Locations", content)


def installation(schema):
    devices = "".join(device(schema, *each) for each in DEVICES)
    inner = tag("Segment", devices, Number="0", MediumTypeRefId="MT-0") if schema >= 21 else devices
    medium = {} if schema >= 21 else {"MediumTypeRefId": "MT-0"}
    topology = tag(
        "Topology",
        tag("Area", tag("Line", inner, Address="1", Name="Línea", Id="L-1", **medium), Address="1", Name="Área", Id="A-1"),
    )
    ranges = ""
    for main, name in RANGES.items():
        middles = {}
        for number, raw, label, kind, key in GROUPS:
            if raw >> 11 == main:
                middles.setdefault(raw >> 8 & 7, []).append(
                    tag(
                        "GroupAddress",
                        Id=f"{PROJECT}-0_GA-{number}",
                        Address=raw,
                        Name=label,
                        DatapointType=kind,
                        Key=key if schema >= 20 else None,
                        Puid=300 + number,
                    )
                )
        inside = "".join(
            tag(
                "GroupRange",
                *groups,
                Id=f"{PROJECT}-0_GR-{main}{middle}",
                RangeStart=max(1, main << 11 | middle << 8),
                RangeEnd=main << 11 | middle << 8 | 255,
                Name=f"Grupo {main}/{middle}",
            )
            for middle, groups in middles.items()
        )
        ranges += tag(
            "GroupRange",
            inside,
            Id=f"{PROJECT}-0_GR-{main}",
            RangeStart=max(1, main << 11),
            RangeEnd=main << 11 | 2047,
            Name=name,
        )
    return knx(
        schema,
        tag(
            "Project",
            tag(
                "Installations",
                tag(
                    "Installation",
                    topology,
                    building(schema),
                    tag("GroupAddresses", tag("GroupRanges", ranges)),
                    Name="",
                    InstallationId="0",
                ),
            ),
            Id=PROJECT,
        ),
    )


def information(schema):
    return knx(
        schema,
        tag("Project", tag("ProjectInformation", Name="Prueba", GroupAddressStyle="ThreeLevel", LastModified="2026-01-02"), Id=PROJECT),
    )


def archive_password(schema, password):
    if schema < 21:
        return password.encode()
    key = hashlib.pbkdf2_hmac("sha256", password.encode("utf-16-le"), b"21.project.ets.knx.org", 65536, 32)
    return base64.b64encode(key)


def entry(name):
    info = zipfile.ZipInfo(name, WHEN)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def aes_zip(files, password):
    import pyzipper

    stream = io.BytesIO()
    with pyzipper.AESZipFile(stream, "w", compression=pyzipper.ZIP_DEFLATED, encryption=pyzipper.WZ_AES) as archive:
        archive.setpassword(password)
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def crypto_zip(files, password, salt=b"0123456789ab"[:12]):
    """PKWARE's traditional encryption (APPNOTE.TXT 6.1), which Python can read but not write."""
    import struct
    import zlib

    table = []
    for number in range(256):
        for _ in range(8):
            number = number >> 1 ^ (0xEDB88320 if number & 1 else 0)
        table.append(number)

    def crc(value, byte):
        return value >> 8 ^ table[(value ^ byte) & 255]

    def encrypt(data):
        keys = [0x12345678, 0x23456789, 0x34567890]

        def update(byte):
            keys[0] = crc(keys[0], byte)
            keys[1] = ((keys[1] + (keys[0] & 255)) * 134775813 + 1) & 0xFFFFFFFF
            keys[2] = crc(keys[2], keys[1] >> 24)

        for byte in password:
            update(byte)
        result = bytearray()
        for byte in data:
            word = (keys[2] | 2) & 0xFFFF
            result.append(byte ^ (word * (word ^ 1) >> 8 & 255))
            update(byte)
        return bytes(result)

    body, directory = b"", b""
    date = (WHEN[0] - 1980) << 9 | WHEN[1] << 5 | WHEN[2]
    time = WHEN[3] << 11 | WHEN[4] << 5 | WHEN[5] // 2
    for name, content in files.items():
        check = zlib.crc32(content)
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(content) + packer.flush()
        data = encrypt(salt[:11] + bytes([check >> 24]) + packed)
        head = struct.pack("<HHHHHIIIHH", 20, 1, 8, time, date, check, len(data), len(content), len(name), 0)
        directory += (
            struct.pack("<IH", 0x02014B50, 20) + head + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name.encode()
        )
        body += struct.pack("<I", 0x04034B50) + head + name.encode() + data
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(files), len(files), len(directory), len(body), 0)
    return body + directory + end


def project(schema, password=None):
    """The bytes of a project file."""
    inner = {"0.xml": installation(schema), ("Project.xml" if schema == 11 else "project.xml"): information(schema)}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(entry("knx_master.xml"), master(schema))
        archive.writestr(entry("M-0083/Hardware.xml"), hardware(schema))
        for program in PROGRAMS:
            archive.writestr(entry(f"M-0083/{program}.xml"), application(schema, program))
        archive.writestr(entry(f"{PROJECT}.signature"), b"signature")
        if password is None:
            for name, content in inner.items():
                archive.writestr(entry(f"{PROJECT}/{name}"), content)
        else:
            secret = archive_password(schema, password)
            packed = aes_zip(inner, secret) if schema >= 21 else crypto_zip(inner, secret)
            archive.writestr(entry(f"{PROJECT}.zip"), packed)
    return stream.getvalue()


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for schema in SCHEMAS:
        (folder / f"schema-{schema}.knxproj").write_bytes(project(schema))
    for schema in (11, 14, 20, 21, 23):
        (folder / f"schema-{schema}-password.knxproj").write_bytes(project(schema, PASSWORD))


if __name__ == "__main__":
    main(sys.argv[1])

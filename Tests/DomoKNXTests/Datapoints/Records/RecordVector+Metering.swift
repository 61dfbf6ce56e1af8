extension RecordVector {
    static let metering: [RecordVector] = [
        // KNX 03/07/02, 3.44.1, examples: 25 %/s; 6.25 %/s below 75 %; 12.5 %/s above.
        .init("225.001", [0x00, 0x28, 0xFF], "level 100 %, time 4 s"),
        .init("225.001", [0x00, 0x78, 0xC0], "level 75.3 %, time 12 s"),
        .init("225.001", [0x00, 0x14, 0xFF], "level 100 %, time 2 s"),
        // 3.44.2, examples.
        .init("225.002", [0x00, 0x0F, 0xFF], "level 100 %, time 15 ms"),
        .init("225.002", [0x00, 0x3E, 0xC0], "level 75.3 %, time 62 ms"),
        .init("225.002", [0x00, 0x1F, 0xFF], "level 100 %, time 31 ms"),
        // 3.44.3: 0 and 0 is unspecified.
        .init("225.003", [0x00, 0x00, 0x00], "tariff 0, delay 0 min"),
        .init("225.003", [0xFF, 0xFF, 0xFE], "tariff 254, delay 65535 min"),
        // Calimero, DptXlatorMeteringValueTest.java: 1234 Wh, 1.2 GJ, 16777216 · 10 m³, 6553.6 kg.
        .init("229.001", [0x00, 0x12, 0xD4, 0x50, 0x00, 0x02], "1234.000 Wh, fault"),
        .init("229.001", [0x00, 0x00, 0x00, 0x0C, 0x88, 0x00], "1.2 GJ"),
        .init("229.001", [0x01, 0x00, 0x00, 0x00, 0x17, 0x00], "167772.16 Ml"),
        .init(
            "229.001",
            [0x00, 0x01, 0x00, 0x00, 0x1A, 0x1F],
            "6553.6 kg, out of service, fault, overridden, in alarm, alarm unacknowledged"
        ),
        .init("229.001", [0xFF, 0xFF, 0xFF, 0xFF, 0x04, 0x00], "-0.01 kWh"),
        .init("229.001", [0x80, 0x00, 0x00, 0x00, 0x03, 0x00], "-2147483648 Wh"),
        .init("229.001", [0x7F, 0xFF, 0xFF, 0xFF, 0x40, 0x00], "214748.3647 l/min"),
        .init("229.001", [0x00, 0x00, 0x00, 0x07, 0x6E, 0x00], "7 units"),
        .init(
            "229.001",
            [0x00, 0x00, 0x00, 0x07, 0xBA, 0xE0],
            "7",
            canonical: [0x00, 0x00, 0x00, 0x07, 0xBA, 0x00]
        ),
        // KNX 03/07/02, 8.6.
        .init(
            "230.1000",
            [0x2C, 0x2D, 0x12, 0x34, 0x56, 0x78, 0x01, 0x07],
            "manufacturer 11309, identification 305419896, version 1, medium water"
        ),
        .init(
            "230.1000",
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            "manufacturer 65535, identification 4294967295, version 255, medium 255"
        ),
        // KNX 03/07/02, 3.48: a validity bit of 0 means valid.
        .init("235.001", [0x00, 0x00, 0x04, 0xD2, 0x01, 0x00], "1234 Wh, tariff 1"),
        .init("235.001", [0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0x00], "-1 Wh, tariff 254"),
        .init(
            "235.001",
            [0x00, 0x00, 0x04, 0xD2, 0xFF, 0x01],
            "1234 Wh",
            canonical: [0x00, 0x00, 0x04, 0xD2, 0x00, 0x01]
        ),
        .init(
            "235.001",
            [0x12, 0x34, 0x56, 0x78, 0x02, 0x02],
            "tariff 2",
            canonical: [0x00, 0x00, 0x00, 0x00, 0x02, 0x02]
        ),
        .init("235.001", [0x00, 0x00, 0x00, 0x00, 0x00, 0x03], "none"),
        .init(
            "235.001",
            [0x80, 0x00, 0x00, 0x00, 0x00, 0xFC],
            "-2147483648 Wh, tariff 0",
            canonical: [0x80, 0x00, 0x00, 0x00, 0x00, 0x00]
        ),
    ]
}

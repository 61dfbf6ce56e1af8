extension RecordVector {
    static let lighting: [RecordVector] = [
        // KNX 03/07/02, 6.5.1: bit 0 is the validity of the level.
        .init("207.600", [0xFF, 0x01], "level 100 %"),
        .init("207.600", [0x80, 0x27], "level 50.2 %, dimming, forced, locked"),
        .init("207.600", [0x80, 0x00], "none", canonical: [0x00, 0x00]),
        .init(
            "207.600",
            [0x00, 0xD8],
            "failure, local override, staircase function, night mode"
        ),
        // KNX 03/07/02, 6.11.
        .init(
            "244.600",
            [0x10, 0x55],
            "mode normal, function test not pending, duration test not pending, partial duration test not pending, converter no failure"
        ),
        .init(
            "244.600",
            [0x53, 0x26],
            "mode emergency, hardwired switch on, hardwired inhibit, function test unknown, duration test pending, partial duration test not pending, converter failure"
        ),
        // KNX 03/07/02, 6.12.
        .init(
            "245.600",
            [0x13, 0x50, 0x64, 0x01, 0xFE, 0xFF],
            "function test passed in time, duration test failed in time, partial duration test stopped manually, function test start automatic, duration test start by gateway, partial duration test start automatic, discharge time 510 min, charge unknown"
        ),
        // KNX 03/07/02, 6.13.
        .init("246.600", [0x04, 0xFE], "charge 254, fully charged"),
        .init("246.600", [0x03, 0xFF], "charge unknown, duration failure, battery failure"),
        .init("246.600", [0xF8, 0x00], "charge 0", canonical: [0x00, 0x00]),
        // KNX 03/07/02, 3.52.1: the longitude first.
        .init("255.001", [0x40, 0x08, 0x00, 0x00, 0x42, 0x25, 0x80, 0x00], "longitude 2.125 °, latitude 41.375 °"),
        .init("255.001", [0xC3, 0x34, 0x00, 0x00, 0xC2, 0xB4, 0x00, 0x00], "longitude -180 °, latitude -90 °"),
        .init(
            "275.100",
            [0x0C, 0x1A, 0x07, 0xD0, 0x7F, 0xFF, 0x02, 0xBC],
            "comfort 21 °C, standby 20 °C, building protection 7 °C"
        ),
        .init(
            "275.101",
            [0x00, 0x00, 0x87, 0x9C, 0x7F, 0xFF, 0x7F, 0xFF],
            "comfort 0 K, standby -1 K"
        ),
    ]
}

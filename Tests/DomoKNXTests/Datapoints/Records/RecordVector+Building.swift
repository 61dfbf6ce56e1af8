extension RecordVector {
    static let building: [RecordVector] = [
        // KNX 03/07/02, examples 6 and 7.
        .init("15.000", [0x12, 0x34, 0x56, 0x4D], "code 123456, accepted, index 13"),
        .init("15.000", [0x00, 0x67, 0x89, 0x0E], "code 6789, index 14"),
        .init(
            "15.000",
            [0x99, 0x99, 0x99, 0xFF],
            "code 999999, detection error, accepted, right to left, encrypted, index 15"
        ),
        .init("25.1000", [0x00], "busy 0, nak 0"),
        .init("25.1000", [0x31], "busy 3, nak 1"),
        // KNX 03/07/02, 3.25: active is 0, scene 0 is shown as 1.
        .init("26.001", [0x00], "scene 1, active"),
        .init("26.001", [0x7F], "scene 64"),
        .init("26.001", [0x84], "scene 5, active", canonical: [0x04]),
        // KNX 03/07/02, 4.12.
        .init("206.100", [0x00, 0x1E, 0x01], "mode comfort, delay 30 min"),
        .init("206.100", [0xFF, 0xFF, 0x04], "mode building protection, delay 65535 min"),
        .init("206.102", [0x00, 0x00, 0x04], "mode off/frost protection, delay 0 min"),
        .init("206.104", [0x00, 0x05, 0x02], "mode not occupied, delay 5 min"),
        .init("206.105", [0x00, 0x05, 0x01], "mode building not used, delay 5 min"),
        // A code without a word.
        .init("206.100", [0x00, 0x00, 0x63], "mode 99, delay 0 min"),
        // KNX 03/07/02, 3.42: five, five and six bits.
        .init("217.001", [0xFF, 0xFF], "magic 31, version 31, revision 63"),
        .init("217.001", [0x08, 0x83], "magic 1, version 2, revision 3"),
        // KNX 03/07/02, 3.29.
        .init(
            "219.001",
            [0x07, 0x00, 0x14, 0x04, 0x01, 0x01],
            "log number 7, priority high, area lighting, error class 4, acknowledge supported, in alarm"
        ),
        .init(
            "219.001",
            [0xFF, 0x03, 0x28, 0x00, 0x0F, 0x07],
            "log number 255, priority void, area load management, error class 0, error code supported, alarm text supported, timestamp supported, acknowledge supported, locked, alarm unacknowledged, in alarm"
        ),
        .init(
            "219.001",
            [0x00, 0x07, 0x09, 0xFF, 0xF0, 0xF8],
            "log number 0, priority 7, area 9, error class 255",
            canonical: [0x00, 0x07, 0x09, 0xFF, 0x00, 0x00]
        ),
        .init(
            "222.100",
            [0x0C, 0x1A, 0x0B, 0xE8, 0x7F, 0xFF],
            "comfort 21 °C, standby 20 °C",
            canonical: [0x0C, 0x1A, 0x07, 0xD0, 0x7F, 0xFF]
        ),
        .init("222.100", [0x7F, 0xFF, 0x7F, 0xFF, 0x7F, 0xFF], "none"),
        .init("222.101", [0x87, 0x9C, 0x00, 0x00, 0x00, 0x64], "comfort -1 K, standby 0 K, economy 1 K"),
        .init(
            "222.101",
            [0xF8, 0x00, 0x7F, 0xFE, 0x80, 0x00],
            "comfort -671088.64 K, standby 670433.28 K, economy -20.48 K"
        ),
        // KNX 03/07/02, 3.49, examples 21 and 22: 0001xxxx activates priority 1, 1010xxxx deactivates priority 2.
        .init("236.001", [0x15], "priority 1, mode 5"),
        .init("236.001", [0xA0], "priority 2, mode 0, deactivated"),
        .init("236.001", [0xFF], "priority 7, mode 15, deactivated"),
        // KNX 03/07/02, 6.7.
        .init("237.600", [0x01, 0x05], "address 5, lamp failure"),
        .init("237.600", [0x06, 0xFF], "address 63, group, read request, ballast failure, converter error"),
        .init("237.600", [0xF8, 0x00], "address 0", canonical: [0x00, 0x00]),
        // KNX 03/07/02, 3.50: both bits mean yes if 0.
        .init("238.001", [0x04], "scene 5, active, storage enabled"),
        .init("238.001", [0xFF], "scene 64"),
        .init("238.001", [0x40], "scene 1, storage enabled"),
        // 6.8.
        .init("238.600", [0x45], "address 5, lamp failure"),
        .init("238.600", [0xBF], "address 63, ballast failure"),
        // KNX 03/07/02, 3.51.
        .init("239.001", [0xFF, 0x01], "level 100 %, active"),
        .init("239.001", [0x01, 0xFE], "level 0.4 %", canonical: [0x01, 0x00]),
        // KNX 03/07/02, 7.2.
        .init("240.800", [0x80, 0xFF, 0x03], "height 50.2 %, slats 100 %"),
        .init("240.800", [0x80, 0xFF, 0x01], "height 50.2 %", canonical: [0x80, 0x00, 0x01]),
        .init("240.800", [0x80, 0xFF, 0x02], "slats 100 %", canonical: [0x00, 0xFF, 0x02]),
        .init("240.800", [0x00, 0x00, 0xFC], "none", canonical: [0x00, 0x00, 0x00]),
        // KNX 03/07/02, 7.4: bit 0 is the upper end, bits 14 and 15 are the validity of height and slats.
        .init("241.800", [0x00, 0x00, 0xC0, 0x09], "height 0 %, slats 0 %, target reached, upper end"),
        .init(
            "241.800",
            [0xFF, 0x80, 0x44, 0x42],
            "height 100 %, failure, weather alarm, lower end",
            canonical: [0xFF, 0x00, 0x44, 0x42]
        ),
        .init(
            "241.800",
            [0x00, 0x00, 0x03, 0xB4],
            "local override, locked, forced, slats restricted, height restricted, lower predefined position"
        ),
    ]
}

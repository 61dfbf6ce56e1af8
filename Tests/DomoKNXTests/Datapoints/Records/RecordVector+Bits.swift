extension RecordVector {
    static let bits: [RecordVector] = [
        // KNX 03/07/02, 3.22.1: the bits of 21.001.
        .init("21.001", [0x00], "none"),
        .init("21.001", [0x01], "out of service"),
        .init("21.001", [0x02], "fault"),
        .init("21.001", [0x04], "overridden"),
        .init("21.001", [0x08], "in alarm"),
        .init("21.001", [0x10], "alarm unacknowledged"),
        .init("21.001", [0x1F], "out of service, fault, overridden, in alarm, alarm unacknowledged"),
        .init("21.001", [0xE1], "out of service", canonical: [0x01]),
        .init("21.002", [0x05], "user stopped, verify mode"),
        .init("21.100", [0x80], "room heating maximum"),
        .init("21.100", [0x01], "force request"),
        .init("21.102", [0x80], "summer mode"),
        .init("21.103", [0x06], "solar DHW load active, solar load sufficient"),
        .init("21.104", [0x04], "solid"),
        .init("21.105", [0x01], "fault"),
        .init("21.106", [0x0E], "fan active, heat, cool"),
        .init("21.107", [0x01], "window"),
        .init("21.601", [0x60], "lamp failure, overheat"),
        .init("21.1000", [0x01], "asynchronous"),
        .init("21.1001", [0x04], "domain address and serial number"),
        .init("21.1002", [0x01], "security failure"),
        // 8.2.4: bit n is channel n + 1.
        .init("21.1010", [0x81], "channel 1, channel 8"),
        .init("21.1200", [0x80], "contact 7"),
        .init("21.1201", [0x07], "phase 1, phase 2, phase 3"),
        // KNX 03/07/02, 4.5.
        .init("22.100", [0x00, 0x01], "fault"),
        .init("22.100", [0x00, 0x80], "temperature optimisation shift active"),
        .init("22.101", [0x01, 0x00], "heating mode"),
        .init("22.101", [0x40, 0x01], "fault, overheat alarm"),
        .init("22.101", [0x80, 0x00], "none", canonical: [0x00, 0x00]),
        .init("22.102", [0x01, 0x01], "current valve position, calibration mode"),
        .init("22.103", [0x01, 0x80], "heating mode enabled, cooling mode enabled"),
        .init("22.1000", [0x00, 0x36], "TP1, PL110, RF, KNX IP"),
        .init("22.1010", [0x80, 0x01], "channel 1, channel 16"),
        // KNX 03/07/02, 3.26: bit 0 is output 1, bit 16 is its validity.
        .init("27.001", [0x00, 0x01, 0x00, 0x01], "output 1 on"),
        .init("27.001", [0x80, 0x01, 0x00, 0x01], "output 1 on, output 16 off"),
        .init("27.001", [0x00, 0x00, 0x00, 0x00], "none"),
        .init("27.001", [0x00, 0x02, 0xFF, 0xFD], "output 2 off", canonical: [0x00, 0x02, 0x00, 0x00]),
        // KNX 03/07/02, 8.5.1: bit n is channel n + 1.
        .init("30.1010", [0x80, 0x00, 0x01], "channel 1, channel 24"),
        .init("30.1010", [0x00, 0x01, 0x00], "channel 9"),
        .init("30.1010", [0x00, 0x00, 0x00], "none"),
    ]
}

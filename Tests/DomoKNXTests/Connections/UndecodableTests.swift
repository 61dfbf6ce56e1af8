import Testing

@testable import DomoKNX

/// What connections report of cEMI messages that can't be decoded.
struct UndecodableTests {
    /// Message, and what is reported.
    private static let cases: [([UInt8], String)] = [
        // L_Data.ind from 1.1.5 to 1/0/1, with a length of 4 and one octet of data.
        (
            [0x29, 0, 0xBC, 0xE0, 0x11, 0x05, 0x08, 0x01, 4, 0, 0x81],
            "undecodable 1.1.5 1/0/1: the cEMI message has 11 octets, but its length says 14"
        ),
        // Without an APCI.
        (
            [0x29, 0, 0xBC, 0xE0, 0x11, 0x05, 0x08, 0x01, 0, 0],
            "undecodable 1.1.5 1/0/1: the cEMI message has no APCI"
        ),
        // Ends behind the destination, also behind additional information.
        (
            [0x29, 2, 1, 2, 0xBC, 0xE0, 0x11, 0x05, 0x08, 0x01],
            "undecodable 1.1.5 1/0/1: the cEMI message has 10 octets and needs 12"
        ),
        // To a device, to all devices, the confirmation of a telegram: no state of the house.
        (
            [0x29, 0, 0xBC, 0x60, 0x11, 0x05, 0x08, 0x01, 0, 0],
            "note: a telegram could not be decoded: the cEMI message has no APCI"
        ),
        (
            [0x29, 0, 0xBC, 0xE0, 0x11, 0x05, 0, 0, 0, 0],
            "note: a telegram could not be decoded: the cEMI message has no APCI"
        ),
        (
            [0x2E, 0, 0xBC, 0xE0, 0x11, 0x05, 0x08, 0x01, 0, 0],
            "note: a telegram could not be decoded: the cEMI message has no APCI"
        ),
        // Of unknown destination: it may have been any state.
        (
            [0x29, 0, 0xBC, 0xE0, 0x11, 0x05, 0x08],
            "missed: a telegram could not be decoded: the cEMI message has 7 octets and needs 10"
        ),
        ([0x29], "missed: a telegram could not be decoded: the cEMI message has 1 octet"),
    ]

    @Test(arguments: cases)
    func tunnelReportsTheAddress(message: [UInt8], report: String) {
        var harness = TunnelHarness.connected()
        let request = IPFrame.tunnellingRequest(TunnellingRequest(channel: 7, sequence: 0, message: message))
        #expect(harness.receive(request) == ["> ack 0", report])
    }

    @Test(arguments: cases)
    func routingReportsTheAddress(message: [UInt8], report: String) {
        var harness = RoutingMachineTests.open()
        #expect(harness.receive(.routingIndication(message), from: RoutingMachineTests.router) == [report])
    }

    /// Whatever is cut off a frame: it concerns at most its own address.
    @Test func everyPrefixOfATelegramConcernsItsAddressOrIsMissed() throws {
        let frame = try DataFrame(.indication, write(1, from: 0x1105)).encoded()
        for count in 0..<frame.count {
            var harness = RoutingMachineTests.open()
            let reports = harness.receive(
                .routingIndication(Array(frame.prefix(count))),
                from: RoutingMachineTests.router
            )
            #expect(reports.count <= 1 && reports.allSatisfy { $0.hasPrefix(count >= 8 ? "undecodable" : "missed") })
        }
    }
}

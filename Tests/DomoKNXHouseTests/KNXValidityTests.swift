import DomoKNX
import DomoModel
import Testing

@testable import DomoKNXHouse

/// Data that mark themselves as not valid say nothing about the state of a device.
struct KNXValidityTests {
    private func value(_ hex: String, of type: String) throws -> Value {
        let facet = KNXFacet(
            FacetName(path: "Casa/X", type: .value),
            states: [groupAddress("1/4/1")],
            type: try DatapointType(type)
        )
        let digits = Array(hex)
        let octets = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        return try facet.value(of: .octets(octets))
    }

    @Test(arguments: [
        // The clock reports a fault; no part is valid.
        ("19.001", "7e0b1cec1e0f8000"), ("19.001", "7e0b1cec1e0f3e00"),
        ("251.600", "123456780000"),
        ("242.600", "a3d7547b8000"), ("243.600", "000aa3d7547b8000"),
        ("249.600", "000a0a8c8000"), ("249.600", "000a0a8c8004"), ("250.600", "0b0b00"), ("252.600", "0b0b0b0b00"),
        ("253.600", "0b0b0b00"),
        // For tariffs, 1 is not valid.
        ("235.001", "000003e80103"),
        ("207.600", "8000"), ("240.800", "804000"), ("27.001", "0000ffff"),
        // Out of service, fault.
        ("229.001", "000004d20001"), ("229.001", "000004d20002"), ("229.001", "000004d20003"),
        // The reader could not read the card.
        ("15.000", "12345680"),
        ("222.100", "7fff7fff7fff"), ("275.100", "7fff7fff7fff7fff"), ("9.001", "7fff"), ("14.056", "7fc00000"),
    ])
    func dataThatAreNotValidGiveNoValue(type: String, hex: String) throws {
        let fault = #expect(throws: DatapointFault.self) { try value(hex, of: type) }
        #expect(fault?.code == .noValue || fault?.code == .invalid)
    }

    @Test(arguments: [
        ("19.001", "7e0b1cec1e0f0000", "2026-11-28"), ("19.001", "7e0b1cec1e0f1000", "--11-28"),
        ("251.600", "12345678000f", "#12345678"), ("251.600", "12345678000e", "#123456--"),
        ("242.600", "a3d7547b8002", "x 0.64"), ("242.600", "a3d7547b8001", "brightness 50.2 %"),
        ("249.600", "000a0a8c8001", "brightness 50.2 %"), ("250.600", "0b0b03", "brightness"),
        ("235.001", "000003e80100", "1000 Wh"), ("235.001", "000003e80101", "1000 Wh"),
        // What it reports beside its level is known.
        ("207.600", "8001", "level 50.2 %"), ("207.600", "8080", "failure"),
        ("240.800", "804001", "height"), ("27.001", "00010001", "output 1 on"),
        // Overridden and in alarm are states of a meter whose reading counts.
        ("229.001", "000004d20004", "overridden"), ("229.001", "000004d20008", "in alarm"),
        ("15.000", "12345640", "accepted"), ("222.100", "0c1a7fff7fff", "comfort 21"),
        // No day; faults as what is reported.
        ("10.001", "0c1e0f", "12:30:15"), ("21.001", "02", "fault"), ("219.001", "010201000001", "in alarm"),
    ])
    func partsThatAreValidAreTheValue(type: String, hex: String, text: String) throws {
        let word = try value(hex, of: type).word
        #expect(word.contains(text), "\(word)")
    }
}

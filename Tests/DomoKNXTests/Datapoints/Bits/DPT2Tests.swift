import Testing

@testable import DomoKNX

struct DPT2Tests {
    private static func forced(_ control: Bool, _ value: Bool) -> DatapointValue {
        .record([.init("control", .bool(control)), .init("value", .bool(value))])
    }

    @Test(arguments: [
        Vector("2.001", "b0", forced(false, false), "no control off"),
        Vector("2.001", "b1", forced(false, true), "no control on"),
        Vector("2.001", "b2", forced(true, false), "control off"),
        Vector("2.001", "b3", forced(true, true), "control on"),
        Vector("2.008", "b2", forced(true, false), "control up"),
        Vector("2.009", "b3", forced(true, true), "control close"),
        Vector("2.004", "b2", forced(true, false), "control no ramp"),
    ])
    func theUpperBitForcesAndTheLowerIsTheState(vector: Vector) throws { try vector.check() }

    @Test(arguments: [("no control", "b0"), ("Control ON", "b3"), ("control 0", "b2"), ("control down", "b3")])
    func forcedBitIsReadInSeveralSpellings(text: String, hex: String) throws {
        let type = try DatapointType(text.contains("down") ? "2.008" : "2.001")
        #expect(try type.encode(type.value(of: text)) == Payload(hex: hex))
    }

    @Test func otherFormsAreRefused() throws {
        for text in ["on", "", "control", "control maybe", "control 2"] {
            #expect(try readingFault("2.001", text)?.code == .wrongForm, "\(text)")
        }
        #expect(try encodingFault("2.001", .bool(true))?.code == .wrongForm)
        #expect(try encodingFault("2.001", .record([]))?.code == .wrongForm)
        #expect(try decodingFault("2.001", "b4")?.code == .wrongSize)
    }
}

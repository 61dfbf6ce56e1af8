import Testing

@testable import DomoKNX

struct DPT3Tests {
    private static func step(_ direction: Bool, _ step: Int64) -> DatapointValue {
        .record([.init("direction", .bool(direction)), .init("step", .integer(step))])
    }

    /// Step code n is 100 % / 2^(n−1); 0 stops. KNX 03/07/02, 3.3.
    @Test(arguments: [
        Vector("3.007", "b0", step(false, 0), "decrease stop"),
        Vector("3.007", "b8", step(true, 0), "increase stop"),
        Vector("3.007", "b9", step(true, 1), "increase 100 %"),
        Vector("3.007", "b11", step(true, 3), "increase 25 %"),
        Vector("3.007", "b5", step(false, 5), "decrease 6.25 %"),
        Vector("3.007", "b15", step(true, 7), "increase 1.5625 %"),
        Vector("3.008", "b1", step(false, 1), "up 100 %"),
        Vector("3.008", "b9", step(true, 1), "down 100 %"),
        Vector("3.008", "b0", step(false, 0), "up stop"),
    ])
    func aStepHasADirectionAndASize(vector: Vector) throws { try vector.check() }

    @Test(arguments: [
        ("3.007", "stop", "b0"), ("3.007", "increase", "b9"), ("3.007", "INCREASE 3", "b11"),
        ("3.007", "decrease 25%", "b3"),
        ("3.008", "down", "b9"), ("3.008", "up 12.5 %", "b4"),
    ])
    func stepIsReadInSeveralSpellings(type: String, text: String, hex: String) throws {
        let type = try DatapointType(type)
        #expect(try type.encode(type.value(of: text)) == Payload(hex: hex))
    }

    @Test func otherFormsAreRefused() throws {
        for text in ["", "up 25 %", "increase 30 %", "increase 8", "increase -1", "increase x"] {
            #expect(try readingFault("3.007", text)?.code == .wrongForm, "\(text)")
        }
        #expect(try encodingFault("3.007", Self.step(true, 8))?.code == .outOfRange)
        #expect(try encodingFault("3.007", Self.step(true, -1))?.code == .outOfRange)
        #expect(try encodingFault("3.007", .integer(3))?.code == .wrongForm)
        #expect(try decodingFault("3.007", "b16")?.code == .wrongSize)
    }
}

import Testing

@testable import DomoKNX

struct DPT18Tests {
    private static func scene(_ number: Int64, learn: Bool = false) -> DatapointValue {
        .record([.init("learn", .bool(learn)), .init("scene", .integer(number))])
    }

    @Test(arguments: [
        Vector("18.001", "00", scene(1), "1"), Vector("18.001", "3F", scene(64), "64"),
        Vector("18.001", "80", scene(1, learn: true), "learn 1"),
        Vector("18.001", "84", scene(5, learn: true), "learn 5"),
        Vector("18.001", "BF", scene(64, learn: true), "learn 64"),
    ])
    func theUpperBitLearns(vector: Vector) throws { try vector.check() }

    @Test func theReservedBitIsIgnored() throws {
        #expect(try DatapointType("18.001").decode(Payload(hex: "C4")) == Self.scene(5, learn: true))
    }

    @Test func sceneIsReadInSeveralSpellings() throws {
        let type = try DatapointType("18.001")
        for text in ["5", "run 5", "Activate 5", " 5 "] {
            #expect(try type.value(of: text) == Self.scene(5))
        }
        #expect(try type.value(of: "LEARN 5") == Self.scene(5, learn: true))
    }

    @Test func otherScenesAreRefused() throws {
        for text in ["0", "65", "learn 65"] {
            #expect(try readingFault("18.001", text)?.code == .outOfRange)
        }
        for text in ["", "learn", "forget 5", "learn x"] {
            #expect(try readingFault("18.001", text)?.code == .wrongForm)
        }
        #expect(try encodingFault("18.001", .integer(5))?.code == .wrongForm)
        #expect(try encodingFault("18.001", .record([.init("learn", .bool(true))]))?.code == .wrongForm)
    }
}

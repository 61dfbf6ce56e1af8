import Testing

@testable import DomoKNX

struct DPT20StatusTests {
    private static func status(_ mode: Int64, _ flags: Bool...) -> DatapointValue {
        let names = ["dew point", "heating", "inactive", "frost alarm"]
        return .record([.init("mode", .integer(mode))] + zip(names, flags).map { .init($0, .bool($1)) })
    }

    @Test(arguments: [
        Vector("20.60102", "21", status(1, false, true, false, false), "comfort, heating"),
        Vector("20.60102", "00", status(0, false, false, false, false), "auto, cooling"),
        Vector(
            "20.60102",
            "F8",
            status(4, true, true, true, true),
            "protection, dew point, heating, inactive, frost alarm"
        ),
        Vector("20.60102", "44", status(3, false, false, true, false), "economy, cooling, inactive"),
    ])
    func oneOctetHasTheModeAndFourFlags(vector: Vector) throws { try vector.check() }

    @Test func theLowestModeCounts() throws {
        #expect(try DatapointType("20.60102").decode(Payload(hex: "06")) == Self.status(2, false, false, false, false))
    }

    @Test func otherFormsAreRefused() throws {
        #expect(try encodingFault("20.60102", Self.status(5, true, true, true, true))?.code == .outOfRange)
        #expect(try encodingFault("20.60102", Self.status(.min, true, true, true, true))?.code == .outOfRange)
        #expect(try encodingFault("20.60102", Self.status(1, true))?.code == .wrongForm)
        #expect(try encodingFault("20.60102", .integer(1))?.code == .wrongForm)
        for text in ["", "warm", "comfort, warm", "heating"] {
            #expect(try readingFault("20.60102", text)?.code == .wrongForm)
        }
    }
}

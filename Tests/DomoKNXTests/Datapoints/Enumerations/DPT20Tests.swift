import Testing

@testable import DomoKNX

struct DPT20Tests {
    @Test(arguments: [
        Vector("20.102", "00", .integer(0), "auto"), Vector("20.102", "01", .integer(1), "comfort"),
        Vector("20.102", "02", .integer(2), "standby"), Vector("20.102", "03", .integer(3), "economy"),
        Vector("20.102", "04", .integer(4), "protection"), Vector("20.105", "14", .integer(20), "no demand"),
        Vector("20.108", "01", .integer(1), "heat stage A"), Vector("20.013", "19", .integer(25), "24 h"),
        Vector("20.013", "0B", .integer(11), "1.25 min"), Vector("20.006", "32", .integer(50), "shutters and blinds"),
        Vector("20.001", "01", .integer(1), "slave"), Vector("20.112", "01", .integer(1), "master"),
        Vector("20.602", "0F", .integer(15), "90.5 s"), Vector("20.114", "FF", .integer(255), "void"),
        Vector("20.1005", "37", .integer(55), "sub-detector"),
    ])
    func aNumberHasAWord(vector: Vector) throws { try vector.check() }

    @Test(arguments: [
        ("20.102", "Comfort", Int64(1)), ("20.102", "building protection", 4), ("20.102", "night", 3),
        ("20.102", "2", 2),
        ("20.105", "FAN_ONLY", 9), ("20.006", "10", 10), ("20.1005", "sub detector", 55),
    ])
    func wordIsReadInSeveralSpellings(type: String, text: String, raw: Int64) throws {
        #expect(try DatapointType(type).value(of: text) == .integer(raw))
    }

    @Test func reservedNumbersAreRefused() throws {
        #expect(try decodingFault("20.102", "05")?.code == .invalid)
        #expect(try decodingFault("20.105", "12")?.code == .invalid)
        #expect(try decodingFault("20.108", "00")?.code == .invalid)
        for raw in [Int64.min, -1, 5, 256, 257, .max] {
            #expect(try encodingFault("20.102", .integer(raw))?.code == .outOfRange)
        }
        #expect(try readingFault("20.102", "5")?.code == .outOfRange)
        let fault = try readingFault("20.102", "warm")
        #expect(fault?.code == .wrongForm)
        #expect(fault?.hint == "use one of auto (0), comfort (1), standby (2), economy (3), protection (4)")
        #expect(try encodingFault("20.102", .text("comfort"))?.code == .wrongForm)
        #expect(try DatapointType("20").description == "20.102")
    }

    /// A word of two numbers would be read as the first of them.
    @Test func eachWordBelongsToOneNumber() {
        for type in DatapointType.all {
            for (raw, word) in type.subtype.words {
                #expect(type.subtype.raw(of: word) == raw, "\(type) \(word)")
            }
        }
    }
}

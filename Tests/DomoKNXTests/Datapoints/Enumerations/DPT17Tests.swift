import Testing

@testable import DomoKNX

struct DPT17Tests {
    @Test(arguments: [
        Vector("17.001", "00", .integer(1), "1"), Vector("17.001", "04", .integer(5), "5"),
        Vector("17.001", "3F", .integer(64), "64"),
    ])
    func scene1IsSentAs0(vector: Vector) throws { try vector.check() }

    @Test func otherNumbersAreRefused() throws {
        #expect(try decodingFault("17.001", "40")?.code == .invalid)
        #expect(try decodingFault("17.001", "FF")?.code == .invalid)
        for number in [Int64.min, -1, 0, 65, .max] {
            #expect(try encodingFault("17.001", .integer(number))?.hint == "the range is 1…64")
        }
        #expect(try encodingFault("17.001", .real(5))?.code == .wrongForm)
        #expect(try readingFault("17.001", "0")?.code == .outOfRange)
        #expect(try readingFault("17.001", "5.5")?.code == .wrongForm)
        #expect(try readingFault("17.001", "evening")?.code == .wrongForm)
    }
}

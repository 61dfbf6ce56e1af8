import Testing

@testable import DomoKNX

struct DPT6StatusModeTests {
    /// KNX 03/07/02, 3.7: 0 is set.
    static let vectors: [(octet: UInt8, text: String)] = [
        (0b00000_001, "A, B, C, D, E, mode 0"), (0b11111_010, "mode 1"), (0b01111_100, "A, mode 2"),
        (0b11110_001, "E, mode 0"),
    ]

    @Test(arguments: vectors)
    func dataAndTextSayTheSame(octet: UInt8, text: String) throws {
        let value = try DPT6StatusMode.decode(.octets([octet]))
        #expect(DPT6StatusMode.text(of: value) == text)
        #expect(try DPT6StatusMode.encode(value) == .octets([octet]))
        #expect(try DPT6StatusMode.value(of: text) == value)
    }

    @Test func exactlyOneModeIsActive() {
        for octet in UInt8.min...UInt8.max {
            let isMode = [1, 2, 4].contains(octet & 7)
            do throws(DatapointFault) {
                let value = try DPT6StatusMode.decode(.octets([octet]))
                #expect(isMode && value.integer("mode").map { 1 << $0 } == Int64(octet & 7))
            } catch {
                #expect(!isMode && error.code == .invalid)
            }
        }
    }

    @Test(arguments: ["mode 3", "mode 4", "A", "F, mode 1", "", "mode"])
    func otherTextsAreRefused(text: String) {
        #expect(throws: DatapointFault.self) { try DPT6StatusMode.value(of: text) }
    }
}

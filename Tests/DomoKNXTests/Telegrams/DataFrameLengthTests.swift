import DomoKNX
import Testing

struct DataFrameLengthTests {
    private static func message(length: Int) -> [UInt8] {
        [0x29, 0x00, 0x3C, 0xE0, 0x11, 0x05, 0x0A, 0x03, UInt8(length), 0x00, 0x80]
            + [UInt8](repeating: 0x41, count: length - 1)
    }

    /// KNX 03/02/02, 2.2.5: 255 is an escape code.
    @Test func aLengthOf255IsRefused() throws {
        let longest = try CEMIFrame(decoding: Self.message(length: 254))
        guard case .data(let frame) = longest else { throw FrameFault(.invalid, "not L_Data") }
        #expect(try frame.encoded() == Self.message(length: 254))
        #expect(throws: FrameFault(.invalid, "the length 255 of the frame is reserved as an escape code")) {
            try CEMIFrame(decoding: Self.message(length: 255))
        }
    }
}

import Testing

@testable import domo_bench

struct ChunkedBodyTests {
    /// Decodes the text, `step` bytes at a time.
    private func data(_ text: String, step: Int = .max) throws -> String {
        let bytes = Array(text.utf8)
        var body = ChunkedBody()
        var data: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: min(step, bytes.count)) {
            try bytes[start..<min(bytes.count, start + min(step, bytes.count))].withUnsafeBytes { part in
                try body.feed(part) { data.append(contentsOf: $0) }
            }
        }
        return String(decoding: data, as: UTF8.self)
    }

    @Test(arguments: [1, 2, 3, 5, 100])
    func chunksAreJoinedHoweverTheyAreSplit(step: Int) throws {
        #expect(try data("3\r\nabc\r\n0B\r\nd\r\n\nefg\r\nhi\r\n1\r\nj\r\n", step: step) == "abcd\r\n\nefg\r\nhij")
    }

    @Test(arguments: ["x\r\n", "3\r\nabcd", "0\r\n\r\n", "fffffffff\r\n"])
    func invalidChunksAreRejected(text: String) {
        #expect(throws: ChunkedBody.Malformed.self) { try data(text) }
    }
}

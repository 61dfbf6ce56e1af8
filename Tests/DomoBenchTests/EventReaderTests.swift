import Testing

@testable import domo_bench

struct EventReaderTests {
    private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func event(_ number: Int, _ kind: String, _ data: String) -> String {
        let text = "id: abc-\(number)\nevent: \(kind)\ndata: \(data)\n\n"
        return "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
    }

    private static let start = head + event(7, "daemon", "{}") + event(7, "snapshot", "{}")

    /// - Returns: the data of all readings.
    private func readings(_ text: String, step: Int = 1000) throws -> [String] {
        let reader = EventReader()
        let bytes = Array(text.utf8)
        var readings: [String] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            try bytes[start..<min(bytes.count, start + step)].withUnsafeBytes { part in
                try reader.feed(part) { place, json in
                    #expect(place == readings.count)
                    readings.append(String(decoding: json, as: UTF8.self))
                }
            }
        }
        return readings
    }

    @Test(arguments: [1, 2, 7, 1000])
    func readingsAreFoundHoweverTheyAreSplit(step: Int) throws {
        let text =
            Self.start + Self.event(8, "reading", "one") + "d\r\n: heartbeat\n\n\r\n" + Self.event(9, "order", "x")
            + Self.event(10, "reading", "two")
        #expect(try readings(text, step: step) == ["one", "two"])
    }

    @Test(arguments: [
        start + event(9, "reading", "a gap"),
        start + event(8, "reading", "once") + event(8, "reading", "twice"),
        start + event(8, "snapshot", "anew"),
        start + "3\r\nx\n\n\r\n",
        start + "0\r\n\r\n",
        "HTTP/1.1 401 Unauthorized\r\n\r\n",
    ])
    func incompleteStreamIsRejected(text: String) {
        #expect(throws: BenchFault.self) { try readings(text) }
    }
}

import CBench

/// Parses the response to `GET /api/v1/events`, and checks that its events are numbered without gaps.
final class EventReader {
    private(set) var hasSnapshot = false
    /// The number of readings after the snapshot.
    private(set) var readings = 0
    private var isInBody = false
    private var head: [UInt8] = []
    private var body = ChunkedBody()
    private var text: [UInt8] = []
    /// The number of the last event.
    private var lastNumber = 0

    /// - Parameter note: called with each reading: its index in this stream, and its JSON.
    func feed(
        _ bytes: UnsafeRawBufferPointer,
        _ note: (Int, UnsafeRawBufferPointer) throws(BenchFault) -> Void
    ) throws(BenchFault) {
        var bytes = bytes
        if !isInBody {
            guard let rest = try takeHead(bytes) else { return }
            bytes = rest
        }
        do {
            try body.feed(bytes) { text.append(contentsOf: $0) }
        } catch {
            throw BenchFault("an event stream ended or is not chunked")
        }
        try takeEvents(note)
    }

    /// - Returns: the part of the body; nil until the headers are complete.
    private func takeHead(_ bytes: UnsafeRawBufferPointer) throws(BenchFault) -> UnsafeRawBufferPointer? {
        let before = head.count
        head.append(contentsOf: bytes)
        guard let end = head.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        guard head.starts(with: Array("HTTP/1.1 200 ".utf8)) else {
            throw BenchFault("not an event stream: \(String(decoding: head.prefix(300), as: UTF8.self))")
        }
        isInBody = true
        head = []
        return UnsafeRawBufferPointer(rebasing: bytes[(end.upperBound - before)...])
    }

    private func takeEvents(_ note: (Int, UnsafeRawBufferPointer) throws(BenchFault) -> Void) throws(BenchFault) {
        var position = 0
        let result = text.withUnsafeBytes { text in
            Result { () throws(BenchFault) in
                while position < text.count {
                    let rest = UnsafeRawBufferPointer(rebasing: text[position...])
                    let length = domo_bench_find(rest.baseAddress, rest.count, "\n\n", 2)
                    guard length >= 0 else { return }
                    try takeEvent(UnsafeRawBufferPointer(rebasing: rest[..<length]), note)
                    position += length + 2
                }
            }
        }
        try result.get()
        if position == text.count { text.removeAll(keepingCapacity: true) } else { text.removeFirst(position) }
    }

    /// `id: RUN-NUMBER`, `event: KIND`, `data: JSON`; a heartbeat is a comment.
    private func takeEvent(
        _ event: UnsafeRawBufferPointer,
        _ note: (Int, UnsafeRawBufferPointer) throws(BenchFault) -> Void
    ) throws(BenchFault) {
        guard event.first != UInt8(ascii: ":") else { return }
        let lines = event.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        guard lines.count == 3, let dash = lines[0].lastIndex(of: UInt8(ascii: "-")) else { throw invalid(event) }
        var number = 0
        for digit in lines[0][(dash + 1)...] { number = number * 10 + Int(digit) - Int(UInt8(ascii: "0")) }
        let kind = lines[1].dropFirst(7)
        if kind.elementsEqual("snapshot".utf8) {
            guard !hasSnapshot else { throw BenchFault("a stream restarted: it missed events") }
            hasSnapshot = true
        } else if hasSnapshot {
            guard number == lastNumber + 1 else { throw BenchFault("event \(number) came after \(lastNumber)") }
        }
        lastNumber = number
        guard hasSnapshot, kind.elementsEqual("reading".utf8) else { return }
        readings += 1
        try note(readings - 1, UnsafeRawBufferPointer(rebasing: lines[2].dropFirst(6)))
    }

    private func invalid(_ event: UnsafeRawBufferPointer) -> BenchFault {
        BenchFault("invalid event: \(String(decoding: event.prefix(200), as: UTF8.self))")
    }
}

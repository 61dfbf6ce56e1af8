import Glibc
import Testing

@testable import DomoDaemon

/// A pipe that holds one page, and a writer to it.
final class LogPipe {
    let writer: LogWriter
    private var ends: [CInt] = [0, 0]

    init(bound: Int = 1 << 20) throws {
        try #require(pipe(&ends) == 0)
        // F_SETPIPE_SZ, which Swift's Glibc lacks.
        try #require(fcntl(ends[1], 1031, CInt(4096)) >= 4096)
        writer = LogWriter(.stream(ends[1]), bound: bound) { Array("dropped \($0)\n".utf8) }
    }

    deinit {
        // The read end first, so that a writing thread fails and ends. The write end stays open until then: otherwise
        // its number could be reused, and the new file would get the output.
        close(ends[0])
        writer.end(within: .seconds(60))
        close(ends[1])
    }

    func add(_ lines: String, isLast: Bool = false) { writer.add(Array(lines.utf8), isLast: isLast) }

    /// Everything that was added.
    func lines() throws -> [String] {
        add("the end\n", isLast: true)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: bytes.suffix(9), as: UTF8.self).hasSuffix("the end\n") {
            let count = Glibc.read(ends[0], &buffer, buffer.count)
            try #require(count > 0)
            bytes += buffer[..<count]
        }
        #expect(writer.end(within: .seconds(60)))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropLast().map(String.init)
    }
}

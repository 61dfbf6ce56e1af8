import DomoTestKit
import Foundation
import Testing

/// The resources that a program uses.
extension ChildProcess {
    /// A line of `/proc/PID/status`, in KiB: `VmHWM` is the peak memory, `VmRSS` the current memory.
    func kibibytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    /// The growth of its memory to the peak while `body` ran, in MiB.
    func growth(_ body: () throws -> Void) throws -> Int {
        let before = try kibibytes("VmRSS")
        // Reset the peak.
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(pid)/clear_refs"))
        try body()
        return (try kibibytes("VmHWM") - before) / 1024
    }
}

extension Household {
    /// Sends a number of requests one after the other, each on its own connection, whose timeout is a minute.
    func ask(_ line: String, times count: Int) throws {
        for _ in 0..<count {
            let connection = try Connection(socket: socket)
            try connection.send(line + "\n")
            let answer = try #require(try connection.line())
            try #require(answer.hasPrefix(#"{"ok""#), "\(answer)")
        }
    }
}

import Foundation
import Testing

/// What a program takes of the machine.
extension ChildProcess {
    /// A line of `/proc/PID/status`, in KiB: `VmHWM` is the most memory that it has held, `VmRSS` what it holds.
    func kibibytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    /// How much more memory than now it held at its peak while `body` ran, in MiB.
    func growth(_ body: () throws -> Void) throws -> Int {
        let before = try kibibytes("VmRSS")
        // The peak is that since now.
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(pid)/clear_refs"))
        try body()
        return (try kibibytes("VmHWM") - before) / 1024
    }
}

extension Household {
    /// How long each of so many requests took, the slowest last. Each is a round trip on a connection of its own; all of
    /// them together take 20 s at most.
    func latencies(_ count: Int, _ line: String = "show Buzzer") throws -> [Duration] {
        let deadline = ContinuousClock.now + .seconds(20)
        return try (0..<count).map { number in
            guard ContinuousClock.now < deadline else {
                throw ChildProcess.Failure(description: "\(number) of \(count) answers in 20 s")
            }
            let start = ContinuousClock.now
            let connection = try Connection(socket: socket)
            try connection.send(line + "\n")
            let answer = try #require(try connection.line())
            try #require(answer.hasPrefix(#"{"ok""#), "\(answer)")
            return .now - start
        }.sorted()
    }
}

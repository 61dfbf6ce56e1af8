import DomoTestKit
import Foundation
import Testing

/// A group of the kernel's memory controller, version 2 or 1. It needs root.
final class MemoryGroup {
    private enum Version: CaseIterable {
        case two, one

        /// The folder of groups; nil if this machine has no such memory controller.
        var parent: String? {
            switch self {
            case .two:
                for top in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"] {
                    let controllers = MemoryGroup.read("\(top)/cgroup.subtree_control") ?? ""
                    if controllers.split(whereSeparator: \.isWhitespace).contains("memory") { return top }
                }
                return nil
            case .one:
                let top = "/sys/fs/cgroup/memory"
                return access("\(top)/memory.limit_in_bytes", F_OK) == 0 ? top : nil
            }
        }

        var limit: String { self == .two ? "memory.max" : "memory.limit_in_bytes" }
        var usage: String { self == .two ? "memory.current" : "memory.usage_in_bytes" }
        /// The file with the number of kills, as `oom_kill 1`.
        var events: String { self == .two ? "memory.events" : "memory.oom_control" }
    }

    /// The kernel can't take back as much as the limit requires; version 1 says so.
    private struct Busy: Error {}

    private static let available: (version: Version, parent: String)? = {
        for version in Version.allCases {
            if let parent = version.parent, access(parent, W_OK) == 0 { return (version, parent) }
        }
        return nil
    }()

    static var canBeMade: Bool { geteuid() == 0 && available != nil }

    private let version: Version
    private let path: String

    /// - Parameter limit: in bytes, without swap if the kernel counts it.
    init(_ household: Household, limit: Int) throws {
        let (version, parent) = try #require(Self.available)
        self.version = version
        path = parent + "/" + (household.folder.path as NSString).lastPathComponent
        try #require(mkdir(path, 0o755) == 0, "\(path): \(String(cString: strerror(errno)))")
        try setLimit(limit)
    }

    /// - Parameter limit: in bytes.
    func setLimit(_ limit: Int) throws { try Self.write(String(limit), "\(path)/\(version.limit)") }

    /// Lowers the limit until there is nothing that the kernel can take back, so that the next allocation exceeds it, even
    /// on a machine on which programs grow slowly.
    func squeeze() throws {
        let usage = Self.read("\(path)/\(version.usage)").flatMap { Int($0.filter(\.isNumber)) }
        var limit = try #require(usage)
        while limit > 0 {
            do {
                try Self.write(String(limit), "\(path)/\(version.limit)")
            } catch is Busy {
                return
            }
            limit -= 1 << 20
        }
    }

    /// Starts the daemon of the household in it.
    func start(_ household: Household) throws {
        let command = "echo $$ > '\(path)/cgroup.procs' && exec \"$0\" \"$@\""
        try household.adopt(
            household.start("/bin/sh", ["-c", command, "\(Programs.folder)/domod"] + household.usual)
        )
    }

    /// The number of its programs that the kernel killed for their memory.
    func kills() throws -> Int {
        let text = try #require(Self.read("\(path)/\(version.events)"))
        let line = text.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }
        return try #require(line.flatMap { Int($0.dropFirst("oom_kill ".count)) }, "\(text)")
    }

    /// Kills its programs first, because it must be empty.
    func remove() {
        let programs = Self.read("\(path)/cgroup.procs") ?? ""
        for line in programs.split(separator: "\n") {
            guard let pid = pid_t(line) else { continue }
            kill(pid, SIGKILL)
        }
        // A killed program leaves the group a little later.
        for _ in 0..<500 where rmdir(path) != 0 { poll(nil, 0, 20) }
    }

    private static func read(_ file: String) -> String? { try? String(contentsOfFile: file, encoding: .utf8) }

    /// In one write, as the kernel requires.
    private static func write(_ text: String, _ file: String) throws {
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0, "\(file): \(String(cString: strerror(errno)))")
        defer { close(descriptor) }
        let count = Glibc.write(descriptor, text, text.utf8.count)
        if count < 0, errno == EBUSY { throw Busy() }
        try #require(count == text.utf8.count, "\(file): \(String(cString: strerror(errno)))")
    }
}

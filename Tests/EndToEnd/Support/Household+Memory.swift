import DomoTestKit
import Foundation
import Testing

extension Household {
    struct ReadingInTime: Decodable {
        var time: String
        var value: String
        var certainty: String
        var by: String
    }

    /// The database of the daemon.
    var database: String { "\(state)/history.sqlite" }

    /// SQLite's integrity check of a database: `ok`.
    static func integrity(of file: String) throws -> String {
        try query("PRAGMA integrity_check", of: file)
    }

    /// Queries a database with the SQLite shell, bypassing the daemon.
    static func query(_ statement: String, of file: String) throws -> String {
        let shell = try ChildProcess.run("/usr/bin/sqlite3", ["-readonly", file, statement])
        try #require(shell.status == 0, "sqlite3: \(shell.errors)")
        return shell.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    struct MemorySeen: Decodable {
        var state: String
        var problem: String?
        var dropped: Int
        var warnings: [String]
    }

    func memory() throws -> MemorySeen {
        struct Status: Decodable { var memory: MemorySeen }
        return try ask("status", Status.self).memory
    }

    /// Starts the daemon in its own mount namespace, where the state folder is a file system made by `mount`: only the
    /// daemon sees it.
    func startDaemon(mounting mount: String) throws {
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let command = "\(mount) && exec \"$0\" \"$@\""
        let daemon = try start(
            "/usr/bin/unshare",
            ["-rm", "/bin/sh", "-c", command, "\(Programs.folder)/domod"] + usual
        )
        try adopt(daemon)
    }

    /// Runs a command in the mount namespace of the daemon.
    func besideTheDaemon(_ command: String) throws -> Finished {
        let daemon = try #require(daemon)
        return try run(
            "/usr/bin/nsenter",
            ["-t", String(daemon.pid), "-U", "-m", "--preserve-credentials", "/bin/sh", "-c", command]
        )
    }

    /// True if a user may have a mount namespace.
    static let canMount: Bool = {
        do {
            return try ChildProcess.run(
                "/usr/bin/unshare",
                ["-rm", "/bin/sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"],
                environment: ["PATH": "/usr/bin:/bin"]
            ).status == 0
        } catch {
            return false
        }
    }()
}

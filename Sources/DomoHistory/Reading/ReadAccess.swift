import Foundation
import GRDB
import Synchronization

/// The connection that questions are answered from. It only reads; the writer opens and closes what it reads from.
final class ReadAccess: Sendable {
    private let file: String
    private let connection = Mutex<DatabaseQueue?>(nil)
    private let checking = Mutex<DatabaseQueue?>(nil)

    init(file: String) {
        self.file = file
    }

    /// Reads in one transaction: what is written meanwhile is not seen.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        let connection = try connection.withLock { connection in
            if let connection { return connection }
            let new = try open()
            connection = new
            return new
        }
        return try connection.read(body)
    }

    /// Looks through the whole file, on a connection of its own.
    ///
    /// - Throws: `SQLITE_CORRUPT` where it is broken.
    func check() throws {
        let connection = try open()
        checking.withLock { $0 = connection }
        defer { checking.withLock { $0 = nil } }
        let result = try connection.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard result == "ok" else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: result ?? "no answer to quick_check")
        }
    }

    /// Ends what is being read.
    func interrupt() {
        connection.withLock { $0 }?.interrupt()
        checking.withLock { $0 }?.interrupt()
    }

    /// The file is another one from here on.
    func close() {
        let old = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        guard let old else { return }
        old.interrupt()
        do {
            try old.close()
        } catch {
            // It is closed when the last one who reads from it is done.
        }
    }

    private func open() throws -> DatabaseQueue {
        guard FileManager.default.fileExists(atPath: file) else { throw Problem.closed }
        var configuration = Configuration()
        configuration.label = "domo-recall"
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        let connection = try DatabaseQueue(path: file, configuration: configuration)
        // What the writer leaves alone is not read either.
        _ = try connection.read { try Schema.version(of: $0) }
        return connection
    }
}

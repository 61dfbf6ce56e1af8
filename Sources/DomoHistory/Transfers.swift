import DomoLanguage
import DomoModel
import DomoSystem
import Glibc
import Synchronization

/// Backup and restore: copies of the database that are sent and received in parts over the socket, one of each at a
/// time.
final class Transfers: Sendable {
    /// The size of a part in bytes; 48 KiB in base64.
    static let part = 36 << 10

    private struct Transfer {
        var token: String
        var file: String
        var bytes: Int
        /// When it was last used, by the monotonic clock.
        var used: Duration
        /// Whether its last part was fetched.
        var isFetched = false
    }

    private struct State {
        var backup: Transfer?
        var restore: Transfer?
        /// When a complete copy was last fetched; nil if never.
        var lastBackup: Timestamp?
        /// When a backup last failed or was given up, unless one was completed since.
        var failedBackup: Timestamp?
        /// The connection that makes a copy or checks a file now.
        var reading: Database?
        var isStopping = false
    }

    /// A transfer that is idle for this long is dropped.
    private static let maxPause: Duration = .seconds(600)

    private let settings: History.Settings
    private let state = Mutex(State())

    init(settings: History.Settings) {
        self.settings = settings
        let last = storedLastBackup
        state.withLock { $0.lastBackup = last }
    }

    /// Removes the files that a previous run left behind.
    func removeLeftOvers() {
        let begins = [Self.backupWord, Self.restoreWord].map { "\(settings.file).\($0)-" }
        for path in DatabaseFile(settings.file).neighbours where begins.contains(where: path.hasPrefix) { unlink(path) }
    }

    private static let backupTimeWord = "last-backup"
    private static let backupWord = "backup-under-way"
    private static let restoreWord = "restore-under-way"
    private static let keptWord = "before-restore"

    // MARK: Backup

    func backup(_ step: BackupStep, now: Timestamp, board: StatusBoard) throws(Fault) -> TransferReport {
        switch step {
        case .begin:
            end(\.backup)
            let token = Self.token()
            let copy = "\(settings.file).\(Self.backupWord)-\(token)"
            do {
                FileIdentity.create(copy, mode: 0o600)
                try settings.schema.check(file: settings.file)
                let database = try Database(settings.file)
                guard begins(with: database) else { throw Problem.closed }
                defer { state.withLock { $0.reading = nil } }
                // A single statement reads a consistent snapshot of the database.
                try database.run("VACUUM INTO ?", copy)
            } catch {
                DatabaseFile(copy).remove()
                if let stopping = stoppingFault { throw stopping }
                state.withLock { $0.failedBackup = now }
                throw board.fault(for: error)
            }
            let bytes = FileIdentity.size(copy)
            let transfer = Transfer(token: token, file: copy, bytes: bytes, used: settings.bootClock())
            state.withLock { $0.backup = transfer }
            return TransferReport(token: token, bytes: transfer.bytes)
        case .read(let token, let offset):
            let transfer = try find(\.backup, token, "backup")
            let part: [UInt8]
            do {
                part = try FilePart.read(transfer.file, at: offset, count: Self.part)
            } catch {
                throw Fault(.noHistory, "can't read the copy: \(error)", hint: "start the backup again")
            }
            if offset + part.count == transfer.bytes { state.withLock { $0.backup?.isFetched = true } }
            return TransferReport(token: token, bytes: transfer.bytes, data: Base64.text(of: part))
        case .end(let token):
            let transfer = try find(\.backup, token, "backup")
            end(\.backup)
            if transfer.isFetched {
                noteBackup(at: now)
                state.withLock { ($0.lastBackup, $0.failedBackup) = (now, nil) }
            } else {
                state.withLock { $0.failedBackup = now }
            }
            return TransferReport(token: token, bytes: transfer.bytes)
        }
    }

    var lastBackup: Timestamp? { state.withLock { $0.lastBackup } }

    /// Blocks.
    private var storedLastBackup: Timestamp? {
        do throws(FileBytes.Fault) {
            let text = String(decoding: try FileBytes.read(backupTimeFile, maxBytes: 100), as: UTF8.self)
            return Timestamp(rfc3339: text.filter { !$0.isWhitespace })
        } catch {
            return nil
        }
    }

    var failedBackup: Timestamp? { state.withLock { $0.failedBackup } }

    /// Records the time of the backup. It is only informative: if it can't be written, the copy is still good.
    private func noteBackup(at now: Timestamp) {
        do throws(FileBytes.Fault) {
            try FileBytes.replace(backupTimeFile, with: Array("\(now.rfc3339)\n".utf8))
        } catch {}
    }

    private var backupTimeFile: String { "\(settings.file).\(Self.backupTimeWord)" }

    // MARK: Restore

    func restore(_ step: RestoreStep, now: Timestamp, queue: WriteQueue) throws(Fault) -> TransferReport {
        switch step {
        case .begin:
            end(\.restore)
            let token = Self.token()
            let transfer = Transfer(
                token: token,
                file: "\(settings.file).\(Self.restoreWord)-\(token)",
                bytes: 0,
                used: settings.bootClock()
            )
            FileIdentity.create(transfer.file, mode: 0o600)
            guard FileIdentity.exists(transfer.file) else {
                throw Fault(
                    .noHistory,
                    "can't create \(transfer.file)",
                    hint: "check the folder and the free disk space"
                )
            }
            state.withLock { $0.restore = transfer }
            return TransferReport(token: token, bytes: 0)
        case .write(let token, let offset, let text):
            return try write(token, offset, text)
        case .end(let token):
            let transfer = try find(\.restore, token, "restore")
            // Removed first: the rest may take longer than `maxPause`.
            state.withLock { $0.restore = nil }
            defer { DatabaseFile(transfer.file).remove() }
            try verify(transfer.file)
            try migrate(transfer.file)
            return try swap(transfer, now: now, queue: queue)
        }
    }

    /// Replaces the database by a file beside it.
    ///
    /// - Returns: where the old database is kept.
    func restore(file: String, now: Timestamp, queue: WriteQueue) throws(Fault) -> String? {
        try verify(file)
        try migrate(file)
        return try swap(Transfer(token: "", file: file, bytes: 0, used: settings.bootClock()), now: now, queue: queue)
            .kept
    }

    private func write(_ token: String, _ offset: Int, _ text: String) throws(Fault) -> TransferReport {
        var transfer = try find(\.restore, token, "restore")
        guard offset == transfer.bytes else {
            throw Fault(.badRequest, "wrong offset \(offset)", hint: "the next part begins at \(transfer.bytes)")
        }
        guard let data = Base64.bytes(of: text), !data.isEmpty else {
            throw Fault(.badRequest, "the part is not base64", hint: "send it with padding and without line breaks")
        }
        guard transfer.bytes + data.count <= maxBytes else {
            end(\.restore)
            throw Fault(.badDatabase, "it is larger than \(maxBytes) bytes", hint: "increase the size of the history")
        }
        do {
            try FilePart.write(data, to: transfer.file, at: offset)
        } catch {
            end(\.restore)
            throw Fault(.noHistory, "can't store the part: \(error)", hint: "check the free disk space, and retry")
        }
        transfer.bytes += data.count
        let (token, bytes) = (transfer.token, transfer.bytes)
        state.withLock { $0.restore = transfer }
        return TransferReport(token: token, bytes: bytes)
    }

    /// The maximum size of a restored database, which may exceed the limit until its old rows are deleted.
    private var maxBytes: Int { max(4 * settings.size, 1 << 30) }

    /// - Throws: `bad-database` if the file is not a valid database of domo.
    private func verify(_ file: String) throws(Fault) {
        do {
            let database = try Database(file, .distrusting)
            guard begins(with: database) else { throw Problem.closed }
            defer { state.withLock { $0.reading = nil } }
            try settings.schema.verify(database)
        } catch {
            if let stopping = stoppingFault { throw stopping }
            throw Fault(
                .badDatabase,
                "not a valid domo database: \(Problem.words(for: error))",
                hint: "use a file that domo backup wrote; nothing was changed"
            )
        }
    }

    /// Migrates the tables of a copy of an earlier version before it is used, so that nothing waits for it later.
    private func migrate(_ file: String) throws(Fault) {
        do {
            let database = try Database(file)
            let schema = settings.schema
            guard try schema.version(of: database) < schema.version else { return }
            _ = try schema.prepare(database)
            try schema.migrate(database)
            try database.checkpoint(.truncating)
        } catch {
            throw Fault(
                .badDatabase,
                "its tables can't be migrated: \(Problem.words(for: error))",
                hint: "nothing was changed"
            )
        }
    }

    private func swap(_ transfer: Transfer, now: Timestamp, queue: WriteQueue) throws(Fault) -> TransferReport {
        let path = settings.file
        let result = queue.runAndWait { writer in
            Result { () throws -> String? in
                var kept: String?
                var isMoved = false
                try writer.replace {
                    if FileIdentity.exists(path) {
                        kept = try DatabaseFile(path).putAside(as: Self.keptWord, at: now)
                    }
                    try DatabaseFile(transfer.file).move(to: path)
                    isMoved = true
                } undo: {
                    // Otherwise SQLite would apply the log of the new file to the old one.
                    if isMoved { DatabaseFile(path).remove() }
                    if let kept { try DatabaseFile(kept).move(to: path) }
                }
                return kept
            }
        }
        switch result {
        case nil: throw Fault(.stopping, "the daemon is stopping", hint: "nothing was changed")
        case .success(let kept):
            if let kept { removeKept(but: kept) }
            return TransferReport(token: transfer.token, bytes: transfer.bytes, kept: kept)
        case .failure(let error):
            throw Fault(
                .badDatabase,
                "it can't be used: \(Problem.words(for: error))",
                hint: "the old database is still in use"
            )
        }
    }

    /// Removes the databases that earlier restores kept: each is as large as the current one.
    private func removeKept(but newest: String) {
        let begin = "\(settings.file).\(Self.keptWord)-"
        for path in DatabaseFile(settings.file).neighbours where path.hasPrefix(begin) && !path.hasPrefix(newest) {
            unlink(path)
        }
    }

    // MARK: One at a time

    /// Drops idle transfers. Cheap.
    ///
    /// - Parameter now: by the monotonic clock.
    func dropIdle(now: Duration) {
        let old = state.withLock { state in
            [\State.backup, \State.restore].compactMap { kind -> Transfer? in
                guard let transfer = state[keyPath: kind], now - transfer.used >= Self.maxPause else { return nil }
                state[keyPath: kind] = nil
                return transfer
            }
        }
        for transfer in old { DatabaseFile(transfer.file).remove() }
    }

    /// Aborts the copy or check in progress, and prevents new ones.
    func interrupt() {
        state.withLock { state in
            state.isStopping = true
            return state.reading
        }?.interrupt()
    }

    /// - Returns: false if it is stopping.
    private func begins(with database: Database) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.reading = database
            return true
        }
    }

    private var stoppingFault: Fault? {
        guard state.withLock({ $0.isStopping }) else { return nil }
        return Fault(.stopping, "the daemon is stopping", hint: "try again when it is running")
    }

    /// Ends both transfers.
    func end() {
        end(\.backup)
        end(\.restore)
    }

    private func find(
        _ kind: any WritableKeyPath<State, Transfer?> & Sendable,
        _ token: String,
        _ word: String
    ) throws(Fault) -> Transfer {
        let now = settings.bootClock()
        let found = state.withLock { state in
            if state[keyPath: kind]?.token == token { state[keyPath: kind]?.used = now }
            return state[keyPath: kind]
        }
        guard let transfer = found, transfer.token == token else {
            throw Fault(
                .badRequest,
                "unknown \(word) \"\(token.prefix(40))\"",
                hint: "start again; a new \(word) ends the one before"
            )
        }
        return transfer
    }

    private func end(_ kind: any WritableKeyPath<State, Transfer?> & Sendable) {
        let old = state.withLock { state in
            defer { state[keyPath: kind] = nil }
            return state[keyPath: kind]
        }
        if let old { DatabaseFile(old.file).remove() }
    }

    private static func token() -> String { String(UInt64.random(in: 0 ... .max), radix: 16) }
}

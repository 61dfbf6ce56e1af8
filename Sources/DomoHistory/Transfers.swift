import DomoLanguage
import DomoModel
import DomoSystem
import Glibc
import Synchronization

/// Copies of the database on their way out and in: one of each at a time, in parts, over the socket.
final class Transfers: Sendable {
    /// A part as it is sent, before base64 makes it 48 KiB.
    static let part = 36 << 10

    private struct Transfer {
        var token: String
        var file: String
        var bytes: Int
        /// When somebody went on with it last, by the monotonic clock.
        var used: Duration
        /// Its last part was fetched.
        var isFetched = false
    }

    private struct State {
        var backup: Transfer?
        var restore: Transfer?
        /// The connection that a copy is being made from, or that a file is looked through with.
        var reading: Database?
        var isStopping = false
    }

    /// What nobody went on with for so long takes the disk's room no longer.
    private static let maxPause: Duration = .seconds(600)

    private let settings: History.Settings
    private let state = Mutex(State())

    init(settings: History.Settings) {
        self.settings = settings
    }

    /// Removes what an earlier life left behind.
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
                let database = try Database(settings.file)
                guard begins(with: database) else { throw Problem.closed }
                defer { state.withLock { $0.reading = nil } }
                // One statement reads from one state of the database, whatever is written meanwhile.
                try database.run("VACUUM INTO ?", copy)
            } catch {
                DatabaseFile(copy).remove()
                if let stopping = stoppingFault { throw stopping }
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
                throw Fault(.noHistory, "the copy can't be read: \(error)", hint: "begin again")
            }
            if offset + part.count == transfer.bytes { state.withLock { $0.backup?.isFetched = true } }
            return TransferReport(token: token, bytes: transfer.bytes, data: Base64.text(of: part))
        case .end(let token):
            let transfer = try find(\.backup, token, "backup")
            end(\.backup)
            if transfer.isFetched { noteBackup(at: now) }
            return TransferReport(token: token, bytes: transfer.bytes)
        }
    }

    /// When a copy was last fetched as a whole; nil where none ever was. Blocks.
    var lastBackup: Timestamp? {
        do throws(FileBytes.Fault) {
            let text = String(decoding: try FileBytes.read(backupTimeFile, longest: 100), as: UTF8.self)
            return Timestamp(rfc3339: text.filter { !$0.isWhitespace })
        } catch {
            return nil
        }
    }

    /// It is of use to people alone: where it can't be written, the copy is as good.
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
                throw Fault(.noHistory, "\(transfer.file) can't be made", hint: "check the folder and the disk's room")
            }
            state.withLock { $0.restore = transfer }
            return TransferReport(token: token, bytes: 0)
        case .write(let token, let offset, let text):
            return try write(token, offset, text)
        case .end(let token):
            let transfer = try find(\.restore, token, "restore")
            // It may take longer than a pause.
            state.withLock { $0.restore = nil }
            defer { DatabaseFile(transfer.file).remove() }
            try verify(transfer.file)
            try migrate(transfer.file)
            return try swap(transfer, now: now, queue: queue)
        }
    }

    private func write(_ token: String, _ offset: Int, _ text: String) throws(Fault) -> TransferReport {
        var transfer = try find(\.restore, token, "restore")
        guard offset == transfer.bytes else {
            throw Fault(.badRequest, "the part begins at \(offset)", hint: "the next one begins at \(transfer.bytes)")
        }
        guard let data = Base64.bytes(of: text), !data.isEmpty else {
            throw Fault(.badRequest, "the part is no base64", hint: "send it with padding and without line breaks")
        }
        guard transfer.bytes + data.count <= maxBytes else {
            end(\.restore)
            throw Fault(.badDatabase, "it is larger than \(maxBytes) bytes", hint: "raise the size of the history")
        }
        do {
            try FilePart.write(data, to: transfer.file, at: offset)
        } catch {
            end(\.restore)
            throw Fault(.noHistory, "the part can't be kept: \(error)", hint: "check the disk's room, and begin again")
        }
        transfer.bytes += data.count
        let (token, bytes) = (transfer.token, transfer.bytes)
        state.withLock { $0.restore = transfer }
        return TransferReport(token: token, bytes: bytes)
    }

    /// A database may be larger than it is kept, before its old rows go.
    private var maxBytes: Int { max(4 * settings.size, 1 << 30) }

    /// - Throws: `bad-database` where it is no whole database of domo's.
    private func verify(_ file: String) throws(Fault) {
        do {
            let database = try Database(file, .distrusting)
            guard begins(with: database) else { throw Problem.closed }
            defer { state.withLock { $0.reading = nil } }
            try Schema.verify(database)
        } catch {
            if let stopping = stoppingFault { throw stopping }
            throw Fault(
                .badDatabase,
                "it is no whole database of domo's: \(Problem.words(for: error))",
                hint: "restore takes what domo backup wrote; nothing was changed"
            )
        }
    }

    /// Brings the tables of a copy of an earlier version up to date before it is used: nobody waits for that then.
    private func migrate(_ file: String) throws(Fault) {
        do {
            let database = try Database(file)
            guard try Schema.version(of: database) < Schema.version else { return }
            _ = try Schema.prepare(database)
            try Schema.migrate(database)
            try database.checkpoint(.truncating)
        } catch {
            throw Fault(
                .badDatabase,
                "its tables can't be brought up to date: \(Problem.words(for: error))",
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
                    // The old one would take the log of this one for its own.
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
            throw Fault(.badDatabase, "it can't be used: \(Problem.words(for: error))", hint: "the old one is in use")
        }
    }

    /// Removes the databases that earlier restores kept: each takes as much room as the one in use.
    private func removeKept(but newest: String) {
        let begin = "\(settings.file).\(Self.keptWord)-"
        for path in DatabaseFile(settings.file).neighbours where path.hasPrefix(begin) && !path.hasPrefix(newest) {
            unlink(path)
        }
    }

    // MARK: One at a time

    /// Drops what was given up. Cheap.
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

    /// Ends the copy that is being made, or the look through a file; no other is begun.
    func interrupt() {
        state.withLock { state in
            state.isStopping = true
            return state.reading
        }?.interrupt()
    }

    /// - Returns: false where it is stopping.
    private func begins(with database: Database) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.reading = database
            return true
        }
    }

    private var stoppingFault: Fault? {
        guard state.withLock({ $0.isStopping }) else { return nil }
        return Fault(.stopping, "the daemon is stopping", hint: "ask again when it runs")
    }

    /// Ends both, where they are under way.
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
                "there is no \(word) \"\(token.prefix(40))\"",
                hint: "begin again; another \(word) begun meanwhile ends this one"
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

import DomoLanguage
import DomoModel
import DomoSystem

/// Fetches a copy of the daemon's database, and archives it with other files.
struct Backup {
    let client: ControlClient
    /// Nil without a terminal.
    var progress: ((String) -> Void)?

    /// - Parameters:
    ///   - files: the files to archive with the database; nil for only the database, without an archive.
    ///   - write: gets the copy, part by part.
    /// - Returns: the report, and a fault if the daemon could not remove its copy.
    /// - Throws: also if the copy is shorter, longer or of another kind than the daemon said. What was written so far
    ///   is useless then.
    func run(
        archiving files: BackupFiles? = nil,
        _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) -> (report: TransferReport, leftover: Fault?) {
        let begin = try Transfer.ask(.backup(.begin), of: client)
        do throws(Fault) {
            if let files {
                try archive(begin, files, write)
            } else {
                try read(begin, write)
            }
        } catch {
            // The daemon drops its copy with the next one at the latest, so only the first fault is reported.
            do throws(Fault) { try end(begin) } catch {}
            throw error
        }
        do throws(Fault) {
            try end(begin)
            return (begin, nil)
        } catch {
            return (begin, error)
        }
    }

    /// Archives files without a database, of a daemon that keeps no history.
    func runWithoutDatabase(
        archiving files: BackupFiles,
        _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) {
        try put(files, write)
    }

    private func archive(
        _ begin: TransferReport,
        _ files: BackupFiles,
        _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) {
        try put(TarHeader(name: TarHeader.database, size: begin.bytes, mode: 0o600, time: Self.now).bytes, write)
        try read(begin, write)
        try put(TarHeader.padding(after: begin.bytes), write)
        try put(files, write)
    }

    /// In seconds since 1970.
    private static var now: Int64 { LocalTime.now.milliseconds / 1000 }

    private func put(_ bytes: [UInt8], _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void) throws(Fault) {
        try bytes.withUnsafeBytes { bytes in Result { () throws(Fault) in try write(bytes) } }.get()
    }

    /// The end of an archive: the label, the files, and two blocks of zeros.
    private func put(
        _ files: BackupFiles,
        _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) {
        let text = Array(files.label.text.utf8)
        let label = SourceFile.read(name: ArchiveLabel.name, bytes: text, mode: 0o600, time: Self.now)
        for case .read(let name, let bytes, let mode, let time) in [label] + files.files {
            try put(TarHeader(name: name, size: bytes.count, mode: mode, time: time).bytes, write)
            try put(bytes + TarHeader.padding(after: bytes.count), write)
        }
        try put(TarHeader.end, write)
    }

    private func read(
        _ begin: TransferReport,
        _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) {
        guard begin.bytes >= Transfer.magic.count else {
            throw Transfer.notUnderstood("made a copy of \(begin.bytes) bytes, which is not a database")
        }
        var progress = Progress("fetched", of: begin.bytes, write: progress)
        defer { progress.end() }
        var offset = 0
        while offset < begin.bytes {
            let part = try Transfer.ask(.backup(.read(token: begin.token, offset: offset)), of: client)
            guard part.token == begin.token else { throw Transfer.notUnderstood("sent a part of another copy") }
            guard part.bytes == begin.bytes, let data = part.data.flatMap(Base64.bytes),
                !data.isEmpty, data.count <= begin.bytes - offset
            else {
                throw Transfer.notUnderstood("did not send what follows byte \(offset) of \(begin.bytes)")
            }
            guard offset > 0 || data.starts(with: Transfer.magic) else {
                throw Transfer.notUnderstood("sent something that is not a database")
            }
            let result = data.withUnsafeBytes { bytes in Result { () throws(Fault) in try write(bytes) } }
            try result.get()
            offset += data.count
            progress.advance(to: offset)
        }
    }

    private func end(_ begin: TransferReport) throws(Fault) {
        _ = try Transfer.ask(.backup(.end(token: begin.token)), of: client)
    }
}

import DomoLanguage
import DomoModel
import FoundationEssentials

/// Fetches a copy of the daemon's database, and archives it with the files that the daemon has read.
struct Backup {
    let client: ControlClient
    /// Nil without a terminal.
    var progress: ((String) -> Void)?

    /// - Parameters:
    ///   - sources: the files to archive with the database; nil for only the database, without an archive.
    ///   - write: gets the copy, part by part.
    /// - Returns: the report, and a fault if the daemon could not remove its copy.
    /// - Throws: also if the copy is shorter, longer or of another kind than the daemon said. What was written so far
    ///   is useless then.
    func run(
        archiving sources: [SourceFile]? = nil,
        _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) -> (report: TransferReport, leftover: Fault?) {
        let begin = try Transfer.ask(.backup(.begin), of: client)
        do throws(Fault) {
            if let sources {
                try archive(begin, sources, write)
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

    private func archive(
        _ begin: TransferReport,
        _ sources: [SourceFile],
        _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) {
        func put(_ bytes: [UInt8]) throws(Fault) {
            try bytes.withUnsafeBytes { bytes in Result { () throws(Fault) in try write(bytes) } }.get()
        }
        let time = LocalTime.now.milliseconds / 1000
        try put(TarHeader(name: TarHeader.database, size: begin.bytes, mode: 0o600, time: time).bytes)
        try read(begin, write)
        try put(TarHeader.padding(after: begin.bytes))
        for case .read(let path, let bytes, let mode, let time) in sources {
            try put(TarHeader(name: String(path.drop { $0 == "/" }), size: bytes.count, mode: mode, time: time).bytes)
            try put(bytes + TarHeader.padding(after: bytes.count))
        }
        try put(TarHeader.end)
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
            guard part.bytes == begin.bytes, let data = part.data.flatMap({ Data(base64Encoded: $0) }),
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

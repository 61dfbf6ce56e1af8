import DomoLanguage
import FoundationEssentials

/// Fetches a copy of the daemon's database.
struct Backup {
    let client: ControlClient
    /// Nil without a terminal.
    var progress: ((String) -> Void)?

    /// - Parameter write: gets the copy, part by part.
    /// - Returns: the report, and a fault if the daemon could not remove its copy.
    /// - Throws: also if the copy is shorter, longer or of another kind than the daemon said. What was written so far
    ///   is useless then.
    func run(
        _ write: (UnsafeRawBufferPointer) throws(Fault) -> Void
    ) throws(Fault) -> (report: TransferReport, leftover: Fault?) {
        let begin = try Transfer.ask(.backup(.begin), of: client)
        do throws(Fault) {
            try read(begin, write)
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

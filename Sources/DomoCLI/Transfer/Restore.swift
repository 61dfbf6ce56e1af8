import DomoLanguage
import FoundationEssentials

/// Hands a database to the daemon, to take the place of the one that it has.
struct Restore {
    let client: ControlClient
    let file: DatabaseFile
    /// Nil where nobody looks.
    var progress: ((String) -> Void)?

    /// - Returns: the daemon's answer in the bytes in which it came, and what it says.
    /// - Throws: then the daemon goes on with the database that it has.
    func run() throws(Fault) -> (answer: ArraySlice<UInt8>, report: TransferReport) {
        let token = try Transfer.ask(.restore(.begin), of: client).token
        try send(token)
        let answer = try client.ask(.restore(.end(token: token))).content()
        return (answer, try ReplyLine.decode(TransferReport.self, from: answer))
    }

    private func send(_ token: String) throws(Fault) {
        var progress = Progress("sent", of: file.bytes, write: progress)
        defer { progress.end() }
        var offset = 0
        while offset < file.bytes {
            let part = try file.read(at: offset, atMost: min(Transfer.step, file.bytes - offset))
            guard !part.isEmpty else {
                throw Fault(
                    .badDatabase,
                    "\(file.path) grew shorter while it was read",
                    hint: "nothing was changed; take a file that nobody writes to"
                )
            }
            let data = Data(part).base64EncodedString()
            let report = try Transfer.ask(.restore(.write(token: token, offset: offset, data: data)), of: client)
            offset += part.count
            guard report.token == token, report.bytes == offset else {
                throw Transfer.notUnderstood("has \(report.bytes) bytes where \(offset) were sent")
            }
            progress.advance(to: offset)
        }
    }
}

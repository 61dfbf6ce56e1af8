import DomoLanguage
import DomoSystem

/// Sends a database to the daemon to replace its own.
struct Restore {
    let client: ControlClient
    let file: DatabaseFile
    /// Nil without a terminal.
    var progress: ((String) -> Void)?

    /// - Returns: the reply in its original bytes, and the decoded report.
    /// - Throws: if it fails; the daemon then keeps its database.
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
                    "\(file.path) was truncated while it was read",
                    hint: "nothing was changed; use a file that nothing writes to"
                )
            }
            let data = Base64.text(of: part)
            let report = try Transfer.ask(.restore(.write(token: token, offset: offset, data: data)), of: client)
            offset += part.count
            guard report.token == token, report.bytes == offset else {
                throw Transfer.notUnderstood("has \(report.bytes) bytes where \(offset) were sent")
            }
            progress.advance(to: offset)
        }
    }
}

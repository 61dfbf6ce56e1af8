import DomoLanguage

/// The common parts of backup and restore.
enum Transfer {
    /// The bytes per line: 60,000 in base64, of at most 65,536.
    static let step = 45_000

    /// The first bytes of every SQLite database (https://www.sqlite.org/fileformat.html, 1.3).
    static let magic = Array("SQLite format 3\0".utf8)

    static func ask(_ request: Request, of client: ControlClient) throws(Fault) -> TransferReport {
        try ReplyLine.decode(TransferReport.self, from: client.ask(request).content())
    }

    /// - Parameter what: the invalid action of the daemon.
    static func notUnderstood(_ what: String) -> Fault {
        Fault(
            .unreachable,
            "the daemon \(what)",
            hint: "domo and domod may have different versions: domo --version, domod --version"
        )
    }
}

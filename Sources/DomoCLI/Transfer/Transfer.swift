import DomoLanguage

/// What backup and restore have in common.
enum Transfer {
    /// As many bytes go into one line: in base64 they are 60,000, and a line has at most 65,536.
    static let step = 45_000

    /// How every SQLite database begins (https://www.sqlite.org/fileformat.html, 1.3).
    static let magic = Array("SQLite format 3\0".utf8)

    static func ask(_ request: Request, of client: ControlClient) throws(Fault) -> TransferReport {
        try ReplyLine.decode(TransferReport.self, from: client.ask(request).content())
    }

    /// - Parameter what: what the daemon did that it can't have done.
    static func notUnderstood(_ what: String) -> Fault {
        Fault(
            .unreachable,
            "the daemon \(what)",
            hint: "domo and domod may be of different versions: domo --version, domod --version"
        )
    }
}

import DomoLanguage

extension Rendering {
    func backup(file: String, bytes: Int) -> String {
        "wrote \(DisplayText.safe(file)) (\(Self.size(bytes: bytes)))\n"
    }

    func restoreQuestion(file: String, bytes: Int) -> String {
        "This replaces the daemon's database with \(DisplayText.safe(file)) (\(Self.size(bytes: bytes))).\n"
            + "The old database is kept beside the new one. Continue? [y/N] "
    }

    func restored(file: String, _ report: TransferReport) -> String {
        "restored from \(DisplayText.safe(file))\n"
            + (report.kept.map { "the old database is kept as \(DisplayText.safe($0))\n" } ?? "")
    }

    /// The JSON as the daemon writes it.
    static func json(_ report: some JSONWritable) -> String {
        var json = JSONWriter()
        json.value(report)
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

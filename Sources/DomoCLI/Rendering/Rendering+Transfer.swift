import DomoLanguage

extension Rendering {
    func backup(file: String, bytes: Int) -> String {
        "\(DisplayText.safe(file)): \(Self.size(bytes: bytes)), whole and on the disk\n"
    }

    func restoreQuestion(file: String, bytes: Int) -> String {
        "What the daemon remembers gives way to \(DisplayText.safe(file)) (\(Self.size(bytes: bytes))).\n"
            + "The old database is kept beside the new one. Go on? [y/N] "
    }

    func restored(file: String, _ report: TransferReport) -> String {
        "restored from \(DisplayText.safe(file))\n"
            + (report.kept.map { "the old database is kept: \(DisplayText.safe($0))\n" } ?? "")
    }

    /// As the daemon would have written it.
    static func json(_ report: some JSONWritable) -> String {
        var json = JSONWriter()
        json.value(report)
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

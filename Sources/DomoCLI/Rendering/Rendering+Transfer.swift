import DomoLanguage
import DomoModel

extension Rendering {
    func backup(file: String, bytes: Int, files: [SourceFile]) -> String {
        let count = files.reduce(0) { if case .read = $1 { $0 + 1 } else { $0 } }
        let others = count == 0 ? "" : " and \(counted(count, "file")) of configuration, houses and scenes"
        return "wrote \(DisplayText.safe(file)): the database (\(Self.size(bytes: bytes)))\(others)\n"
    }

    func restoreQuestion(file: String, bytes: Int) -> String {
        "This replaces the daemon's database with \(DisplayText.safe(file)) (\(Self.size(bytes: bytes))).\n"
            + "The old database is kept beside the new one. Continue? [y/N] "
    }

    func restored(file: String, isArchive: Bool, _ report: TransferReport) -> String {
        "restored from \(DisplayText.safe(file))\n"
            + (report.kept.map { "the old database is kept as \(DisplayText.safe($0))\n" } ?? "")
            + (isArchive
                ? "configuration, houses and scenes were not changed; they are in the archive: tar -tf \(DisplayText.safe(file))\n"
                : "")
    }

    /// The JSON as the daemon writes it.
    static func json(_ report: some JSONWritable) -> String {
        var json = JSONWriter()
        json.value(report)
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

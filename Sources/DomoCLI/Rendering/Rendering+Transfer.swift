import DomoLanguage
import DomoModel

extension Rendering {
    func backup(file: String, bytes: Int, files: [SourceFile]) -> String {
        let count = files.reduce(0) { if case .read = $1 { $0 + 1 } else { $0 } }
        let others = count == 0 ? [] : ["\(counted(count, "file")) of configuration, houses and state"]
        // Without a history, there is no database.
        let database = bytes == 0 ? [] : ["the database (\(Self.size(bytes: bytes)))"]
        return "wrote \(DisplayText.safe(file)): \((database + others).joined(separator: " and "))\n"
    }

    func restoreQuestion(file: String, bytes: Int) -> String {
        "This replaces the daemon's database with \(DisplayText.safe(file)) (\(Self.size(bytes: bytes))).\n"
            + "The old database is kept beside the new one. Continue? [y/N] "
    }

    func restored(file: String, _ report: TransferReport) -> String {
        "restored readings and orders from \(DisplayText.safe(file))\n"
            + (report.kept.map { "the old database is kept as \(DisplayText.safe($0))\n" } ?? "")
    }

    func restoreQuestion(file: String, _ count: Int, _ places: RestorePlaces) -> String {
        "This restores \(counted(count, "file")) of \(DisplayText.safe(file)) into \(DisplayText.safe(places.folder)) and "
            + "\(DisplayText.safe(places.state)).\n"
            + "What is there now is moved into \(places.keptName) in these folders. Continue? [y/N] "
    }

    func restored(file: String, _ report: FileRestore.Report, _ places: RestorePlaces) -> String {
        let next = places.isOfPackage ? "start domod: systemctl start domod.socket domod domo-web" : "start domod"
        return "restored \(counted(report.restored, "file")) from \(DisplayText.safe(file))\n"
            + report.kept.map { "what was there before is in \(DisplayText.safe($0))\n" }.joined()
            + (report.hasDatabase ? "the next start of domod takes the readings and orders\n" : "") + next + "\n"
    }

    /// The JSON as the daemon writes it.
    static func json(_ report: some JSONWritable) -> String {
        var json = JSONWriter()
        json.value(report)
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

import DomoLanguage
import DomoSystem
import DomoXML

/// Holiday files, each of which is read once.
struct HolidayFiles {
    private var known: [String: Holidays] = [:]
    /// The files that were read.
    private(set) var files: [String] = []
    private(set) var mistakes: [Diagnostic] = []

    mutating func read(_ file: String) -> Holidays {
        if let holidays = known[file.absolutePath] { return holidays }
        let (holidays, found) = HolidaysFile.read(file)
        known[file.absolutePath] = holidays
        files.append(file)
        mistakes += found
        return holidays
    }
}

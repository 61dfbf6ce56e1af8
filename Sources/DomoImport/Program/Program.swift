import ArgumentParser
import DomoLanguage
import DomoSystem

/// Shared by the subcommands.
enum Program {
    /// Reports faults on standard error, with an exit status of sysexits(3).
    static func run(_ body: () throws(Fault) -> Void) throws {
        do throws(Fault) {
            try body()
        } catch {
            StandardStream.error.writeLine("domo-import: \(error.message)")
            if let hint = error.hint { StandardStream.error.writeLine("  \(hint)") }
            throw ExitCode(error.code.exitStatus.rawValue)
        }
    }

    static func fileName(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

    /// The file name without folder and extension.
    static func baseName(of path: String) -> String {
        let name = fileName(of: path)
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name.isEmpty ? "KNX" : name }
        return String(name[..<dot])
    }
}

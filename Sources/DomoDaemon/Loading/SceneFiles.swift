import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import DomoXML

/// Scene files as they were read, and what is wrong with them.
struct SceneFiles: Sendable {
    /// Looks through scenes beside the houses: `SceneCheck.findings`.
    typealias Check = @Sendable (_ scenes: [Catalog.Scene], HouseIndex, _ sites: [Catalog.Site]) -> [SceneCheck.Finding]

    /// Longer is no scene, in bytes.
    static let longest = 1 << 20

    /// Also those with mistakes: others may call them, and are not to be blamed for that.
    private var read: [Catalog.Scene] = []
    /// What is wrong with each file by itself.
    private(set) var mistakes: [Diagnostic] = []

    /// A hidden file is an editor's.
    static func isScene(_ name: String) -> Bool { name.hasSuffix(".domo") && !name.hasPrefix(".") }

    init(_ files: [String]) {
        var fileByName: [String: String] = [:]
        for file in files {
            do throws(Fault) {
                let (script, mistakes) = ScriptParser.parse(try FileBytes.text(of: file, longest: Self.longest))
                self.mistakes += mistakes.map { Diagnostic(file, $0) }
                let name = script.name ?? String(file.lastPathPart.dropLast(".domo".count))
                if let first = fileByName[FoldedName.fold(name)] {
                    let message = "the scene \"\(name)\" already exists, in \(first)"
                    self.mistakes.append(Diagnostic(file, Fault(.badModel, message)))
                } else {
                    fileByName[FoldedName.fold(name)] = file
                    read.append(Catalog.Scene(name: name, file: file, script: script))
                }
            } catch {
                mistakes.append(Diagnostic(file, error))
            }
        }
    }

    /// All that is wrong with the files, beside houses too.
    func diagnostics(_ index: HouseIndex, _ sites: [Catalog.Site], by check: Check) -> [Diagnostic] {
        let faulty = Set(mistakes.map(\.file))
        // What was not understood can't be judged.
        return mistakes + check(read, index, sites).filter { !faulty.contains($0.file) }.map(Diagnostic.init)
    }

    /// Those that can be run.
    ///
    /// - Returns: the scenes without those at fault and those that call them, what is wrong with these, and what is
    ///   doubtful in the rest.
    func right(
        _ index: HouseIndex,
        _ sites: [Catalog.Site],
        by check: Check
    ) -> (scenes: [Catalog.Scene], errors: [Diagnostic], warnings: [Diagnostic]) {
        var files = self
        var errors: [Diagnostic] = []
        while true {
            let found = files.diagnostics(index, sites, by: check)
            let new = found.filter { $0.severity == .error }
            guard !new.isEmpty else { return (files.read, errors, found) }
            errors += new
            let faulty = Set(new.map(\.file))
            files.mistakes = []
            files.read.removeAll { faulty.contains($0.file) }
        }
    }

    /// More are not reported at once.
    private static let maxUnsendable = 50

    /// A warning for each step that no link can send: where it stands, why, and what to do.
    static func unsendable(in catalog: Catalog) -> [String] {
        let found = SceneCheck.unsendable(in: catalog).map { Diagnostic($0).warningText }
        let rest = found.count - maxUnsendable
        return found.prefix(maxUnsendable) + (rest > 0 ? ["\(rest) more scene steps can't be sent"] : [])
    }

    /// Those that were read without a mistake, where there is no house to look at them beside.
    var parsed: [Catalog.Scene] {
        let faulty = Set(mistakes.map(\.file))
        return read.filter { !faulty.contains($0.file) }
    }
}

extension Diagnostic {
    /// As a warning among others, which are called so by whoever shows them: `noche.domo:2:5: …`.
    var warningText: String { "\(file):\(line):\(column): \(message)" }

    init(_ file: String, _ mistake: Script.Mistake, _ severity: Severity = .error) {
        let hint = mistake.fault.hint.map { "; \($0)" } ?? ""
        self.init(
            file: file,
            line: mistake.line,
            column: mistake.column,
            severity: severity,
            message: mistake.fault.message + hint
        )
    }

    init(_ finding: SceneCheck.Finding) {
        self.init(finding.file, finding.mistake, finding.isWarning ? .warning : .error)
    }

    /// What is wrong with a whole file.
    init(_ file: String, _ fault: Fault) {
        self.init(file, Script.Mistake(line: 1, column: 1, fault: fault))
    }
}

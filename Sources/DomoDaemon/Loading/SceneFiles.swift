import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import DomoXML

/// Scene files as they were read, and the mistakes in them.
struct SceneFiles: Sendable {
    /// Checks scenes against the houses: `SceneCheck.findings`.
    typealias Check = @Sendable (_ scenes: [Catalog.Scene], HouseIndex, _ sites: [Catalog.Site]) -> [SceneCheck.Finding]

    /// The maximum size of a scene file, in bytes.
    static let maxBytes = 1 << 20

    /// Includes scenes with mistakes, so that scenes that call them are not reported too.
    private var read: [Catalog.Scene] = []
    /// The mistakes in each file by itself.
    private(set) var mistakes: [Diagnostic] = []

    init(_ files: [String]) {
        var fileByName: [String: String] = [:]
        for file in files {
            do throws(Fault) {
                let text = try FileBytes.text(of: file, below: HouseFolder.of(file), maxBytes: Self.maxBytes)
                let (script, mistakes) = ScriptParser.parse(text)
                self.mistakes += mistakes.map { Diagnostic(file, $0) }
                let name = script.name ?? Self.usualName(ofFile: file)
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

    /// The name of the scene in a file.
    func name(ofFile file: String) -> String {
        read.first { $0.file == file }?.name ?? Self.usualName(ofFile: file)
    }

    private static func usualName(ofFile file: String) -> String { String(file.lastPathPart.dropLast(".domo".count)) }

    /// All mistakes, including those found by checking the scenes against the houses.
    func diagnostics(_ index: HouseIndex, _ sites: [Catalog.Site], by check: Check) -> [Diagnostic] {
        let faulty = Set(mistakes.map(\.file))
        // The rest of a file with a syntax error is checked too; warnings about it could be wrong.
        let found = check(read, index, sites).filter { !$0.isWarning || !faulty.contains($0.file) }
        return mistakes + found.map(Diagnostic.init)
    }

    /// The scenes that can be run.
    ///
    /// - Returns: the scenes without those that have errors and those that call them; the errors; and the warnings
    ///   about the rest.
    func valid(
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

    /// The maximum number of steps that are reported at once.
    private static let maxUnsendable = 50

    /// A warning for each step that no link can send: where it is, why, and what to do.
    static func unsendable(in catalog: Catalog) -> [String] {
        let found = SceneCheck.unsendable(in: catalog).map { Diagnostic($0).warningText }
        let rest = found.count - maxUnsendable
        return found.prefix(maxUnsendable) + (rest > 0 ? ["\(rest) more scene steps can't be sent"] : [])
    }

    /// The scenes that were parsed without a mistake; they are not checked against houses.
    var parsed: [Catalog.Scene] {
        let faulty = Set(mistakes.map(\.file))
        return read.filter { !faulty.contains($0.file) }
    }
}

extension Diagnostic {
    /// The text for a list of warnings, without the severity: `noche.domo:2:5: …`.
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

    /// A problem with a whole file.
    init(_ file: String, _ fault: Fault) {
        self.init(file, Script.Mistake(line: 1, column: 1, fault: fault))
    }
}

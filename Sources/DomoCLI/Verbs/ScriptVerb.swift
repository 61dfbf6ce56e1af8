import DomoLanguage

enum ScriptVerb: VerbCommand {
    static let discussion = """
        For programs that edit scenes, such as domo-web: each line of the text is an argument. A text is saved \
        only if it has no mistakes, and is loaded at once. --tag is the tag of the text that was shown, so that \
        nobody overwrites the changes of somebody else; without it the scene must be new. remove returns the \
        removed text. Users who may write the scene files can edit them instead, and run domo reload.
        """

    static func text(_ answer: Answer, _ rendering: Rendering) throws(Fault) -> String {
        guard case .script(let step) = answer.request else { return "" }
        switch step {
        case .show:
            let text: SceneText = try answer.decode()
            return text.text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.safe($0) }
                .joined(separator: "\n")
        case .check:
            let found: SceneDiagnostics = try answer.decode()
            if found.diagnostics.isEmpty { return "no mistakes\n" }
            return found.diagnostics.map { entry in
                let hint = entry.hint.map { "; " + DisplayText.safe($0) } ?? ""
                return "\(entry.line):\(entry.column): \(entry.severity): \(DisplayText.safe(entry.message))\(hint)\n"
            }.joined()
        case .save:
            let text: SceneText = try answer.decode()
            return "saved and loaded \(DisplayText.safe(text.file))\n"
        case .remove:
            let text: SceneText = try answer.decode()
            return "removed \(DisplayText.safe(text.file)); its text was:\n"
                + text.text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.safe($0) }
                .joined(separator: "\n")
        }
    }

    static func failure(in answer: Answer) throws(Fault) -> ExitStatus? {
        guard case .script(.check) = answer.request else { return nil }
        let found: SceneDiagnostics = try answer.decode()
        return found.diagnostics.contains { $0.severity == "error" } ? .badData : nil
    }

    // Saving reloads all houses.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var script: any VerbCommand.Type { ScriptVerb.self }
}

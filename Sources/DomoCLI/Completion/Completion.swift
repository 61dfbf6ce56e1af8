import ArgumentParser
import DomoLanguage
import DomoModel

/// Completes the word at the cursor from the running daemon. Without a daemon it returns nothing.
enum Completion {
    /// The maximum time for suggestions.
    private static let patience = Duration.milliseconds(300)

    /// For the operands of a verb.
    @Sendable static func operands(words: [String], index: Int, prefix: String) -> [String] {
        answers(CompletionContext(words: words, index: index, prefix: prefix))
    }

    /// For `explain`, whose operands are a verb and its operands.
    @Sendable static func explained(words: [String], index: Int, prefix: String) -> [String] {
        var context = CompletionContext(words: words, index: index, prefix: prefix)
        guard !context.operands.isEmpty else { return ExplainVerb.verbs.map(\.rawValue) }
        context.verb = context.operands.removeFirst()
        return answers(context)
    }

    private static func answers(_ context: CompletionContext) -> [String] {
        let candidates: [String]
        do {
            candidates = try self.candidates(context)
        } catch {
            // An error message would disturb the prompt.
            return []
        }
        // A sector and an element may have the same name.
        var offered: Set<String> = []
        return candidates.filter { offered.insert($0).inserted }.map { forShell($0, CompletionShell.requesting) }
    }

    static func candidates(_ context: CompletionContext, within patience: Duration = patience) throws -> [String] {
        let completable = Verb(word: context.verb)?.row.completes(context.operands) ?? .nothing
        func ask(_ request: Request) throws -> ArraySlice<UInt8> {
            let client = try ControlClient(socket: SocketPath.candidates(option: context.socket))
            return try client.ask(request, within: patience).content()
        }
        switch completable {
        case .nothing: return []
        case .words(let words): return words
        case .scenes: return try ReplyLine.decode(SceneList.self, from: ask(.scenes)).scenes.map(\.name)
        case .places, .elements, .values:
            let names = CompletionNames(try DeepListing.decode(ask(.list(path: nil, recursive: true))))
            return names.candidates(completable, operands: context.operands, prefix: context.prefix)
        }
    }

    /// The candidate, escaped for the script of the shell.
    static func forShell(_ candidate: String, _ shell: CompletionShell?) -> String {
        switch shell {
        // `compgen -W` expands its words, `$(…)` and all.
        case .bash?:
            "'" + candidate.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        // What follows a colon would be its description.
        case .zsh?:
            candidate.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
                .split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
        default: candidate
        }
    }
}

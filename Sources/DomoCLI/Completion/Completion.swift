import ArgumentParser
import DomoLanguage
import DomoModel

/// What may stand where the cursor is. Asks the running daemon; knows nothing, and says nothing, when there is none.
enum Completion {
    /// How long a person may be kept waiting for suggestions.
    private static let patience = Duration.milliseconds(300)

    /// For the operands of a verb.
    @Sendable static func operands(words: [String], index: Int, prefix: String) -> [String] {
        answers(CompletionContext(words: words, index: index, prefix: prefix))
    }

    /// For `explain`, whose operands are a verb and its operands.
    @Sendable static func explained(words: [String], index: Int, prefix: String) -> [String] {
        var context = CompletionContext(words: words, index: index, prefix: prefix)
        guard !context.operands.isEmpty else { return ["set", "dim", "toggle", "scene"] }
        context.verb = context.operands.removeFirst()
        return answers(context)
    }

    private static func answers(_ context: CompletionContext) -> [String] {
        let candidates: [String]
        do {
            candidates = try self.candidates(context)
        } catch {
            // A shell's prompt is no place for the reason.
            return []
        }
        return candidates.map { forShell($0, CompletionShell.requesting) }
    }

    static func candidates(_ context: CompletionContext, within patience: Duration = patience) throws -> [String] {
        let client = try ControlClient(socket: SocketPath.candidates(option: context.socket))
        func ask<Content: Decodable>(_ request: Request, _: Content.Type) throws -> Content {
            try ReplyLine.decode(Content.self, from: client.ask(request, within: patience).content())
        }
        switch (context.verb, context.operands) {
        case ("scene", []), ("scene", ["stop"]), ("calendar", []):
            return try ask(.scenes, SceneList.self).scenes.map(\.name)
        case ("scene", _), ("calendar", _): return []
        default: break
        }
        let listing = try client.ask(.list(path: nil, recursive: true), within: patience).content()
        let catalogue = Catalogue(try DeepListing.decode(listing))
        return catalogue.candidates(verb: context.verb, operands: context.operands, prefix: context.prefix)
    }

    /// The candidate as the shell's script hands it on unharmed.
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

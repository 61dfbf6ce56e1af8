import DomoEngine
import DomoLanguage
import DomoModel

/// `domod --explain LINE`: the signals that an order or a scene would send with the configuration as it is in the
/// files. Nothing is started, and no server is contacted.
enum SignalPreview {
    /// - Parameter lines: orders and scenes, as typed after `domo`.
    /// - Throws: where a start would fail, and for a line that can't be explained.
    static func run(
        _ lines: [String],
        _ source: ConfigurationSource,
        print: (String) -> Void = { Swift.print($0) }
    ) async throws(StartFault) -> ExitStatus {
        var requests: [Request] = []
        for line in lines { requests.append(try request(line)) }
        var catalog = try await ConfigurationCheck.load(source).catalog
        // Whoever can read the files may see what they mean.
        catalog.access = AccessRules()
        var engine = Engine(seed: 0, at: .now())
        _ = engine.handle(.load(catalog, ids: []), at: .now())
        var status = ExitStatus.done
        for (number, request) in requests.enumerated() {
            let id = RequestID(UInt64(number))
            let root = Principal.user(0, name: "root")
            for case .reply(id, let reply) in engine.handle(.request(request, id: id, principal: root), at: .now()) {
                let preview = try text(of: reply)
                for line in preview.lines { print(line) }
                if !preview.isComplete { status = .badData }
            }
        }
        return status
    }

    private static func request(_ line: String) throws(StartFault) -> Request {
        let explained = Verb.allCases.filter { $0.row.takes("--explain", .line) && $0 != .run }
        do throws(Fault) {
            var words = try split(line)
            guard let verb = words.first, explained.contains(where: { $0.rawValue == verb.text }) else {
                throw Fault(
                    .badRequest,
                    "expected \(explained.map(\.rawValue).joined(separator: ", ")) in --explain, not \"\(line.prefix(80))\"",
                    hint: "for example: domod --explain 'set Louver up'"
                )
            }
            words.insert(Words.Word(text: "--explain", column: 1), at: 1)
            guard let request = try RequestParser.parse(words) else { throw Fault(.badRequest, "nothing to explain") }
            return request
        } catch {
            throw StartFault(error.code.exitStatus, error.message, hint: error.hint)
        }
    }

    private static func split(_ line: String) throws(Fault) -> [Words.Word] {
        do throws(Words.Unclosed) { return try Words.split(line) } catch { throw error.fault }
    }

    private static func text(of reply: Reply) throws(StartFault) -> (lines: [String], isComplete: Bool) {
        if case .fault(let fault) = reply { throw StartFault(fault.code.exitStatus, fault.message, hint: fault.hint) }
        // Of `off` and `set --all`.
        if case .group(let report) = reply {
            let leftOut = (report.leftOut ?? []).map { "left out: \($0.element) (\($0.reason))" }
            return (report.elements + leftOut, true)
        }
        guard case .explanation(let explanation) = reply else { return ([], true) }
        let lines = explanation.signals.map { signal in
            let text = signal.signal ?? "\(signal.element) \(signal.action): no signal: \(signal.problem ?? "")"
            return text + (signal.note.map { "  (\($0))" } ?? "")
        }
        return (lines.isEmpty ? ["nothing would be sent"] : lines, explanation.signals.allSatisfy { $0.signal != nil })
    }
}

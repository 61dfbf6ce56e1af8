public import DomoEngine
import DomoModel

extension ServerSettings {
    /// The longest answer to a question, in bytes: for one element, and for all.
    public static let longestAnswer = 1024 * 1024
    public static let longestAnswerForAll = 8 * 1024 * 1024

    /// What an answer says of the elements that were asked for. Any bytes are taken.
    ///
    /// - `isForAll`: whether it answers the request that tells of all.
    public func report(of answer: [UInt8], for targets: [Target], isForAll: Bool) -> Answer {
        let bytes = answer.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(answer.dropFirst(3)) : answer
        return isForAll ? reportOfAll(bytes, targets) : reportOfOne(bytes, targets)
    }

    private func reportOfOne(_ bytes: [UInt8], _ targets: [Target]) -> Answer {
        guard let target = targets.first else { return .states([]) }
        let wording: Wording
        do {
            wording = try speech(for: target).wording
        } catch {
            return .unusable(reason: error.message)
        }
        let rules = target.types.compactMap { wording.types[$0] }
        // Where nothing else is said, the whole answer is the word.
        let isWholeRead = wording.one?.source != nil || rules.contains { $0.source == nil }
        let sources = (rules.compactMap(\.source) + (isWholeRead ? [wording.one?.source ?? .whole] : [])).map {
            source in
            guard case .json(let path) = source, let item = wording.one?.item else { return source }
            return .json(item.appending(path))
        }
        var told: [String?]
        switch AnswerValues.find(sources, in: bytes) {
        case .success(let values): told = values
        case .failure(let fault): return .unusable(reason: fault.reason)
        }
        let isTold = rules.isEmpty || told.contains { $0 != nil } || AnswerValues.holdNull(sources, in: bytes)
        guard isTold else {
            return .unusable(reason: "the answer doesn't say what the dialect \(dialect.name) looks for")
        }
        let whole = isWholeRead ? told.removeLast() : nil
        var rest = told[...]
        let pairs = rules.map { ($0, $0.source == nil ? whole : rest.removeFirst()) }
        return .states(observations(of: 0, of: targets, whole: whole, pairs, wording))
    }

    private func reportOfAll(_ bytes: [UInt8], _ targets: [Target]) -> Answer {
        guard let all = dialect.all else {
            return .unusable(reason: "the dialect \(dialect.name) has no request that tells all")
        }
        var search = JSONAnswer.Search(items: all.items, name: all.name, wanted: [:], paths: [])
        search.wanted.reserveCapacity(targets.count)
        search.paths.reserveCapacity(targets.count)
        var plans: [(rules: [TypeRule], wording: Wording)?] = []
        for (number, target) in targets.enumerated() {
            let plan = plan(for: target, all)
            plans.append(plan.map { ($0.rules, $0.wording) })
            search.paths.append(plan?.paths ?? [])
            if let plan { search.wanted[plan.name, default: []].append(number) }
        }
        guard let items = JSONAnswer.items(search, in: bytes) else {
            return .unusable(
                reason: JSONLimits.problem(in: bytes)
                    ?? "the answer is not JSON, or holds no list where the dialect looks for it"
            )
        }
        var observed: [Answer.State] = []
        // Where the observations of an element start.
        var starts = [Int?](repeating: nil, count: targets.count)
        for item in items {
            for (number, values) in zip(item.targets, item.values) {
                guard let plan = plans[number] else { continue }
                let pairs = zip(plan.rules, values.dropFirst()).map { ($0, $0.source == nil ? values[0] : $1) }
                let told = observations(of: number, of: targets, whole: values[0], pairs, plan.wording)
                guard let start = starts[number] else {
                    starts[number] = observed.count
                    observed += told
                    continue
                }
                // Told of twice: an answer that contradicts itself tells nothing.
                for (offset, again) in told.enumerated() where observed[start + offset].value != again.value {
                    observed[start + offset].value = nil
                }
            }
        }
        return .states(observed)
    }

    /// What is looked for in an item, the whole element's word first; nil for an element that can't be spoken of.
    private func plan(
        for target: Target,
        _ all: AllQuery
    ) -> (name: String, rules: [TypeRule], wording: Wording, paths: [JSONPath?])? {
        do {
            let speech = try speech(for: target)
            var values = TemplateValues(url: speech.place.url, target: target, credentials: .none, own: speech.own)
            values.variables = speech.wording.variables
            let name = try values.render(all.match)
            let rules = target.types.compactMap { speech.wording.types[$0] }.filter {
                if case .json? = $0.source { return true }
                return $0.source == nil
            }
            let paths = rules.map { rule -> JSONPath? in
                if case .json(let path)? = rule.source { return path }
                return nil
            }
            return (name, rules, speech.wording, [all.word] + paths)
        } catch {
            // An order for it tells why; the others are read all the same.
            return nil
        }
    }

    /// What the element is called in the answer that tells of all; nil where there is none, or it can't be spoken of.
    func nameInAll(of target: Target) -> String? { dialect.all.flatMap { plan(for: target, $0)?.name } }

    private func observations(
        of target: Int,
        of targets: [Target],
        whole: String?,
        _ told: [(rule: TypeRule, text: String?)],
        _ wording: Wording
    ) -> [Answer.State] {
        let isUnknown = whole.map { wording.unknown.contains($0.trimmed.lowercased()) } ?? false
        return told.map { rule, told in
            // A server may repeat what it was sent.
            let text = rule.type == .value ? told.map(secrets(for: targets[target]).mask) : told
            let isWord = text.map { !wording.unknown.contains($0.trimmed.lowercased()) } ?? true
            return Answer.State(
                target: target,
                type: rule.type,
                value: isUnknown || !isWord ? nil : rule.value(of: text)
            )
        }
    }
}

/// Finds the words of an answer, each in its own way; what is JSON or XML is parsed once.
enum AnswerValues {
    struct Fault: Error {
        var reason: String
    }

    static func find(_ sources: [StateSource], in bytes: [UInt8]) -> Result<[String?], Fault> {
        var values = [String?](repeating: nil, count: sources.count)
        var paths: [(Int, JSONPath)] = []
        var expressions: [(Int, String)] = []
        for (number, source) in sources.enumerated() {
            switch source {
            case .json(let path): paths.append((number, path))
            case .xpath(let expression): expressions.append((number, expression))
            case .regex(let pattern): values[number] = pattern.firstMatch(in: bytes)
            case .whole:
                // An empty answer is an empty text.
                let text = bytes.count <= 65_536 ? String(validating: bytes, as: UTF8.self) : nil
                values[number] = text?.withoutLineEnd
            }
        }
        if !paths.isEmpty {
            guard let found = JSONAnswer.values(at: paths.map(\.1), in: bytes) else {
                return .failure(Fault(reason: JSONLimits.problem(in: bytes) ?? "the answer is not JSON"))
            }
            for ((number, _), value) in zip(paths, found) { values[number] = value }
        }
        if !expressions.isEmpty {
            guard let found = XMLAnswer.values(at: expressions.map(\.1), in: bytes) else {
                return .failure(Fault(reason: "the answer is not XML, or has a document type"))
            }
            for ((number, _), value) in zip(expressions, found) { values[number] = value }
        }
        return .success(values)
    }

    /// True where a server says that it doesn't know, and not nothing at all.
    static func holdNull(_ sources: [StateSource], in bytes: [UInt8]) -> Bool {
        let paths = sources.compactMap { source in
            if case .json(let path) = source { path } else { nil }
        }
        return !paths.isEmpty && JSONAnswer.holdsNull(at: paths, in: bytes)
    }
}

public import DomoEngine
import DomoJSON
import DomoModel

extension ServerSettings {
    /// The maximum length of an answer in bytes, for one element and for all.
    public static let maxAnswerLength = 1024 * 1024
    public static let maxAnswerLengthForAll = 8 * 1024 * 1024

    /// Reads the states of the requested elements from an answer. Any bytes are accepted.
    ///
    /// - `isForAll`: whether this is the answer to the request for all elements.
    public func report(of answer: [UInt8], for targets: [Target], isForAll: Bool) -> Answer {
        let bytes = answer.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(answer.dropFirst(3)) : answer
        return isForAll ? reportOfAll(bytes.validUTF8, targets) : reportOfOne(bytes, targets)
    }

    private func reportOfOne(_ bytes: [UInt8], _ targets: [Target]) -> Answer {
        guard let target = targets.first else { return .states([]) }
        let wording: Wording
        do {
            wording = try addressing(for: target).wording
        } catch {
            return .unusable(reason: error.message)
        }
        let rules = target.types.compactMap { wording.types[$0] }
        // Without a source, the whole answer is the word.
        let movement = target.movementRule(in: wording)
        let isWholeRead =
            wording.one?.source != nil || rules.contains { $0.source == nil }
            || movement.map { $0.source == nil } == true
        let sources =
            (rules.flatMap(\.sources).compactMap(\.self) + [movement?.source].compactMap(\.self)
            + (isWholeRead ? [wording.one?.source ?? .whole] : [])).map {
                source in
                guard case .json(let path) = source, let item = wording.one?.item else { return source }
                return .json(item.appending(path))
            }
        var reported: [String?]
        switch AnswerValues.find(sources, in: bytes) {
        case .success(let values): reported = values
        case .failure(let fault): return .unusable(reason: fault.reason)
        }
        let isReported = rules.isEmpty || reported.contains { $0 != nil } || AnswerValues.holdNull(sources, in: bytes)
        guard isReported else {
            return .unusable(reason: "the answer contains nothing that the dialect \(dialect.name) looks for")
        }
        let whole = isWholeRead ? reported.removeLast() : nil
        var rest = reported[...]
        let pairs = rules.map { rule in (rule, rule.sources.map { $0 == nil ? whole : rest.removeFirst() }) }
        let motion = movement.flatMap { $0.movement(of: $0.source == nil ? whole : rest.removeFirst()) }
        return .states(observations(of: 0, of: targets, whole: whole, pairs, motion, wording))
    }

    private func reportOfAll(_ bytes: [UInt8], _ targets: [Target]) -> Answer {
        guard let all = dialect.all else {
            return .unusable(reason: "the dialect \(dialect.name) has no request for all elements")
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
                    ?? "the answer is not JSON, or has no list where the dialect expects it"
            )
        }
        var observed: [Answer.State] = []
        // The index of each element's first observation.
        var starts = [Int?](repeating: nil, count: targets.count)
        for item in items {
            for (number, values) in zip(item.targets, item.values) {
                guard let plan = plans[number] else { continue }
                var rest = values.dropFirst()
                let pairs = plan.rules.map { rule -> (TypeRule, [String?]) in
                    (
                        rule,
                        rule.sources.map { source in
                            let own = rest.removeFirst()
                            return source == nil ? values[0] : own
                        }
                    )
                }
                let movement = targets[number].movementRule(in: plan.wording)
                let motion = movement.flatMap { rule in
                    let own = rest.popFirst() ?? nil
                    return rule.movement(of: rule.source == nil ? values[0] : own)
                }
                let reported = observations(of: number, of: targets, whole: values[0], pairs, motion, plan.wording)
                guard let start = starts[number] else {
                    starts[number] = observed.count
                    observed += reported
                    continue
                }
                // Reported twice: if the two contradict each other, nothing is known.
                for (offset, again) in reported.enumerated() where observed[start + offset] != again {
                    observed[start + offset].value = nil
                    observed[start + offset].isMoving = nil
                }
            }
        }
        return .states(observed)
    }

    /// What to look for in an item, the word for the whole element first; nil for an element without valid requests.
    private func plan(
        for target: Target,
        _ all: AllQuery
    ) -> (name: String, rules: [TypeRule], wording: Wording, paths: [JSONPath?])? {
        do {
            let addressing = try addressing(for: target)
            var values = TemplateValues(
                url: addressing.destination.url,
                target: target,
                credentials: .none,
                own: addressing.own
            )
            values.variables = addressing.wording.variables
            if target.device != nil {
                // The name of the device would find the state of the device.
                let variables = values.variables.merging(values.own) { $1 }
                guard all.match.contains(placeholders(ofPart: target), variables) else { return nil }
            }
            let name = try values.render(all.match)
            let rules = target.types.compactMap { addressing.wording.types[$0] }.filter { rule in
                rule.sources.allSatisfy { source in
                    if case .json? = source { return true }
                    return source == nil
                }
            }
            var sources = rules.flatMap(\.sources)
            if let movement = target.movementRule(in: addressing.wording) { sources.append(movement.source) }
            let paths = sources.map { source -> JSONPath? in
                if case .json(let path)? = source { return path }
                return nil
            }
            return (name, rules, addressing.wording, [all.word] + paths)
        } catch {
            // An order for it reports the reason; the other elements are still read.
            return nil
        }
    }

    /// The name of the element in the answer for all elements; nil if there is no such request, or no valid name.
    func nameInAll(of target: Target) -> String? { dialect.all.flatMap { plan(for: target, $0)?.name } }

    private func observations(
        of target: Int,
        of targets: [Target],
        whole: String?,
        _ reported: [(rule: TypeRule, texts: [String?])],
        _ motion: MovementRule.Movement?,
        _ wording: Wording
    ) -> [Answer.State] {
        let isUnknown = whole.map { wording.unknown.contains($0.trimmed.lowercased()) } ?? false
        return reported.map { rule, reported in
            // A server may repeat what it was sent.
            let texts =
                rule.type == .value
                ? reported.map { $0.map(secrets(for: targets[target]).mask) } : reported
            let first = texts.first ?? nil
            let isWord = first.map { !wording.unknown.contains($0.trimmed.lowercased()) && !$0.isDamaged } ?? true
            var state = Answer.State(
                target: target,
                type: rule.type,
                value: isUnknown || !isWord
                    ? nil : rule.value(of: texts, hasLevel: targets[target].types.contains(.regulable))
            )
            // Where it stands while it moves is not an end at which it rests.
            guard let motion, !isUnknown, [.bidirectional, .regulable].contains(rule.type) else { return state }
            state.isMoving = motion != .stop
            if rule.type == .bidirectional, motion != .stop { state.value = motion.direction }
            return state
        }
    }
}

extension Target {
    /// How an answer shows that it moves; nil for what is no cover.
    fileprivate func movementRule(in wording: Wording) -> MovementRule? {
        types.contains(.bidirectional) ? wording.movement : nil
    }
}

extension MovementRule.Movement {
    fileprivate var direction: Value? {
        switch self {
        case .up: .up
        case .down: .down
        case .moving, .stop: nil
        }
    }
}

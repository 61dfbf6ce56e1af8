import DomoCalendar
import DomoLanguage
import DomoModel

// What starts scenes by itself: readings that change, and the start.

extension Engine {
    // MARK: - Loading

    /// Makes the scenes of a load ready.
    mutating func loadScenes(at now: Instant) {
        book = SceneBook(catalog)
        var entries: [Schedule.Entry] = []
        var new: [Rules.Rule] = []
        for scene in book.entries {
            for trigger in scene.script.triggers {
                switch trigger.kind {
                case .at, .every:
                    let occurrences = Occurrences(trigger, site: scene.site)
                    entries.append(Schedule.Entry(scene: scene.key, text: trigger.text, occurrences: occurrences))
                case .when, .changes:
                    guard let kind = ruleKind(of: trigger) else { continue }
                    new.append(Rules.Rule(scene: scene.key, text: trigger.text, kind: kind))
                case .start: continue
                }
            }
        }
        schedule.load(entries, at: now)
        // What is so already does not come to be so.
        for number in rules.load(new) { settle(rule: number) }
        for (number, rule) in rules.rules.enumerated() {
            if case .holding(let until) = rule.phase { remind(.rule(rules.id(number), until: until), at: until) }
        }
        changedElements = []
        contradicted = [:]
        // What is held up by `for` in conditions, and what a run waits for, bears other numbers now or is gone.
        let lasting = book.entries.flatMap(\.script.lastingTests).compactMap { test in
            // Those that mean nothing in these houses were told of when the file was read.
            (try? readingTest(test)).map { (test, $0) }
        }
        holds.load(lasting, state: state, at: now)
        lookAgain(at: now)
    }

    /// Nil where its names or values mean nothing in these houses: whoever read the file has said so.
    private func ruleKind(of trigger: Trigger) -> Rules.Kind? {
        do throws(Fault) {
            switch trigger.kind {
            case .when(let test, for: let duration): return .test(try readingTest(test), for: duration)
            case .changes(let name): return .changes(try element(named: name.text))
            case .at, .every, .start: return nil
            }
        } catch {
            return nil
        }
    }

    /// Takes what is known now for what was so before.
    private mutating func settle(rule number: Int) {
        switch rules[number].kind {
        case .test(let test, for: _):
            if let value = state.reading(test.element, test.type)?.value, test.holds(value) {
                rules[number].phase = .spent
            }
        case .changes(let element):
            for type in catalog.index[element].types {
                rules[number].last[type] = state.reading(element, type)?.value
            }
        }
    }

    /// What an earlier life knew is no change.
    mutating func settleRules() {
        for number in rules.rules.indices {
            if case .idle = rules[number].phase { settle(rule: number) }
        }
    }

    // MARK: - Readings

    /// Looks what the readings that have changed start.
    mutating func followReadings(at now: Instant) {
        guard !changedElements.isEmpty else { return }
        let changed = Set(changedElements).sorted { $0.number < $1.number }
        changedElements = []
        holds.follow(changed, state: state, at: now)
        for element in changed {
            for number in rules.of(element) { follow(rule: number, at: now) }
        }
        if !watching.isEmpty { lookAtReadings(of: Set(changed), at: now) }
    }

    /// What was in doubt while a server was out of reach is not any more.
    mutating func followServer(_ server: Int) {
        let elements = Set(rules.rules.map(\.element)).union(watching.values.map(\.element))
        let doubted = elements.filter { catalog.serverOfHouse[catalog.index.house(of: $0)] == server }
        changedElements += doubted.sorted { $0.number < $1.number }
    }

    private mutating func follow(rule number: Int, at now: Instant) {
        switch rules[number].kind {
        case .changes(let element):
            var changed: Reading?
            for type in catalog.index[element].types {
                // One that is in doubt starts nothing.
                guard let reading = known(element, type), let value = reading.fresh else { continue }
                if rules[number].last[type].map(value.isChange) ?? true { changed = reading }
                rules[number].last[type] = value
            }
            if let changed { fire(rule: number, by: changed, at: now) }
        case .test(let test, for: let duration):
            guard let reading = known(test.element, test.type), let value = reading.fresh else { return }
            guard test.holds(value) else {
                rules[number].phase = .idle
                return
            }
            switch rules[number].phase {
            case .spent: break
            case .idle:
                guard let duration else { return fire(rule: number, by: reading, at: now) }
                let until = now + duration
                rules[number].phase = .holding(until: until)
                remind(.rule(rules.id(number), until: until), at: until)
            case .holding(let until):
                if until <= now { fire(rule: number, by: reading, at: now) }
            }
        }
    }

    /// A reading is to have been so for long enough by now.
    mutating func ruleIsDue(_ id: Rules.ID, at now: Instant) {
        guard let number = rules.number(id), case .holding = rules[number].phase else { return }
        follow(rule: number, at: now)
    }

    private mutating func fire(rule number: Int, by reading: Reading, at now: Instant) {
        if case .test = rules[number].kind { rules[number].phase = .spent }
        let rule = rules[number]
        let cause = scene(behind: reading, of: rule.element)
        let chain = cause.map { SceneStart.chain(chains[$0] ?? [], then: $0) } ?? []
        trigger(rule.scene, SceneStart(by: .trigger(rule.text), origin: .scene, chain: chain), at: now)
    }

    /// The scene whose doing a reading is, where it is a scene's.
    private func scene(behind reading: Reading, of element: ElementID) -> String? {
        var cause = reading.cause
        if cause == .house, let other = contradicted[element], other.since == reading.since {
            cause = other.cause
        }
        if case .scene(let name) = cause { return FoldedName.fold(name) }
        return nil
    }

    // MARK: - At the start

    /// Once, when all is known that is to be known.
    mutating func startScenes(at now: Instant) {
        for scene in book.entries {
            guard let trigger = scene.script.triggers.first(where: { $0.kind == .start }) else { continue }
            self.trigger(scene.key, SceneStart(by: .trigger(trigger.text), origin: .scene), at: now)
        }
    }

    // MARK: - Triggering

    /// Starts a scene where its conditions hold.
    mutating func trigger(_ key: String, _ start: SceneStart, at now: Instant) {
        guard !delivery.isStopping, let scene = book[key: key] else { return }
        do throws(Fault) {
            for condition in scene.script.conditions {
                switch try truth(of: condition, site: scene.site, at: now) {
                case .holds: continue
                case .fails(let reason), .unknown(let reason):
                    skip(scene, start.by, "only if \(condition.text): \(reason)", at: now)
                    return
                }
            }
            try self.start(scene, start, at: now)
        } catch {
            // A loop has been told of.
            if error.code != .loop { skip(scene, start.by, error.message, at: now) }
        }
    }
}

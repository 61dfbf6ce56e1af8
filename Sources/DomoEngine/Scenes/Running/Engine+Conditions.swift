import DomoCalendar
import DomoLanguage
import DomoModel

// What is true of the house now, as far as that is known.

/// A test whose names are settled.
struct ReadingTest: Sendable, Hashable {
    enum Relation: Sendable, Hashable {
        case equals(Value, precision: Decimal?)
        case above(Double)
        case below(Double)
    }

    var element: ElementID
    var type: FacetType
    var relation: Relation

    func holds(_ value: Value) -> Bool {
        switch relation {
        case .equals(let wanted, let precision): return wanted.agrees(with: value, precision: precision)
        case .above(let limit): return value.number.map { $0 > limit } ?? false
        case .below(let limit): return value.number.map { $0 < limit } ?? false
        }
    }
}

enum Truth {
    case holds
    /// Why not: `GeneralLight is off`.
    case fails(String)
    /// Why that can't be said: `the state of GeneralLight is not known`.
    case unknown(String)
}

extension Engine {
    func readingTest(_ test: Script.Test) throws(Fault) -> ReadingTest {
        let id = try element(named: test.element.text)
        let element = catalog.index[id]
        switch test.relation {
        case .equals(let value):
            let action: Value
            do throws(ValueRefusal) {
                action = try element.value(value)
            } catch {
                throw Fault(.refusedValue, error.message, hint: error.hint)
            }
            let precision = element.precision(of: action.type)
            return ReadingTest(element: id, type: action.type, relation: .equals(action, precision: precision))
        case .above(let limit):
            return ReadingTest(element: id, type: try numberType(of: element), relation: .above(limit))
        case .below(let limit):
            return ReadingTest(element: id, type: try numberType(of: element), relation: .below(limit))
        }
    }

    private func numberType(of element: Element) throws(Fault) -> FacetType {
        // Of several the one with the smallest number, whatever the order of their controls.
        if let type = FacetType.allCases.first(where: { $0.measure.isNumeric && element.types.contains($0) }) {
            return type
        }
        throw Fault(
            .refusedValue,
            "\(element.name) has no number that could be above or below another",
            hint: "compare it with one of its values: \(element.values)"
        )
    }

    func truth(of condition: Condition, site: Catalog.Site, at now: Instant) throws(Fault) -> Truth {
        switch condition.kind {
        case .reading(let test, for: let duration):
            return truth(of: try readingTest(test), for: duration, at: now)
        case .between(let start, let end): return TimeCondition.between(start, end).truth(at: now.wall, site: site)
        case .days(let days): return TimeCondition.days(days).truth(at: now.wall, site: site)
        }
    }

    func truth(of test: ReadingTest, for duration: Duration?, at now: Instant) -> Truth {
        let name = catalog.index[test.element].name
        guard let reading = known(test.element, test.type), let value = reading.value else {
            return .unknown("the state of \(name) is not known")
        }
        guard !reading.isStale else { return .unknown("the state of \(name) is in doubt") }
        guard test.holds(value) else {
            return .fails("\(name) is \(value.word)" + (isSeen(test) ? "" : ", as was ordered"))
        }
        if let duration, let since = since(test), now.wall < since + duration {
            return .fails("\(name) is \(value.word) for less than \(DurationText.write(duration))")
        }
        return .holds
    }

    /// False where what is known is only what was ordered, and the house has yet to say whether it obeyed.
    private func isSeen(_ test: ReadingTest) -> Bool {
        guard let reading = state.reading(test.element, test.type), let value = reading.value else { return false }
        return reading.certainty == .confirmed || !observer.canConfirm(value, of: test.element)
    }

    /// Since when a test holds that does: a number may have changed meanwhile.
    private func since(_ test: ReadingTest) -> Timestamp? {
        holds.since(test) ?? state.reading(test.element, test.type)?.since
    }

    // MARK: - Waiting until

    mutating func beginWatch(_ watch: SceneWatch, in id: StrandID, at now: Instant) throws(Fault) -> StepResult? {
        watching[id] = try readingTest(watch.test)
        setActivity(.reading(watch), of: id)
        if let deadline = watch.deadline { remind(.strand(id), at: deadline) }
        look(watch, for: id, at: now)
        return nil
    }

    /// Looks whether what a strand waits for has come to be.
    ///
    /// - Parameter isDue: true where a moment has come that it waited for.
    mutating func look(_ watch: SceneWatch, for id: StrandID, isDue: Bool = false, at now: Instant) {
        guard let test = watching[id] else { return }
        var watch = watch
        if case .holds = truth(of: test, for: nil, at: now), isSeen(test) {
            let isNews = watch.holdsSince == nil
            // What holds already has held since it came to be so.
            let since = watch.holdsSince ?? self.since(test) ?? now.wall
            watch.holdsSince = since
            let end = since + (watch.duration ?? .zero)
            if end <= now.wall {
                watching[id] = nil
                finish(id, .note(nil), at: now)
                return
            }
            if isNews || isDue { remind(.strand(id), at: now + (end - now.wall)) }
        } else {
            watch.holdsSince = nil
        }
        if let deadline = watch.deadline, deadline <= now {
            watching[id] = nil
            let message = "\(watch.test.text) did not come to be in time"
            let hint = "\"domo show \(Words.quoted(watch.test.element.text))\" tells what is known of it"
            finish(id, .failure(Fault(.deadlinePassed, message, hint: hint)), at: now)
            return
        }
        setActivity(.reading(watch), of: id)
    }

    /// Readings have changed: whoever waits for one of them looks again.
    mutating func lookAtReadings(of changed: Set<ElementID>, at now: Instant) {
        let meant = watching.filter { changed.contains($0.value.element) }.keys
        for id in meant.sorted(by: { ($0.run.number, $0.number) < ($1.run.number, $1.number) }) {
            guard case .reading(let watch)? = scenes[id.run]?.strands[id.number]?.activity else {
                watching[id] = nil
                continue
            }
            look(watch, for: id, at: now)
        }
    }

    /// After a load: elements bear other numbers, or are gone.
    mutating func lookAgain(at now: Instant) {
        for id in watching.keys.sorted(by: { ($0.run.number, $0.number) < ($1.run.number, $1.number) }) {
            guard case .reading(let watch)? = scenes[id.run]?.strands[id.number]?.activity else {
                watching[id] = nil
                continue
            }
            do throws(Fault) {
                watching[id] = try readingTest(watch.test)
                look(watch, for: id, at: now)
            } catch {
                watching[id] = nil
                finish(id, .failure(error), at: now)
            }
        }
    }
}

extension Timestamp {
    static func + (time: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds + duration.nanoseconds / 1_000_000)
    }

    static func - (one: Timestamp, other: Timestamp) -> Duration {
        .milliseconds(one.milliseconds - other.milliseconds)
    }
}

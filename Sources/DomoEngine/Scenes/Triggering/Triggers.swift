import DomoLanguage
import DomoModel

/// The triggers that wait for readings, found by the elements that they are about.
struct Triggers: Sendable {
    enum Phase: Sendable {
        /// What it waits for does not hold.
        case idle
        /// It holds, and is to hold until then. → `spent`
        case holding(until: Instant)
        /// It holds, and has started its scene, or held from the beginning.
        case spent
    }

    enum Kind: Sendable {
        case test(ReadingTest, for: Duration?)
        case changes(ElementID)
    }

    struct Entry: Sendable {
        /// The key of its scene.
        let scene: String
        /// As it is written.
        let text: String
        let kind: Kind
        fileprivate var phase = Phase.idle
        /// `changes`: the last value of each type.
        fileprivate var last: [FacetType: Value] = [:]

        init(scene: String, text: String, kind: Kind) {
            self.scene = scene
            self.text = text
            self.kind = kind
        }

        var element: ElementID {
            switch kind {
            case .test(let test, for: _): test.element
            case .changes(let element): element
            }
        }
    }

    /// A trigger, as a timer knows it.
    struct ID: Hashable, Sendable {
        fileprivate var number: Int
        /// Of the load that brought it.
        fileprivate var load: Int
    }

    /// What comes of a change.
    enum Outcome {
        /// It starts its scene.
        case fires(Entry, by: Reading)
        /// It has to hold until then.
        case holds(until: Instant)
    }

    private var entries: [Entry] = []
    private var ofElement: [ElementID: [Int]] = [:]
    private var loadNumber = 0

    func of(_ element: ElementID) -> [ID] { (ofElement[element] ?? []).map(id) }

    func areAbout(_ element: ElementID) -> Bool { ofElement[element] != nil }

    var elements: Dictionary<ElementID, [Int]>.Keys { ofElement.keys }

    /// Those whose readings are so, and are to be so for a while yet.
    var holding: [(ID, until: Instant)] {
        entries.indices.compactMap { number in
            guard case .holding(let until) = entries[number].phase else { return nil }
            return (id(number), until)
        }
    }

    func isHolding(_ id: ID, until: Instant) -> Bool {
        guard id.load == loadNumber, case .holding(until) = entries[id.number].phase else { return false }
        return true
    }

    private func id(_ number: Int) -> ID { ID(number: number, load: loadNumber) }

    // MARK: - Loading

    /// Those of a new load. What was known of one that stays is kept; what is so already for a new one does not come to
    /// be so.
    mutating func load(_ new: [Entry], in world: SceneSurroundings) {
        struct Key: Hashable {
            var scene: String
            var text: String
        }
        let old = Dictionary(entries.map { (Key(scene: $0.scene, text: $0.text), $0) }) { first, _ in first }
        loadNumber += 1
        entries = new
        ofElement = [:]
        for number in entries.indices {
            ofElement[entries[number].element, default: []].append(number)
            if let known = old[Key(scene: entries[number].scene, text: entries[number].text)] {
                entries[number].phase = known.phase
                entries[number].last = known.last
            } else {
                settle(number, in: world)
            }
        }
    }

    /// What the previous run of the daemon knew is no change.
    mutating func settle(in world: SceneSurroundings) {
        for number in entries.indices {
            if case .idle = entries[number].phase { settle(number, in: world) }
        }
    }

    /// Takes what is known now for what was so before.
    private mutating func settle(_ number: Int, in world: SceneSurroundings) {
        switch entries[number].kind {
        case .test(let test, for: _):
            if let value = world.reading(test.element, test.type)?.value, test.holds(value) {
                entries[number].phase = .spent
            }
        case .changes(let element):
            for type in world[element].types {
                entries[number].last[type] = world.reading(element, type)?.value
            }
        }
    }

    // MARK: - Changes

    /// A reading of its element has changed, or it is due. One that is stale starts nothing.
    mutating func follow(_ id: ID, in world: SceneSurroundings) -> Outcome? {
        guard id.load == loadNumber else { return nil }
        let number = id.number
        switch entries[number].kind {
        case .changes(let element):
            var changed: Reading?
            for type in world[element].types {
                guard let reading = world.reading(element, type), let value = reading.fresh else { continue }
                if entries[number].last[type].map(value.isChange) ?? true { changed = reading }
                entries[number].last[type] = value
            }
            return changed.map { .fires(entries[number], by: $0) }
        case .test(let test, for: let duration):
            guard let reading = world.reading(test.element, test.type), let value = reading.fresh else { return nil }
            guard test.holds(value) else {
                entries[number].phase = .idle
                return nil
            }
            return follow(number, reading, for: duration, at: world.now)
        }
    }

    /// What it waits for holds.
    private mutating func follow(
        _ number: Int,
        _ reading: Reading,
        for duration: Duration?,
        at now: Instant
    ) -> Outcome? {
        switch entries[number].phase {
        case .spent: return nil
        case .idle:
            if let duration {
                let until = now + duration
                entries[number].phase = .holding(until: until)
                return .holds(until: until)
            }
        case .holding(let until):
            guard until <= now else { return nil }
        }
        entries[number].phase = .spent
        return .fires(entries[number], by: reading)
    }

    /// - Returns: false where it is not held up, or a load took it away.
    func isHolding(_ id: ID) -> Bool {
        guard id.load == loadNumber, case .holding = entries[id.number].phase else { return false }
        return true
    }
}

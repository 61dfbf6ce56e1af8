import DomoLanguage
import DomoModel

/// The triggers on readings, by element.
struct Triggers: Sendable {
    enum Phase: Sendable {
        /// The condition does not hold.
        case idle
        /// It holds, and has to hold until then; nil if the house has not confirmed the order yet. → `spent`
        case holding(until: Instant?)
        /// It holds and has started its scene, or it held from the beginning.
        case spent
    }

    enum Kind: Sendable {
        case test(ReadingTest, for: Duration?)
        case changes(ElementID)
    }

    struct Entry: Sendable {
        /// The key of its scene.
        let scene: String
        /// The trigger as written.
        let text: String
        let kind: Kind
        /// The element's full path, since a load may give its name to another element.
        private let path: String
        fileprivate var phase = Phase.idle
        /// `changes`: the value of each type when it last started its scene.
        fileprivate var last: [FacetType: Value] = [:]

        init(scene: String, text: String, kind: Kind, in names: borrowing some SceneNames & ~Copyable) {
            self.scene = scene
            self.text = text
            self.kind = kind
            path =
                switch kind {
                case .test(let test, for: _): names.path(of: test.element)
                case .changes(let element): names.path(of: element)
                }
        }

        /// Identifies the trigger in the next load.
        fileprivate var key: [String] { [scene, text, path] }

        var element: ElementID {
            switch kind {
            case .test(let test, for: _): test.element
            case .changes(let element): element
            }
        }
    }

    /// A trigger's ID, for timers.
    struct ID: Hashable, Sendable {
        fileprivate var number: Int
        /// The load that it belongs to.
        fileprivate var load: Int
    }

    /// The effect of a change.
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

    /// Triggers whose condition holds and has to hold for some more time.
    var holding: [(ID, until: Instant)] {
        entries.indices.compactMap { number in
            guard case .holding(let until?) = entries[number].phase else { return nil }
            return (id(number), until)
        }
    }

    func isHolding(_ id: ID, until: Instant) -> Bool {
        guard id.load == loadNumber, case .holding(until) = entries[id.number].phase else { return false }
        return true
    }

    private func id(_ number: Int) -> ID { ID(number: number, load: loadNumber) }

    // MARK: - Loading

    /// Applies a load. Triggers that stay keep their state; for new ones, what already holds does not count as a
    /// change.
    mutating func load(_ new: [Entry], in world: borrowing some SceneWorld) {
        let old = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
        loadNumber += 1
        entries = new
        ofElement = [:]
        for number in entries.indices {
            ofElement[entries[number].element, default: []].append(number)
            if let known = old[entries[number].key] {
                entries[number].phase = known.phase
                entries[number].last = known.last
            } else {
                noteInitialState(of: number, in: world)
            }
        }
    }

    /// What the previous run of the daemon knew is not a change.
    mutating func noteInitialStates(in world: borrowing some SceneWorld) {
        for number in entries.indices {
            if case .idle = entries[number].phase { noteInitialState(of: number, in: world) }
        }
    }

    /// Takes the present readings as the initial state.
    private mutating func noteInitialState(of number: Int, in world: borrowing some SceneWorld) {
        switch entries[number].kind {
        case .test(let test, for: let duration):
            guard let value = world.reading(test.element, test.type)?.value, test.holds(value) else { return }
            entries[number].phase = .spent
            // What domo itself holds goes on over a restart: it can't have fired before its time.
            guard let duration, world[test.element].isVirtual, case .equals = test.relation,
                let until = world.steady(test.element, test.type).map({ $0 + duration }), world.now < until
            else { return }
            entries[number].phase = .holding(until: until)
        case .changes(let element):
            for type in world[element].types {
                entries[number].last[type] = world.reading(element, type)?.value
            }
        }
    }

    // MARK: - Changes

    /// A reading of its element has changed, or its time is up. A stale reading triggers nothing.
    mutating func follow(_ id: ID, _ holds: Holds, in world: borrowing some SceneWorld) -> Outcome? {
        guard id.load == loadNumber else { return nil }
        let number = id.number
        switch entries[number].kind {
        case .changes(let element):
            let readings = world[element].types.compactMap { world.reading(element, $0) }.filter { !$0.isStale }
            // A house may report a level slightly different from the ordered one. Small changes add up: values are
            // compared with those at the trigger's last start.
            let changed = readings.last { reading in
                guard let value = reading.value else { return false }
                return entries[number].last[value.type].map(value.isChange) ?? true
            }
            guard let changed else { return nil }
            for value in readings.compactMap(\.value) { entries[number].last[value.type] = value }
            return .fires(entries[number], by: changed)
        case .test(let test, for: let duration):
            guard let reading = world.reading(test.element, test.type), let value = reading.fresh else { return nil }
            guard test.holds(value) else {
                entries[number].phase = .idle
                return nil
            }
            if case .spent = entries[number].phase { return nil }
            guard let duration else { return fire(number, by: reading) }
            let until = holds.since(test, in: world).map { $0 + duration }
            if let until, until <= world.now { return fire(number, by: reading) }
            defer { entries[number].phase = .holding(until: until) }
            if case .holding(until) = entries[number].phase { return nil }
            return until.map { .holds(until: $0) }
        }
    }

    /// A read of a bus changed a reading. Since it is unknown when the state changed, it counts as the initial state,
    /// as after a load.
    ///
    /// - Returns: true if the trigger was about to fire and must be checked as usual.
    mutating func isPending(_ id: ID, in world: borrowing some SceneWorld) -> Bool {
        guard id.load == loadNumber else { return false }
        switch (entries[id.number].kind, entries[id.number].phase) {
        case (.changes(let element), _):
            for type in world[element].types {
                guard let value = world.reading(element, type)?.fresh else { continue }
                entries[id.number].last[type] = value
            }
            return false
        case (.test, .holding), (.test, .spent): return true
        case (.test, .idle):
            noteInitialState(of: id.number, in: world)
            return false
        }
    }

    private mutating func fire(_ number: Int, by reading: Reading) -> Outcome {
        entries[number].phase = .spent
        return .fires(entries[number], by: reading)
    }

    /// - Returns: false if its condition does not hold, or a load removed it.
    func isHolding(_ id: ID) -> Bool {
        guard id.load == loadNumber, case .holding = entries[id.number].phase else { return false }
        return true
    }
}

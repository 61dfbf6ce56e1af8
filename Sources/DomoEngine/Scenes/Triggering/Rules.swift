import DomoLanguage
import DomoModel

/// The triggers that wait for readings, found by the elements that they are about.
struct Rules: Sendable {
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

    struct Rule: Sendable {
        /// The key of its scene.
        var scene: String
        /// As it is written.
        var text: String
        var kind: Kind
        var phase = Phase.idle
        /// `changes`: the last value of each type.
        var last: [FacetType: Value] = [:]

        var element: ElementID {
            switch kind {
            case .test(let test, for: _): test.element
            case .changes(let element): element
            }
        }
    }

    /// A rule, as a timer knows it.
    struct ID: Hashable, Sendable {
        var number: Int
        /// Of the load that brought it.
        var load: Int
    }

    private(set) var rules: [Rule] = []
    private var ofElement: [ElementID: [Int]] = [:]
    private var loadNumber = 0

    subscript(number: Int) -> Rule {
        get { rules[number] }
        set { rules[number] = newValue }
    }

    func id(_ number: Int) -> ID { ID(number: number, load: loadNumber) }

    /// Nil where a load took it away.
    func number(_ id: ID) -> Int? { id.load == loadNumber ? id.number : nil }

    func of(_ element: ElementID) -> [Int] { ofElement[element] ?? [] }

    /// Those of a new load. What was known of one that stays is kept.
    ///
    /// - Returns: those that are new.
    mutating func load(_ new: [Rule]) -> [Int] {
        struct Key: Hashable {
            var scene: String
            var text: String
        }
        let old = Dictionary(rules.map { (Key(scene: $0.scene, text: $0.text), $0) }) { first, _ in first }
        loadNumber += 1
        rules = new
        ofElement = [:]
        var fresh: [Int] = []
        for number in rules.indices {
            ofElement[rules[number].element, default: []].append(number)
            guard let known = old[Key(scene: rules[number].scene, text: rules[number].text)] else {
                fresh.append(number)
                continue
            }
            rules[number].phase = known.phase
            rules[number].last = known.last
        }
        return fresh
    }
}

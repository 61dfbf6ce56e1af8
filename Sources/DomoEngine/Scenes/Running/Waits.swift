import DomoModel

/// The strands that wait for a reading, with their tests.
struct Waits: Sendable {
    private var tests: [StrandID: ReadingTest] = [:]
    /// The number of them per element.
    private var counts: [ElementID: Int] = [:]

    var count: Int { tests.count }
    var isEmpty: Bool { tests.isEmpty }
    var elements: Dictionary<ElementID, Int>.Keys { counts.keys }

    /// In the order in which they began.
    var strands: [StrandID] { sorted(tests.keys) }

    func areAbout(_ element: ElementID) -> Bool { counts[element] != nil }

    func strands(waitingFor elements: Set<ElementID>) -> [StrandID] {
        sorted(tests.filter { elements.contains($0.value.element) }.keys)
    }

    private func sorted(_ strands: some Sequence<StrandID>) -> [StrandID] {
        strands.sorted { ($0.run.number, $0.number) < ($1.run.number, $1.number) }
    }

    subscript(strand: StrandID) -> ReadingTest? {
        get { tests[strand] }
        set {
            if let old = tests[strand] { count(old.element, by: -1) }
            tests[strand] = newValue
            if let newValue { count(newValue.element, by: 1) }
        }
    }

    private mutating func count(_ element: ElementID, by step: Int) {
        let count = (counts[element] ?? 0) + step
        counts[element] = count == 0 ? nil : count
    }
}

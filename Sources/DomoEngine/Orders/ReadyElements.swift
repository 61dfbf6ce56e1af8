import DomoModel

/// The elements whose next order only waits for its endpoint: by priority, then in turn by who gave the orders, then in
/// order of arrival.
struct ReadyElements: Sendable {
    private var queues = Priority.allCases.map { _ in Turns() }

    var isEmpty: Bool { queues.allSatisfy(\.isEmpty) }

    mutating func append(_ element: ElementID, _ priority: Priority, of account: AccessRules.Account?) {
        queues[priority.rawValue].append(element, of: account)
    }

    mutating func popFirst() -> (element: ElementID, priority: Priority)? {
        for priority in Priority.allCases {
            if let element = queues[priority.rawValue].popFirst(where: { _ in true }) { return (element, priority) }
        }
        return nil
    }

    /// Removes and returns the first matching element of a priority.
    mutating func popFirst(_ priority: Priority, where matches: (ElementID) -> Bool) -> ElementID? {
        queues[priority.rawValue].popFirst(where: matches)
    }

    mutating func remove(_ element: ElementID, _ priority: Priority) { queues[priority.rawValue].remove(element) }

    /// A queue for each of those who gave orders; they take turns, so that nobody's many orders delay the others'.
    private struct Turns: Sendable {
        private struct Waiting: Sendable {
            var account: AccessRules.Account?
            var elements = Queue<ElementID>()
        }

        /// None of them is empty.
        private var waiting: [Waiting] = []
        /// Whose turn it is.
        private var turn = 0

        var isEmpty: Bool { waiting.isEmpty }

        mutating func append(_ element: ElementID, of account: AccessRules.Account?) {
            if let place = waiting.firstIndex(where: { $0.account == account }) {
                waiting[place].elements.append(element)
            } else {
                waiting.append(Waiting(account: account))
                waiting[waiting.count - 1].elements.append(element)
            }
        }

        mutating func popFirst(where matches: (ElementID) -> Bool) -> ElementID? {
            for offset in 0..<waiting.count {
                let place = (turn + offset) % waiting.count
                guard let element = waiting[place].elements.popFirst(where: matches) else { continue }
                turn = place + 1
                removeIfEmpty(place)
                return element
            }
            return nil
        }

        mutating func remove(_ element: ElementID) {
            for place in waiting.indices.reversed() {
                waiting[place].elements.removeAll { $0 == element }
                removeIfEmpty(place)
            }
        }

        private mutating func removeIfEmpty(_ place: Int) {
            guard waiting[place].elements.isEmpty else { return }
            waiting.remove(at: place)
            if place < turn { turn -= 1 }
        }
    }
}

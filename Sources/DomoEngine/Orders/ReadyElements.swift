import DomoModel

/// The elements whose next order only waits for its endpoint: by priority, then in order of arrival.
struct ReadyElements: Sendable {
    private var queues = Priority.allCases.map { _ in Queue<ElementID>() }

    var isEmpty: Bool { queues.allSatisfy(\.isEmpty) }

    mutating func append(_ element: ElementID, _ priority: Priority) { queues[priority.rawValue].append(element) }

    mutating func popFirst() -> (element: ElementID, priority: Priority)? {
        for priority in Priority.allCases {
            if let element = queues[priority.rawValue].popFirst() { return (element, priority) }
        }
        return nil
    }

    /// Removes and returns the first matching element of a priority.
    mutating func popFirst(_ priority: Priority, where matches: (ElementID) -> Bool) -> ElementID? {
        queues[priority.rawValue].popFirst(where: matches)
    }

    mutating func remove(_ element: ElementID, _ priority: Priority) {
        queues[priority.rawValue].removeAll { $0 == element }
    }
}

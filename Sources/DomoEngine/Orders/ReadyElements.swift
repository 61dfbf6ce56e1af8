import DomoModel

/// The elements whose next order waits for nothing but its endpoint: those of the highest priority first, and of one
/// priority in the order in which they came.
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

    /// Takes out the first that is meant among those of one priority.
    mutating func popFirst(_ priority: Priority, where isMeant: (ElementID) -> Bool) -> ElementID? {
        queues[priority.rawValue].popFirst(where: isMeant)
    }

    mutating func remove(_ element: ElementID, _ priority: Priority) {
        queues[priority.rawValue].removeAll { $0 == element }
    }
}

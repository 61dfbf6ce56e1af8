/// The decisions of a part, in order, until the engine carries them out. Its storage is reused.
struct Decisions<Decision: Sendable>: Sendable {
    /// A larger buffer is released after its turn.
    private static var maxKept: Int { 1024 }

    private var made: [Decision] = []
    /// Those of the present turn, last first.
    private var turn: [Decision] = []
    private var isInTurn = false

    var isEmpty: Bool { made.isEmpty }
    var count: Int { made.count }

    mutating func append(_ decision: consuming Decision) { made.append(decision) }

    mutating func removeAll(where matches: (Decision) -> Bool) { made.removeAll(where: matches) }

    /// The next decision of the present turn, or the first one of a new turn. Decisions made during a turn belong to
    /// the next one.
    ///
    /// - Returns: nil at the end of a turn.
    mutating func next() -> Decision? {
        if !isInTurn {
            guard !made.isEmpty else { return nil }
            isInTurn = true
            swap(&made, &turn)
            turn.reverse()
        }
        if let decision = turn.popLast() { return decision }
        isInTurn = false
        if turn.capacity > Self.maxKept { turn = [] }
        return nil
    }
}

import DomoEngine

/// The states of thousands of elements, which are handled in pieces: other work runs in between.
struct LongAnswers {
    /// The number of items that are handled at once.
    static let chunk = 256

    private var answers: [(id: Dispatch.ID, rest: ArraySlice<Answer.State>)] = []

    var isEmpty: Bool { answers.isEmpty }

    /// - Returns: true for the first one: its pieces are to be handled from now on.
    mutating func append(_ id: Dispatch.ID, _ states: [Answer.State]) -> Bool {
        answers.append((id, states[...]))
        return answers.count == 1
    }

    mutating func nextPiece() -> (id: Dispatch.ID, states: [Answer.State], isLast: Bool)? {
        guard let (id, rest) = answers.first else { return nil }
        let piece = rest.prefix(Self.chunk)
        let isLast = piece.count == rest.count
        if isLast { answers.removeFirst() } else { answers[0].rest = rest.dropFirst(piece.count) }
        return (id, Array(piece), isLast)
    }
}

import DomoLanguage
import DomoModel

/// A request that was not answered.
struct Asked {
    enum Kind {
        case order, scene, reload, other
    }

    var kind: Kind
    var wait = Awaited.accepted
    /// The last moment for its answer.
    var due: Int64
    /// For an order.
    var deadline: Int64?
}

/// An order as it was seen from outside.
struct OrderLife {
    let element: Int
    var server: Int
    let deadline: Int64
    var stage: OrderStage?
    var action: Value?
    var acceptedAt: Int64?
    /// The house can be seen to obey it.
    var isConfirmable = false
    /// What the house last said after it was accepted; the inner nil where it said that it doesn't know.
    var answer: Value??
    /// How many attempts were persisted, and whether the last of them had no end then.
    var attempts = 0
    var isAttemptOpen = false
    /// A sending of it may have been carried out unheard.
    var mayHaveActed = false

    var isOver: Bool { stage?.isFinal == true || stage == .accepted && !isConfirmable }
}

/// A dispatch or a question that was not reported.
struct Open {
    let server: Int
    /// For a question, in the order of its targets.
    let elements: [Int]
    let began: Int64
    /// Nil for a question.
    let order: UInt64?
    let action: Value?
    let timeout: Int64
    var isCancelled = false
    /// The server went with a load, and came back as another.
    var isCounted = true
    /// A load took these away.
    var gone: Set<Int> = []
}

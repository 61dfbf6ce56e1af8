import DomoLanguage
import DomoModel

/// An order as seen from outside.
struct TrackedOrder {
    let element: Int
    var server: Int
    let deadline: Int64
    /// What was ordered; nil if that is not followed.
    var wish: Order.Wish?
    /// It sets a level, whatever the level was before.
    var setsLevel = false
    var isStop = false
    /// Somebody waits for it: it is no step of a scene.
    var isFromRequest = false
    /// The order that superseded it, or was carried out before it was confirmed.
    var followedBy: UInt64?
    var stage: OrderStage?
    var action: Value?
    var acceptedAt: Int64?
    /// The house can confirm it.
    var isConfirmable = false
    /// What the house last reported after it was accepted; the inner nil if it reported an unknown state.
    var answer: Value??
    /// What it reported before its server became unreachable, and when that was. An order that ends at the same time may
    /// still be judged by it.
    private(set) var forgotten: (answer: Value??, at: Int64)?
    /// What was pushed of the facets that move with its own, while the house was to confirm it.
    var pushed: [FacetType: (value: Value?, at: Int64)] = [:]
    /// A dispatch of it may have been carried out without a report.
    var mayHaveActed = false
    /// How many attempts were persisted, and whether the last of them had no end then.
    var attempts = 0
    var isAttemptOpen = false

    var isOver: Bool { stage?.isFinal == true || stage == .accepted && !isConfirmable }

    mutating func forgetAnswer(at time: Int64) {
        if answer != nil { forgotten = (answer, time) }
        answer = nil
    }
}

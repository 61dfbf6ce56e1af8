import DomoLanguage
import DomoModel

/// An order as seen from outside.
struct TrackedOrder {
    let element: Int
    var server: Int
    let deadline: Int64
    /// What was ordered; nil if that is not followed.
    var wish: Order.Wish?
    /// It sets a level, independent of the previous level.
    var setsLevel = false
    var isStop = false
    /// Somebody waits for it: it is not a step of a scene.
    var isFromRequest = false
    /// The order that superseded it, or was carried out before this one was confirmed.
    var followedBy: UInt64?
    var stage: OrderStage?
    var action: Value?
    var acceptedAt: Int64?
    /// The house can confirm it.
    var isConfirmable = false
    /// What the house last reported after it was accepted; the inner nil if it reported an unknown state.
    var answer: Value??
    /// What it reported before its server became unreachable, and when. It still counts for an order that ends at the
    /// same time.
    private(set) var forgotten: (answer: Value??, at: Int64)?
    /// Unsolicited reports of related facets while the order waited for its confirmation.
    var pushed: [FacetType: (value: Value?, at: Int64)] = [:]
    /// A dispatch of it may have been carried out without a report.
    var mayHaveActed = false
    /// The number of persisted attempts, and whether the last of them was still open.
    var attempts = 0
    var isAttemptOpen = false

    var isOver: Bool { stage?.isFinal == true || stage == .accepted && !isConfirmable }

    mutating func forgetAnswer(at time: Int64) {
        if answer != nil { forgotten = (answer, time) }
        answer = nil
    }
}

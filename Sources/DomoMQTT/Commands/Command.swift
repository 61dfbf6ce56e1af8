import DomoLanguage
import DomoModel

/// A command whose outcome is awaited.
struct Command: Equatable, Sendable {
    /// Where the sender waits for answers; nil if it does not.
    struct ReturnAddress: Equatable, Sendable {
        var topic: String
        var correlation: [UInt8]?
    }

    var id: CommandID
    /// What it is for, for people: a path, or `scene NAME`.
    var target: String
    var address: ReturnAddress?
    /// The number of the order in domod.
    var order: UInt64?
    /// Whether it has its outcome. An accepted order is kept for a while, since the house may confirm it.
    var isSettled = false
    /// When it is forgotten.
    var end: Duration
}

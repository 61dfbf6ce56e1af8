import NIOCore

/// How much of the event loop a turn may use: by time, whatever lines cost, and by the length of the answers, which are
/// sent only at the end of the turn.
struct TurnSlice {
    /// Of one account, before others have their turn.
    static let duration = TimeAmount.milliseconds(4)
    /// Of all accounts, before the event loop reads again.
    static let totalDuration = TimeAmount.milliseconds(12)
    /// The lines of one client, before others of its account have their turn.
    static let lines = 64
    /// The answers of one account, in bytes.
    static let bytes = 256 * 1024

    private let end: NIODeadline
    private var bytes = 0

    init(until end: NIODeadline) { self.end = end }

    /// - Parameter bytes: the length of an answer.
    mutating func count(bytes more: Int) { bytes += more }

    var isOver: Bool { bytes >= Self.bytes || NIODeadline.now() >= end }
}

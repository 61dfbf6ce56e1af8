import DomoKNX

extension TelegramEnd {
    /// True if the telegram is on the bus.
    var isSent: Bool {
        switch self {
        case .confirmed, .sent: true
        case .refused, .notSent, .lost: false
        }
    }

    /// The text for messages.
    var text: String {
        switch self {
        case .confirmed: "confirmed"
        case .sent: "sent"
        case .refused(let reason): "refused: \(reason)"
        case .notSent(let reason): "not sent: \(reason)"
        case .lost(let reason): "no confirmation: \(reason)"
        }
    }
}

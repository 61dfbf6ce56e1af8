import DomoKNX

extension TelegramEnd {
    /// True if the telegram is on the bus.
    var isSent: Bool {
        switch self {
        case .confirmed, .sent: true
        case .refused, .notSent, .unsendable, .lost: false
        }
    }

    /// The text for messages about a telegram to an address.
    func text(_ address: GroupAddress) -> String {
        switch self {
        case .confirmed: "\(address): confirmed"
        case .sent: "\(address): sent"
        case .refused(let reason): "\(reason) at \(address)"
        case .notSent(let reason), .unsendable(let reason): "\(address): not sent: \(reason)"
        case .lost(let reason): "\(address): no confirmation: \(reason)"
        }
    }
}

import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// Covers that must not move now, by what was reported on their lock addresses over the current connection.
struct Locks: Sendable {
    /// Whether an address is 1.
    private var bits: [GroupAddress: Bool] = [:]

    mutating func note(_ bit: Bool, at address: GroupAddress) { bits[address] = bit }

    mutating func clear() { bits = [:] }

    /// Drops what a load no longer binds: nobody would report that the lock is released.
    mutating func keep(_ table: GroupTable) {
        bits = bits.filter { address, _ in
            table[address].contains { if case .locked = $0 { true } else { false } }
        }
    }

    /// Why an order is refused; nil if it is not. A locked cover may be stopped.
    func refusal(of value: Value, _ motion: KNXMotion?) -> Outcome? {
        guard let motion, let address = motion.locked, bits[address] == !motion.isLockedInverted, value != .stop,
            value.type == .bidirectional || value.type == .regulable
        else { return nil }
        return .impossible(
            SignalFault(
                message: "it is locked: \(address) is \(motion.isLockedInverted ? 0 : 1)",
                hint: "clear the cause of the lock (wind, rain, an open window) and send the order again"
            )
        )
    }
}

import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// Covers that must not move now: 1 on their lock address over the current connection.
struct Locks: Sendable {
    private var locked: Set<GroupAddress> = []

    mutating func note(_ payload: Payload, at address: GroupAddress) {
        if payload == .bits(0) { locked.remove(address) } else { locked.insert(address) }
    }

    mutating func clear() { locked = [] }

    /// Drops what a load no longer binds: nobody would report that the lock is released.
    mutating func keep(_ table: GroupTable) {
        locked = locked.filter { address in
            table[address].contains { if case .locked = $0 { true } else { false } }
        }
    }

    /// Why an order is refused; nil if it is not. A locked cover may be stopped.
    func refusal(of value: Value, _ motion: KNXMotion?) -> Outcome? {
        guard let address = motion?.locked, locked.contains(address), value != .stop,
            value.type == .bidirectional || value.type == .regulable
        else { return nil }
        return .refused(
            reason: "it is locked: \(address) is 1",
            isPassing: false,
            hint: "clear the cause of the lock (wind, rain, an open window) and send the order again"
        )
    }
}

import DomoEngine
import DomoLanguage
import DomoModel

// Invariants of replies and of the database.

extension Simulation {
    /// Every request gets exactly one reply, by its deadline.
    func requestsAreAnsweredOnceAndInTime(_ id: RequestID) {
        guard let pending = requests.removeValue(forKey: id.number) else {
            return violate("request \(id.number) is answered but was not pending")
        }
        if time > pending.due { violate("request \(id.number) is answered \(time - pending.due) ns late") }
    }

    func requestsAreAnsweredInTime(_ id: UInt64) {
        if requests[id] != nil { violate("request \(id) has no reply") }
    }

    /// All requests are answered before the daemon ends, except reloads, which the shell answers.
    func requestsAreAnsweredBeforeTheEnd() {
        for (id, pending) in requests.sorted(by: { $0.key < $1.key }) where pending.kind != .reload {
            violate("request \(id) has no reply")
        }
    }

    /// A reply about an order follows the record that says the same.
    func answersAreStoredFirst(_ id: RequestID, _ reply: Reply) {
        switch reply {
        case .order(let receipt):
            let stage = orders[receipt.id]?.stage
            let isStored: Bool =
                switch receipt.outcome {
                case .requested: stage != nil
                case .accepted: stage == .accepted
                case .confirmed: stage == .confirmed
                case .superseded: stage == .superseded
                }
            if !isStored {
                violate("order \(receipt.id) is \(receipt.outcome.rawValue), stored as \(stage?.rawValue ?? "nothing")")
            }
        case .fault: break
        // The outcomes of its orders were stored before.
        case .scene: break
        default: violate("request \(id.number): only replies about orders and scenes are stored")
        }
    }

    func whatWasAnsweredIsOnTheDisk(_ id: RequestID, _ reply: Reply) {
        guard case .order(let receipt) = reply else { return }
        coverage.note("stored answers")
        guard let stage = disk.orders[receipt.id] else {
            return violate("order \(receipt.id) was answered but is not on the disk")
        }
        if receipt.outcome != .requested, stage == .requested || stage == .sent {
            violate("order \(receipt.id) was answered as \(receipt.outcome.rawValue), on the disk as \(stage.rawValue)")
        }
    }
}

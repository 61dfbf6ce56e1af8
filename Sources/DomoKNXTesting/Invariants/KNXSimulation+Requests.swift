import DomoEngine
import DomoEngineTesting
import DomoLanguage

// Every request is answered exactly once, and in time.

extension KNXSimulation {
    /// The time after an order's deadline for which the engine may wait for the link, plus handovers and timers.
    static let grace: Int64 = 120_000_000

    func dueReply(to order: Order) -> Int64 {
        let deadline = time + (order.deadline ?? .seconds(5)).nanoseconds + Self.grace
        switch order.wait {
        case .none: return time
        case .accepted: return deadline
        // The engine waits for a cover that reports movement.
        case .confirmed: return order.deadline == nil ? deadline + 200 * KNXScenario.second : deadline
        }
    }

    func requestsAreAnsweredOnceAndInTime(_ id: RequestID) {
        guard let request = requests.removeValue(forKey: id.number) else {
            return violate("request \(id.number) is answered and was not pending")
        }
        if time > request.due { violate("request \(id.number) is answered \(time - request.due) ns late") }
    }

    func requestsAreAnsweredInTime(_ id: UInt64) {
        if requests[id] != nil { violate("request \(id) has no reply") }
    }

    /// All requests are answered before the daemon ends, except reloads and commands, which the shell answers.
    func requestsAreAnsweredBeforeTheEnd() {
        let commands = Set(self.commands.keys)
        for id in requests.keys.sorted() where !commands.contains(id) && requests[id]?.due ?? 0 < .max {
            violate("request \(id) has no reply")
        }
    }
}

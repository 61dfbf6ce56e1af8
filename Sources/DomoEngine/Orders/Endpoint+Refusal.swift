import DomoLanguage
import DomoModel

extension Endpoint {
    /// Why an order can't wait for the endpoint; nil if it may.
    func refusal(of order: PendingOrder, at now: Instant) -> Ending? {
        if let outage = breaker.longOutage(at: now), !breaker.mayTry(at: now) {
            return .failed(.init(reason: outage.reason, isUnreachable: true))
        }
        // An order that somebody waits for is tried once: the user may know that the limit no longer applies.
        if let limited = limitedUntil, now < limited, order.deadline < limited + Orders.minTry,
            order.priority != .person
        {
            let left = DurationText.write(.seconds((limited - now).components.seconds + 1))
            let reason = "rate limited for \(left) (the server sent Retry-After)"
            return .failed(.init(reason: reason, isUnreachable: false))
        }
        return nil
    }
}

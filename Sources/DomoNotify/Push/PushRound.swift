import DomoLanguage

/// A delivery to the browsers of one token: which have it, and what that means for the delivery. A pure struct.
struct PushRound: Equatable, Sendable {
    /// Subscriptions that accepted it, or never will; they are not sent to again.
    private(set) var done: Set<UInt64> = []
    private var sent = 0
    private var problems: [String] = []
    private var unknown: String?

    /// The subscriptions that are still to be sent to.
    func open(_ subscriptions: [PushBrowser]) -> [PushBrowser] {
        subscriptions.filter { !done.contains($0.id) }
    }

    /// Notes the end of one transfer.
    ///
    /// - Returns: whether the browser has unsubscribed: RFC 8030, section 7.3, and 410 of the push services.
    mutating func note(_ id: UInt64, _ result: TransferResult, of request: TransferRequest) -> Bool {
        let isGone = result.status == 404 || result.status == 410
        switch AttemptEnd.http(result, of: request) {
        case .sent:
            done.insert(id)
            sent += 1
        case .failed(let message, _):
            done.insert(id)
            if !isGone { problems.append(message) }
        case .unknown(let message):
            done.insert(id)
            unknown = message
        case .retry(let message, let after, _):
            problems.append(message)
            pause = max(pause ?? .zero, after ?? .zero)
        }
        return isGone
    }

    /// Notes a subscription that can't be sent to.
    mutating func note(_ id: UInt64, fault: String) {
        done.insert(id)
        problems.append(fault)
    }

    private var pause: Duration?

    /// What it means for the delivery, when all transfers of an attempt have ended.
    ///
    /// - Parameter subscriptions: all of the token.
    mutating func end(of subscriptions: [PushBrowser]) -> AttemptEnd {
        defer { (problems, pause) = ([], nil) }
        let known: AttemptEnd? =
            if sent > 0 {
                .sent(message: sent == subscriptions.count ? nil : "\(sent) of \(subscriptions.count) browsers")
            } else {
                unknown.map { .unknown($0) }
            }
        if let pause { return .retry(problems.last ?? "", after: pause, otherwise: known) }
        return known ?? .failed(problems.first ?? "no browser is subscribed")
    }
}

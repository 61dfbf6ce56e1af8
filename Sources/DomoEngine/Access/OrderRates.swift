import DomoLanguage

/// How many orders tokens may give: each tree of tokens has a rate, so that one that sends as fast as it can fills neither
/// a bus nor the history. Users of the machine and scenes of the house have no limit.
struct OrderRates: Sendable {
    /// What has a rate of its own.
    enum Key: Hashable, Sendable {
        case tree(UInt64)
        /// A token whose rate is in the configuration.
        case token(UInt64)
    }

    struct Limit: Sendable {
        var key: Key
        var pace: Pace
    }

    private struct Buckets: Sendable {
        var orders: TokenBucket
        /// Levels that take the place of a waiting one, which add nothing to what is sent but are recorded, and stops.
        var replacements: TokenBucket

        init(_ pace: Pace, at now: Instant) {
            orders = TokenBucket(pace, at: now)
            replacements = TokenBucket(Pace(perSecond: 5 * pace.perSecond, burst: pace.burst), at: now)
        }
    }

    /// Only of those that have given an order in the last minutes.
    private var buckets: [Key: Buckets] = [:]
    /// The orders that were refused, since the start.
    private(set) var refused = 0

    /// Counts an order, if it is within the rate.
    mutating func take(_ cost: Int = 1, of limit: Limit, at now: Instant) -> Bool {
        with(limit, at: now) { buckets in
            guard buckets.orders.hasTokens(at: now) else { return false }
            buckets.orders.spend(cost, at: now)
            return true
        }
    }

    /// Counts a level that takes the place of a waiting one, or a stop.
    mutating func replace(of limit: Limit, at now: Instant) -> Bool {
        with(limit, at: now) { buckets in
            guard buckets.replacements.hasTokens(at: now) else { return false }
            buckets.replacements.spend(1, at: now)
            return true
        }
    }

    /// Counts an order that is sent when it is within the rate.
    ///
    /// - Returns: that time; nil if it is after `latest`.
    mutating func book(of limit: Limit, at now: Instant, latest: Instant) -> Instant? {
        with(limit, at: now) { buckets in
            let time = buckets.orders.tokensAt(from: now)
            guard time <= latest else { return nil }
            buckets.orders.spend(1, at: now)
            return time
        }
    }

    /// Counts a refused order.
    mutating func refusal(of limit: Limit, at now: Instant) -> Fault {
        refused += 1
        let rate = Int(limit.pace.perSecond)
        return Fault(
            .busy,
            "too many orders: the token and those of its tree may give \(rate) per second",
            hint: "wait a second; access: tokens: in the configuration of domod has the limits"
        )
    }

    private mutating func with<Result>(
        _ limit: Limit,
        at now: Instant,
        _ body: (inout Buckets) -> Result
    ) -> Result {
        var found = buckets[limit.key] ?? Buckets(limit.pace, at: now)
        if found.orders.pace != limit.pace { found = Buckets(limit.pace, at: now) }
        defer { buckets[limit.key] = found }
        if buckets.count >= 1024 {
            buckets = buckets.filter { !$0.value.orders.isFull(at: now) || !$0.value.replacements.isFull(at: now) }
        }
        return body(&found)
    }
}

extension AccessRules {
    /// The rates of orders of tokens.
    public struct OrderRates: Sendable, Equatable {
        public static let standard = Pace(perSecond: 20, burst: 100)

        /// Of a tree of tokens.
        public var tree: Pace
        /// Of tokens by their names, in orders per second: for bridges to other systems.
        public var tokens: [String: Int]

        public init(tree: Pace = standard, tokens: [String: Int] = [:]) { (self.tree, self.tokens) = (tree, tokens) }
    }
}

extension Access {
    /// The limit of a principal's orders; nil for a user of the machine.
    func orderLimit(of principal: Principal) -> OrderRates.Limit? {
        guard case .token(let token) = principal, let root = tree(of: principal) else { return nil }
        guard let own = orderRates.tokens[token.name] else {
            return OrderRates.Limit(key: .tree(root), pace: orderRates.tree)
        }
        return OrderRates.Limit(key: .token(token.id), pace: Pace(perSecond: Double(own), burst: 5 * own))
    }
}

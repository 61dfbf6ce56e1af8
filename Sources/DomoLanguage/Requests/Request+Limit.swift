public import DomoModel

// An order is for now: a program that sends one says until when it is wanted.

extension Request {
    /// How long an order is wanted without `--deadline`.
    private static let usualLimit = Duration.seconds(10)
    /// How long domod may take to read it: its deadline counts from then.
    private static let reading = Duration.seconds(1)
    /// The same of a scene, which may be queued behind another run.
    private static let sceneLimit = Order.deadlines.upperBound

    private static func limit(_ now: Timestamp, _ duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(milliseconds: now.milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// An order that names no time until which it is wanted, with that time: domod, if it stood still, must not carry it
    /// out when nobody waits for it any more. Any other request is unchanged.
    ///
    /// - Parameter now: the time by the clock of domod's machine.
    public func limited(at now: Timestamp) -> Request {
        switch self {
        case .order(var order):
            if order.explain || order.until != nil { return self }
            order.until = Self.limit(now, (order.deadline ?? Self.usualLimit) + Self.reading)
            return .order(order)
        case .group(var group):
            if group.explain || group.until != nil { return self }
            group.until = Self.limit(now, Self.usualLimit + Self.reading)
            return .group(group)
        case .scene(let name, explain: false, let tag, let values, until: nil):
            return .scene(name: name, explain: false, tag: tag, values: values, until: Self.limit(now, Self.sceneLimit))
        case .run(let name, let lines, explain: false, let tag, until: nil):
            return .run(name: name, lines: lines, explain: false, tag: tag, until: Self.limit(now, Self.sceneLimit))
        case .sceneStop(let name?, let tag, until: nil):
            return .sceneStop(name: name, tag: tag, until: Self.limit(now, Self.usualLimit + Self.reading))
        default: return self
        }
    }
}

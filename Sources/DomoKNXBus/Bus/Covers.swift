import DomoEngine

/// The covers of a house: where each is, as far as that can be known, and the movements for a time that are under way.
struct Covers: Sendable {
    /// A movement that domo ends itself, since the cover has no address for positions.
    fileprivate enum Plan: Sendable {
        /// It moves, and is stopped then. → none.
        case stop(at: Instant)
        /// Nobody knew where it was: it first goes to an end, and from there to the position. → `stop`.
        case turn(at: Instant, to: Double)
    }

    enum Step: Sendable, Equatable {
        case stop(path: String)
        case move(path: String, CoverEstimate.Direction, to: Double)
        /// It came to the end of its way, as far as its travel times say.
        case finished(path: String)
    }

    struct Cover: Sendable {
        fileprivate(set) var estimate: CoverEstimate
        /// 1 on its address for that; nil until it was heard.
        fileprivate(set) var isLocked: Bool?
        /// As its own address reports it; nil where it has none, or it was not heard.
        fileprivate(set) var isReportedMoving: Bool?
        fileprivate var plan: Plan?

        var isMoving: Bool { isReportedMoving ?? (estimate.direction != nil) }
    }

    /// A cover at rest for so long is really at rest when it is sent back.
    private static let pauseBeforeTurn: Duration = .milliseconds(500)

    private var covers: [String: Cover] = [:]

    init(_ bindings: KNXBindings = KNXBindings()) {
        for facet in bindings.facets {
            guard let motion = facet.motion else { continue }
            covers[facet.facet.path] = Cover(estimate: CoverEstimate(up: motion.up, down: motion.down))
        }
    }

    subscript(path: String) -> Cover? { covers[path] }
    var isEmpty: Bool { covers.isEmpty }
    var paths: [String] { covers.keys.sorted() }

    /// What is known of covers that stay as they are goes on after a load.
    mutating func keep(_ old: Covers) {
        for (path, cover) in old.covers {
            guard let new = covers[path] else { continue }
            let hasSameTimes =
                new.estimate.travel(.up) == cover.estimate.travel(.up)
                && new.estimate.travel(.down) == cover.estimate.travel(.down)
            if hasSameTimes { covers[path] = cover }
        }
    }

    /// Somebody sent it up or down. Whatever was planned for it is over.
    mutating func move(_ path: String, _ direction: CoverEstimate.Direction, at now: Instant) {
        covers[path]?.plan = nil
        covers[path]?.estimate.move(direction, at: now)
    }

    mutating func stop(_ path: String, at now: Instant) {
        covers[path]?.plan = nil
        covers[path]?.estimate.stop(at: now)
    }

    mutating func note(_ path: String, isLocked: Bool) { covers[path]?.isLocked = isLocked }

    mutating func note(_ path: String, isMoving: Bool, at now: Instant) {
        covers[path]?.isReportedMoving = isMoving
        if !isMoving { covers[path]?.estimate.stop(at: now) }
    }

    /// The bus reports its position: that wins over any estimate.
    mutating func note(_ path: String, position: Double, at now: Instant) {
        covers[path]?.estimate.note(position: position, at: now)
    }

    /// The way that a cover has to be sent first to come to a position; nil where it is there already, as far as the
    /// estimate says. The ends are driven to whatever the estimate says: it may be wrong.
    func way(of path: String, to target: Double, at now: Instant) -> CoverEstimate.Direction? {
        guard let cover = covers[path] else { return nil }
        if target <= 0 { return .up }
        if target >= 100 { return .down }
        guard let position = cover.estimate.position(at: now) else {
            let direction: CoverEstimate.Direction = target < 50 ? .up : .down
            return cover.estimate.travel(direction) == nil ? nil : direction
        }
        guard abs(position - target) >= 1, cover.estimate.time(from: position, to: target) != nil else { return nil }
        return target < position ? .up : .down
    }

    /// A movement to a position is under way: the time to its end counts from now.
    mutating func began(_ path: String, _ direction: CoverEstimate.Direction, to target: Double, at now: Instant) {
        guard let estimate = covers[path]?.estimate else { return }
        covers[path]?.plan = nil
        covers[path]?.estimate.move(direction, at: now)
        guard 0 < target, target < 100 else { return }
        if let position = estimate.position(at: now), (target < position) == (direction == .up),
            let time = estimate.time(from: position, to: target)
        {
            covers[path]?.plan = .stop(at: now + time)
        } else if let travel = estimate.travel(direction) {
            covers[path]?.plan = .turn(at: now + travel + CoverEstimate.overrun + Self.pauseBeforeTurn, to: target)
        }
    }

    /// The connection is lost: nobody can stop what moves, and nobody hears who moves what.
    mutating func lostSight() {
        for path in covers.keys {
            covers[path]?.plan = nil
            covers[path]?.isLocked = nil
            covers[path]?.isReportedMoving = nil
            covers[path]?.estimate.forget()
        }
    }

    mutating func forget(_ path: String) {
        covers[path]?.plan = nil
        covers[path]?.estimate.forget()
    }

    mutating func wake(at now: Instant) -> [Step] {
        var steps: [Step] = []
        for path in covers.keys.sorted() {
            switch covers[path]?.plan {
            case .stop(let moment)? where moment <= now:
                covers[path]?.plan = nil
                steps.append(.stop(path: path))
            case .turn(let moment, let target)? where moment <= now:
                _ = covers[path]?.estimate.finish(at: now)
                covers[path]?.plan = nil
                // Where the estimate knows nothing even now, the movement ends at the end.
                guard covers[path]?.estimate.position(at: now) != nil,
                    let direction = way(of: path, to: target, at: now)
                else { continue }
                steps.append(.move(path: path, direction, to: target))
            default:
                if covers[path]?.estimate.finish(at: now) == true { steps.append(.finished(path: path)) }
            }
        }
        return steps
    }

    var earliest: Instant? {
        covers.values.compactMap { cover -> Instant? in
            let planned: Instant? =
                switch cover.plan {
                case .stop(let moment), .turn(let moment, _): moment
                case nil: nil
                }
            return [planned, cover.estimate.end].compactMap { $0 }.min()
        }.min()
    }
}

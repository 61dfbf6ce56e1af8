import DomoEngine
import DomoKNXHouse
import DomoModel

/// The covers of a house: the known or estimated position of each, and the timed movements in progress.
struct Covers: Sendable {
    /// A movement that domo ends itself because the cover has no address for positions.
    fileprivate enum Plan: Sendable {
        /// The cover moves and is stopped at this time. → none.
        case stop(at: Instant)
        /// The position was unknown: the cover first moves to an end, then from there to the position. → `stop`.
        case turn(at: Instant, to: Double)
    }

    enum Step: Sendable, Equatable {
        case stop(path: String)
        case move(path: String, CoverEstimate.Direction, to: Double)
        /// According to its travel times the cover has reached the end of travel.
        case finished(path: String)
    }

    struct Cover: Sendable {
        fileprivate(set) var estimate: CoverEstimate
        /// True for 1 on the lock address; nil until a telegram arrives.
        fileprivate(set) var isLocked: Bool?
        /// As reported on its address; nil if it has none, or until a telegram arrives.
        fileprivate(set) var isReportedMoving: Bool?
        fileprivate var plan: Plan?

        var isMoving: Bool { isReportedMoving ?? (estimate.direction != nil) }
    }

    /// The rest before a change of direction, so that the motor has stopped.
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

    /// Keeps what is known about covers that a load does not change.
    mutating func keep(_ old: Covers) {
        for (path, cover) in old.covers {
            guard let new = covers[path] else { continue }
            let hasSameTimes =
                new.estimate.travel(.up) == cover.estimate.travel(.up)
                && new.estimate.travel(.down) == cover.estimate.travel(.down)
            if hasSameTimes { covers[path] = cover }
        }
    }

    /// Takes a command up or down from any device; it replaces any planned movement.
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

    /// Takes a position reported by the bus, which takes precedence over any estimate.
    mutating func note(_ path: String, position: Double, at now: Instant) {
        covers[path]?.estimate.note(position: position, at: now)
    }

    /// The direction in which a cover has to move first to reach a position; nil if according to the estimate it is
    /// already there. The cover always moves to its ends, since the estimate may be wrong.
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

    /// A movement to a position has begun; its time counts from now.
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

    /// The connection is lost: domo can neither stop covers nor see other commands.
    mutating func connectionLost() {
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
                // If the position is still unknown, the movement ends at the end of travel.
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

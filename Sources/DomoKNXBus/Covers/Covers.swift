import DomoEngine
import DomoKNX
import DomoKNXHouse
import DomoModel

/// The covers of a house. All that makes an element a cover is behind this interface: an order is checked, a telegram is
/// handled, time passes. What has to be sent is returned; what is reported is appended to the actions.
struct Covers: Sendable {
    /// What becomes of an order.
    enum Order: Sendable {
        /// Write this value; the movement, if any, begins when the telegram is on the bus.
        case write(Value, CoverMovement?)
        /// Nothing is to be sent.
        case end(Outcome)
    }

    /// What telegrams of other devices do with a cover.
    enum Event: Sendable {
        /// A command; values other than directions are ignored.
        case commanded(Value)
        case stopped
        /// As reported on its address.
        case moving(Bool)
        /// 1 on the lock address.
        case locked(Bool)
    }

    /// A telegram that is due.
    enum Step: Sendable {
        case stop(path: String)
        case move(CoverMovement)
        /// No telegram: the cover came to rest; `report` is due.
        case rest(path: String)
    }

    private var covers: [String: Cover] = [:]

    init(_ profile: KNXLinkProfile) {
        for facet in profile.bindings.facets {
            guard let motion = facet.motion else { continue }
            covers[facet.facet.path] = Cover(facet.facet.path, motion, profile)
        }
    }

    /// Keeps what is known about covers that a load does not change.
    mutating func keep(_ old: Covers) {
        for (path, cover) in old.covers { covers[path]?.keep(cover) }
    }

    /// Nil if it is not a cover.
    func isMoving(_ path: String) -> Bool? { covers[path]?.isMoving }

    /// Reports whether a cover moves and, at rest, its estimated position.
    func report(_ path: String, at now: Instant, into actions: inout [BusMachine.Action]) {
        for observation in covers[path]?.observations(at: now) ?? [] {
            actions.append(.report(.observed([observation])))
        }
    }

    // MARK: - Own telegrams

    /// How to carry out an order; orders of other elements are written as they are.
    func order(_ value: Value, of path: String, at now: Instant) -> Order {
        covers[path]?.order(value, at: now) ?? .write(value, nil)
    }

    /// The telegram of a movement is on the bus.
    mutating func begin(_ movement: CoverMovement, at now: Instant, into actions: inout [BusMachine.Action]) {
        covers[movement.path]?.begin(movement, at: now)
        report(movement.path, at: now, into: &actions)
    }

    /// Forgets the position: a movement may have begun, and nothing will end it.
    mutating func forget(_ path: String) { covers[path]?.forget() }

    /// Handles the end of a telegram that stops a cover.
    ///
    /// - Returns: True if the cover is still moving and the stop has to be sent again.
    mutating func endStop(
        of path: String,
        _ end: TelegramEnd,
        isRetry: Bool,
        isUp: Bool,
        at now: Instant,
        into actions: inout [BusMachine.Action]
    ) -> Bool {
        if end.isSent {
            covers[path]?.stop(at: now)
        } else if !isRetry, isUp, end.isKnownNotSent || covers[path]?.hasStopAddress == true {
            return true
        } else {
            actions.append(.note("\(path) was not stopped: \(end.text)"))
            covers[path]?.forget()
        }
        report(path, at: now, into: &actions)
        return false
    }

    // MARK: - Telegrams of other devices

    mutating func handle(
        _ event: Event,
        of path: String,
        at now: Instant,
        into actions: inout [BusMachine.Action]
    ) {
        if covers[path]?.handle(event, at: now) == true { report(path, at: now, into: &actions) }
    }

    /// Notes a level reported by the bus. `report` is due if `isMoving` has changed.
    mutating func note(_ level: Percent, of path: String, at now: Instant) { covers[path]?.note(level, at: now) }

    // MARK: - Connection and time

    /// The connection is lost: positions are unknown from here on, and all movements have ended.
    mutating func disconnect(at now: Instant, into actions: inout [BusMachine.Action]) {
        for path in covers.keys { covers[path]?.disconnect() }
        for path in covers.keys.sorted() { report(path, at: now, into: &actions) }
    }

    mutating func wake(at now: Instant) -> [Step] {
        covers.keys.sorted().compactMap { path in
            switch covers[path]?.wake(at: now) {
            case .stop?: .stop(path: path)
            case .move(let movement)?: .move(movement)
            case .rest?: .rest(path: path)
            case nil: nil
            }
        }
    }

    var earliest: Instant? { covers.values.compactMap(\.earliest).min() }
}

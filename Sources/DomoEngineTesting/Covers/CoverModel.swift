import DomoModel

/// What is to be known of a cover, from the manual and not from the engine: a list of rules, one for each thing that
/// can happen. Times are milliseconds.
struct CoverModel {
    struct Shown: Equatable {
        var value: Value
        var certainty: Certainty
        var isStale = false
    }

    /// A movement that is known to have begun and not known to have ended.
    struct Going: Equatable {
        var way: Value?
        /// Where to; nil for the end of travel.
        var goal: Int?
        var started: Int
        /// The last known place on the way, and when it was there.
        var place: Double?
        var placedAt: Int
        var overAt: Int
        var isReported = false
        var isOrderedToStop = false
    }

    enum Place: Equatable {
        /// Nobody has watched it since then.
        case unwatched
        case going(Going)
        /// Until `waitsUntil`, the position at which it ended may still be reported.
        case atRest(waitsUntil: Int?)
    }

    let kind: CoverKind
    var now = 0
    var isConnected = true
    /// An order is on its way: domo ends no earlier movement behind it.
    var isOrdered = false
    private(set) var place = Place.unwatched
    private(set) var direction: Shown?
    private(set) var level: Shown?
    /// Where it rests, as exactly as it can be calculated.
    private var exact: Double?
    /// When domo stops it, and where; or when it turns at an end.
    private var stopAt: Int?
    private var turn: (at: Int, to: Int)?

    init(_ kind: CoverKind) { self.kind = kind }

    private var going: Going? { if case .going(let going) = place { going } else { nil } }

    // MARK: - Ends

    private func end(_ way: Value) -> Int? { kind.knowsEnds ? (way == .up ? 0 : 100) : nil }
    private func way(toEnd percent: Int) -> Value? {
        guard kind.knowsEnds, percent == 0 || percent == 100 else { return nil }
        return percent == 0 ? .up : .down
    }
    private func way(from start: Double, to goal: Int) -> Value? {
        start == Double(goal) || !kind.knowsEnds ? nil : Double(goal) < start ? .up : .down
    }

    /// Where it is by its travel times.
    private var calculated: Double? {
        guard let going else { return exact }
        guard kind == .travelTimes, let way = going.way, let last = end(way) else { return nil }
        let moved = Double(now - going.placedAt) / Double(CoverKind.travel) * 100
        guard let from = going.place else { return moved >= 100 ? Double(last) : nil }
        let limit = Double(going.goal ?? last)
        return way == .up ? max(limit, from - moved) : min(limit, from + moved)
    }

    // MARK: - Commands

    /// A command was confirmed, or somebody else's was seen.
    mutating func commanded(_ value: Value) {
        (stopAt, turn) = (nil, nil)
        switch value {
        case .up, .down: commandedTo(value)
        case .stop: commandedToStop()
        case .level(let level): kind == .travelTimes ? timed(to: level.value) : positioned(at: level.value)
        default: break
        }
    }

    private mutating func commandedTo(_ way: Value) {
        if case .atRest(waitsUntil: nil) = place, let end = end(way), let level, !level.isStale,
            level.certainty == .confirmed, level.value == Self.percent(end)
        {
            // It was reported there, and stays there.
            return
        }
        start(way, goal: nil)
        if let known = level, known.value != end(way).map(Self.percent) { level?.isStale = true }
    }

    /// A movement begins, or goes on the same way.
    private mutating func start(_ way: Value, goal: Int?) {
        let before = going
        let goesOn = before?.way == way
        let from = goesOn ? before?.place : calculated
        let since = goesOn ? before!.placedAt : now
        var length = kind.longest - 2000
        if kind == .travelTimes, let from, let to = goal ?? end(way) {
            length = Int(abs(Double(to) - from) / 100 * Double(CoverKind.travel))
        }
        place = .going(
            Going(
                way: way,
                goal: goal,
                started: goesOn ? before!.started : now,
                place: from,
                placedAt: since,
                overAt: max(since + length + 2000, before?.isReported == true ? before!.overAt : 0),
                isReported: before?.isReported ?? false
            )
        )
        direction = Shown(value: way, certainty: .assumed)
    }

    private mutating func commandedToStop() {
        if var going, going.isReported {
            going.isOrderedToStop = true
            place = .going(going)
            return
        }
        if going == nil, case .atRest = place, !kind.reportsDirection,
            exact != nil || level.map({ !$0.isStale }) == true
        {
            return
        }
        rest(at: calculated)
        direction = Shown(value: .stop, certainty: .assumed)
        agree()
    }

    /// A cover that takes positions.
    private mutating func positioned(at goal: Int) {
        let start = calculated ?? level.flatMap { $0.isStale ? nil : $0.value.number }
        var rests = false
        if case .atRest = place { rests = true }
        if !(rests && start == Double(goal)) {
            if let way = start.flatMap({ self.way(from: $0, to: goal) }) {
                self.start(way, goal: goal)
            } else {
                let isReported = going?.isReported ?? false
                place = .going(
                    Going(
                        way: nil,
                        goal: goal,
                        started: now,
                        place: nil,
                        placedAt: now,
                        overAt: now + kind.longest,
                        isReported: isReported
                    )
                )
                direction = nil
            }
        }
        level = Shown(value: Self.percent(goal), certainty: .assumed)
    }

    /// A cover that domo positions by time: to 40 % here, never to an end.
    private mutating func timed(to goal: Int) {
        let from = calculated
        if let from, abs(from - Double(goal)) < 1 { return going == nil ? () : commandedToStop() }
        // From an unknown place it goes to the nearer end first.
        let way: Value = from.map { Double(goal) < $0 ? .up : .down } ?? (goal < 50 ? .up : .down)
        start(way, goal: nil)
        level?.isStale = true
        if let from {
            stopAt = now + Int((abs(from - Double(goal)) / 100 * Double(CoverKind.travel)).rounded())
        } else {
            turn = (now + CoverKind.travel + 2500, goal)
        }
    }

    /// It may have moved, and may still move.
    mutating func mayHaveMoved() {
        (stopAt, turn, exact) = (nil, nil, nil)
        for path in [\Self.direction, \Self.level] as [WritableKeyPath<Self, Shown?>] {
            self[keyPath: path]?.certainty = .assumed
            self[keyPath: path]?.isStale = true
        }
        let isReported = going?.isReported ?? false
        place = .going(
            Going(way: nil, started: now, placedAt: now, overAt: now + kind.longest, isReported: isReported)
        )
    }

    // MARK: - Reports

    mutating func reported(position percent: Int) {
        level = Shown(value: Self.percent(percent), certainty: .confirmed)
        guard var going else {
            rest(at: Double(percent))
            return agree()
        }
        let goal = going.goal ?? going.way.flatMap { end($0) }
        let hasArrived = goal.map { abs($0 - percent) <= (going.goal == nil ? 0 : 1) } ?? false
        let isBack = going.way.flatMap { end($0) } == 100 - percent && now > going.started + 5000
        if !going.isReported, hasArrived || isBack {
            (stopAt, turn) = (nil, nil)
            rest(at: Double(percent))
            return agree()
        }
        if hasArrived, let way = going.way, end(way) == percent {
            direction = Shown(value: way, certainty: .confirmed)
        }
        (going.place, going.placedAt) = (Double(percent), now)
        place = .going(going)
    }

    /// Only a server reports a direction here, and it means the end at which the cover rests.
    mutating func reported(direction value: Value) {
        if going != nil { rest(at: nil) }
        if place == .unwatched { place = .atRest(waitsUntil: nil) }
        direction = Shown(value: value, certainty: .confirmed)
        agree()
    }

    mutating func reported(moving: Bool) {
        if moving {
            if var going {
                going.isReported = true
                going.overAt = now + 180_000
                place = .going(going)
            } else {
                place = .going(
                    Going(way: nil, started: now, place: exact, placedAt: now, overAt: now + 180_000, isReported: true)
                )
                direction?.isStale = true
                level?.isStale = true
            }
        } else if let going {
            (stopAt, turn) = (nil, nil)
            rest(at: nil)
            if going.isOrderedToStop { direction = Shown(value: .stop, certainty: .assumed) }
            place = .atRest(waitsUntil: now + 2000)
        } else if place == .unwatched {
            place = .atRest(waitsUntil: nil)
            agree()
        }
    }

    // MARK: - Loss

    mutating func lost() {
        (stopAt, turn, exact) = (nil, nil, nil)
        place = .unwatched
        direction?.isStale = true
        level?.isStale = true
    }

    /// What was stored is known again, and stale. An unknown direction leaves the stored one as it was.
    mutating func restarted(stored: (direction: Shown?, level: Shown?)) {
        (direction, level) = stored
        lost()
    }

    // MARK: - Time

    /// - Returns: true if domo sends something at this moment.
    mutating func pass(to moment: Int) {
        while true {
            var next: (at: Int, what: Int)?
            func consider(_ at: Int?, _ what: Int) {
                if let at, at <= moment, next.map({ at < $0.at }) ?? true { next = (at, what) }
            }
            if case .atRest(let until?) = place { consider(until, 0) }
            consider(going?.overAt, 1)
            consider(stopAt, 2)
            consider(turn?.at, 3)
            guard let (at, what) = next else { break }
            now = max(now, at)
            switch what {
            case 0:
                place = .atRest(waitsUntil: nil)
                agree()
            case 1: arrive()
            case 2:
                stopAt = nil
                if !isOrdered { commanded(.stop) }
            default:
                let goal = turn!.to
                turn = nil
                if calculated != nil, !isOrdered { timed(to: goal) }
            }
        }
        now = moment
    }

    /// The movement is over by its time.
    private mutating func arrive() {
        guard let going else { return }
        let goal = going.goal ?? going.way.flatMap { end($0) }
        rest(at: kind.reportsPosition ? level.flatMap { $0.isStale ? nil : $0.value.number } : goal.map(Double.init))
        agree()
    }

    private mutating func rest(at position: Double?) {
        place = .atRest(waitsUntil: nil)
        exact = kind.reportsPosition ? position ?? level.flatMap { $0.isStale ? nil : $0.value.number } : position
        guard !kind.reportsPosition else { return }
        if let position {
            level = Shown(value: Self.percent(Int(position.rounded())), certainty: .assumed)
        } else {
            level?.isStale = true
        }
    }

    /// The direction agrees with the position, at rest.
    private mutating func agree() {
        guard case .atRest(waitsUntil: nil) = place, let level, !level.isStale, let percent = level.value.number else {
            return
        }
        if 0 < percent, percent < 100 {
            direction = nil
        } else if !kind.reportsDirection, let way = way(toEnd: Int(percent)) {
            direction = Shown(value: way, certainty: level.certainty)
        }
    }

    // MARK: - For people

    var state: CoverState {
        guard isConnected else { return .unknown }
        switch place {
        case .unwatched: return .unknown
        case .going(let going): return going.way == nil ? .unknown : going.way == .up ? .opening : .closing
        case .atRest(waitsUntil: .some): return .stopped
        case .atRest:
            if let level, !level.isStale, let percent = level.value.number {
                if 0 < percent, percent < 100 { return .between }
                if let way = way(toEnd: Int(percent)) { return way == .up ? .open : .closed }
            }
            if kind == .polled, let direction, !direction.isStale, direction.value != .stop {
                return direction.value == .up ? .open : .closed
            }
            return .stopped
        }
    }

    private static func percent(_ number: Int) -> Value { .level(Percent(clamping: number)) }
}

import DomoLanguage
import DomoModel

/// `dim … over …`: a level that moves evenly to another. The next one is given when the one before has ended, so that a
/// slow server gets fewer and larger steps.
struct Ramp: Sendable {
    /// The shortest time between two levels.
    static let shortestPause: Duration = .milliseconds(250)
    /// A level may be off by so much: servers round.
    static let tolerance = 1

    /// The name as it was written.
    let element: String
    let from: Int
    let to: Int
    let start: Instant
    let duration: Duration
    /// The last that was given, or where it began.
    var level: Int
    var lastGiven: Instant
    /// Until then the house may tell of what it was before.
    var settles: Instant
    /// The order on its way.
    var order: OrderID?
    /// How many levels were given, and how many of them failed.
    var given = 0
    var failed = 0

    /// - Parameter isConfirmed: whether the house itself told where it begins.
    init(element: String, from: Int, to: Int, isConfirmed: Bool, over duration: Duration, at now: Instant) {
        self.element = element
        self.from = from
        self.to = to
        self.duration = duration
        start = now
        lastGiven = now
        level = from
        settles = isConfirmed ? now : now + Engine.longestEcho
    }

    private var end: Instant { start + duration }

    func level(at now: Instant) -> Int {
        guard now < end else { return to }
        // A day in nanoseconds, a hundred times, is far from the end of Int64.
        return from + Int((now - start).nanoseconds * Int64(to - from) / duration.nanoseconds)
    }

    /// True for a level that it has given, or one between them.
    func hasPassed(_ told: Int) -> Bool {
        (min(from, level) - Self.tolerance...max(from, level) + Self.tolerance).contains(told)
    }

    /// True where a lamp that is off now is not off by the ramp: one that begins dark may be told of late, and what glows
    /// a little may be told to be off.
    func isContradicted(byOffAt heard: Instant) -> Bool {
        guard to > 0, level > Self.tolerance else { return false }
        return from > Self.tolerance || heard > start + Engine.longestEcho
    }

    /// When the next level is due.
    var next: Instant {
        let distance = abs(to - from)
        guard distance > 0, level != to else { return end }
        let steps = abs(level - from) + 1
        let (whole, rest) = (duration.nanoseconds * Int64(steps)).quotientAndRemainder(dividingBy: Int64(distance))
        let due = start + .nanoseconds(whole + (rest > 0 ? 1 : 0))
        return min(max(due, lastGiven + Self.shortestPause), max(end, lastGiven))
    }
}

extension Engine {
    mutating func beginRamp(
        of name: Script.Name,
        to target: Percent,
        over duration: Duration,
        in id: StrandID,
        at now: Instant
    ) throws(Fault) -> StepResult? {
        let element = try houses.element(named: name.text)
        _ = try Order.Wish.level(.to(target)).absoluteValue(for: houses.index[element])
        // One in doubt is a better place to begin at than the end.
        guard let reading = known(element, .regulable), case .level(let level)? = reading.value else {
            // There is nothing to begin at.
            let order = Order(element: name.text, wish: .level(.to(target)))
            setActivity(.order(try give(order, in: id, at: now)), of: id)
            return nil
        }
        let ramp = Ramp(
            element: name.text,
            from: level.value,
            to: target.value,
            isConfirmed: reading.certainty == .confirmed && !reading.isStale,
            over: duration,
            at: now
        )
        setActivity(.ramp(ramp), of: id)
        remind(.strand(id), at: ramp.next)
        return nil
    }

    /// The next level may be due.
    mutating func tick(_ ramp: Ramp, for id: StrandID, at now: Instant) {
        guard ramp.order == nil, ramp.next <= now else { return }
        var ramp = ramp
        if let other = overtaker(of: &ramp, for: id) {
            finish(id, .note("left at \(ramp.level): \(other) moved it"), at: now)
            return
        }
        ramp.level = ramp.level(at: now)
        ramp.lastGiven = now
        ramp.given += 1
        let order = Order(element: ramp.element, wish: .level(.to(Percent(clamping: ramp.level))))
        do throws(Fault) {
            ramp.order = try give(order, in: id, at: now)
            setActivity(.ramp(ramp), of: id)
        } catch {
            finish(id, .failure(error), at: now)
        }
    }

    /// Who moved the element since the ramp began, by an order or at the wall; nil where nobody did.
    private func overtaker(of ramp: inout Ramp, for id: StrandID) -> String? {
        guard let run = scenes[id.run], let element = element(of: ramp) else { return nil }
        if let reading = readings.reading(element, .regulable), reading.since > ramp.start.wall,
            reading.cause != run.cause, reading.cause != .house
        {
            return reading.cause.description
        }
        if let told = told(.regulable, of: element), told.heard > ramp.start, case .level(let level) = told.value {
            if ramp.hasPassed(level.value) {
                ramp.settles = min(ramp.settles, told.heard)
            } else if told.heard > ramp.settles, told.cause == .house {
                return told.cause.description
            }
        }
        guard let told = told(.binary, of: element), told.heard > ramp.settles, told.value == .off,
            told.cause == .house, ramp.isContradicted(byOffAt: told.heard)
        else { return nil }
        return told.cause.description
    }

    private func element(of ramp: Ramp) -> ElementID? {
        do throws(Fault) {
            return try houses.element(named: ramp.element)
        } catch {
            // A load took it away; the next order says so.
            return nil
        }
    }

    /// What the house said last of a facet, also where an order waits for something else; nil where nothing of that holds.
    private func told(_ type: FacetType, of element: ElementID) -> (value: Value, heard: Instant, cause: Cause)? {
        guard polling.reports(type, of: element) else { return nil }
        if let (value, heard) = confirmations.contradiction(type, of: element) { return (value, heard, .house) }
        guard let facet = readings[element].facets.first(where: { $0.type == type }),
            let reading = known(element, type), let value = reading.fresh
        else { return nil }
        return (value, facet.heard, reading.cause)
    }

    mutating func rampOrderEnded(
        _ ramp: Ramp,
        _ result: Result<OrderReceipt, Fault>,
        for id: StrandID,
        at now: Instant
    ) {
        var ramp = ramp
        ramp.order = nil
        let isLast = ramp.level == ramp.to
        switch result {
        case .success(let receipt) where receipt.outcome == .superseded:
            finish(id, .note("left at \(ramp.level): another order took over"), at: now)
            return
        case .success(let receipt) where isLast:
            guard ramp.failed == 0 else {
                finish(id, .note("\(ramp.failed) of \(ramp.given) levels failed, the last did not"), at: now)
                return
            }
            finish(id, .order(receipt), at: now)
            return
        case .failure(let fault) where isLast:
            finish(id, .failure(fault), at: now)
            return
        case .success: break
        case .failure: ramp.failed += 1
        }
        setActivity(.ramp(ramp), of: id)
        remind(.strand(id), at: max(now, ramp.next))
    }
}

extension Reading {
    /// Its value, where that may be relied on.
    var fresh: Value? { isStale ? nil : value }
}

import DomoLanguage
import DomoModel

/// `dim … over …`: a level that moves evenly to another. The next one is given when the one before has ended, so that a
/// slow server gets fewer and larger steps.
struct Ramp: Sendable {
    /// The shortest time between two levels.
    static let shortestPause: Duration = .milliseconds(250)

    /// The name as it was written.
    let element: String
    let from: Int
    let to: Int
    let start: Instant
    let duration: Duration
    /// The last that was given, or where it began.
    var level: Int
    var lastGiven: Instant
    /// The order on its way.
    var order: OrderID?
    /// How many levels were given, and how many of them failed.
    var given = 0
    var failed = 0

    init(element: String, from: Int, to: Int, over duration: Duration, at now: Instant) {
        self.element = element
        self.from = from
        self.to = to
        self.duration = duration
        start = now
        lastGiven = now
        level = from
    }

    private var end: Instant { start + duration }

    func level(at now: Instant) -> Int {
        guard now < end else { return to }
        // A day in nanoseconds, a hundred times, is far from the end of Int64.
        return from + Int((now - start).nanoseconds * Int64(to - from) / duration.nanoseconds)
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
        let element = try element(named: name.text)
        _ = try Order.Wish.level(.to(target)).absoluteAction(for: catalog.index[element])
        guard case .level(let level)? = known(element, .regulable)?.fresh else {
            // There is nothing to begin at.
            let order = Order(element: name.text, wish: .level(.to(target)))
            setActivity(.order(try give(order, in: id, at: now)), of: id)
            return nil
        }
        let ramp = Ramp(element: name.text, from: level.value, to: target.value, over: duration, at: now)
        setActivity(.ramp(ramp), of: id)
        remind(.strand(id), at: ramp.next)
        return nil
    }

    /// The next level may be due.
    mutating func tick(_ ramp: Ramp, for id: StrandID, at now: Instant) {
        guard ramp.order == nil, ramp.next <= now else { return }
        if let other = overtaker(of: ramp, for: id) {
            finish(id, .note("left at \(ramp.level): \(other) moved it"), at: now)
            return
        }
        var ramp = ramp
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

    /// Who gave the element an order since the ramp began; nil where nobody did.
    private func overtaker(of ramp: Ramp, for id: StrandID) -> String? {
        guard let run = scenes[id.run], let reading = regulable(named: ramp.element) else { return nil }
        let isOwn = reading.cause == run.cause || reading.cause == StateTable.house
        return !isOwn && reading.since > ramp.start.wall ? reading.cause : nil
    }

    private func regulable(named name: String) -> Reading? {
        do throws(Fault) {
            return state.reading(try element(named: name), .regulable)
        } catch {
            // A load took it away; the next order says so.
            return nil
        }
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
    var fresh: Action? { isStale ? nil : value }
}

import DomoLanguage
import DomoModel

// `dim … over …`: the levels of a ramp, and how it is overtaken.

extension Scenes {
    mutating func beginRamp(
        of name: Script.Name,
        to target: Percent,
        over duration: Duration,
        in id: StrandID,
        world: borrowing some SceneWorld
    ) throws(Fault) {
        let element = try world.element(named: name.text)
        _ = try Order.Wish.level(.to(target)).absoluteValue(for: world[element])
        // A stale level is a better start than the final one.
        guard let reading = world.reading(element, .regulable), case .level(let level)? = reading.value else {
            // The initial level is unknown.
            give(Order(element: name.text, wish: .level(.to(target))), in: id)
            return
        }
        let ramp = Ramp(
            element: name.text,
            from: level.value,
            to: target.value,
            isConfirmed: reading.certainty == .confirmed && !reading.isStale,
            over: duration,
            at: world.now
        )
        runs.setActivity(.ramp(ramp), of: id)
        remind(.strand(id), at: ramp.next)
    }

    /// The next level may be due.
    mutating func tick(_ ramp: Ramp, for id: StrandID, in world: borrowing some SceneWorld) {
        guard ramp.order == nil, ramp.next <= world.now else { return }
        var ramp = ramp
        if let other = overtaker(of: &ramp, for: id, in: world) {
            finish(id, .note("stopped at \(ramp.level): \(other) moved it"), in: world)
            return
        }
        ramp.level = ramp.level(at: world.now)
        ramp.lastGiven = world.now
        ramp.given += 1
        give(Order(element: ramp.element, wish: .level(.to(Percent(clamping: ramp.level)))), in: id, of: ramp)
    }

    mutating func rampOrderEnded(
        _ ramp: Ramp,
        _ result: Result<OrderReceipt, Fault>,
        for id: StrandID,
        in world: borrowing some SceneWorld
    ) {
        var ramp = ramp
        ramp.order = nil
        let isLast = ramp.level == ramp.to
        switch result {
        case .success(let receipt) where receipt.outcome == .superseded:
            finish(id, .note("stopped at \(ramp.level): another order took over"), in: world)
            return
        case .success(let receipt) where isLast:
            guard ramp.failed == 0 else {
                finish(id, .note("\(ramp.failed) of \(ramp.given) levels failed, but not the last"), in: world)
                return
            }
            finish(id, .order(receipt), in: world)
            return
        case .failure(let fault) where isLast:
            finish(id, .failure(fault), in: world)
            return
        case .success: break
        case .failure: ramp.failed += 1
        }
        runs.setActivity(.ramp(ramp), of: id)
        remind(.strand(id), at: max(world.now, ramp.next))
    }

    // MARK: - Overtaking

    /// Who moved the element since the ramp began, by an order or at the wall; nil if nobody did.
    private func overtaker(of ramp: inout Ramp, for id: StrandID, in world: borrowing some SceneWorld) -> String? {
        // A load may have removed the element; the next order reports that.
        guard let run = runs[id.run], let element = try? world.element(named: ramp.element) else { return nil }
        if let reading = world.reading(element, .regulable), let changed = world.changed(element, .regulable),
            changed > ramp.start, reading.cause != run.cause, reading.cause != .house
        {
            return reading.cause.label
        }
        if let reported = reported(.regulable, of: element, in: world), reported.moment > ramp.start,
            case .level(let level) = reported.value
        {
            if ramp.hasPassed(level.value) {
                ramp.echoesUntil = min(ramp.echoesUntil, reported.moment)
            } else if reported.moment > ramp.echoesUntil, reported.cause == .house {
                return reported.cause.label
            }
        }
        guard let reported = reported(.binary, of: element, in: world), reported.moment > ramp.echoesUntil,
            reported.value == .off, reported.cause == .house, ramp.isContradicted(byOffAt: reported.moment)
        else { return nil }
        return reported.cause.label
    }

    /// What the house last reported for a facet, even if an order waits for something else; nil if there is no valid
    /// report.
    private func reported(
        _ type: FacetType,
        of element: ElementID,
        in world: borrowing some SceneWorld
    ) -> (value: Value, moment: Instant, cause: Cause)? {
        guard world.reports(type, of: element) else { return nil }
        if let (value, moment) = world.contradiction(type, of: element) { return (value, moment, .house) }
        guard let moment = world.lastUpdate(of: element, type), let reading = world.reading(element, type),
            let value = reading.fresh
        else { return nil }
        return (value, moment, reading.cause)
    }
}

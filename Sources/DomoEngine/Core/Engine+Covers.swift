import DomoLanguage
import DomoModel

// Covers: what is commanded and reported goes to them, and what they decide is shown, sent and published.

extension HouseShowing where Self: ~Copyable {
    /// Nil for what is no cover, or has no route.
    ///
    /// - Parameter id: a representative.
    func coverTraits(of id: ElementID) -> CoverTraits? {
        let types = houses.types(of: id)
        guard types.contains(.bidirectional) else { return nil }
        let endpoint = houses.endpoint(of: id, .bidirectional) ?? houses.endpoint(of: id, .regulable)
        guard let endpoint else { return nil }
        var profile = houses.endpoints[endpoint.number].link.profile.cover(houses.target(id))
        if profile.up == nil, profile.down == nil, let travel = houses[id].details?.travel {
            (profile.up, profile.down) = (travel.up, travel.down)
        }
        // A level beside a switch is that of a lamp.
        let hasPosition = types.contains(.regulable) && !types.contains(.binary)
        return CoverTraits(
            profile: profile,
            hasPosition: hasPosition,
            reportsPosition: hasPosition && reports(.regulable, of: id),
            reportsDirection: reports(.bidirectional, of: id)
        )
    }

    /// The traits of a cover that a facet belongs to.
    func coverTraits(of id: ElementID, _ type: FacetType) -> CoverTraits? {
        guard type == .bidirectional || type == .regulable, let traits = coverTraits(of: id) else { return nil }
        return type == .bidirectional || traits.hasPosition ? traits : nil
    }

    /// The level at which a cover and its slats are open, 0 or 100; nil for what is no cover, and if its link does not say.
    func openAt(_ id: ElementID) -> Int? {
        let types = houses.types(of: id)
        // Without a direction, a cover is one by its class.
        let isCover =
            types.contains(.bidirectional) || houses[id].details?.elementClass?.types.contains(.bidirectional) == true
        let endpoint = houses.endpoint(of: id, .bidirectional) ?? houses.endpoint(of: id, .regulable)
        guard isCover, let endpoint else { return nil }
        let profile = houses.endpoints[endpoint.number].link.profile.cover(houses.target(id))
        return profile.directionAtZero.map { $0 == .up ? 0 : 100 }
    }

    /// What people are shown of a cover; nil for other elements.
    func coverView(of id: ElementID) -> CoverView? {
        guard let traits = coverTraits(of: id) else { return nil }
        let types: [FacetType] = traits.hasPosition ? [.bidirectional, .regulable] : [.bidirectional]
        let isWatched = types.allSatisfy { type in
            houses.endpoint(of: id, type).map { isReachable($0) != false } ?? true
        }
        let (state, certainty) = isWatched ? covers.state(of: id) : (.unknown, .unknown)
        return CoverView(state: state, certainty: certainty)
    }
}

extension Engine {
    /// Shows and publishes what changed of a cover.
    ///
    /// - Parameters:
    ///   - updated: the facets that were ordered or reported now, whether they changed or not.
    ///   - reported: when that was.
    ///   - isAnswer: it answers a read.
    ///   - isStored: false if only time has passed.
    mutating func show(
        _ change: Covers.Change,
        of element: ElementID,
        updated: FacetTypes = FacetTypes(),
        by cause: Cause,
        reportedAt reported: Instant? = nil,
        isAnswer: Bool = false,
        isStored: Bool = true,
        at now: Instant
    ) {
        if change.state { turnSlats(of: element, at: now) }
        var changed: [FacetType] = []
        for type in houses.types(of: element) {
            let (known, isChanged): (Cover.Known?, Bool)
            switch type {
            case .bidirectional: (known, isChanged) = (covers.direction(of: element), change.direction)
            case .regulable: (known, isChanged) = (covers.level(of: element), change.level)
            case .binary, .value, .colour: continue
            }
            guard isChanged || updated.contains(type), coverTraits(of: element, type) != nil else { continue }
            readings.show(
                known,
                type,
                of: element,
                isUpdate: updated.contains(type),
                isAnswer: isAnswer,
                at: reported ?? now,
                by: cause
            )
            if isChanged { changed.append(type) }
        }
        // Clients learn of a new word from the reading of the direction.
        if changed.isEmpty, change.state {
            publishReadings(of: element, [.bidirectional], at: now, isStored: false)
        } else {
            publishReadings(of: element, changed, at: now, isStored: isStored)
        }
    }

    /// A command that the link accepted, or that somebody else gave.
    ///
    /// - Returns: false for what is no cover.
    mutating func commandCover(_ value: Value, _ element: ElementID, by cause: Cause, at now: Instant) -> Bool {
        guard let traits = coverTraits(of: element, value.type) else { return false }
        let change = covers.command(value, element, traits, by: cause, at: now)
        show(change, of: element, updated: FacetTypes([value.type]) ?? FacetTypes(), by: cause, at: now)
        return true
    }

    /// - Parameters:
    ///   - order: the cause of the order that the report confirms.
    ///   - isAnswer: it answers a read.
    mutating func reportCover(
        _ value: Value?,
        _ type: FacetType,
        _ element: ElementID,
        confirming order: Cause?,
        reportedAt reported: Instant?,
        isAnswer: Bool,
        at now: Instant
    ) -> Bool {
        guard let traits = coverTraits(of: element, type) else { return false }
        guard let value else {
            covers.expire(type, of: element)
            publishReadings(of: element, readings.makeStale([type], of: element), at: now)
            return true
        }
        let change = covers.report(value, element, traits, at: reported ?? now)
        let updated = FacetTypes([type]) ?? FacetTypes()
        show(
            change,
            of: element,
            updated: updated,
            by: order ?? .house,
            reportedAt: reported,
            isAnswer: isAnswer,
            at: now
        )
        return true
    }

    /// An answer says whether a cover moves.
    ///
    /// - Returns: true if that is all that it says: while it moves, a direction is that of its movement and no end.
    mutating func noteSeen(isMoving: Bool, _ report: FacetReport, at now: Instant) -> Bool {
        let (element, type) = (report.element, report.type)
        guard !report.isCompared, let traits = coverTraits(of: element, type) else { return false }
        let isDirection = isMoving && type == .bidirectional
        let change =
            isMoving
            ? covers.report(movement: isDirection ? CoverDirection(report.value) : nil, element, traits, at: now)
            : covers.reportRest(element, traits, at: now)
        for type in [FacetType.bidirectional, .regulable] {
            orders.note(isMoving: isMoving, type, of: element, limit: covers.maxMovement(of: element))
        }
        let updated = isDirection ? FacetTypes([type]) ?? FacetTypes() : FacetTypes()
        show(change, of: element, updated: updated, by: .house, at: now)
        if isMoving { polling.follow(element, at: now) }
        return isDirection
    }

    /// The element may have moved in an unknown way: its readings are stale.
    mutating func noteUncertainCover(_ element: ElementID, at now: Instant) -> Bool {
        guard let traits = coverTraits(of: element) else { return false }
        show(covers.noteUncertainCommand(element, traits, at: now), of: element, by: .house, at: now)
        return true
    }

    /// True if a report is shown although an order waits for another value: the position of a cover on its way.
    func showsOnTheWay(_ type: FacetType, of element: ElementID) -> Bool {
        type == .regulable && coverTraits(of: element, type) != nil
    }

    // MARK: - Loss

    /// Nobody watches these covers any more.
    mutating func loseCovers(where matches: (ElementID) -> Bool) {
        for element in covers.lose(where: matches) {
            for type in [FacetType.bidirectional, .regulable] where coverTraits(of: element, type) != nil {
                _ = readings.makeStale([type], of: element)
            }
        }
    }

    /// Covers under the numbers of a load; those with other travel times or another route are unknown.
    mutating func loadCovers(_ load: PreparedLoad) {
        let rerouted = Set(load.rerouted.compactMap { load.number(of: $0.element) })
        var traits: [ElementID: CoverTraits] = [:]
        for id in covers.elements.compactMap(load.number) { traits[id] = coverTraits(of: id) }
        let changed = covers.load(load.number, traits: traits)
        let lost = Set(changed).union(rerouted)
        loseCovers { lost.contains($0) }
    }

    // MARK: - Time

    mutating func carryOut(_ step: Covers.Step, at now: Instant) {
        switch step {
        // A newer order is on its way: a stop behind it would end the movement that it begins.
        case .stop(let element, _): if orders.isIdle(element) { send(step, .stop, element, at: now) }
        case .move(let element, let direction, _):
            if orders.isIdle(element) { send(step, direction.value, element, at: now) }
        case .changed(let element, let change): show(change, of: element, by: covers.cause(of: element), at: now)
        }
    }

    /// Sends what ends a movement by time. It is part of an order that is long accepted: it has no record of its own, waits
    /// for nothing, and counts in the budget of its endpoint.
    private mutating func send(_ step: Covers.Step, _ value: Value, _ element: ElementID, at now: Instant) {
        // Once the link is lost, nothing is known of its covers any more.
        guard let endpoint = houses.endpoint(of: element, .bidirectional), !links[endpoint].isDown else { return }
        let target = houses.target(element)
        let id = orders.nextDispatchID()
        covers.noteSent(step, as: id)
        links.chargeUrgent(endpoint, links[endpoint].cost(of: value, for: target), at: now)
        let dispatch = Dispatch(id: id, target: target, value: value, timeout: .seconds(1), isUrgent: true)
        outbox.send(dispatch, via: links[endpoint].link.port)
    }

    /// The outcome of such a signal.
    mutating func handle(_ outcome: Outcome, of step: Covers.Step, at now: Instant) {
        switch step {
        case .stop(let element, let attempt):
            guard isWatched(element) else { return }
            if outcome == .accepted {
                _ = commandCover(.stop, element, by: covers.cause(of: element), at: now)
            } else if attempt == .first, orders.isIdle(element), isRepeatable(.stop, element) || !outcome.mayHaveActed {
                // The cover still moves.
                covers.retry(.stop(element, .second))
            } else if case .notSent = outcome, attempt == .second, orders.isIdle(element),
                covers.postponeStop(of: element, at: now)
            {
                // The tunnel is being opened again.
                return
            } else if attempt != .overtaken || outcome.mayHaveActed {
                _ = noteUncertainCover(element, at: now)
            }
        case .move(let element, _, let target):
            guard isWatched(element) else { return }
            if outcome == .accepted {
                _ = commandCover(.level(target), element, by: covers.cause(of: element), at: now)
            } else if outcome.mayHaveActed {
                _ = noteUncertainCover(element, at: now)
            }
        case .changed: break
        }
    }

    /// False if its link is down: what it does is unknown then.
    private func isWatched(_ element: ElementID) -> Bool {
        houses.endpoint(of: element, .bidirectional).map { !links[$0].isDown } ?? false
    }

    private func isRepeatable(_ value: Value, _ element: ElementID) -> Bool {
        guard let endpoint = houses.endpoint(of: element, .bidirectional) else { return false }
        return links[endpoint].link.profile.mayRepeat(value, of: houses.target(element))
    }
}

import DomoLanguage
import DomoModel

/// Everything that makes a cover one: its direction, position and movement, its travel times, and the word that people
/// are shown. Covers of which nothing is known take no memory.
struct Covers: Sendable {
    /// What changed of a cover that is shown.
    struct Change: Sendable, Equatable {
        var level = false
        var direction = false
        /// The word for people, or whether it moves.
        var state = false

        var isEmpty: Bool { !level && !direction && !state }
    }

    /// What domo does by itself to end a movement at a position.
    enum Step: Sendable, Equatable {
        case stop(ElementID, Attempt)
        /// The second part of a movement from an unknown position.
        case move(ElementID, CoverDirection, to: Percent)
        /// Time changed what is shown.
        case changed(ElementID, Change)
    }

    enum Attempt: Sendable, Equatable {
        case first, second
        /// The cover got a newer command since: the stop is not sent again.
        case overtaken
    }

    private var covers: [ElementID: Cover] = [:]
    private var timers = Timers<ElementID, Instant>()
    /// The time of the pending timer of each cover; later ones for it are obsolete.
    private var scheduled: [ElementID: Instant] = [:]
    /// The steps that were sent and have no outcome yet.
    private var sent: [Dispatch.ID: Step] = [:]
    private var steps = Decisions<Step>()

    var earliest: Instant? { timers.earliest }
    var hasSteps: Bool { !steps.isEmpty }
    var held: [String: Int] {
        ["cover timers": timers.count - scheduled.count, "cover steps": steps.count, "sent cover steps": sent.count]
    }

    mutating func nextStep() -> Step? { steps.next() }

    // MARK: - What is shown

    /// Those of which something is known.
    var elements: [ElementID] { Array(covers.keys) }

    /// The position, as it is shown; nil if it is unknown.
    func level(of id: ElementID) -> Cover.Known? { covers[id]?.level }
    func direction(of id: ElementID) -> Cover.Known? { covers[id]?.direction }

    func state(of id: ElementID) -> (CoverState, Certainty) { covers[id]?.state ?? (.unknown, .unknown) }

    /// Who gave the last command.
    func cause(of id: ElementID) -> Cause { covers[id]?.cause ?? .house }

    /// True while it is reported to move, or moves according to its travel times.
    func isMoving(_ id: ElementID) -> Bool {
        guard let cover = covers[id], let movement = cover.movement else { return false }
        return movement.isReported || cover.traits.hasTravelTimes && movement.direction != nil
    }

    /// True while it may move: also if only a command is known, and for how long it may take.
    func isUnderway(_ id: ElementID) -> Bool { covers[id]?.movement != nil }

    /// True if it is known to be at rest.
    func isAtRest(_ id: ElementID) -> Bool { covers[id]?.motion == .resting }

    /// The longest movement: an order may be confirmed that much later.
    func maxMovement(of id: ElementID) -> Duration {
        guard let cover = covers[id] else { return Cover.maxReportedMovement }
        return cover.movement?.isReported == true
            ? max(Cover.maxReportedMovement, cover.traits.maxMovement) : cover.traits.maxMovement
    }

    // MARK: - What happens

    /// - Parameter traits: nil for what is no cover.
    private mutating func change(
        _ id: ElementID,
        _ traits: CoverTraits,
        at now: Instant,
        _ body: (inout Cover) -> Void
    ) -> Change {
        var cover = covers[id] ?? Cover(traits)
        cover.traits = traits
        let before = cover
        body(&cover)
        covers[id] = cover
        schedule(id, cover.due)
        return Change(before, cover)
    }

    private mutating func schedule(_ id: ElementID, _ due: Instant?) {
        guard let due, scheduled[id].map({ due < $0 }) ?? true else { return }
        scheduled[id] = due
        timers.add(id, at: due)
    }

    /// A command that the link accepted, or that somebody else gave.
    mutating func command(
        _ value: Value,
        _ id: ElementID,
        _ traits: CoverTraits,
        by cause: Cause,
        at now: Instant
    ) -> Change {
        for (dispatch, step) in sent {
            if case .stop(id, _) = step { sent[dispatch] = .stop(id, .overtaken) }
        }
        return change(id, traits, at: now) { cover in
            cover.cause = cause
            cover.command(value, at: now)
        }
    }

    mutating func report(_ value: Value, _ id: ElementID, _ traits: CoverTraits, at now: Instant) -> Change {
        change(id, traits, at: now) { cover in
            if case .level(let level) = value {
                cover.report(position: level, at: now)
            } else {
                cover.report(direction: value, at: now)
            }
        }
    }

    mutating func report(isMoving: Bool, _ id: ElementID, _ traits: CoverTraits, at now: Instant) -> Change {
        change(id, traits, at: now) { $0.report(isMoving: isMoving, at: now) }
    }

    /// - Parameter direction: nil if unknown.
    mutating func report(
        movement direction: CoverDirection?,
        _ id: ElementID,
        _ traits: CoverTraits,
        at now: Instant
    ) -> Change {
        change(id, traits, at: now) { $0.report(movement: direction, at: now) }
    }

    /// It was seen at rest.
    mutating func reportRest(_ id: ElementID, _ traits: CoverTraits, at now: Instant) -> Change {
        change(id, traits, at: now) { $0.reportRest(at: now) }
    }

    /// It may have moved in an unknown way.
    mutating func noteUncertainCommand(_ id: ElementID, _ traits: CoverTraits, at now: Instant) -> Change {
        change(id, traits, at: now) { $0.noteUncertainCommand(at: now) }
    }

    /// Its reading is too old.
    mutating func expire(_ type: FacetType, of id: ElementID) { covers[id]?.expire(type) }

    /// A reading of the previous run. Newer ones stay.
    mutating func restore(_ reading: Reading, of id: ElementID, _ traits: CoverTraits) {
        guard let value = reading.value else { return }
        covers[id, default: Cover(traits)].restore(value, reading.certainty)
    }

    /// Nobody watches these covers any more.
    ///
    /// - Returns: those of which something was known.
    mutating func lose(where matches: (ElementID) -> Bool) -> [ElementID] {
        let lost = covers.keys.filter(matches)
        for id in lost { covers[id]?.lose() }
        return lost
    }

    // MARK: - Movements by time

    /// The value that is sent for an order: for a position that is reached by time, a direction.
    ///
    /// - Returns: nil if nothing has to be sent: it is already there, or a stop would turn its slats.
    mutating func signal(for value: Value, _ id: ElementID, _ traits: CoverTraits, at now: Instant) -> Value? {
        switch value {
        case .level(let level) where traits.hasPosition && traits.profile.isPositionedByTime:
            var cover = covers[id] ?? Cover(traits)
            cover.traits = traits
            let signal = cover.signal(to: Double(level.value), at: now)
            covers[id] = cover
            return signal
        case .stop where traits.profile.stopTurnsSlats: return isAtRest(id) ? nil : value
        case .on, .off, .press, .level, .dimming, .up, .down, .stop, .number, .text, .colour: return value
        }
    }

    mutating func noteSent(_ step: Step, as id: Dispatch.ID) { sent[id] = step }

    /// - Returns: the step that was sent with this number.
    mutating func takeSent(_ id: Dispatch.ID) -> Step? { sent.removeValue(forKey: id) }

    /// A stop could not be sent, although the link is up: it is sent a little later.
    ///
    /// - Returns: false if there is nothing left to stop.
    mutating func postponeStop(of id: ElementID, at now: Instant) -> Bool {
        guard covers[id]?.postponeStop(until: now + Self.pauseBeforeRetry) == true else { return false }
        schedule(id, covers[id]?.due)
        return true
    }

    private static let pauseBeforeRetry: Duration = .milliseconds(250)

    /// Sends a step again.
    mutating func retry(_ step: Step) { steps.append(step) }

    // MARK: - Time

    mutating func wake(at now: Instant) {
        while let id = timers.popDue(at: now) {
            guard let moment = scheduled[id], moment <= now else { continue }
            scheduled[id] = nil
            guard var cover = covers[id] else { continue }
            let before = cover
            cover.wake(at: now)
            if let plan = cover.takePlan(at: now) { carryOut(plan, id, &cover, at: now) }
            covers[id] = cover
            schedule(id, cover.due)
            let change = Change(before, cover)
            if !change.isEmpty { steps.append(.changed(id, change)) }
        }
    }

    private mutating func carryOut(_ plan: Cover.Plan, _ id: ElementID, _ cover: inout Cover, at now: Instant) {
        switch plan {
        case .stop: steps.append(.stop(id, .first))
        case .turn(_, let target):
            // It is at the end now, unless its position is still unknown: then it stays there.
            guard cover.position(at: now) != nil, let direction = CoverDirection(cover.signal(to: target, at: now))
            else { return }
            steps.append(.move(id, direction, to: Percent(clamping: Int(target))))
        }
    }

    // MARK: - Loads

    /// Keeps the covers that are moved and watched as before, under their new numbers.
    ///
    /// - Returns: those whose traits changed.
    mutating func load(_ number: (ElementID) -> ElementID?, traits: [ElementID: CoverTraits]) -> [ElementID] {
        var changed: [ElementID] = []
        let before = covers
        covers = [:]
        scheduled = [:]
        timers = Timers()
        for (old, cover) in before.sorted(by: { $0.key.number < $1.key.number }) {
            guard let id = number(old), covers[id] == nil, let new = traits[id] else { continue }
            var cover = cover
            if cover.traits != new {
                changed.append(id)
                cover.traits = new
            }
            covers[id] = cover
            schedule(id, cover.due)
        }
        sent = sent.compactMapValues { step in
            switch step {
            case .stop(let id, let attempt): number(id).map { .stop($0, attempt) }
            case .move(let id, let direction, let target): number(id).map { .move($0, direction, to: target) }
            case .changed: nil
            }
        }
        return changed
    }
}

extension Covers.Change {
    fileprivate init(_ before: Cover, _ after: Cover) {
        level = before.level != after.level
        direction = before.direction != after.direction
        state = before.state != after.state || (before.movement != nil) != (after.movement != nil)
    }
}

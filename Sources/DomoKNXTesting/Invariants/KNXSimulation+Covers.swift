import DomoEngine
import DomoEngineTesting
import DomoKNX
import DomoKNXBus
import DomoKNXHouse
import DomoLanguage
import DomoModel

// What is shown of covers, against what the engine was told of them.

extension KNXSimulation {
    /// The time after the end of a movement in which the last position may still be replaced.
    private static let settling = 2 * KNXScenario.second
    /// The maximum time between the due time of a stop and its telegram.
    static let maxStopDelay: Int64 = 50_000_000
    /// Stops that domo plans itself are not in the range of order numbers.
    private static let firstPlanned: UInt64 = 1 << 50

    static func planned(_ id: Dispatch.ID) -> UInt64 { firstPlanned + id.number }

    // MARK: - What the engine is told

    func noteCoverReport(_ input: DomoEngine.Input) {
        switch input {
        case .observed(_, let observations): for observation in observations { note(observation) }
        case .outcome(let id, let outcome):
            guard let order = coverOrders.removeValue(forKey: id.number) else { return }
            switch outcome {
            case .accepted:
                noteCommand(order.value, of: order.path)
                noteConfirmed(order.value, of: order.path)
            case .lost, .unacknowledged:
                if order.value != .stop { covers[order.path, default: TrackedCover()].isUncertain = true }
            case .refused, .notSent, .expired, .impossible: break
            }
        default: break
        }
    }

    private func note(_ observation: Observation) {
        let path = observation.facet.path
        guard house.motion(path) != nil else { return }
        if let isMoving = observation.isMoving {
            let isUnderway = covers[path].map { $0.movedAt ?? .min > $0.restedAt ?? .min } ?? false
            if isMoving, !isUnderway { covers[path, default: TrackedCover()].movedAt = time }
            if !isMoving {
                covers[path, default: TrackedCover()].restedAt = time
                covers[path, default: TrackedCover()].isUncertain = false
            }
            covers[path, default: TrackedCover()].isMoving = isMoving
        }
        switch (observation.kind, observation.value) {
        case (.state, .level(let level)?):
            // On a busy bus, the position may change before the actuator reports that it moves.
            if let before = covers[path]?.position, before != level { covers[path]?.movedAt = time }
            covers[path, default: TrackedCover()].position = level
            covers[path, default: TrackedCover()].positionAt = time
        case (.commandSeen, let value?): noteCommand(value, of: path)
        case (.commandSeen, nil): covers[path, default: TrackedCover()].movedAt = time
        default: break
        }
    }

    private func noteCommand(_ value: Value, of path: String) {
        covers[path, default: TrackedCover()].commandedAt = time
        let target: Percent? =
            switch value {
            case .up: .zero
            case .down: Percent(clamping: 100)
            case .level(let level): level
            case .on, .off, .press, .dimming, .stop, .number, .text, .colour: nil
            }
        guard let target, target != covers[path]?.position else { return }
        covers[path, default: TrackedCover()].movedAt = time
    }

    // MARK: - What is shown

    func coverIsShownAsReported(_ path: String) {
        let request = Request.show(element: path)
        let reply = daemon?.engine.answerAtOnce(request, by: .user(0, name: "judge"), at: instant)?.reply
        guard case .element(let view)? = reply, let cover = view.cover else { return }
        let direction = view.readings.first { $0.type == .bidirectional }?.reading
        let level = view.readings.first { $0.type == .regulable }?.reading
        coverage.note("covers \(cover.state.rawValue)")
        if cover.state == .between || isAtRestBetweenTheEnds(path, level) {
            coverage.note("covers at rest between their ends")
            if let value = direction?.value {
                violate("\(path) \(value.word), \(level?.value?.word ?? "?")", invariant: "noDirectionBetweenTheEnds")
            }
        }
        if let level, level.certainty == .confirmed, !level.isStale { positionsAreNewerThanTheMovement(path) }
    }

    private func isAtRestBetweenTheEnds(_ path: String, _ level: Reading?) -> Bool {
        guard let level, level.certainty == .confirmed, !level.isStale, case .level(let percent)? = level.value,
            percent > .zero, percent < Percent(clamping: 100), let tracked = covers[path], tracked.isMoving == false,
            !tracked.isUncertain,
            let rested = tracked.restedAt
        else { return false }
        return time > rested + Self.settling && tracked.commandedAt ?? .min < rested && tracked.movedAt ?? .min < rested
    }

    /// A reported position is stale from the begin of a movement until the next report.
    private func positionsAreNewerThanTheMovement(_ path: String) {
        guard let tracked = covers[path], !tracked.isUncertain, let moved = tracked.movedAt,
            tracked.positionAt ?? .min < moved
        else { return }
        violate("\(path) has moved since its position was reported")
    }

    // MARK: - Planned stops

    func onlyMovementsByTimeAreUrgent(_ dispatch: Dispatch) {
        guard isTimed(dispatch.target.path), dispatch.value.type == .bidirectional else {
            return violate("\(dispatch.target.path) \(dispatch.value.word)")
        }
    }

    /// The telegram of an urgent dispatch was sent.
    func plannedStopsLeaveInTime(_ dispatch: TrackedDispatch) {
        guard dispatch.isUrgent else { return }
        coverage.note("movements for a time")
        noteTransmittedStop(dispatch)
        let delay = time - dispatch.sentAt
        guard time > faultyUntil, delay > Self.maxStopDelay else { return }
        violate("\(dispatch.path) \(dispatch.value.word) was sent after \(delay / 1_000_000) ms")
    }
}

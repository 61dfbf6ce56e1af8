import DomoLanguage
import DomoModel

// Slats: every movement of their cover turns them, since both have one motor. Until the cover rests, what is reported of
// them is on the way to something else.

extension Engine {
    /// True while the cover moves whose motor turns these slats.
    func isTurning(_ element: ElementID) -> Bool { houses.cover(of: element).map(covers.isUnderway) ?? false }

    /// A cover began or ended a movement.
    mutating func turnSlats(of cover: ElementID, at now: Instant) {
        guard let slats = houses.slats(of: cover) else { return }
        extendConfirmation(of: slats)
        guard covers.isUnderway(cover) else {
            // Only now the motor turns them to what was ordered meanwhile.
            if let within = confirmationTime(of: .level(.zero), slats) {
                orders.begin(waitingFor: .regulable, of: slats, within: within, at: now)
            }
            return polling.scheduleRead(of: slats, at: now)
        }
        publishReadings(of: slats, readings.makeStale([.regulable], of: slats), at: now, isStored: false)
    }

    /// An order for slats is confirmed once their cover rests.
    mutating func extendConfirmation(of slats: ElementID) {
        guard let cover = houses.cover(of: slats) else { return }
        orders.note(
            isMoving: covers.isUnderway(cover),
            .regulable,
            of: slats,
            limit: covers.maxMovement(of: cover)
        )
    }

    /// What slats report while their cover moves is shown, but does not count as known.
    ///
    /// - Returns: false if it counts.
    mutating func observeTurning(
        _ value: Value?,
        _ type: FacetType,
        of element: ElementID,
        reportedAt reported: Instant,
        at now: Instant
    ) -> Bool {
        guard isTurning(element) else { return false }
        let before = readings[element].facets.first { $0.type == type }?.reading
        let precision = precision(of: type, of: element)
        _ = readings.observe(value, type, of: element, at: reported, confirming: nil, precision: precision)
        _ = readings.makeStale([type], of: element)
        let isChanged = readings[element].facets.first { $0.type == type }?.reading != before
        publishReadings(of: element, isChanged ? [type] : [], at: now)
        return true
    }
}

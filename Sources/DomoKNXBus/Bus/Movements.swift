import DomoKNX
import DomoKNXHouse

/// What covers with an address for each direction reported over the current connection: they move while one of the two
/// is 1.
struct Movements: Sendable {
    private var moving: Set<GroupAddress> = []

    mutating func clear() { moving = [] }

    /// Notes a report on one of the addresses.
    ///
    /// - Returns: Whether the cover moves now, and whether this report shows its direction.
    mutating func note(
        _ bit: Bool,
        isDown: Bool,
        _ motion: KNXMotion
    ) -> (isMoving: Bool, showsDirection: Bool) {
        let isOn = bit != motion.isMovingInverted
        guard let up = motion.moving, let down = motion.movingDown else { return (isOn, false) }
        let (own, other) = isDown ? (down, up) : (up, down)
        if isOn { moving.insert(own) } else { moving.remove(own) }
        // It can't move both ways: the later report counts.
        if isOn { moving.remove(other) }
        return (isOn || moving.contains(other), isOn)
    }
}

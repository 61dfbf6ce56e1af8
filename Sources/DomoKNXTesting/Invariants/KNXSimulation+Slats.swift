import DomoEngine
import DomoEngineTesting
import DomoModel

// Slats, which the motor of their cover turns.

extension KNXSimulation {
    /// An order of slats is not under way together with one of their cover. Planned stops of domo wait for nothing.
    func motorsHaveOneQueue(_ dispatch: Dispatch) {
        let path = dispatch.target.path
        let motor = KNXHouse.motor(path)
        guard !dispatch.isUrgent, house.slats[motor] != nil else { return }
        coverage.note("orders of motors with slats")
        let others = dispatches.filter { number, other in
            number != dispatch.id.number && !other.isUrgent && other.path != path && KNXHouse.motor(other.path) == motor
        }
        // An order may be given up before its outcome; the next one is sent then.
        for (_, other) in others where openOrders.contains(other.order) {
            violate("\(path) is ordered while \(other.path) is")
        }
    }

    /// A reading of slats does not count as known while the engine has been told that their cover moves.
    func slatsAreUnknownWhileTheirCoverMoves(_ path: String, _ reading: Reading) {
        let cover = KNXHouse.motor(path)
        guard cover != path, reading.certainty == .confirmed else { return }
        coverage.note("confirmed slats")
        guard covers[cover]?.isMoving == true else { return }
        coverage.note("slats while their cover moves")
        if !reading.isStale { violate("\(path) is known while \(cover) moves") }
    }
}

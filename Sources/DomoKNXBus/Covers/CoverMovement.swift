import DomoModel

/// A movement of a cover that begins when its telegram is on the bus.
struct CoverMovement: Sendable {
    let path: String
    let direction: CoverEstimate.Direction
    /// Nil for a movement to the end of travel.
    let target: Double?

    init(_ path: String, _ direction: CoverEstimate.Direction, to target: Double? = nil) {
        self.path = path
        self.direction = direction
        self.target = target
    }

    /// The value of its telegram.
    var value: Value { direction.value }
}

extension CoverEstimate.Direction {
    /// Nil unless the value is a direction.
    init?(_ value: Value) {
        switch value {
        case .up: self = .up
        case .down: self = .down
        case .on, .off, .level, .stop, .number, .text: return nil
        }
    }

    var value: Value { self == .up ? .up : .down }
}

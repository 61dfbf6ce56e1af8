public import DomoModel

/// What a link knows of a cover: an element with two directions and perhaps a position.
public struct CoverProfile: Sendable, Equatable {
    /// Whether it is up or down at 0 %; at 100 % it is the other. Nil if that is unknown.
    public var directionAtZero: Value?
    /// The travel times from one end to the other; nil if unknown.
    public var up: Duration?
    public var down: Duration?
    /// It takes no positions: it moves for a time and is then stopped.
    public var isPositionedByTime: Bool
    /// A reported direction shows the end at which it rests; otherwise only how it moved last.
    public var reportsEnds: Bool
    /// At rest, the signal that stops it would turn its slats.
    public var stopTurnsSlats: Bool

    public init(
        directionAtZero: Value? = nil,
        up: Duration? = nil,
        down: Duration? = nil,
        isPositionedByTime: Bool = false,
        reportsEnds: Bool = false,
        stopTurnsSlats: Bool = false
    ) {
        self.directionAtZero = directionAtZero
        self.up = up
        self.down = down
        self.isPositionedByTime = isPositionedByTime
        self.reportsEnds = reportsEnds
        self.stopTurnsSlats = stopTurnsSlats
    }
}

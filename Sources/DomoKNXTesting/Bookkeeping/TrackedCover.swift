import DomoModel

/// What the engine was told of a cover over the current connection.
struct TrackedCover {
    /// The last reported position, and when.
    var position: Percent?
    var positionAt: Int64?
    /// When its last movement began, for all that the engine can know.
    var movedAt: Int64?
    /// An order was lost: whether and when a movement began is unknown until its end.
    var isUncertain = false
    /// As its address reports it.
    var isMoving: Bool?
    /// When it was last reported that it rests.
    var restedAt: Int64?
    /// When it was last commanded.
    var commandedAt: Int64?
}

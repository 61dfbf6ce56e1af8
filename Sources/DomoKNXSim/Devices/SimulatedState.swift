public import DomoKNX
public import DomoModel

/// The true state of one facet, with the inversion of bindings removed.
public enum SimulatedState: Hashable, Sendable {
    case switched(Bool)
    /// 0–100 %.
    case level(Double)
    case motion(CoverMotion)
    /// As on the bus; nil for a device that has no value yet.
    case value(DatapointValue?)
    /// Nil if it can't be told.
    case colour(Colour?)
}

/// The position of a cover.
public struct CoverMotion: Hashable, Sendable {
    public enum Heading: Hashable, Sendable { case up, down }

    /// 0 at the top, 100 at the bottom, as KNX counts.
    public var position: Double
    /// Nil at rest.
    public var heading: Heading?
    /// The direction of the current or last movement.
    public var direction: Heading
    public var isLocked: Bool
    /// The number of slat steps so far.
    public var steps: Int
}

public import DomoKNX

/// What is, of one facet: in the sense of the house, with inverted bindings turned round.
public enum SimulatedState: Hashable, Sendable {
    case switched(Bool)
    /// 0–100 %.
    case level(Double)
    case motion(CoverMotion)
    /// As on the bus; nil for a device that has no value yet.
    case value(DatapointValue?)
}

/// The position of a cover.
public struct CoverMotion: Hashable, Sendable {
    public enum Heading: Hashable, Sendable { case up, down }

    /// 0 at the top, 100 at the bottom, as KNX counts.
    public var position: Double
    /// Nil at rest.
    public var heading: Heading?
    /// Where it moves to, or moved last.
    public var direction: Heading
    public var isLocked: Bool
    /// How many times its slats were stepped.
    public var steps: Int
}

/// What light a lamp of type 5 has.
public struct LightModes: Sendable, Equatable {
    public var hasColours: Bool
    /// The range of its white, in K; nil if it has none, or only mixes it from its colours.
    public var white: ClosedRange<Int>?

    /// Colours only, unless something else is said.
    public init(hasColours: Bool = true, white: ClosedRange<Int>? = nil) {
        self.hasColours = hasColours
        self.white = white
    }
}

import DomoModel

/// The state of an element after orders that were only forecast.
struct SceneExpectation {
    var state: Readings.State

    init(_ state: Readings.State) { self.state = state }

    /// Nil if unknown or stale.
    func value(_ type: FacetType) -> Value? { state[type]?.fresh }

    /// The state if either this or the other applies, and it is not known which.
    func or(_ other: SceneExpectation) -> SceneExpectation { SceneExpectation(state.or(other.state)) }
}

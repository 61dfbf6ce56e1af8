import DomoEngine
import DomoKNXHouse

extension KNXExposure {
    /// The subject whose values the engine reports; nil for the time.
    var exposed: Exposed? {
        switch subject {
        case .facet(let facet): onlyConfirmed ? .confirmed(facet) : .facet(facet)
        case .scene(let name): .scene(name)
        case .clock: nil
        }
    }
}

import DomoEngine
import DomoKNXHouse

extension KNXExposure.Subject {
    /// The subject whose values the engine reports; nil for the time.
    var exposed: Exposed? {
        switch self {
        case .facet(let facet): .facet(facet)
        case .scene(let name): .scene(name)
        case .clock: nil
        }
    }
}

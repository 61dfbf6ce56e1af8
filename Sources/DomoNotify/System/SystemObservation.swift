import DomoLanguage
import DomoModel

/// What is known of the system at a moment.
struct SystemObservation: Sendable {
    /// The replies to `doctor` and `ls -r`; nil if there is none at this moment.
    var health: HealthView?
    var elements: [ElementView]?
    /// The ends of certificates by the address of the server, in seconds since 1970.
    var certificates: [String: Int64] = [:]
    /// By the wall clock.
    var time: Timestamp
}

extension Listing {
    /// All elements, with the parts of devices.
    var allElements: [ElementView] {
        func with(_ parts: ElementView) -> [ElementView] { [parts] + (parts.parts ?? []).flatMap(with) }
        func all(_ place: PlaceView) -> [ElementView] { place.elements.flatMap(with) + place.sectors.flatMap(all) }
        return elements.flatMap(with) + places.flatMap(all)
    }
}

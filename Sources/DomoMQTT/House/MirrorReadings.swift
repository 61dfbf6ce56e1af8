import DomoLanguage
import DomoModel

/// What is known of the elements, by path.
struct MirrorReadings {
    struct Known: Equatable, Sendable {
        var readings: [ReadingView] = []
        var cover: CoverView?
    }

    private(set) var known: [String: Known] = [:]
    /// While a listing is awaited: the events since it was asked for. It may be older than they are.
    private var later: [Event]?

    /// From now on, a listing is awaited.
    mutating func awaitListing() { later = later ?? [] }

    mutating func use(_ listing: Listing) {
        known = [:]
        for place in listing.places { add(place) }
        for element in listing.elements { add(element) }
        for event in later ?? [] { note(event) }
        later = nil
    }

    private mutating func add(_ place: PlaceView) {
        for element in place.elements { add(element) }
        for sector in place.sectors { add(sector) }
    }

    private mutating func add(_ element: ElementView) {
        known[element.path.copied] = Known(readings: element.readings.map(\.self), cover: element.cover)
        for part in element.parts ?? [] { add(part) }
    }

    /// - Returns: the path of the element that has changed.
    @discardableResult
    mutating func use(_ event: Event) -> String? {
        later?.append(event)
        return note(event)
    }

    @discardableResult
    private mutating func note(_ event: Event) -> String? {
        guard event.kind == .reading, let path = event.path, known[path] != nil else { return nil }
        if let reading = event.reading,
            let index = known[path]?.readings.firstIndex(where: { $0.type == reading.type })
        {
            known[path]?.readings[index] = reading
        }
        if let cover = event.cover { known[path]?.cover = cover }
        return path
    }

    mutating func removeAll() { self = MirrorReadings() }
}

import DomoLanguage
import DomoModel

/// A reading in a row of its own: of the direction of a cover its word, unless that is unknown.
struct DetailedReading {
    let text: String
    let certainty: Certainty
    let isStale: Bool
    /// What says since when that is so, and by whom; nil if that is unknown.
    let source: Reading?

    init(_ view: ReadingView, in element: ElementView) {
        let reading = view.reading
        guard view.type == .bidirectional, let cover = element.cover, cover.state != .unknown else {
            text = Rendering.text(of: view, in: element)
            certainty = reading.value == nil ? .unknown : reading.certainty
            isStale = reading.isStale && reading.value != nil
            source = reading.isKnown ? reading : nil
            return
        }
        text = CoverText.mark(cover.certainty) + cover.state.rawValue
        certainty = cover.certainty
        isStale = false
        // Between its ends it has no direction, but a position.
        let position = element.readings.first { $0.type == .regulable && $0.isOfCover(element) }?.reading
        source = [reading, position].compactMap(\.self).first { $0.isKnown && !$0.isStale }
    }

    var shownCertainty: Certainty { isStale ? .unknown : certainty }
}

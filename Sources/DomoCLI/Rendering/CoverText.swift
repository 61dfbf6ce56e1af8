import DomoLanguage
import DomoModel

/// What people are shown of a cover: its word, and its position if that is known now and says more.
struct CoverText: Equatable {
    /// The word, with `~` if it is assumed.
    let word: String
    /// `40 %`; for an unknown cover the last known value, which is stale.
    let position: String?
    /// Unknown also if something is known of it that is stale.
    let certainty: Certainty

    /// - Parameters:
    ///   - position: its level, unless that is unknown or belongs to something else.
    ///   - direction: shown if nothing else is known.
    init(_ cover: CoverView, position: ReadingView?, direction: ReadingView?) {
        let isKnown = [position, direction].contains { $0?.reading.isKnown == true }
        certainty = cover.state == .unknown ? .unknown : cover.certainty
        word = cover.state == .unknown && !isKnown ? "–" : Self.mark(cover.certainty) + cover.state.rawValue
        // A level that is assumed while the cover moves is where it moves to.
        let isPosition = position?.reading.isKnown == true && position?.reading.isStale == false
        let isReported = isPosition && position?.reading.certainty == .confirmed
        let shown: ReadingView? =
            switch cover.state {
            case .open, .closed, .stopped: nil
            case .between: isPosition ? position : nil
            case .opening, .closing: isReported ? position : nil
            case .unknown: isReported ? position : [position, direction].compactMap(\.self).first(where: \.isOld)
            }
        self.position = shown.map { Rendering.text(of: $0, unit: nil) }
    }

    var text: String { position.map { "\(word) · \($0)" } ?? word }

    static func mark(_ certainty: Certainty) -> String { certainty == .assumed ? "~" : "" }
}

extension CoverText {
    /// Nil if it is no cover, or if the daemon is too old to say what people are shown of it.
    init?(_ element: ElementView) {
        guard let cover = element.cover else { return nil }
        self.init(
            cover,
            position: element.readings.first { $0.isOfCover(element) && $0.type == .regulable },
            direction: element.readings.first { $0.type == .bidirectional }
        )
    }

    /// Nil if the event has no reading of a cover.
    init?(_ event: Event) {
        guard let cover = event.cover, let reading = event.reading else { return nil }
        switch reading.type {
        case .bidirectional: self.init(cover, position: nil, direction: reading)
        case .regulable: self.init(cover, position: reading, direction: nil)
        case .binary, .value, .colour: return nil
        }
    }
}

extension ReadingView {
    /// Whether the word of the element includes it. A level beside a switch is that of a lamp.
    func isOfCover(_ element: ElementView) -> Bool {
        guard element.cover != nil else { return false }
        switch type {
        case .bidirectional: return true
        case .regulable: return !element.types.contains(FacetType.binary.word)
        case .binary, .value, .colour: return false
        }
    }

    fileprivate var isOld: Bool { reading.isKnown && reading.isStale }
}

extension Reading {
    var isKnown: Bool { value != nil && certainty != .unknown }
}

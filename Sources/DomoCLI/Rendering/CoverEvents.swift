import DomoLanguage
import DomoModel

/// The events of covers in a row. One change of a cover is an event for its direction and one for its position, which
/// are shown by the same word.
struct CoverEvents {
    private var last: (path: String?, time: Timestamp, shown: CoverText)?

    /// Whether the event shows more than the one before it.
    mutating func isNew(_ event: Event) -> Bool {
        guard let shown = CoverText(event) else {
            last = nil
            return true
        }
        if let last, last.path == event.path, last.time == event.time, last.shown.word == shown.word,
            shown.position == nil || shown.position == last.shown.position
        {
            return false
        }
        last = (event.path, event.time, shown)
        return true
    }
}

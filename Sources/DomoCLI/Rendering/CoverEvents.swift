import DomoLanguage

/// What was last shown of each cover. One change of a cover is an event for its direction and one for its position, and a
/// report may confirm what is shown already: they show the same.
struct CoverEvents {
    private var shown: [String: CoverText] = [:]

    /// Whether the event shows more than the one of the cover before it.
    mutating func isNew(_ event: Event) -> Bool {
        guard let path = event.path, let text = CoverText(event) else { return true }
        if let last = shown[path], last.word == text.word, text.position == nil || text.position == last.position {
            return false
        }
        shown[path] = text
        return true
    }
}

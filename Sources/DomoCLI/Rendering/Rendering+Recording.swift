import DomoLanguage

extension Rendering {
    /// An answer to `record` by itself.
    func recording(_ recording: Recording, step: RecordStep) -> String {
        let name = DisplayText.safe(recording.name)
        if case .begin = step {
            return "recording \(name): what is ordered from now on becomes the scene; to end it: domo record stop\n"
        }
        guard let text = recording.text, recording.orders > 0 else {
            return "\(name): nothing was ordered, so nothing is written\n"
        }
        return text
    }

    /// Said of a scene that has been written.
    func recorded(_ recording: Recording, path: String) -> String {
        let orders = recording.orders == 1 ? "1 order" : "\(recording.orders) orders"
        let isLoaded = recording.folder.map { path.hasPrefix($0 + "/") } ?? false
        return "\(DisplayText.safe(recording.name)): \(orders) in \(DisplayText.safe(path))\n"
            + (isLoaded
                ? "to load it: domo reload\n"
                : "to load it, put it into \(DisplayText.safe(recording.folder ?? "scenes/ beside the house file")): domo reload\n")
    }
}

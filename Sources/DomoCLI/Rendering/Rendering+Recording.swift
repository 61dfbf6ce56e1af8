import DomoLanguage
import DomoModel

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

    /// Of a scene that the daemon has saved and loaded.
    func recorded(_ recording: Recording, saved: SceneText) -> String {
        "\(DisplayText.safe(recording.name)): \(counted(recording.orders, "order")) in \(DisplayText.safe(saved.file)), loaded\n"
            + "to run it: domo scene \(DisplayText.safe(Words.quoted(recording.name)))\n"
    }

    /// Of a scene that was written here.
    func recorded(_ recording: Recording, path: String) -> String {
        let orders = counted(recording.orders, "order")
        let isLoaded = recording.folder.map { path.hasPrefix($0 + "/") } ?? false
        return "\(DisplayText.safe(recording.name)): \(orders) in \(DisplayText.safe(path))\n"
            + (isLoaded
                ? "to load it: domo reload\n"
                : "to load it, put it into \(DisplayText.safe(recording.folder ?? "scenes/ beside the house file")): domo reload\n")
    }
}

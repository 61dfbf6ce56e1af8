import DomoLanguage
import DomoModel

extension Rendering {
    /// A single reply to `record`.
    func recording(_ recording: Recording, step: RecordStep) -> String {
        let name = DisplayText.safe(recording.name)
        if case .begin = step {
            return "recording \(name): orders from now on become the scene; to stop: domo record stop\n"
        }
        guard let text = recording.text, recording.orders > 0 else {
            return "\(name): no orders were recorded, so no file is written\n"
        }
        return text
    }

    /// The message for a scene that the daemon has saved and loaded.
    func recorded(_ recording: Recording, saved: SceneText) -> String {
        "\(DisplayText.safe(recording.name)): \(counted(recording.orders, "order")) in \(DisplayText.safe(saved.file)), loaded\n"
            + "to run it: domo scene \(DisplayText.safe(Words.quoted(recording.name)))\n"
    }

    /// The message for a scene that domo has written.
    func recorded(_ recording: Recording, path: String) -> String {
        let orders = counted(recording.orders, "order")
        let folder = DisplayText.safe(recording.folder ?? "scenes/ beside the house file")
        let isLoaded = recording.folder.map { path.hasPrefix($0 + "/") } ?? false
        return "\(DisplayText.safe(recording.name)): \(orders) in \(DisplayText.safe(path))\n"
            + (isLoaded ? "to load it: domo reload\n" : "to load it: move it to \(folder), then domo reload\n")
    }
}

public import DomoLanguage

/// A file operation that a request needs.
public enum FileTask: Equatable, Sendable {
    /// The reply is the text of the scene.
    case showScene(name: String, file: String)
    /// The reply is the text, once it is saved and loaded. If it can't be loaded, the file is restored.
    ///
    /// - Parameter tag: the tag of the text that the client edited; nil for a new scene.
    case saveScene(name: String, file: String, text: String, tag: String?)
    /// The reply is the removed text, once the rest is loaded. If that fails, the file is restored.
    case removeScene(name: String, file: String, tag: String)
    /// The reply is the image, a file in the folder of the house file.
    case showPlan(place: String, folder: String, file: String)
    /// The reply is the new positions, once they are stored and fed in as `Input.positions`.
    case move([PlanStep.Move])
}

public import DomoLanguage

/// What is to be done with a file, for a request.
public enum FileTask: Equatable, Sendable {
    /// The reply is the text of the scene.
    case showScene(name: String, file: String)
    /// The reply is the text, once it is saved and loaded. Where it can't be loaded the file is as it was.
    ///
    /// - Parameter tag: that of the text that was seen; nil where there is to be none.
    case saveScene(name: String, file: String, text: String, tag: String?)
    /// The reply is the text that was removed, once what is left is loaded. Where that fails the file is as it was.
    case removeScene(name: String, file: String, tag: String)
    /// The reply is the picture.
    case showPlan(place: String, file: String)
    /// The reply is where things stand, once that is stored and came in as `Input.positions`.
    case move([PlanStep.Move])
}

/// The progress of a scene, in an event of the kind `scene`.
public enum SceneProgress: String, Sendable {
    case begins
    /// A step has ended: `line`, `message`.
    case step
    /// A step failed: `line`, `message`.
    case failed
    /// The text of `log`: `line`, `message`.
    case log
    /// The run ended: `outcome`, `message`.
    case ended
    /// It did not begin: `message`.
    case skipped
}

extension SceneProgress: WireValue {}

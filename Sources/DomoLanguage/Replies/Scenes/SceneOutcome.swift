/// How a scene's run ended.
public enum SceneOutcome: String, Sendable, CaseIterable {
    case done
    /// To its end, and at least one step failed; or, with `on failure stop`, up to the first that did.
    case failed
    /// Somebody stopped it, another of its group began, or it was started again.
    case stopped
    /// It did not begin: it was running already, its conditions did not hold, or its time was missed.
    case skipped
    /// The daemon ended while it ran.
    case lost
}

extension SceneOutcome: WireValue {}

/// How a scene's run ended.
public enum SceneOutcome: String, Sendable, CaseIterable {
    case done
    /// At least one step failed. With `on failure stop` the run ended at the first failure.
    case failed
    /// Somebody stopped it, another scene of its group started, or it was started again.
    case stopped
    /// It did not start: it was already running, its conditions were not met, or its time was missed.
    case skipped
    /// The daemon ended while it ran.
    case lost
}

extension SceneOutcome: WireValue {}

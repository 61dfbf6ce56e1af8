/// Why a scene wants to be woken.
enum SceneTimer: Hashable, Sendable {
    case strand(StrandID)
    /// Its reading is to have been so until then.
    case rule(Rules.ID, until: Instant)
}

/// Why a scene wants to be woken.
enum SceneTimer: Hashable, Sendable {
    case strand(StrandID)
    case rule(Rules.ID)
}

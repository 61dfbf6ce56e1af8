import DomoEngine
import DomoLanguage

/// What the runtime keeps in files of its own, beside the database.
struct RuntimeFiles: Sendable {
    /// Nil where tokens are not stored.
    var tokens: TokenFile?
    /// Nil where positions are not stored.
    var plan: PlanFile?
    var positions = PlanTable()
    /// Those that are saved and being loaded, by the request that is answered then.
    var savedScenes: [RequestID: SavedScene] = [:]
}

/// A scene whose text is saved, and not loaded yet.
struct SavedScene: Sendable {
    var file: SceneFile
    var text: String
    /// Nil where there was no file.
    var before: String?
}

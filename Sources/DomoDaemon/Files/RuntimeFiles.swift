import DomoEngine
import DomoLanguage

/// What the runtime keeps in files of its own, beside the database.
struct RuntimeFiles: Sendable {
    /// Nil where tokens are not stored.
    var tokens: TokenFile?
    var plans = PlanStore(folder: nil)
    var recording = RecordingFile(folder: nil)
    /// What `recording` holds.
    var recordingName: String?
    /// Those that are saved or removed, and being loaded, by the request that is answered then.
    var changedScenes: [RequestID: ChangedScene] = [:]
}

/// A scene whose file was changed, which is not loaded yet.
struct ChangedScene: Sendable {
    var file: SceneFile
    /// Nil where the scene was removed.
    var text: String?
    /// Nil where there was no file.
    var before: String?
}

import DomoEngine
import DomoLanguage

/// The files that the runtime keeps beside the database.
struct RuntimeFiles: Sendable {
    /// Nil if tokens are not stored.
    var tokens: TokenFile?
    var plans = PlanStore(folder: nil)
    var recording = RecordingFile(folder: nil)
    /// What `recording` holds.
    var recordingName: String?
    /// The scenes that were saved or removed and are being loaded, by the pending request.
    var changedScenes: [RequestID: ChangedScene] = [:]
}

/// A scene whose file was changed and is not loaded yet.
struct ChangedScene: Sendable {
    var file: SceneFile
    /// Nil if the scene was removed.
    var text: String?
    /// The previous text; nil if there was no file.
    var before: String?
}

import DomoEngine
import DomoLanguage

/// The files that the runtime keeps beside the database, and the scene files that are being changed.
struct RuntimeFiles: Sendable {
    let plans: PlanStore
    /// Whether the previous run of the daemon did not end by itself.
    let hasCrashed: Bool
    private let recording: RecordingFile
    /// What `recording` holds, or will hold when the writes under way are done.
    private var recordingName: String?
    /// The scenes that were saved or removed and are being loaded, by the pending request.
    private var changedScenes: [RequestID: ChangedScene] = [:]

    init(
        plans: PlanStore = PlanStore(folder: nil),
        recording: RecordingFile = RecordingFile(folder: nil),
        hasCrashed: Bool = false
    ) {
        self.plans = plans
        self.hasCrashed = hasCrashed
        self.recording = recording
    }

    /// - Returns: the file to write the name to; nil if it holds the name already.
    mutating func recordingFile(for name: String?) -> RecordingFile? {
        guard name != recordingName else { return nil }
        recordingName = name
        return recording
    }

    /// The file was found to hold the name of a recording.
    mutating func found(recording name: String) { recordingName = name }

    /// The load that the request started decides whether the scene stays as it is now.
    mutating func beginLoad(of scene: ChangedScene, for id: RequestID) { changedScenes[id] = scene }

    /// Whether the load that the request started is that of a changed scene.
    func isChange(_ id: RequestID) -> Bool { changedScenes[id] != nil }

    /// - Returns: nil if the request changed no scene.
    mutating func endLoad(for id: RequestID) -> ChangedScene? { changedScenes.removeValue(forKey: id) }
}

/// A scene whose file was changed and is not loaded yet.
struct ChangedScene: Sendable {
    var file: SceneFile
    /// Nil if the scene was removed.
    var text: String?
    /// The previous text; nil if there was no file.
    var before: String?
}

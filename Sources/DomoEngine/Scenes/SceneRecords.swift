import DomoLanguage
import DomoModel

/// The last records of each scene.
struct SceneRecords: Sendable {
    /// The last run of each scene, which may be in progress.
    private var last: [String: SceneRecord] = [:]
    /// The last skipped start of each scene since its last run began.
    private var skips: [String: SceneRecord] = [:]

    var count: Int { last.count + skips.count }

    /// - Parameter key: the scene's key.
    func last(of key: String) -> SceneRecord? { last[key] }
    func skip(of key: String) -> SceneRecord? { skips[key] }

    mutating func note(_ record: SceneRecord) { last[FoldedName.fold(record.scene)] = record }

    /// A run has begun.
    mutating func noteBegin(_ record: SceneRecord) {
        skips[FoldedName.fold(record.scene)] = nil
        note(record)
    }

    /// A start was skipped.
    ///
    /// - Returns: true if the scene has no other record. The record of its last run is kept beside a skipped start.
    mutating func noteSkip(_ record: SceneRecord) -> Bool {
        let key = FoldedName.fold(record.scene)
        if let known = last[key], known.outcome != .skipped {
            skips[key] = record
            return false
        }
        last[key] = record
        return true
    }

    /// Restores a record of the previous run of the daemon.
    ///
    /// - Returns: false if there is a newer record.
    mutating func restore(_ record: SceneRecord) -> Bool {
        let key = FoldedName.fold(record.scene)
        guard last[key] == nil else { return false }
        last[key] = record
        return true
    }
}

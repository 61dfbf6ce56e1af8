import DomoLanguage
import DomoModel

/// What became of each scene last.
struct SceneRecords: Sendable {
    /// How every scene ended last, or that it is running.
    private var last: [String: SceneRecord] = [:]
    /// Starts that were skipped since the last run began, the last of each scene.
    private var skips: [String: SceneRecord] = [:]

    var count: Int { last.count + skips.count }

    /// - Parameter key: a scene's.
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
    /// - Returns: true where it is the last that is known of the scene. How it ended when it ran last stays beside it.
    mutating func noteSkip(_ record: SceneRecord) -> Bool {
        let key = FoldedName.fold(record.scene)
        if let known = last[key], known.outcome != .skipped {
            skips[key] = record
            return false
        }
        last[key] = record
        return true
    }

    /// Takes in what a previous run of the daemon knew.
    ///
    /// - Returns: false where something newer is known.
    mutating func restore(_ record: SceneRecord) -> Bool {
        let key = FoldedName.fold(record.scene)
        guard last[key] == nil else { return false }
        last[key] = record
        return true
    }
}

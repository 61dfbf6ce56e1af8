import DomoLanguage

/// Starts that are queued behind a run of their scene.
struct StartQueue: Sendable {
    /// The maximum number of queued starts per scene.
    static let maxPerScene = 16

    /// A queued start.
    struct Entry: Sendable {
        var scene: SceneBook.Entry
        var start: SceneStart
        var isAdHoc: Bool

        func stopped(_ message: String) -> SceneReport {
            SceneReport(scene: scene.name, outcome: .stopped, steps: [], failed: 0, message: message)
        }
    }

    /// By the scene's key, oldest first; none of them empty.
    private var waiting: [String: [Entry]] = [:]

    /// The number of scenes with queued starts.
    var count: Int { waiting.count }
    var adHocCount: Int { waiting.values.reduce(0) { $0 + $1.count(where: \.isAdHoc) } }

    var givers: [SceneGiver] { waiting.values.flatMap { $0.compactMap(\.start.giver) } }

    func isFull(for key: String) -> Bool { (waiting[key]?.count ?? 0) >= Self.maxPerScene }

    func scripts(of key: String) -> [Script] { (waiting[key] ?? []).map(\.scene.script) }

    mutating func append(_ entry: Entry) { waiting[entry.scene.key, default: []].append(entry) }

    mutating func popFirst(of key: String) -> Entry? {
        guard var entries = waiting.removeValue(forKey: key), !entries.isEmpty else { return nil }
        let first = entries.removeFirst()
        if !entries.isEmpty { waiting[key] = entries }
        return first
    }

    mutating func removeAll(of key: String) -> [Entry] { waiting.removeValue(forKey: key) ?? [] }

    mutating func removeAll(where isRemoved: (Entry) -> Bool) -> [Entry] {
        let removed = waiting.values.flatMap { $0.filter(isRemoved) }
        waiting = waiting.mapValues { $0.filter { !isRemoved($0) } }.filter { !$0.value.isEmpty }
        return removed
    }

    /// Removes the start with that tag.
    mutating func remove(_ key: String, tag: String) -> Entry? {
        guard var entries = waiting[key], let place = entries.firstIndex(where: { $0.start.tag == tag }) else {
            return nil
        }
        let found = entries.remove(at: place)
        waiting[key] = entries.isEmpty ? nil : entries
        return found
    }

    /// Removes the starts requested by steps of a run.
    mutating func removeAll(requestedBy run: SceneRunID) {
        for (key, entries) in waiting {
            let rest = entries.filter { entry in
                if case .strand(let strand) = entry.start.requester { strand.run != run } else { true }
            }
            waiting[key] = rest.isEmpty ? nil : rest
        }
    }
}

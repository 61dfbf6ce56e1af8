import DomoLanguage

/// Starts that wait for the end of the run before them.
struct StartQueue: Sendable {
    /// As often as this a scene may wait for its own end.
    static let maxPerScene = 16

    /// A start that waits.
    struct Entry: Sendable {
        var scene: SceneBook.Entry
        var start: SceneStart
        var isAdHoc: Bool

        func stopped(_ message: String) -> SceneReport {
            SceneReport(scene: scene.name, outcome: .stopped, steps: [], failed: 0, message: message)
        }
    }

    /// By the scene's key, the oldest first; none of them empty.
    private var waiting: [String: [Entry]] = [:]

    /// How many scenes are waited for.
    var count: Int { waiting.count }
    var adHocCount: Int { waiting.values.reduce(0) { $0 + $1.count(where: \.isAdHoc) } }

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

    /// Takes out the one with that tag.
    mutating func remove(_ key: String, tag: String) -> Entry? {
        guard var entries = waiting[key], let place = entries.firstIndex(where: { $0.start.tag == tag }) else {
            return nil
        }
        let found = entries.remove(at: place)
        waiting[key] = entries.isEmpty ? nil : entries
        return found
    }

    /// Takes out those that the steps of a run have asked for.
    mutating func removeAll(askedBy run: SceneRunID) {
        for (key, entries) in waiting {
            let rest = entries.filter { entry in
                if case .strand(let strand) = entry.start.asker { strand.run != run } else { true }
            }
            waiting[key] = rest.isEmpty ? nil : rest
        }
    }
}

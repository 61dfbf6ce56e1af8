import DomoLanguage
import DomoModel

/// Which scenes led to the start of which, so that those that start each other without end are found.
struct SceneChains: Sendable {
    /// A scene that starts itself, directly or through others, may do so this often within `window`.
    static let maxSelfStarts = 10
    static let window: Duration = .seconds(60)

    /// By the scene's key: the keys of the scenes that led to its last start.
    private var chains: [String: [String]] = [:]
    private var selfStarts: [String: [Instant]] = [:]
    /// Who had ordered something else than the house then reported: what it reported is their doing as well.
    private var contradicted: [ElementID: (cause: Cause, since: Timestamp)] = [:]

    var count: Int { chains.count + selfStarts.count }

    /// A chain with one more; each scene is in it once, however often it was gone through.
    static func chain(_ chain: [String], then next: String) -> [String] { chain.filter { $0 != next } + [next] }

    mutating func noteStart(of key: String, chain: [String]) { chains[key] = chain }

    /// - Returns: false where it has started itself too often by now.
    mutating func noteSelfStart(of key: String, at now: Instant) -> Bool {
        var starts = (selfStarts[key] ?? []).filter { now - $0 < Self.window }
        let isAllowed = starts.count < Self.maxSelfStarts
        if isAllowed { starts.append(now) }
        selfStarts[key] = starts
        return isAllowed
    }

    /// An ad-hoc scene has ended.
    mutating func forget(_ key: String) {
        chains[key] = nil
        selfStarts[key] = nil
    }

    /// The house reported something else than was ordered.
    mutating func noteContradiction(of element: ElementID, to cause: Cause, since time: Timestamp) {
        contradicted[element] = (cause, time)
    }

    /// After a load: elements have other numbers.
    mutating func forgetContradictions() { contradicted = [:] }

    /// The scenes that led to what a reading starts; empty where it is no scene's doing.
    func chain(behind reading: Reading, of element: ElementID) -> [String] {
        var cause = reading.cause
        if cause == .house, let other = contradicted[element], other.since == reading.since { cause = other.cause }
        guard case .scene(let name) = cause else { return [] }
        let key = FoldedName.fold(name)
        return Self.chain(chains[key] ?? [], then: key)
    }
}

import DomoLanguage
import DomoModel

/// Which scenes led to the start of which, to find scenes that start each other endlessly.
struct SceneChains: Sendable {
    /// The maximum number of times that a scene may start itself, directly or through others, within `window`.
    static let maxSelfStarts = 10
    static let window: Duration = .seconds(60)

    /// By the scene's key: the keys of the scenes that led to its last start.
    private var chains: [String: [String]] = [:]
    private var selfStarts: [String: [Instant]] = [:]
    /// The cause of an order that the house contradicted: the contradicting report is its doing as well.
    private var contradicted: [ElementID: (cause: Cause, since: Timestamp)] = [:]

    var count: Int { chains.count + selfStarts.count }

    /// A chain with another scene; each scene is in it only once.
    static func chain(_ chain: [String], then next: String) -> [String] { chain.filter { $0 != next } + [next] }

    mutating func noteStart(of key: String, chain: [String]) { chains[key] = chain }

    /// - Returns: false if it has started itself too often.
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

    /// The house reported something other than what was ordered.
    mutating func noteContradiction(of element: ElementID, to cause: Cause, since time: Timestamp) {
        contradicted[element] = (cause, time)
    }

    /// After a load elements have other numbers.
    mutating func forgetContradictions() { contradicted = [:] }

    /// The scenes that led to the changes behind a reading; empty if no scene caused it.
    func chain(behind reading: Reading, of element: ElementID) -> [String] {
        var cause = reading.cause
        if cause == .house, let other = contradicted[element], other.since == reading.since { cause = other.cause }
        guard case .scene(let name) = cause else { return [] }
        let key = FoldedName.fold(name)
        return Self.chain(chains[key] ?? [], then: key)
    }
}

import DomoLanguage

/// What became of the commands since the bridge was started: each has one outcome.
struct CommandCounts: Equatable, Sendable {
    enum Outcome: String, Sendable, CaseIterable {
        /// The server accepted the order, or the scene started.
        case accepted
        /// A newer order for the same element replaced it.
        case superseded
        /// The bridge or domod refused it: nothing was sent.
        case refused
        /// It was dropped because it may be old: nothing was sent.
        case dropped
        /// It was not accepted, or not before its deadline.
        case failed
        /// domod was lost before it reported an outcome.
        case unknown
    }

    private(set) var received = 0
    private(set) var outcomes: [Outcome: Int] = [:]
    /// Of those accepted, how many the house confirmed.
    var confirmed = 0
    /// How often the bridge did not run for more than two seconds.
    var stalls = 0

    mutating func noteReceived() { received += 1 }
    mutating func note(_ outcome: Outcome) { outcomes[outcome, default: 0] += 1 }

    /// Those without an outcome yet.
    var pending: Int { received - outcomes.values.reduce(0, +) }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("received")
            json.number(received)
            for outcome in Outcome.allCases {
                json.key(word: outcome.rawValue)
                json.number(outcomes[outcome] ?? 0)
            }
            json.key("pending")
            json.number(pending)
            json.key("confirmed")
            json.number(confirmed)
            json.key("stalls")
            json.number(stalls)
        }
        return json.bytes
    }
}

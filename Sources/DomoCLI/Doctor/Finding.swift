/// The state of one thing, with advice if there is a problem.
struct Finding: Equatable {
    enum Level: Comparable {
        case good, doubtful, bad
    }

    let level: Level
    /// What was checked: `link http://192.168.1.10`
    let what: String
    let text: String
    /// What to do; nil if there is no problem.
    var advice: String?

    static func good(_ what: String, _ text: String) -> Finding { Finding(level: .good, what: what, text: text) }

    static func doubtful(_ what: String, _ text: String, _ advice: String) -> Finding {
        Finding(level: .doubtful, what: what, text: text, advice: advice)
    }

    static func bad(_ what: String, _ text: String, _ advice: String) -> Finding {
        Finding(level: .bad, what: what, text: text, advice: advice)
    }
}

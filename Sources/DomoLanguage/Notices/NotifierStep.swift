/// A command of `notifier`, by which a notifier takes deliveries and reports what became of them.
public enum NotifierStep: Equatable, Sendable {
    /// From now on the connection carries deliveries, instead of the one before it.
    case attach(NotifierProfile)
    case done(DeliveryReport)
}

/// What became of a delivery.
public struct DeliveryReport: Equatable, Sendable {
    public enum Outcome: String, Sendable, CaseIterable {
        /// The target has accepted it; for a call: it has answered.
        case sent
        /// It was not sent, or the target refused it.
        case failed
        /// It is not known whether it arrived.
        case unknown
    }

    public var id: UInt64
    public var outcome: Outcome
    /// Why it failed, for people, without secrets.
    public var message: String?
    /// What a call was answered.
    public var answer: CallAnswer?

    public init(id: UInt64, outcome: Outcome, message: String? = nil, answer: CallAnswer? = nil) {
        (self.id, self.outcome, self.message, self.answer) = (id, outcome, message, answer)
    }
}

/// The answer to a call.
public struct CallAnswer: Equatable, Sendable {
    /// The HTTP status, 100–599.
    public var status: Int
    /// The values at the requested JSON paths, as text. A path that the answer does not have is missing.
    public var values: [String: String]

    public init(status: Int, values: [String: String] = [:]) { (self.status, self.values) = (status, values) }
}

extension NotifierStep {
    /// The words after the verb.
    var words: [String] {
        switch self {
        case .attach(let profile): profile.words
        case .done(let report): report.words
        }
    }
}

extension DeliveryReport {
    init(_ arguments: Arguments) throws(UsageError) {
        let id = try arguments.number(0, of: "a delivery")
        let outcome = try arguments.operand(1) { text throws(Fault) in
            guard let outcome = Outcome(rawValue: text) else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" is not an outcome",
                    hint: "use sent, failed or unknown"
                )
            }
            return outcome
        }
        self.init(
            id: id,
            outcome: outcome,
            message: arguments.value("--message").map { StoredText.cut(String($0.prefix(300)), StoredText.maxReason) }
        )
        let status = try arguments.value("--status") { text throws(Fault) in
            guard let status = Int(text), (100...599).contains(status) else {
                throw Fault(.badRequest, "\"\(text.prefix(80))\" is not an HTTP status")
            }
            return status
        }
        guard let status else { return }
        var values: [String: String] = [:]
        for text in arguments.values("--value") {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        answer = CallAnswer(status: status, values: values)
    }

    fileprivate var words: [String] {
        var words = ["done"]
        if let message { words += ["--message", Words.quoted(message)] }
        if let answer {
            words += ["--status", String(answer.status)]
            for (path, value) in answer.values.sorted(by: { $0.key < $1.key }) {
                words += ["--value", Words.quoted("\(path)=\(value)")]
            }
        }
        return words + [String(id), outcome.rawValue]
    }
}

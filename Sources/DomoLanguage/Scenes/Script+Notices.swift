import DomoModel

// Messages to people, and calls to programs.

extension Script {
    /// How long `repeat every` and `after` may be.
    public static let reminders: ClosedRange<Duration> = .seconds(60)...(.seconds(86_400))
    /// How long `at most` of a call may be.
    public static let callTimes: ClosedRange<Duration> = .milliseconds(100)...(.seconds(60))
    public static let usualCallTime: Duration = .seconds(10)
    /// The maximum number of recipients of a step.
    public static let maxRecipients = 32

    /// `notify "…" to ana, luis, urgent about puerta …`
    public struct Notice: Equatable, Sendable {
        public var text: MessageText
        /// The targets and groups.
        public var to: [Name]
        public var isUrgent: Bool
        /// The cause; nil for the scene.
        public var about: String?
        /// `at most every`: another notice of the cause is only counted so long; nil for what the notifier announces.
        public var window: Duration?
        /// `repeat every`: until it is acknowledged or resolved.
        public var interval: Duration?
        /// `after … without an answer to …`
        public var escalation: Escalation?

        public init(
            _ text: MessageText,
            to: [Name],
            isUrgent: Bool = false,
            about: String? = nil,
            window: Duration? = nil,
            interval: Duration? = nil,
            escalation: Escalation? = nil
        ) {
            self.text = text
            self.to = to
            self.isUrgent = isUrgent
            self.about = about
            self.window = window
            self.interval = interval
            self.escalation = escalation
        }
    }

    public struct Escalation: Equatable, Sendable {
        public var after: Duration
        public var to: [Name]

        public init(after: Duration, to: [Name]) { (self.after, self.to) = (after, to) }
    }

    /// `resolved ["…"] [about puerta]`
    public struct Resolution: Equatable, Sendable {
        /// Nil for the text of the notice.
        public var text: MessageText?
        /// The cause; nil for the scene.
        public var about: String?

        public init(_ text: MessageText? = nil, about: String? = nil) { (self.text, self.about) = (text, about) }
    }

    /// `call tiempo ["…"] [at most 5s]`
    public struct Call: Equatable, Sendable {
        public var target: Name
        /// For the template of the target.
        public var text: MessageText?
        public var atMost: Duration?

        public init(_ target: Name, text: MessageText? = nil, atMost: Duration? = nil) {
            (self.target, self.text, self.atMost) = (target, text, atMost)
        }
    }

    /// A test of the answer to a call: `answer of tiempo status 200`, `answer of tiempo daily.0.rain above 5`.
    public struct AnswerTest: Hashable, Sendable {
        public var target: Name
        /// `status`, or a path into the JSON of the answer: keys and indices with points between them.
        public var path: String
        public var relation: Test.Relation

        public init(_ target: Name, path: String, _ relation: Test.Relation) {
            (self.target, self.path, self.relation) = (target, path, relation)
        }

        /// Whether the value at the path, written as text, passes the test.
        public func holds(_ value: String) -> Bool {
            switch relation {
            case .equals(let wanted):
                if value == wanted { return true }
                guard let one = Double(value), let other = Double(wanted) else { return false }
                return one == other
            case .above(let number): return Double(value).map { $0 > number } ?? false
            case .below(let number): return Double(value).map { $0 < number } ?? false
            }
        }
    }

    /// The JSON paths that conditions want from the answer of a call, sorted.
    public func answerPaths(of target: String) -> [String] {
        var paths: Set<String> = []
        for step in allSteps {
            guard case .condition(let condition, then: _, otherwise: _) = step.kind else { continue }
            for test in condition.answerTests where test.target.text == target && test.path != "status" {
                paths.insert(test.path)
            }
        }
        return paths.sorted()
    }

    /// Whether a step makes a request to a target of the configuration.
    public var hasCalls: Bool {
        allSteps.contains { step in
            if case .call = step.kind { true } else { false }
        }
    }

    /// Whether a step sends something to people.
    public var hasNotices: Bool {
        allSteps.contains { step in
            switch step.kind {
            case .notify, .resolved: true
            default: false
            }
        }
    }
}

extension Condition {
    /// The answers of calls that it is about.
    public var answerTests: [Script.AnswerTest] {
        switch kind {
        case .answer(let test): [test]
        case .reading, .between, .days: []
        case .not(let condition): condition.answerTests
        case .any(let conditions): conditions.flatMap(\.answerTests)
        }
    }
}

// MARK: - Writing

extension Script.Notice {
    /// The step.
    var line: String {
        var line = "notify \(Words.quoted(text.text)) to \(to.map(\.text).joined(separator: ", "))"
        if isUrgent { line += ", urgent" }
        if let about { line += " about \(operand(about))" }
        line += clause("at most every", window) + clause("repeat every", interval)
        if let escalation {
            let names = escalation.to.map(\.text).joined(separator: ", ")
            line += clause("after", escalation.after) + " without an answer to \(names)"
        }
        return line
    }
}

extension Script.Resolution {
    /// The step.
    var line: String {
        "resolved" + (text.map { " \(Words.quoted($0.text))" } ?? "") + (about.map { " about \(operand($0))" } ?? "")
    }
}

extension Script.Call {
    /// The step.
    var line: String {
        "call \(target.text)" + (text.map { " \(Words.quoted($0.text))" } ?? "") + clause("at most", atMost)
    }
}

extension Script.AnswerTest {
    /// `answer of tiempo daily.0.rain above 5`
    var text: String {
        let relation =
            switch relation {
            case .equals(let value): operand(value)
            case .above(let number): "above \(NumberText.write(number))"
            case .below(let number): "below \(NumberText.write(number))"
            }
        return "answer of \(target.text) \(operand(path)) \(relation)"
    }
}

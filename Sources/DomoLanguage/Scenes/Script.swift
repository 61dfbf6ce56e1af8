public import DomoModel

/// A scene file: its triggers, policies and steps. `ScriptParser` parses it.
public struct Script: Equatable, Sendable {
    /// From the line `name "…"`; nil if there is none.
    public var name: String?
    /// What people are shown in place of the name, by language tag (`es`, `en-GB`).
    public var labels: [String: String] = [:]
    /// The values that a start gives it.
    public var parameters: [SceneParameter] = []
    /// Any of them starts it.
    public var triggers: [Trigger] = []
    /// `only if`: all must be true when a trigger starts the scene. They don't apply when it is started by name.
    public var conditions: [Condition] = []
    /// What happens if it is started while it runs.
    public var again: Repetition = .restart
    /// `at most one of`: the start of a scene stops the others of its group.
    public var group: String?
    public var onFailure: FailurePolicy = .goOn
    public var steps: [Step] = []

    public init(name: String? = nil, steps: [Step] = []) {
        self.name = name
        self.steps = steps
    }

    /// How long `wait`, `for` and `at most` may be.
    public static let waits: ClosedRange<Duration> = .milliseconds(1)...(.seconds(86_400))
    /// How long `dim … over` may take.
    public static let ramps: ClosedRange<Duration> = .seconds(1)...(.seconds(86_400))
    /// The maximum number of steps, including those in blocks.
    public static let maxSteps = 4096
    /// The maximum number of triggers and `only if` conditions together.
    public static let maxTriggers = 256
    /// The maximum length of the name of a scene or group, in Unicode scalars.
    public static let maxNameLength = 200
    /// The maximum nesting of blocks.
    public static let maxDepth = 16
    /// The words that begin a step, in the order of the help.
    public static let stepVerbs = [
        "set", "dim", "toggle", "wait", "if", "else:", "in parallel:", "off", "scene", "stop scene", "log",
        "notify", "resolved", "call",
    ]

    /// The words that begin a line before the first step, in the order of the help.
    public static let headerLines = [
        "name", "label", "takes", "at", "every", "when", "at start", "only if", "again:", "at most one of",
        "on failure",
    ]

    /// A mistake in a script, with its position. Lines and columns are counted from 1.
    public struct Mistake: Error, Equatable, Sendable {
        public var line: Int
        public var column: Int
        public var fault: Fault

        public init(line: Int, column: Int, fault: Fault) {
            self.line = line
            self.column = column
            self.fault = fault
        }
    }

    /// The diagnostic of a mistake in a scene file: `noche.domo:2:5: error: …; hint`.
    public static func text(of mistake: Mistake, in file: String) -> String {
        let hint = mistake.fault.hint.map { "; \($0)" } ?? ""
        return "\(file):\(mistake.line):\(mistake.column): error: \(mistake.fault.message)\(hint)"
    }

    /// A position in a script. Both numbers are counted from 1, columns in Unicode scalars.
    public struct Position: Hashable, Comparable, Sendable {
        public var line: Int
        public var column: Int

        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        public static func < (one: Position, other: Position) -> Bool {
            (one.line, one.column) < (other.line, other.column)
        }
    }

    /// `again:`
    public enum Repetition: String, Sendable, CaseIterable {
        /// Stops the current run and starts a new one.
        case restart
        /// Ignores the new start.
        case skip
        /// Starts it again after the current run.
        case queue
    }

    /// `on failure`
    public enum FailurePolicy: String, Sendable, CaseIterable {
        /// Reports the failure and continues with the next step.
        case goOn = "continue"
        case stop
    }

    /// One step, including the steps in its blocks.
    public struct Step: Equatable, Sendable {
        /// The position of its verb.
        public var position: Position
        public var kind: Kind

        /// The steps directly in its blocks, in the order of the text.
        public var inner: [Step] {
            switch kind {
            case .condition(_, let then, let otherwise): then + otherwise
            case .parallel(let steps): steps
            case .order, .group, .ramp, .wait, .waitUntil, .scene, .stopScene, .log, .notify, .resolved, .call: []
            }
        }

        public init(_ kind: Kind, at position: Position) {
            self.kind = kind
            self.position = position
        }
    }

    public indirect enum Kind: Equatable, Sendable {
        case order(Order, At)
        /// `off PLACE`, `set PLACE VALUE --all`. It ends as soon as the orders are given.
        case group(GroupOrder, At)
        /// `dim … over …`
        case ramp(Name, to: Percent, over: Duration)
        case wait(Duration)
        /// `wait until ELEMENT … [for DURATION] [at most DURATION]`
        case waitUntil(Test, for: Duration?, atMost: Duration?)
        /// If it is unknown whether the condition is true, the step fails and neither branch is taken.
        case condition(Condition, then: [Step], otherwise: [Step])
        case parallel([Step])
        /// Runs another scene, and waits for its end.
        case scene(Name)
        case stopScene(Name)
        case log(String)
        /// It ends as soon as the notice is raised.
        case notify(Notice)
        case resolved(Resolution)
        /// Waits for the answer.
        case call(Call)
    }

    /// The positions of the operands of an order.
    public struct At: Equatable, Sendable {
        /// That of the element, or of the place.
        public var element: Position
        /// Nil if it has no value.
        public var value: Position?

        public init(element: Position, value: Position? = nil) {
            self.element = element
            self.value = value
        }
    }

    /// The name of an element or scene, as it was written.
    public struct Name: Hashable, Sendable {
        public var text: String
        public var position: Position

        public init(_ text: String, at position: Position) {
            self.text = text
            self.position = position
        }
    }

    /// A test of the reading of an element.
    public struct Test: Hashable, Sendable {
        public enum Relation: Hashable, Sendable {
            /// It has this value, written as for `set`.
            case equals(String)
            /// A level or a number: more than.
            case above(Double)
            /// A level or a number: less than.
            case below(Double)
        }

        public var element: Name
        public var relation: Relation
        /// The position of the value.
        public var value: Position

        public init(_ element: Name, _ relation: Relation, value: Position) {
            self.element = element
            self.relation = relation
            self.value = value
        }
    }
}

/// The condition of `only if …` or `if …`, with the position of its first word.
public struct Condition: Equatable, Sendable {
    public indirect enum Kind: Equatable, Sendable {
        /// `ELEMENT VALUE [for DURATION]`
        case reading(Script.Test, for: Duration?)
        /// `between TIME and TIME`: from the first to the second time, over midnight if the second is earlier.
        case between(TimeOfDay, TimeOfDay)
        /// `mon-fri except holidays`
        case days(Days)
        /// `answer of TARGET PATH VALUE`, in `if` alone.
        case answer(Script.AnswerTest)
        /// `not CONDITION`, of one of the above.
        case not(Condition)
        /// `CONDITION or CONDITION`: at least two, none of them one of these.
        case any([Condition])
    }

    /// The readings that it is about, each with the time for which the test must hold.
    public var tests: [(test: Script.Test, for: Duration?)] {
        switch kind {
        case .reading(let test, for: let length): [(test, length)]
        case .between, .days, .answer: []
        case .not(let condition): condition.tests
        case .any(let conditions): conditions.flatMap(\.tests)
        }
    }

    public var kind: Kind
    public var position: Script.Position

    public init(_ kind: Kind, at position: Script.Position) {
        self.kind = kind
        self.position = position
    }
}

public import DomoModel

/// A scene file: what starts it, how it runs, and its steps. `ScriptParser` reads it.
public struct Script: Equatable, Sendable {
    /// From the line `name "…"`; nil where there is none.
    public var name: String?
    /// Any of them starts it.
    public var triggers: [Trigger] = []
    /// `only if`: all of them must hold when a trigger starts it. Who starts it by name is not asked for them.
    public var conditions: [Condition] = []
    /// What happens where it is started while it runs.
    public var again: Repetition = .restart
    /// `at most one of`: a scene that starts stops the others of its group.
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
    /// The most steps of a scene, those inside blocks counted.
    public static let mostSteps = 4096
    /// The most triggers and conditions in lines `only if` of a scene, together.
    public static let mostTriggers = 256
    /// In Unicode scalars: of a scene, and of a group.
    public static let longestName = 200
    /// How many blocks may stand in each other.
    public static let deepest = 16
    /// What a step may begin with, in the order in which help lists them.
    public static let stepVerbs = [
        "set", "dim", "toggle", "wait", "if", "else:", "in parallel:", "scene", "stop scene", "log",
    ]

    /// What a line before the first step may begin with, in the order in which help lists them.
    public static let headerLines = [
        "name", "at", "every", "when", "at start", "only if", "again:", "at most one of", "on failure",
    ]

    /// What is wrong in a script, and where. Lines and columns are counted from 1.
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

    /// A scene file's mistake as it is told: `noche.domo:2:5: error: …; what to do instead`.
    public static func text(of mistake: Mistake, in file: String) -> String {
        let hint = mistake.fault.hint.map { "; \($0)" } ?? ""
        return "\(file):\(mistake.line):\(mistake.column): error: \(mistake.fault.message)\(hint)"
    }

    /// Where something stands, both counted from 1; columns in Unicode scalars.
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
        /// The run on its way is stopped, and a new one begins.
        case restart
        /// The run on its way goes on, and nothing else happens.
        case skip
        /// It runs once more when the run on its way has ended.
        case queue
    }

    /// `on failure`
    public enum FailurePolicy: String, Sendable, CaseIterable {
        /// The step is reported, and the next follows.
        case goOn = "continue"
        case stop
    }

    /// One step, with the steps that it holds.
    public struct Step: Equatable, Sendable {
        /// Where its verb stands.
        public var position: Position
        public var kind: Kind

        /// The steps that it holds itself, in the order of the text.
        public var inner: [Step] {
            switch kind {
            case .condition(_, let then, let otherwise): then + otherwise
            case .parallel(let steps): steps
            default: []
            }
        }

        public init(_ kind: Kind, at position: Position) {
            self.kind = kind
            self.position = position
        }
    }

    public indirect enum Kind: Equatable, Sendable {
        case order(Order, At)
        /// `dim … over …`
        case ramp(Name, to: Percent, over: Duration)
        case wait(Duration)
        /// `wait until ELEMENT … [for DURATION] [at most DURATION]`
        case waitUntil(Test, for: Duration?, atMost: Duration?)
        /// Neither branch is taken where it is not known whether the condition holds: the step fails.
        case condition(Condition, then: [Step], otherwise: [Step])
        case parallel([Step])
        /// Runs another scene, and waits for its end.
        case scene(Name)
        case stopScene(Name)
        case log(String)
    }

    /// Where the operands of an order stand.
    public struct At: Equatable, Sendable {
        public var element: Position
        /// Nil where it has no value.
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

    /// Something that can be true of an element's reading.
    public struct Test: Hashable, Sendable {
        public enum Relation: Hashable, Sendable {
            /// It has this value, as `set` takes it.
            case equals(String)
            /// A level or a number: more than.
            case above(Double)
            /// A level or a number: less than.
            case below(Double)
        }

        public var element: Name
        public var relation: Relation
        /// Where the value stands.
        public var value: Position

        public init(_ element: Name, _ relation: Relation, value: Position) {
            self.element = element
            self.relation = relation
            self.value = value
        }
    }
}

/// `only if …` and `if …`; it stands where its first word does.
public struct Condition: Equatable, Sendable {
    public indirect enum Kind: Equatable, Sendable {
        /// `ELEMENT VALUE [for DURATION]`
        case reading(Script.Test, for: Duration?)
        /// `between TIME and TIME`: from the first on, up to the second, over midnight where the second is the earlier.
        case between(TimeOfDay, TimeOfDay)
        /// `mon-fri except holidays`
        case days(Days)
        /// `not CONDITION`, of one of the above.
        case not(Condition)
        /// `CONDITION or CONDITION`: at least two, none of them one of these.
        case any([Condition])
    }

    /// The readings that it is about, each with the time for which the test must hold.
    public var tests: [(test: Script.Test, for: Duration?)] {
        switch kind {
        case .reading(let test, for: let length): [(test, length)]
        case .between, .days: []
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

import DomoEngine
import DomoModel

/// What a kind of server takes: how a signal is written, and its words for the actions.
public struct Dialect: Sendable, Equatable {
    /// An action's name in a dialect's table of operations.
    public enum ActionWord: String, Sendable, CaseIterable {
        case on, off, up, down, stop, level, text

        init(_ action: Action) {
            self =
                switch action {
                case .on: .on
                case .off: .off
                case .up: .up
                case .down: .down
                case .stop: .stop
                case .level: .level
                case .text: .text
                }
        }

        var takesValue: Bool { self == .level || self == .text }
    }

    public let name: String
    /// For on, off, up, down and stop.
    public let signal: SignalTemplate
    /// For levels and texts.
    public let signalWithValue: SignalTemplate
    public let operations: [ActionWord: String]

    /// - Parameter operations: by action word (`on`, `off`, `up`, `down`, `stop`, `level`, `text`); an action that has
    ///   none can't be asked of this server.
    /// - Throws: a fault that names the field.
    public init(
        name: String,
        signal: String,
        signalWithValue: String,
        operations: [String: String]
    ) throws(TemplateFault) {
        self.name = name
        self.signal = try Self.template(signal, field: "signal")
        self.signalWithValue = try Self.template(signalWithValue, field: "signalWithValue")
        var words: [ActionWord: String] = [:]
        // In order, so that the same dialect always has the same fault.
        for (key, operation) in operations.sorted(by: { $0.key < $1.key }) {
            guard let word = ActionWord(rawValue: key) else {
                let known = ActionWord.allCases.map(\.rawValue).joined(separator: ", ")
                throw TemplateFault(
                    message: "\"\(key)\" is not an action; there are \(known)",
                    field: "operations.\(key)"
                )
            }
            guard !operation.isEmpty else {
                throw TemplateFault(message: "an operation needs a word", field: "operations.\(key)")
            }
            words[word] = operation
        }
        guard !words.isEmpty else {
            throw TemplateFault(message: "a dialect needs at least one operation", field: "operations")
        }
        self.operations = words
        if self.signal.contains(.value) {
            throw TemplateFault(
                message: "{value} belongs into signalWithValue: on, off, up, down and stop have none",
                field: "signal"
            )
        }
        if words.keys.contains(where: \.takesValue), !self.signalWithValue.contains(.value) {
            throw TemplateFault(
                message: "{value} is missing: a level or text would not be sent",
                field: "signalWithValue"
            )
        }
    }

    private static func template(_ text: String, field: String) throws(TemplateFault) -> SignalTemplate {
        do {
            return try SignalTemplate(text)
        } catch {
            throw TemplateFault(message: error.message, column: error.column, field: field)
        }
    }

    /// The server of the original work. Only `enable` is known from it: for on, and for the first direction. The
    /// operations for stop, levels and texts, and `value`, are assumptions.
    public static let pervML: Dialect = {
        do {
            return try Dialect(
                name: "pervml",
                signal: "POST {url}?operation={operation}&PERVMLSERVICENAME={name}",
                signalWithValue: "POST {url}?operation={operation}&PERVMLSERVICENAME={name}&value={value}",
                operations: [
                    "on": "enable", "off": "disable", "up": "enable", "down": "disable", "stop": "stop",
                    "level": "setValue", "text": "setValue",
                ]
            )
        } catch {
            preconditionFailure("the built-in dialect is wrong: \(error)")
        }
    }()
}

extension Dialect {
    /// The template for an action, and what goes into it.
    func rendering(
        of action: Action,
        element: String,
        url: String
    ) throws(SignalFault) -> (template: SignalTemplate, values: SignalValues) {
        let word = ActionWord(action)
        guard let operation = operations[word] else {
            let offer = ActionWord.allCases.filter { operations[$0] != nil }.map(\.rawValue).joined(separator: ", ")
            throw SignalFault(
                message: "the dialect \(name) has no operation for \(word.rawValue)",
                hint: "it has operations for: \(offer)"
            )
        }
        return (
            word.takesValue ? signalWithValue : signal,
            SignalValues(url: url, operation: operation, name: element, value: word.takesValue ? action.value : nil)
        )
    }
}

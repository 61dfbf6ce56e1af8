import DomoModel

/// A command for a link itself, rather than for an element: `knx read 1/2/3`.
public enum LinkCommand: Equatable, Sendable {
    public enum Learning: String, Sendable, CaseIterable {
        case start, stop
        /// Shows the results so far.
        case show
    }

    /// Reads the value of an address from the bus.
    ///
    /// - Parameter type: decodes the value; nil for the known type of the address.
    case read(address: String, type: String?)
    /// Sends a value to an address.
    case write(address: String, value: String, type: String?)
    /// Disconnects from the bus for a while.
    case pause(Duration)
    case resume
    /// Reports problems of the bus.
    case diagnose
    /// Telegrams from the log, the oldest first, as many as fit into one reply.
    case log(Period)
    /// Infers from the traffic which addresses belong together.
    case learn(Learning)

    /// The range of a pause.
    public static let pauses: ClosedRange<Duration> = .seconds(1)...(.seconds(86_400))
    /// The maximum time that a link may take to answer a command.
    public static let patience: Duration = .seconds(60)
}

extension LinkCommand {
    /// The word after the verb: `read`.
    public var word: String {
        switch self {
        case .read: "read"
        case .write: "write"
        case .pause: "pause"
        case .resume: "resume"
        case .diagnose: "doctor"
        case .log: "log"
        case .learn: "learn"
        }
    }

    /// The words after the verb.
    var words: [String] {
        switch self {
        case .read(let address, let type): Self.words(type: type) + [word, Words.quoted(address)]
        case .write(let address, let value, let type):
            Self.words(type: type) + [word, Words.quoted(address), Words.quoted(value)]
        case .pause(let duration): [word, DurationText.write(duration)]
        case .log(let period): [word] + period.words
        case .learn(.show), .resume, .diagnose: [word]
        case .learn(let step): [word, step.rawValue]
        }
    }

    private static func words(type: String?) -> [String] { type.map { ["--dpt", Words.quoted($0)] } ?? [] }
}

extension LinkCommand {
    /// What `learn` does; without an operand it shows the results so far.
    static func learning(_ arguments: Arguments) throws(UsageError) -> Learning {
        guard !arguments.operands.isEmpty else { return .show }
        return try arguments.operand(0) { text throws(Fault) in
            guard let learning = Learning(rawValue: text) else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" is not start, stop or show",
                    hint: "for example: domo knx learn start"
                )
            }
            return learning
        }
    }

    /// The link, from `--link` or from an operand.
    static func link(_ arguments: Arguments, operand number: Int) throws(UsageError) -> String? {
        let link = arguments.value("--link")
        guard arguments.operands.count > number else { return link }
        guard link == nil else { throw arguments.usageError("the link is given twice") }
        return arguments.operands[number]
    }

    static func readPause(_ text: String) throws(Fault) -> Duration {
        guard let duration = DurationText.read(text), pauses.contains(duration) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a length of a pause",
                hint: "use 1s–24h, such as 10m"
            )
        }
        return duration
    }
}

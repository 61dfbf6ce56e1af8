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

extension Request {
    static let knxSteps = ["read", "write", "pause", "resume", "doctor", "monitor", "log", "discover", "learn"]

    static func knx(_ arguments: Arguments) throws(UsageError) -> Request {
        let (operands, type) = (arguments.operands, arguments.value("--dpt"))
        var link = arguments.value("--link")
        if type != nil, operands[0] != "read", operands[0] != "write" {
            throw arguments.usageError("--dpt can only be used with knx read and knx write")
        }
        if operands[0] != "log",
            let option = ["--since", "--until", "--after"].first(where: { arguments.value($0) != nil })
        {
            throw arguments.usageError("\(option) can only be used with knx log")
        }
        if operands[0] != "discover",
            let option = InterfaceQuery.options.sorted().first(where: { arguments.value($0) != nil })
        {
            throw arguments.usageError("\(option) can only be used with knx discover")
        }
        /// Reads the link from the operand after the others, if there is one.
        func named(after count: Int) throws(UsageError) {
            guard operands.count > count else { return }
            guard link == nil else { throw arguments.usageError("the link is given twice") }
            link = operands[count]
        }
        switch (operands[0], operands.count) {
        case ("read", 2): return .knx(.read(address: operands[1], type: type), link: link)
        case ("write", 3): return .knx(.write(address: operands[1], value: operands[2], type: type), link: link)
        case ("pause", 2...3):
            try named(after: 2)
            return .knx(.pause(try arguments.operand(1, pause)), link: link)
        case ("resume", 1...2):
            try named(after: 1)
            return .knx(.resume, link: link)
        case ("doctor", 1): return .knx(.diagnose, link: link)
        case ("log", 1): return .knx(.log(try Period(arguments)), link: link)
        case ("discover", 1...2) where link == nil:
            return .discover(try InterfaceQuery(arguments, host: operands.dropFirst().first))
        case ("learn", 1): return .knx(.learn(.show), link: link)
        case ("learn", 2):
            guard let step = LinkCommand.Learning(rawValue: operands[1]) else { break }
            return .knx(.learn(step), link: link)
        // An ordinary watch.
        case ("monitor", 1) where link == nil: return .watch(Watched(telegrams: true))
        default: break
        }
        throw arguments.wrongArguments("knx", commands: knxSteps)
    }

    private static func pause(_ text: String) throws(Fault) -> Duration {
        guard let duration = DurationText.read(text), LinkCommand.pauses.contains(duration) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a length of a pause",
                hint: "use 1s–24h, such as 10m"
            )
        }
        return duration
    }
}

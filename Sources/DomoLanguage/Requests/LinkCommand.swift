import DomoModel

/// What a person asks of a link itself, and not of an element: `knx read 1/2/3`.
public enum LinkCommand: Equatable, Sendable {
    public enum Learning: String, Sendable, CaseIterable {
        case start, stop
        /// What was learnt so far.
        case show
    }

    /// Asks the bus for the value of an address.
    ///
    /// - Parameter type: how the value is decoded; nil for the type that the address is known to have.
    case read(address: String, type: String?)
    /// Sends a value to an address.
    case write(address: String, value: String, type: String?)
    /// Leaves the bus to others for a while.
    case pause(Duration)
    case resume
    /// What is wrong with the bus, or doubtful.
    case diagnose
    /// The telegrams that went by, from the log: as much as one answer holds, the oldest first.
    case log(Period)
    /// Finds out from traffic which addresses belong together.
    case learn(Learning)

    /// How long a link may be paused.
    public static let pauses: ClosedRange<Duration> = .seconds(1)...(.seconds(86_400))
    /// A link that has not answered a command after this is not waited for.
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

    static func knx(_ arguments: Arguments) throws(Misread) -> Request {
        let (operands, type) = (arguments.operands, arguments.value("--dpt"))
        var link = arguments.value("--link")
        if type != nil, operands[0] != "read", operands[0] != "write" {
            throw arguments.misread("--dpt is for read and write")
        }
        if operands[0] != "log",
            let option = ["--since", "--until", "--after"].first(where: { arguments.value($0) != nil })
        {
            throw arguments.misread("\(option) is for log")
        }
        if operands[0] != "discover",
            let option = InterfaceQuery.options.sorted().first(where: { arguments.value($0) != nil })
        {
            throw arguments.misread("\(option) is for discover")
        }
        /// The link may stand behind them as well.
        func named(after count: Int) throws(Misread) {
            guard operands.count > count else { return }
            guard link == nil else { throw arguments.misread("the link is named twice") }
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
        // It is a watch like any other.
        case ("monitor", 1) where link == nil: return .watch(Watched(telegrams: true))
        default: break
        }
        let closest = closestWord(to: operands[0], among: knxSteps)
        throw arguments.misread(
            knxSteps.contains(operands[0])
                ? "wrong arguments for knx \(operands[0])" : "unknown command \"\(operands[0].prefix(80))\"",
            hint: knxSteps.contains(operands[0]) ? nil : closest.map { "did you mean \"knx \($0)\"?" }
        )
    }

    private static func pause(_ text: String) throws(Fault) -> Duration {
        guard let duration = DurationText.read(text), LinkCommand.pauses.contains(duration) else {
            throw Fault(
                .badRequest,
                "\"\(text.prefix(80))\" is not a time to pause",
                hint: "a pause is 1s–24h, such as 10m"
            )
        }
        return duration
    }
}

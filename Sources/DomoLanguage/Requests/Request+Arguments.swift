import DomoModel

// Requests with several forms or checked options.

extension Request {
    /// How many orders `orders` lists by default.
    public static let defaultOrders = 20
    public static let maxOrders = 1000
    /// The maximum length of the tag of a run, in characters.
    public static let maxTagLength = 64
    /// The maximum number of lines of an ad-hoc scene, including its name.
    static let maxSceneLines = 4096

    static func scene(_ arguments: Arguments) throws(UsageError) -> Request {
        .scene(
            name: arguments.operands[0],
            explain: arguments.has("--explain"),
            tag: try tag(arguments),
            values: try SceneValue.read(arguments),
            until: try arguments.value("--until", Timestamp.limit)
        )
    }

    static func run(_ arguments: Arguments) throws(UsageError) -> Request {
        .run(
            name: arguments.operands[0],
            lines: Array(arguments.operands.dropFirst()),
            explain: arguments.has("--explain"),
            tag: try tag(arguments),
            until: try arguments.value("--until", Timestamp.limit)
        )
    }

    static func tag(_ arguments: Arguments) throws(UsageError) -> String? {
        guard let tag = arguments.value("--tag") else { return nil }
        guard (1...maxTagLength).contains(tag.unicodeScalars.count) else {
            throw arguments.usageError("the tag is empty or longer than \(maxTagLength) characters")
        }
        return tag
    }

    static func orders(_ arguments: Arguments) throws(UsageError) -> Request {
        let last = try arguments.count("--last", of: "orders", upTo: maxOrders)
        let before = try arguments.number("--before", of: "an order", shownBy: "domo orders")
        let since = try arguments.value("--since", TimePoint.init(argument:))
        return .orders(
            path: arguments.operands.first,
            // With --since, list all orders since then.
            last: last ?? (since == nil ? defaultOrders : maxOrders),
            before: before,
            since: since
        )
    }
}

extension Arguments {
    /// How many to list: nil if the option is not given.
    func count(_ option: String, of what: String, upTo most: Int) throws(UsageError) -> Int? {
        try value(option) { text throws(Fault) in
            guard let count = Int(text), (1...most).contains(count) else {
                throw Fault(.badRequest, "\"\(text.prefix(80))\" is not a number of \(what)", hint: "use 1–\(most)")
            }
            return count
        }
    }

    /// The number of something that a command shows: nil if the option is not given.
    func number(_ option: String, of what: String, shownBy command: String) throws(UsageError) -> UInt64? {
        try value(option) { text throws(Fault) in
            guard let number = UInt64(text), number > 0, number <= Int64.max else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" is not the number of \(what)",
                    hint: "use a number that \"\(command)\" shows"
                )
            }
            return number
        }
    }

    /// Reads an operand as a number that a program was given.
    func number(_ index: Int, of what: String) throws(UsageError) -> UInt64 {
        try operand(index) { text throws(Fault) in
            guard let number = UInt64(text) else {
                throw Fault(.badRequest, "\"\(text.prefix(80))\" is not the number of \(what)")
            }
            return number
        }
    }

    /// Reads an operand as a number of bytes.
    func offset(_ index: Int) throws(UsageError) -> Int {
        try operand(index) { text throws(Fault) in
            guard let offset = Int(text), offset >= 0 else {
                throw Fault(.badRequest, "\"\(text.prefix(80))\" is not an offset", hint: "use a number of bytes")
            }
            return offset
        }
    }
}

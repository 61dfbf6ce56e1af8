// Requests whose arguments need more than a look.

extension Request {
    /// How many orders `orders` lists where it is not told.
    public static let defaultOrders = 20
    public static let maxOrders = 1000
    /// How many characters the tag of a run may have.
    public static let maxTagLength = 64
    /// How many lines an ad-hoc scene may have, its name counted.
    static let maxSceneLines = 4096

    static func scene(_ arguments: Arguments) throws(Misread) -> Request {
        let (operands, explain) = (arguments.operands, arguments.has("--explain"))
        if operands == ["stop"], !explain { return .sceneStop(name: nil, tag: try tag(arguments)) }
        if operands.count == 1 { return .scene(name: operands[0], explain: explain, tag: try tag(arguments)) }
        guard operands[0] == "stop", !explain else {
            throw arguments.misread(
                "a scene has one name",
                hint: "a name with blanks needs quotes; usage: \(VerbRows.scene.usage)"
            )
        }
        return .sceneStop(name: operands[1], tag: try tag(arguments))
    }

    static func run(_ arguments: Arguments) throws(Misread) -> Request {
        .run(
            name: arguments.operands[0],
            lines: Array(arguments.operands.dropFirst()),
            explain: arguments.has("--explain"),
            tag: try tag(arguments)
        )
    }

    private static func tag(_ arguments: Arguments) throws(Misread) -> String? {
        guard let tag = arguments.value("--tag") else { return nil }
        guard (1...maxTagLength).contains(tag.unicodeScalars.count) else {
            throw arguments.misread("a tag has 1–\(maxTagLength) characters")
        }
        return tag
    }

    static func orders(_ arguments: Arguments) throws(Misread) -> Request {
        let last = try arguments.value("--last") { text throws(Fault) in
            guard let last = Int(text), (1...maxOrders).contains(last) else {
                throw Fault(
                    .badRequest,
                    "\"\(text.prefix(80))\" is not a number of orders",
                    hint: "1–\(maxOrders)"
                )
            }
            return last
        }
        let before = try arguments.value("--before") { text throws(Fault) in
            guard let number = UInt64(text), number > 0, number <= Int64.max else {
                throw Fault(.badRequest, "\"\(text.prefix(80))\" is not the number of an order", hint: "1 or higher")
            }
            return number
        }
        let since = try arguments.value("--since", TimePoint.init(argument:))
        return .orders(
            path: arguments.operands.first,
            // With a time, all since then is meant.
            last: last ?? (since == nil ? defaultOrders : maxOrders),
            before: before,
            since: since
        )
    }
}

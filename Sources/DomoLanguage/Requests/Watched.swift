/// What a connection watches: readings and other events, and the events that most clients do not need.
public struct Watched: Equatable, Sendable {
    /// A place or an element; nil for all.
    public var path: String?
    /// Whether the telegrams of the buses are included.
    public var telegrams: Bool
    /// Whether every stage of an order is included, rather than failures only.
    public var orders: Bool

    public init(path: String? = nil, telegrams: Bool = false, orders: Bool = false) {
        (self.path, self.telegrams, self.orders) = (path, telegrams, orders)
    }
}

extension Watched {
    init(_ arguments: Arguments) {
        self.init(
            path: arguments.operands.first,
            telegrams: arguments.has("--telegrams"),
            orders: arguments.has("--orders")
        )
    }

    /// The words after the verb.
    var words: [String] {
        (telegrams ? ["--telegrams"] : []) + (orders ? ["--orders"] : []) + (path.map { [Words.quoted($0)] } ?? [])
    }
}

extension Watched: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.optional("watching", path)
            if telegrams { json.optional("telegrams", telegrams) }
            if orders { json.optional("orders", orders) }
        }
    }
}

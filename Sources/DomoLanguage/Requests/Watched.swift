/// What a connection watches: the readings and all else that happens, and what most of those who watch do not need.
public struct Watched: Equatable, Sendable {
    /// A place or an element; nil for all.
    public var path: String?
    /// The telegrams of the buses as well.
    public var telegrams: Bool
    /// Every stage of an order, and not only those that went wrong.
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

extension Request {
    /// What a request names.
    public enum Subject: Equatable, Sendable {
        case element(String)
        /// A house or sector, or else an element.
        case place(String)
        /// A scene that is loaded.
        case scene(String)
        /// A scene that runs or is loaded.
        case run(String)
        /// A scene that is loaded, or else a house, sector or element.
        case sceneOrPlace(String)
        /// The name for something that comes with the request.
        case new(String)

        public var name: String {
            switch self {
            case .element(let name), .place(let name), .scene(let name), .run(let name), .sceneOrPlace(let name),
                .new(let name):
                name
            }
        }
    }

    /// What may be logged of it: the verb and the name, without the values of orders.
    public var summary: String {
        let name = subject.map { " " + Words.quoted(String($0.name.prefix(200))) } ?? ""
        return verb.rawValue + (isStop ? " stop" : "") + name
    }

    private var isStop: Bool {
        if case .sceneStop = self { return true }
        return self == .record(.stop)
    }
}

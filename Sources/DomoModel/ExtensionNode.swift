/// A part of a house file in another namespace, for those who know the namespace.
public struct ExtensionNode: Sendable, Equatable {
    /// What contains it.
    public enum Owner: Hashable, Sendable {
        /// The full path of an element.
        case element(path: String)
        /// The full path of a house or sector.
        case place(path: String)
    }

    public struct Attribute: Sendable, Equatable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public var namespace: String
    /// Without a prefix.
    public var name: String
    /// Attributes without a prefix, in order.
    public var attributes: [Attribute]
    public var children: [ExtensionNode]
    public var owner: Owner
    /// `house.xml`
    public var file: String
    public var line: Int
    public var column: Int

    public init(
        namespace: String,
        name: String,
        attributes: [Attribute] = [],
        children: [ExtensionNode] = [],
        owner: Owner,
        file: String,
        line: Int,
        column: Int
    ) {
        self.namespace = namespace
        self.name = name
        self.attributes = attributes
        self.children = children
        self.owner = owner
        self.file = file
        self.line = line
        self.column = column
    }
}

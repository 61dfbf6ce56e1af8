/// A path in a JSON document: `attributes.brightness`, `result[0].Status`, `["switch:0"].output`; empty for the
/// document itself.
public struct JSONPath: Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    private static let maxSteps = 16

    public let steps: [Step]
    /// Whether a list there is read as a text with commas; otherwise it has no text.
    public private(set) var joinsLists = false

    private init(steps: [Step], joinsLists: Bool) { (self.steps, self.joinsLists) = (steps, joinsLists) }

    /// Returns this path followed by another.
    public func appending(_ path: JSONPath) -> JSONPath {
        JSONPath(steps: steps + path.steps, joinsLists: path.joinsLists)
    }

    public var joiningLists: JSONPath { JSONPath(steps: steps, joinsLists: true) }

    /// - Returns: nil if the text is not a path, or has more than 16 steps.
    public init?(_ text: String) {
        var steps: [Step] = []
        var rest = text[...]
        while let character = rest.first {
            if character == "[" {
                guard let end = rest.firstIndex(of: "]") else { return nil }
                let inside = rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
                if inside.utf8.allSatisfy({ (0x30...0x39).contains($0) }), (1...6).contains(inside.utf8.count) {
                    steps.append(.index(Int(inside)!))
                } else {
                    let isQuoted = inside.count > 2 && inside.hasPrefix("\"") && inside.hasSuffix("\"")
                    guard !inside.isEmpty else { return nil }
                    steps.append(.key(String(isQuoted ? inside.dropFirst().dropLast() : inside)))
                }
            } else {
                if !steps.isEmpty {
                    guard character == "." else { return nil }
                    rest = rest.dropFirst()
                }
                let key = rest.prefix { $0 != "." && $0 != "[" }
                guard !key.isEmpty else { return nil }
                steps.append(.key(String(key)))
                rest = rest[key.endIndex...]
            }
        }
        guard steps.count <= Self.maxSteps else { return nil }
        self.steps = steps
    }
}

import DomoYAML

/// YAML documents, the format of configurations and dialects.
public struct Documents: FuzzTarget {
    public static let name = "yaml"

    public init() {}

    public let corpus: [[UInt8]] = [
        "homes: [a.xml, b.xml]\nserver: http://localhost/\n",
        "houses:\n  Casa:\n    server:\n      url: \"http://h/\"\n      max-in-flight: 4\n",
        "a: &a {x: 1}\nb: *a\nc:\n  <<: *a\n",
        "- |\n  text\n  more\n- >-\n  folded\n  text\n- 'it''s'\n- \"\\u00e9\\n\"\n",
        "%YAML 1.1\n---\n!!map {? [a, b] : c}\n...\n---\nsecond\n",
        "&a [*a]\n",
        "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
            + "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c, *c, *c, *c]\n",
    ].map { Array($0.utf8) }

    public let words = [
        ": ", "- ", "? ", "[", "]", "{", "}", ", ", "&a ", "*a", "*a, *a, *a", "&b [", "*b", "!!str ", "!t ", "|\n",
        ">-\n", "  ",
        "\n  ", "'", "\"", "---\n", "...\n", "<<: ", "# ", "%YAML 1.1\n", "%TAG ! x\n", "@", "`", "~", "\t",
    ]

    /// Aliases of aliases: each level expands to many of the previous one.
    public func input(using random: inout Dice) -> [UInt8]? {
        // Rarely: such an input takes as long as thousands of others.
        guard random.once(in: 3000) else { return nil }
        let levels = 1 + random.below(14)
        let width = 1 + random.below(10)
        var text = "a0: &a0 [x]\n"
        for level in 1...levels {
            let aliases = repeatElement("*a\(level - 1)", count: width).joined(separator: ", ")
            text +=
                random.once(in: 4)
                ? "a\(level): &a\(level) {b: [\(aliases)]}\n" : "a\(level): &a\(level) [\(aliases)]\n"
        }
        return Array(text.utf8)
    }

    public let maxLength = 8 * 1024

    public func feed(_ input: [UInt8], using random: inout Dice) throws(Finding) {
        let text = String(decoding: input, as: UTF8.self)
        // There are more line breaks than line feeds.
        let places = 1...text.unicodeScalars.count + 2
        let root: YAMLNode?
        do throws(YAMLNode.Fault) {
            root = try YAMLNode.read(text)
        } catch {
            try expect(
                places.contains(error.line) && places.contains(error.column),
                "the fault is at \(error.line):\(error.column)"
            )
            return try expect(!error.message.isEmpty, "a fault without a message")
        }
        guard let root else { return }
        var count = 0
        try check(root, in: places, count: &count)
    }

    private func check(_ node: YAMLNode, in places: ClosedRange<Int>, count: inout Int) throws(Finding) {
        count += 1
        // Aliases expand: a few lines could need more memory than there is.
        try expect(count <= 400_000, "more than \(count) nodes")
        try expect(places.contains(node.line) && places.contains(node.column), "a node at \(node.line):\(node.column)")
        switch node.content {
        case .scalar: break
        case .sequence(let items): for item in items { try check(item, in: places, count: &count) }
        case .mapping(let entries):
            for (key, value) in entries {
                try check(key, in: places, count: &count)
                try check(value, in: places, count: &count)
            }
        }
    }
}

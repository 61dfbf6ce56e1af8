import CLibYAML

/// A part of a YAML document, and where it stands. Tags and types are the reader's business: a scalar is its text.
public struct YAMLNode: Sendable {
    public enum Content: Sendable {
        case scalar(String)
        case sequence([YAMLNode])
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    /// Why a text is no YAML, or none that can be read here.
    public struct Fault: Error, Sendable, Equatable {
        public var line: Int
        public var column: Int
        public var message: String
    }

    /// Deeper is no configuration; it also ends a document that holds itself (`&a [*a]`).
    private static let deepest = 16

    /// More parts are no configuration either. Each use of an alias counts as what it stands for, so that a few lines
    /// can't stand for billions.
    private static let most = 400_000

    /// Counted from 1.
    public let line: Int
    public let column: Int
    public let content: Content

    /// Reads the first document of a text; nil for one that holds nothing.
    public static func read(_ text: String) throws(Fault) -> YAMLNode? {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw Fault(line: 1, column: 1, message: "out of memory") }
        defer { yaml_parser_delete(&parser) }
        let bytes = Array(text.utf8)
        var document = yaml_document_t()
        // The bytes must stay where they are until the document is loaded.
        let isLoaded = bytes.withUnsafeBufferPointer { bytes in
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            return yaml_parser_load(&parser, &document) == 1
        }
        guard isLoaded else {
            throw Fault(
                line: parser.problem_mark.line + 1,
                column: parser.problem_mark.column + 1,
                message: parser.problem.map { String(cString: $0) } ?? "not YAML"
            )
        }
        defer { yaml_document_delete(&document) }
        guard yaml_document_get_root_node(&document) != nil else { return nil }
        var left = most
        let root = try YAMLNode(1, in: &document, depth: 1, left: &left)
        if case .scalar("") = root.content { return nil }
        return root
    }

    private init(_ number: Int32, in document: inout yaml_document_t, depth: Int, left: inout Int) throws(Fault) {
        guard let node = yaml_document_get_node(&document, number)?.pointee else {
            throw Fault(line: 1, column: 1, message: "not YAML")
        }
        line = node.start_mark.line + 1
        column = node.start_mark.column + 1
        guard depth <= Self.deepest else {
            throw Fault(line: line, column: column, message: "nested more than \(Self.deepest) deep")
        }
        left -= 1
        guard left >= 0 else {
            throw Fault(line: line, column: column, message: "more than \(Self.most) parts, aliases counted in full")
        }
        switch node.type {
        case YAML_SEQUENCE_NODE:
            var items: [YAMLNode] = []
            let all = node.data.sequence.items
            for item in UnsafeBufferPointer(start: all.start, count: all.top - all.start) {
                items.append(try YAMLNode(item, in: &document, depth: depth + 1, left: &left))
            }
            content = .sequence(items)
        case YAML_MAPPING_NODE:
            var entries: [(key: YAMLNode, value: YAMLNode)] = []
            let all = node.data.mapping.pairs
            for pair in UnsafeBufferPointer(start: all.start, count: all.top - all.start) {
                let key = try YAMLNode(pair.key, in: &document, depth: depth + 1, left: &left)
                entries.append((key, try YAMLNode(pair.value, in: &document, depth: depth + 1, left: &left)))
            }
            content = .mapping(entries)
        default:
            let scalar = node.data.scalar
            content = .scalar(
                String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            )
        }
    }

    public var scalar: String? {
        if case .scalar(let text) = content { text } else { nil }
    }
}

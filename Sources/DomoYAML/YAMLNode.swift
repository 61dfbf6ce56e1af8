import CLibYAML

/// A node of a YAML document with its position. A scalar is its text; tags and types are left to the caller.
public struct YAMLNode: Sendable {
    public enum Content: Sendable {
        case scalar(String)
        case sequence([YAMLNode])
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    /// Why a text is invalid YAML, or exceeds the limits.
    public struct Fault: Error, Sendable, Equatable {
        public var line: Int
        public var column: Int
        public var message: String
    }

    /// The maximum depth, enough for configurations. It also ends a document that contains itself (`&a [*a]`).
    private static let maxDepth = 16

    /// The maximum number of anchors. libyaml compares each with all others.
    private static let maxAnchors = 1000

    /// The maximum size of a text.
    public static let maxBytes = 4 << 20

    /// The maximum number of nodes. Each use of an alias counts with all its nodes, so that a few lines can't expand to
    /// billions.
    private static let maxNodes = 400_000

    /// The file, if the caller named it.
    public let file: String?
    /// From 1.
    public let line: Int
    public let column: Int
    public internal(set) var content: Content

    /// Parses the first document of a text; nil if it is empty.
    ///
    /// - Parameter file: for the positions of nodes.
    public static func read(_ text: String, file: String? = nil) throws(Fault) -> YAMLNode? {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw Fault(line: 1, column: 1, message: "out of memory") }
        defer { yaml_parser_delete(&parser) }
        let bytes = Array(text.utf8)
        guard bytes.count <= maxBytes else {
            throw Fault(line: 1, column: 1, message: "the file is longer than \(maxBytes >> 20) MiB")
        }
        try requireFlat(bytes)
        var document = yaml_document_t()
        // The bytes must stay where they are until the document is loaded.
        let isLoaded = bytes.withUnsafeBufferPointer { bytes in
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            return yaml_parser_load(&parser, &document) == 1
        }
        guard isLoaded else {
            throw Fault(parser, in: bytes)
        }
        defer { yaml_document_delete(&document) }
        guard yaml_document_get_root_node(&document) != nil else { return nil }
        var left = maxNodes
        let root = try YAMLNode(1, in: &document, file: file, depth: 1, left: &left)
        if case .scalar("") = root.content { return nil }
        return root
    }

    /// Requires brackets and indentation that are not nested deeply, and few anchors, before a document is loaded: the time
    /// that libyaml takes grows with the square of both. It reads up to the first that is too much, and 1,024 characters
    /// ahead where a bracket may begin a key.
    private static func requireFlat(_ bytes: [UInt8]) throws(Fault) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { throw Fault(line: 1, column: 1, message: "out of memory") }
        defer { yaml_parser_delete(&parser) }
        let fault: Fault? = bytes.withUnsafeBufferPointer { bytes in
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            var (depth, anchors) = (0, 0)
            while true {
                var event = yaml_event_t()
                // What is not YAML is reported when it is loaded.
                guard yaml_parser_parse(&parser, &event) == 1 else { return nil }
                defer { yaml_event_delete(&event) }
                switch event.type {
                case YAML_SEQUENCE_START_EVENT:
                    depth += 1
                    anchors += event.data.sequence_start.anchor == nil ? 0 : 1
                case YAML_MAPPING_START_EVENT:
                    depth += 1
                    anchors += event.data.mapping_start.anchor == nil ? 0 : 1
                case YAML_SCALAR_EVENT: anchors += event.data.scalar.anchor == nil ? 0 : 1
                case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: depth -= 1
                case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT, YAML_NO_EVENT: return nil
                default: break
                }
                let (line, column) = (event.start_mark.line + 1, event.start_mark.column + 1)
                guard depth <= maxDepth else {
                    return Fault(line: line, column: column, message: "nested more than \(maxDepth) deep")
                }
                guard anchors <= maxAnchors else {
                    return Fault(line: line, column: column, message: "more than \(maxAnchors) anchors (&)")
                }
            }
        }
        if let fault { throw fault }
    }

    private init(
        _ number: Int32,
        in document: inout yaml_document_t,
        file: String?,
        depth: Int,
        left: inout Int
    ) throws(Fault) {
        guard let node = yaml_document_get_node(&document, number)?.pointee else {
            throw Fault(line: 1, column: 1, message: "not YAML")
        }
        self.file = file
        line = node.start_mark.line + 1
        column = node.start_mark.column + 1
        guard depth <= Self.maxDepth else {
            throw Fault(line: line, column: column, message: "nested more than \(Self.maxDepth) deep")
        }
        left -= 1
        guard left >= 0 else {
            throw Fault(line: line, column: column, message: "more than \(Self.maxNodes) nodes, with aliases expanded")
        }
        switch node.type {
        case YAML_SEQUENCE_NODE:
            var items: [YAMLNode] = []
            let all = node.data.sequence.items
            for item in UnsafeBufferPointer(start: all.start, count: all.top - all.start) {
                items.append(try YAMLNode(item, in: &document, file: file, depth: depth + 1, left: &left))
            }
            content = .sequence(items)
        case YAML_MAPPING_NODE:
            var entries: [(key: YAMLNode, value: YAMLNode)] = []
            let all = node.data.mapping.pairs
            for pair in UnsafeBufferPointer(start: all.start, count: all.top - all.start) {
                let key = try YAMLNode(pair.key, in: &document, file: file, depth: depth + 1, left: &left)
                let value = try YAMLNode(pair.value, in: &document, file: file, depth: depth + 1, left: &left)
                entries.append((key, value))
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

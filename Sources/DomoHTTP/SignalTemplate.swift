/// How a signal is written: a method, and a URL with places for what differs from order to order.
///
/// `POST {url}?operation={operation}&PERVMLSERVICENAME={name}`
public struct SignalTemplate: Sendable, Equatable {
    public enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// A place for what differs from order to order.
    public enum Placeholder: String, Sendable, CaseIterable {
        /// The server's URL, which stands as it is; all others are percent-encoded.
        case url
        /// The dialect's word for the action.
        case operation
        /// The name that the server knows.
        case name
        /// The level or the text.
        case value
    }

    enum Segment: Sendable, Equatable {
        case literal(String)
        case placeholder(Placeholder)
    }

    public let method: Method
    let segments: [Segment]

    /// Reads a template.
    public init(_ text: some StringProtocol) throws(TemplateFault) {
        let methods = Method.allCases.map(\.rawValue).joined(separator: ", ")
        let word = text.prefix { $0 != " " }
        guard let method = Method(rawValue: String(word)) else {
            throw TemplateFault(message: "a signal starts with a method (\(methods)) and a space", column: 1)
        }
        guard word.endIndex != text.endIndex else {
            throw TemplateFault(message: "{url} was expected after \(word)", column: word.count + 1)
        }
        self.method = method
        segments = try Self.segments(text[text.index(after: word.endIndex)...], after: word.count + 1)
    }

    public func contains(_ placeholder: Placeholder) -> Bool { segments.contains(.placeholder(placeholder)) }

    private static func segments(_ text: some StringProtocol, after start: Int) throws(TemplateFault) -> [Segment] {
        var segments: [Segment] = []
        var literal = ""
        var open: (column: Int, name: String)?
        var column = start
        for character in text {
            column += 1
            switch (character, open) {
            case ("{", nil):
                if !literal.isEmpty { segments.append(.literal(literal)) }
                literal = ""
                open = (column, "")
            case ("}", let placeholder?):
                segments.append(.placeholder(try Self.placeholder(placeholder.name, column: placeholder.column)))
                if (segments.last == .placeholder(.url)) != (segments.count == 1) {
                    throw TemplateFault(
                        message: "{url} stands once, right after the method",
                        column: segments.count == 1 ? start + 1 : placeholder.column
                    )
                }
                open = nil
            case (_, let placeholder?):
                open = (placeholder.column, placeholder.name + String(character))
            case (_, nil):
                if segments.isEmpty {
                    throw TemplateFault(message: "{url} was expected right after the method", column: column)
                }
                guard isLiteral(character) else {
                    throw TemplateFault(
                        message: "\"\(character)\" can't stand in a URL; write it percent-encoded",
                        column: column
                    )
                }
                literal.append(character)
            }
        }
        if let open { throw TemplateFault(message: "the brace is not closed", column: open.column) }
        if segments.isEmpty {
            throw TemplateFault(message: "{url} was expected right after the method", column: start + 1)
        }
        if !literal.isEmpty { segments.append(.literal(literal)) }
        return segments
    }

    private static func placeholder(_ name: String, column: Int) throws(TemplateFault) -> Placeholder {
        if let placeholder = Placeholder(rawValue: name) { return placeholder }
        let known = Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        throw TemplateFault(message: "{\(name)} is not a placeholder; there are \(known)", column: column)
    }

    /// What RFC 3986, appendix A, lets stand in a URL, without `#`: a fragment is never sent.
    private static func isLiteral(_ character: Character) -> Bool {
        guard let byte = character.asciiValue, character.utf8.count == 1 else { return false }
        return PercentEncoding.isUnreserved(byte) || ":/?[]@!$&'()*+,;=%".utf8.contains(byte)
    }
}

// MARK: - Rendering

/// What goes into the places of a template.
struct SignalValues {
    var url: String
    var operation: String
    var name: String
    var value: String?
}

extension SignalTemplate {
    /// Appends the URL of a signal, as it is sent.
    func render(_ values: SignalValues, into bytes: inout [UInt8]) {
        for segment in segments {
            switch segment {
            case .literal(let text): bytes.append(contentsOf: text.utf8)
            case .placeholder(.url): bytes.append(contentsOf: values.url.utf8)
            case .placeholder(.operation): PercentEncoding.append(values.operation, to: &bytes)
            case .placeholder(.name): PercentEncoding.append(values.name, to: &bytes)
            case .placeholder(.value): PercentEncoding.append(values.value ?? "", to: &bytes)
            }
        }
    }
}

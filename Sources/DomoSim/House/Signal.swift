import DomoLanguage

/// A signal of the PervML dialect, decoded from a URL's query.
struct Signal: Sendable, Equatable {
    enum Operation: String, Sendable, CaseIterable {
        case enable, disable, stop, setValue
    }

    /// As received; nil if missing.
    var operation: String?
    var name: String?
    var value: String?

    init(operation: String? = nil, name: String? = nil, value: String? = nil) {
        self.operation = operation
        self.name = name
        self.value = value
    }

    /// - Returns: Nil for a query that is not percent-encoded UTF-8 or has a duplicate key.
    init?(query: some StringProtocol) {
        guard let query = Query(query) else { return nil }
        for (key, text) in query.pairs {
            let field: WritableKeyPath<Signal, String?>
            switch key {
            case "operation": field = \.operation
            case "PERVMLSERVICENAME": field = \.name
            case "value": field = \.value
            default: continue
            }
            guard self[keyPath: field] == nil else { return nil }
            self[keyPath: field] = text
        }
    }
}

extension Signal: CustomStringConvertible {
    /// Always one line: `operation=setValue name=Lamp value=40`.
    var description: String {
        [("operation", operation), ("name", name), ("value", value)]
            .compactMap { label, text in text.map { "\(label)=\(Words.quoted($0.printable))" } }
            .joined(separator: " ")
    }
}

extension String {
    /// The text on one line, with control characters replaced.
    var printable: String {
        String(
            unicodeScalars.reduce(into: UnicodeScalarView()) { result, scalar in
                let isControl = scalar.properties.generalCategory == .control
                result.append(isControl ? "\u{FFFD}" : scalar)
            }
        )
    }
}

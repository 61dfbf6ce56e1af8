import DomoLanguage

/// A signal of the PervML dialect, decoded from a URL's query.
struct Signal: Sendable, Equatable {
    enum Operation: String, Sendable, CaseIterable {
        case enable, disable, stop, setValue
    }

    /// As it came; nil where there is none.
    var operation: String?
    var name: String?
    var value: String?

    init(operation: String? = nil, name: String? = nil, value: String? = nil) {
        self.operation = operation
        self.name = name
        self.value = value
    }

    /// - Returns: nil for a query that is not percent-encoded UTF-8, or says something twice.
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
    /// One line, whatever the signal holds: `operation=setValue name=Lamp value=40`.
    var description: String {
        [("operation", operation), ("name", name), ("value", value)]
            .compactMap { label, text in text.map { "\(label)=\(Words.quoted($0.printable))" } }
            .joined(separator: " ")
    }
}

extension String {
    /// Fit for one line: without control characters.
    var printable: String {
        String(
            unicodeScalars.reduce(into: UnicodeScalarView()) { result, scalar in
                let isControl = scalar.properties.generalCategory == .control
                result.append(isControl ? "\u{FFFD}" : scalar)
            }
        )
    }
}

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
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = Self.decode(pair[0]), let text = Self.decode(pair.count > 1 ? pair[1] : "") else {
                return nil
            }
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

    private static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            // As forms write a space (application/x-www-form-urlencoded).
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
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

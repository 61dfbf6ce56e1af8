import DomoJSON

/// Extracts the words of an answer, each from its own source. JSON and XML are parsed once.
enum AnswerValues {
    struct Fault: Error {
        var reason: String
    }

    static func find(_ sources: [StateSource], in bytes: [UInt8]) -> Result<[String?], Fault> {
        var values = [String?](repeating: nil, count: sources.count)
        var paths: [(Int, JSONPath)] = []
        var expressions: [(Int, String)] = []
        // XML names its own encoding.
        let text = bytes.validUTF8
        for (number, source) in sources.enumerated() {
            switch source {
            case .json(let path): paths.append((number, path))
            case .xpath(let expression): expressions.append((number, expression))
            case .regex(let pattern): values[number] = pattern.firstMatch(in: text)
            case .whole:
                // An empty answer is an empty word.
                let text = bytes.count <= 65_536 ? String(validating: bytes, as: UTF8.self) : nil
                values[number] = text?.withoutLineEnd
            }
        }
        if !paths.isEmpty {
            guard let found = JSONAnswer.values(at: paths.map(\.1), in: text) else {
                return .failure(Fault(reason: JSONLimits.problem(in: bytes) ?? "the answer is not JSON"))
            }
            for ((number, _), value) in zip(paths, found) { values[number] = value }
        }
        if !expressions.isEmpty {
            guard let found = XMLAnswer.values(at: expressions.map(\.1), in: bytes) else {
                return .failure(Fault(reason: "the answer is not XML, or has a document type"))
            }
            for ((number, _), value) in zip(expressions, found) { values[number] = value }
        }
        return .success(values)
    }

    /// Whether the server reports `null`, for unknown, instead of nothing at all.
    static func holdNull(_ sources: [StateSource], in bytes: [UInt8]) -> Bool {
        let paths = sources.compactMap { source in
            if case .json(let path) = source { path } else { nil }
        }
        return !paths.isEmpty && JSONAnswer.holdsNull(at: paths, in: bytes.validUTF8)
    }
}

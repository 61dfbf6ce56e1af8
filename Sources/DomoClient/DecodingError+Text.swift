extension DecodingError {
    /// What is wrong with the JSON, for people.
    public var text: String {
        switch self {
        case .keyNotFound(let key, let context):
            "missing property \"\(Self.path(context.codingPath + [key]))\""
        case .typeMismatch(_, let context) where context.codingPath.isEmpty: "expected a JSON object"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\"\(Self.path(context.codingPath))\" has the wrong type"
        default: "not valid JSON"
        }
    }

    /// As in `places[0].name`.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }
}

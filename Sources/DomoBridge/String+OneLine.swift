extension String {
    /// The text with a space for each control character and line separator: nothing in it can begin another line of a
    /// message or of the log.
    public var oneLine: String {
        String(
            UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    default: scalar
                    }
                }
            )
        )
    }

    /// The beginning of the text with at most this many bytes of UTF-8; what is cut ends with `…`.
    public func cut(to maxBytes: Int) -> String {
        guard utf8.count > maxBytes else { return self }
        var result = ""
        var count = 3
        for character in self {
            count += character.utf8.count
            guard count <= maxBytes else { break }
            result.append(character)
        }
        return result + "…"
    }
}

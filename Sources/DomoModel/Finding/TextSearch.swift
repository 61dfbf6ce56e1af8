/// The standard library has these only with its regular expressions, which would make the daemon 1.3 MB larger.
extension Substring {
    /// The first occurrence of a text, compared byte by byte; nil if there is none.
    public func place(of text: String) -> Range<Index>? {
        var rest = utf8
        while !rest.isEmpty {
            if rest.starts(with: text.utf8) {
                return rest.startIndex..<rest.index(rest.startIndex, offsetBy: text.utf8.count)
            }
            rest.removeFirst()
        }
        return nil
    }

    /// True if the text occurs.
    public func holds(_ text: String) -> Bool { place(of: text) != nil }

    /// Replaces each occurrence of a text.
    public func replacing(_ text: String, by other: String) -> String {
        var result = ""
        var rest = self
        while !text.isEmpty, let place = rest.place(of: text) {
            result += rest[..<place.lowerBound] + other
            rest = rest[place.upperBound...]
        }
        return result + rest
    }
}

extension String {
    /// As for `Substring`.
    public func place(of text: String) -> Range<Index>? { self[...].place(of: text) }

    public func holds(_ text: String) -> Bool { place(of: text) != nil }

    public func replacing(_ text: String, by other: String) -> String { self[...].replacing(text, by: other) }
}

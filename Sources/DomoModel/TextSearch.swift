/// The standard library has these beside its regular expressions, which would make the daemon 1.3 MB larger.
extension Substring {
    /// Where a text first occurs in it, compared byte by byte; nil where it does not occur.
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

    /// True where a text occurs in it.
    public func holds(_ text: String) -> Bool { place(of: text) != nil }

    /// Each occurrence of a text replaced by another one.
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
    /// As of a `Substring`.
    public func place(of text: String) -> Range<Index>? { self[...].place(of: text) }

    public func holds(_ text: String) -> Bool { place(of: text) != nil }

    public func replacing(_ text: String, by other: String) -> String { self[...].replacing(text, by: other) }
}

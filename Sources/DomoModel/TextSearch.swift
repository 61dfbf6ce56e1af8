/// The standard library searches with its regular expressions, which would be a fifteenth of the daemon.
extension StringProtocol {
    /// Where a text first stands in it, compared byte by byte; nil where it does not.
    public func place(of text: String) -> Range<Index>? {
        var rest = utf8[...]
        while !rest.isEmpty {
            if rest.starts(with: text.utf8) {
                return rest.startIndex..<rest.index(rest.startIndex, offsetBy: text.utf8.count)
            }
            rest.removeFirst()
        }
        return nil
    }

    public func holds(_ text: String) -> Bool { place(of: text) != nil }

    /// The text with another one wherever the first stands in it.
    public func replacing(_ text: String, by other: String) -> String {
        var result = ""
        var rest = self[...]
        while !text.isEmpty, let place = rest.place(of: text) {
            result += rest[..<place.lowerBound] + other
            rest = rest[place.upperBound...]
        }
        return result + rest
    }
}

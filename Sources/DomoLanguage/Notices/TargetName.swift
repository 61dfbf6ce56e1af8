/// The names of targets, groups and calls in the configuration of `domo-notify`.
public enum TargetName {
    /// In Unicode scalars.
    public static let maxLength = 64

    /// The words that have a meaning in a step `notify` where a name may be.
    public static let reserved: Set = ["urgent", "about", "repeat", "after", "at", "to"]

    /// - Throws: what is wrong with a name.
    public static func check(_ name: String) throws(Fault) {
        guard (1...maxLength).contains(name.unicodeScalars.count), name.unicodeScalars.allSatisfy(isAllowed),
            !reserved.contains(name), !name.hasPrefix("-")
        else {
            throw Fault(
                .badRequest,
                "\"\(name.prefix(80))\" is not a name of a target",
                hint: "use 1–\(maxLength) letters, digits, \"-\", \"_\" or \".\", and none of the words "
                    + reserved.sorted().joined(separator: ", ")
            )
        }
    }

    /// Reads names with commas between them.
    public static func list(_ text: String) throws(Fault) -> [String] {
        var names: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part)
            try check(name)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_.".unicodeScalars.contains(scalar)
    }
}

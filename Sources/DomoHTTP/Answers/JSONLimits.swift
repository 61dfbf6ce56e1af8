/// What a JSON answer may cost before it is read: a few bytes can become much memory (`{},{},…` a hundred times its size).
enum JSONLimits {
    /// Values inside each other.
    static let maxDepth = 128
    /// Of the document in memory, in bytes, as estimated: an answer of 8 MiB that lists elements stays far below.
    static let maxMemory = 128 * 1024 * 1024

    /// What Jansson takes for an object or array, and for an entry of one, on a 64-bit machine: rounded up.
    private static let container = 256
    private static let entry = 112

    /// - Returns: why a text is not to be read; nil where it may be, JSON or not.
    static func problem(in bytes: some Collection<UInt8>) -> String? {
        var depth = 0
        var memory = bytes.count
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                memory += container
                guard depth <= maxDepth else { return "the answer nests values more than \(maxDepth) deep" }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): memory += entry
            default: break
            }
            guard memory <= maxMemory else {
                return "the answer has too many values: it would take more than \(maxMemory >> 20) MiB of memory"
            }
        }
        return nil
    }
}

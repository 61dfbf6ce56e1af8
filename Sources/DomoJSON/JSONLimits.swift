/// Limits that are checked before a JSON answer is parsed: a small answer can expand to a hundred times its size in
/// memory (`{},{},…`).
public enum JSONLimits {
    /// The maximum nesting depth.
    public static let maxDepth = 128
    /// The maximum estimated size of the document in memory, in bytes. An 8 MiB list of elements stays far below it.
    public static let maxMemory = 128 * 1024 * 1024

    /// The memory that Jansson needs for an object or array, and for one entry, on a 64-bit machine, rounded up.
    private static let container = 256
    private static let entry = 112

    /// - Returns: why the text must not be parsed; nil if it may be, whether or not it is JSON.
    public static func problem(
        in bytes: some Collection<UInt8>,
        maxDepth: Int = JSONLimits.maxDepth,
        maxMemory: Int = JSONLimits.maxMemory
    ) -> String? {
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
                return "the answer has too many values: they would take more than \(maxMemory >> 20) MiB of memory"
            }
        }
        return nil
    }
}

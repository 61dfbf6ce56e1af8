import CLibPCRE2

/// A regular expression (PCRE2) with limits: the work for one match is bounded, whatever the pattern.
///
/// `@unchecked Sendable`: the compiled pattern is immutable, and PCRE2 lets any number of threads match with it at
/// once (pcre2api, "Multithreading").
final class Pattern: @unchecked Sendable {
    struct Fault: Error, Equatable {
        /// PCRE2's error message.
        var message: String
        /// In bytes, from 1.
        var column: Int
    }

    /// In bytes.
    static let maxLength = 1000
    /// The limits of backtracking. The memory is in KiB.
    private static let maxSteps: UInt32 = 200_000
    private static let maxDepth: UInt32 = 2_000
    private static let maxMemory: UInt32 = 4_096

    let text: String
    private let code: OpaquePointer
    private let limits: OpaquePointer

    /// - Parameter makeLimits: returns nil if out of memory.
    init(
        _ text: String,
        makeLimits: () -> OpaquePointer? = { pcre2_match_context_create_8(nil) }
    ) throws(Fault) {
        guard text.utf8.count <= Self.maxLength else {
            throw Fault(message: "the pattern is longer than \(Self.maxLength) bytes", column: 1)
        }
        var error: Int32 = 0
        var offset = 0
        let bytes = Array(text.utf8)
        guard
            let code = pcre2_compile_8(
                bytes,
                bytes.count,
                UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C),
                &error,
                &offset,
                nil
            )
        else {
            var message = [UInt8](repeating: 0, count: 256)
            pcre2_get_error_message_8(error, &message, message.count)
            throw Fault(
                message: String(decoding: message.prefix { $0 != 0 }, as: UTF8.self),
                column: min(offset, bytes.count) + 1
            )
        }
        guard let limits = makeLimits() else {
            pcre2_code_free_8(code)
            throw Fault(message: "out of memory for the pattern's limits", column: 1)
        }
        pcre2_set_match_limit_8(limits, Self.maxSteps)
        pcre2_set_depth_limit_8(limits, Self.maxDepth)
        pcre2_set_heap_limit_8(limits, Self.maxMemory)
        self.text = text
        self.code = code
        self.limits = limits
    }

    deinit {
        pcre2_match_context_free_8(limits)
        pcre2_code_free_8(code)
    }

    /// Returns the match of the first group, or the whole match if the pattern has no group; nil if nothing matches,
    /// the text is not UTF-8, or a limit is reached.
    func firstMatch(in bytes: [UInt8]) -> String? {
        guard let match = pcre2_match_data_create_from_pattern_8(code, nil) else { return nil }
        defer { pcre2_match_data_free_8(match) }
        let count = pcre2_match_8(code, bytes, bytes.count, 0, 0, match, limits)
        guard count > 0, let places = pcre2_get_ovector_pointer_8(match) else { return nil }
        let group = pcre2_get_ovector_count_8(match) > 1 ? 1 : 0
        // A group that did not take part in the match has no offsets.
        guard Int(count) > group, places[2 * group] != .max, places[2 * group] <= places[2 * group + 1] else {
            return nil
        }
        return String(decoding: bytes[places[2 * group]..<places[2 * group + 1]], as: UTF8.self)
    }

    func matches(_ bytes: [UInt8]) -> Bool {
        guard let match = pcre2_match_data_create_8(1, nil) else { return false }
        defer { pcre2_match_data_free_8(match) }
        // 0 means a match with no room for its groups.
        return pcre2_match_8(code, bytes, bytes.count, 0, 0, match, limits) >= 0
    }
}

extension Pattern: Equatable {
    static func == (one: Pattern, other: Pattern) -> Bool { one.text == other.text }
}

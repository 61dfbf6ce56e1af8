import DomoYAML

/// A kind of link in the configuration. A new kind needs an entry in `all`, and files of its own.
struct LinkKind: Sendable {
    /// The word after `kind:`.
    var word: String
    /// The keys of its mapping, without those that every kind has (`kind`, `deadline`).
    var keys: [String]
    /// Reads the entries of its mapping, and adds errors to the faults of the file.
    ///
    /// - Returns: nil if the entries have errors.
    var read:
        @Sendable (_ file: inout ConfigurationFile, _ entries: [String: YAMLNode], _ node: YAMLNode) ->
            (any LinkSettings)?

    /// The first is the default, for a mapping without `kind`.
    static let all = [http, knx]
}

import DomoYAML

/// A kind of link that the configuration can name. A new kind is an entry in `all`, and files of its own.
struct LinkKind: Sendable {
    /// The word after `kind:`.
    var word: String
    /// The keys of its mapping. Those that every kind has (`kind`, `deadline`) are not among them.
    var keys: [String]
    /// Reads the entries of its mapping. What is wrong with them is added to the faults of the file.
    ///
    /// - Returns: nil where they are at fault.
    var read:
        @Sendable (_ file: inout ConfigurationFile, _ entries: [String: YAMLNode], _ node: YAMLNode) ->
            (any LinkSettings)?

    /// The first is that of a mapping without `kind`.
    static let all = [http, knx]
}

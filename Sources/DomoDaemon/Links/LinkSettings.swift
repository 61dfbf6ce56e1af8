import DomoEngine

/// The configuration of one link, of any kind. A reload keeps the port and the connections of a link whose settings are
/// unchanged.
protocol LinkSettings: Equatable, Sendable {
    /// The name of the link for people, without secrets: a URL, an address.
    var label: String { get }

    /// The profile of the link, for checks that send nothing.
    ///
    /// - Parameter label: as in `makeLink(label:with:)`.
    func profile(label: String) -> any LinkProfile

    /// - Parameter label: the name of the link's first endpoint for people, unique among all links.
    func makeLink(
        label: String,
        with resources: LinkResources
    ) -> (profile: any LinkProfile, port: any LinkPort)

    /// Whether the bindings of elements in house files define what the link does for each facet.
    var takesBindings: Bool { get }

    /// The profile of a link with its bindings from the house files.
    func profile(label: String, _ bindings: LinkBindings) -> any LinkProfile

    /// - Parameter elements: the elements that the link controls.
    /// - Returns: warnings about the element names in the settings.
    func warnings(for elements: () -> [(name: String, path: String)]) -> [String]
}

extension LinkSettings {
    var takesBindings: Bool { false }

    /// For a kind without bindings in house files.
    func profile(label: String, _ bindings: LinkBindings) -> any LinkProfile { profile(label: label) }

    /// For a kind without element names in its settings.
    func warnings(for elements: () -> [(name: String, path: String)]) -> [String] { [] }

    func isEqual(to other: any LinkSettings) -> Bool { (other as? Self) == self }
}

import DomoEngine

/// What the configuration says of one link, whatever its kind. A reload keeps the port and the connections of a link whose
/// settings are equal to those before.
protocol LinkSettings: Equatable, Sendable {
    /// Names the link to people, secrets left out: a URL, an address.
    var label: String { get }

    /// What the link can do, for those who send nothing.
    ///
    /// - Parameter label: as in `makeLink(label:with:)`.
    func profile(label: String) -> any LinkProfile

    /// - Parameter label: names the link's first endpoint to people; differs from the labels of all other links.
    func makeLink(
        label: String,
        with resources: LinkResources
    ) -> (profile: any LinkProfile, port: any LinkPort)

    /// Whether house files say what the link does for each facet, beside the elements.
    var takesBindings: Bool { get }

    /// The profile of a link with what house files bind to it.
    func profile(label: String, _ bindings: LinkBindings) -> any LinkProfile

    /// - Parameter elements: those that the link moves.
    /// - Returns: what is wrong with the names of elements in the settings.
    func warnings(for elements: () -> [(name: String, path: String)]) -> [String]
}

extension LinkSettings {
    var takesBindings: Bool { false }

    /// For a kind that house files say nothing of.
    func profile(label: String, _ bindings: LinkBindings) -> any LinkProfile { profile(label: label) }

    /// For a kind whose settings name no elements.
    func warnings(for elements: () -> [(name: String, path: String)]) -> [String] { [] }

    func isEqual(to other: any LinkSettings) -> Bool { (other as? Self) == self }
}

public import DomoLanguage
public import DomoModel

/// Traffic that went by on a link: a telegram of its bus, of anybody to anybody.
public struct LinkMessage: Sendable, Equatable {
    /// As people are shown it, but for the link.
    public let telegram: TelegramView
    /// The facets that the address is bound to.
    public let facets: [FacetName]

    /// - `telegram`: its elements are those of the facets.
    public init(_ telegram: TelegramView, facets: [FacetName] = []) {
        var telegram = telegram
        telegram.elements = []
        for facet in facets where !telegram.elements.contains(facet.path) { telegram.elements.append(facet.path) }
        self.telegram = telegram
        self.facets = facets
    }
}

extension Event {
    /// What those who watch telegrams are shown of a message.
    ///
    /// - `link`: the key of the link that it went by on.
    public init(_ message: LinkMessage, of link: String, at now: Timestamp) {
        var telegram = message.telegram
        telegram.link = link
        self.init(kind: .telegram, time: now, telegram: telegram)
    }
}

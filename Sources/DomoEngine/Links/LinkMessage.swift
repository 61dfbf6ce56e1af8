public import DomoLanguage
public import DomoModel

/// A message seen on a link: a telegram on its bus, from and to anybody.
public struct LinkMessage: Sendable, Equatable {
    /// As shown to people, except for the link.
    public let telegram: TelegramView
    /// The facets that the address is bound to.
    public let facets: [FacetName]

    /// - `telegram`: its elements are set to those of the facets.
    public init(_ telegram: TelegramView, facets: [FacetName] = []) {
        var telegram = telegram
        telegram.elements = []
        for facet in facets where !telegram.elements.contains(facet.path) { telegram.elements.append(facet.path) }
        self.telegram = telegram
        self.facets = facets
    }
}

extension Event {
    /// The event for clients that watch telegrams.
    ///
    /// - `link`: the key of the link.
    public init(_ message: LinkMessage, of link: String, at now: Timestamp) {
        var telegram = message.telegram
        telegram.link = link
        self.init(kind: .telegram, time: now, telegram: telegram)
    }
}

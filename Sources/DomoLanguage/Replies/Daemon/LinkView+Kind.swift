extension LinkView {
    /// The words of `kind`. A client also accepts words that it does not know, for links of a newer daemon.
    public enum Kind: String, Sendable {
        case http
        case knx
    }

    /// Whether it leads to a KNX bus, so that house files bind elements to it.
    public var isKNX: Bool { kind == Kind.knx.rawValue }
}

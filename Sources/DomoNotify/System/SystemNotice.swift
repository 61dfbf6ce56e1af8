/// A notice about the system itself, or its end.
struct SystemNotice: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case raise(to: [String], isUrgent: Bool)
        case resolve
    }

    var kind: Kind
    /// `system link KEY`
    var cause: String
    var text: String
}

/// A scene that is announced.
struct DiscoveredScene: Equatable, Sendable {
    var name: String
    /// What people are shown.
    var label: String
}

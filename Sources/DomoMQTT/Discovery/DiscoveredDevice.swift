/// A device as it is announced, in either mode.
struct DiscoveredDevice: Equatable, Sendable {
    /// A component: one entity.
    struct Component: Equatable, Sendable {
        /// Its name in the announcement of its device; it stays when the element is renamed or moved.
        var key: String
        var platform: Platform
        /// Without what all components of the device share.
        var config: ConfigObject
    }

    /// Its name in the topics of announcements.
    var node: String
    var device: ConfigObject
    /// Of the components that have none of their own.
    var availability: ConfigObject
    var components: [Component]
}

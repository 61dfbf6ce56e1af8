/// What has become of orders since the start.
struct OrderCounts: Sendable {
    var accepted = 0
    var failed = 0
    /// Accepted orders that the house was seen to obey, and those that it was not.
    var confirmed = 0
    var unconfirmed = 0
}

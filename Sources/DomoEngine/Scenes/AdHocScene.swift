/// A scene that is sent with its request and not stored in a file.
struct AdHocScene: Sendable {
    /// The name if the text contains none.
    var name: String
    var lines: [String]
}

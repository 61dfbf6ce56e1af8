/// A scene that comes with its request, and is in no file.
struct AdHocScene: Sendable {
    /// Its name where the text gives it none.
    var name: String
    var lines: [String]
}

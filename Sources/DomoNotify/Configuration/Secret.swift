/// A password or token, which no message shows.
struct Secret: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    let value: String

    init(_ value: String) { self.value = value }

    var description: String { "***" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// A position in a file: line and column, both from 1. Small, because every name has one.
struct SourcePosition: Equatable, Sendable {
    var line: Int32
    var column: Int32
}

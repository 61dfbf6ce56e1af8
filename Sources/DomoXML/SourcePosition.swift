/// A place in a file: line and column, both from 1. Small, since one is kept for every open element.
struct SourcePosition: Equatable, Sendable {
    var line: Int32
    var column: Int32
}

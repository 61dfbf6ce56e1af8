/// The first faults of a file. A fault too many is dropped: a hostile file has millions.
struct DiagnosticList {
    static let limit = 50

    private var errors: [Diagnostic] = []
    private var warnings: [Diagnostic] = []

    var hasErrors: Bool { !errors.isEmpty }
    /// Without those that were dropped.
    var errorCount: Int { errors.count }

    /// No later error will be kept.
    var isFull: Bool { errors.count >= Self.limit }

    mutating func append(_ diagnostic: Diagnostic) {
        switch diagnostic.severity {
        case .error: if errors.count < Self.limit { errors.append(diagnostic) }
        case .warning: if warnings.count < Self.limit { warnings.append(diagnostic) }
        }
    }

    /// The errors, and as many warnings as there is room for beside them, in the order of the lines of one file.
    var sorted: [Diagnostic] {
        kept.enumerated().sorted { one, other in
            (one.element.line, one.element.column, one.offset) < (
                other.element.line, other.element.column, other.offset
            )
        }.map(\.element)
    }

    /// The same in the order in which they came, errors first.
    var kept: [Diagnostic] { errors + warnings.prefix(Self.limit - errors.count) }
}

/// The first diagnostics of a file. More than the limit are dropped: a hostile file may have millions.
struct DiagnosticList {
    static let limit = 50

    private var errors: [Diagnostic] = []
    private var warnings: [Diagnostic] = []

    var hasErrors: Bool { !errors.isEmpty }
    /// Not counting dropped errors.
    var errorCount: Int { errors.count }

    /// Whether more errors are dropped.
    var isFull: Bool { errors.count >= Self.limit }

    mutating func append(_ diagnostic: Diagnostic) {
        switch diagnostic.severity {
        case .error: if errors.count < Self.limit { errors.append(diagnostic) }
        case .warning: if warnings.count < Self.limit { warnings.append(diagnostic) }
        }
    }

    /// The kept diagnostics of a single file, sorted by position.
    var sorted: [Diagnostic] {
        kept.enumerated().sorted { one, other in
            (one.element.line, one.element.column, one.offset) < (
                other.element.line, other.element.column, other.offset
            )
        }.map(\.element)
    }

    /// All errors, then as many warnings as the limit allows, in the order of their arrival.
    var kept: [Diagnostic] { errors + warnings.prefix(Self.limit - errors.count) }
}

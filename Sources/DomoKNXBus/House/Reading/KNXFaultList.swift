/// The first faults of bindings. A fault too many is dropped: a hostile file has millions.
struct KNXFaultList {
    static let limit = 50

    private var errors: [KNXBindingFault] = []
    private var warnings: [KNXBindingFault] = []

    /// No later error will be kept.
    var isFull: Bool { errors.count >= Self.limit }

    mutating func append(_ fault: KNXBindingFault) {
        switch fault.severity {
        case .error: if errors.count < Self.limit { errors.append(fault) }
        case .warning: if warnings.count < Self.limit { warnings.append(fault) }
        }
    }

    /// The errors, and as many warnings as there is room for beside them, in the order in which they came.
    var kept: [KNXBindingFault] { errors + warnings.prefix(Self.limit - errors.count) }
}

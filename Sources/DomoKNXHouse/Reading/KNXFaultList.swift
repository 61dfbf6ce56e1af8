/// The first faults of bindings. Faults above the limit are dropped: a hostile file can have millions.
struct KNXFaultList {
    static let limit = 50

    private var errors: [KNXBindingFault] = []
    private var warnings: [KNXBindingFault] = []

    /// True if any further error would be dropped.
    var isFull: Bool { errors.count >= Self.limit }

    mutating func append(_ fault: KNXBindingFault) {
        switch fault.severity {
        case .error: if errors.count < Self.limit { errors.append(fault) }
        case .warning: if warnings.count < Self.limit { warnings.append(fault) }
        }
    }

    /// The errors, then as many warnings as fit within the limit, in the order in which they were added.
    var kept: [KNXBindingFault] { errors + warnings.prefix(Self.limit - errors.count) }
}

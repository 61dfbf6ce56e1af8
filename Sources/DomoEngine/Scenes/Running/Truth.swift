/// Whether a condition holds.
enum Truth {
    case holds
    /// Why not: `GeneralLight is off`.
    case fails(String)
    /// Why it is not known: `the state of GeneralLight is not known`.
    case unknown(String)

    /// Holds if one of them does, whatever is known of the others.
    init(anyOf truths: [Truth]) {
        var reasons: [String] = []
        var unknown: String?
        for truth in truths {
            switch truth {
            case .holds:
                self = .holds
                return
            case .fails(let reason): reasons.append(reason)
            case .unknown(let reason): unknown = unknown ?? reason
            }
        }
        self = unknown.map(Truth.unknown) ?? .fails(reasons.joined(separator: ", and "))
    }

    /// - Parameter text: the condition: `GeneralLight on`.
    func inverted(_ text: String) -> Truth {
        switch self {
        case .holds: .fails("\(text) holds")
        case .fails: .holds
        case .unknown(let reason): .unknown(reason)
        }
    }
}

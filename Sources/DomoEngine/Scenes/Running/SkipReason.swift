import DomoLanguage
import DomoModel

/// Why a start of a scene did not take place, for the log of the house.
struct SkipReason {
    let code: HouseLogEntry.Reason
    var values: [String]?

    init(_ code: HouseLogEntry.Reason, _ values: String...) {
        self.code = code
        self.values = values.isEmpty ? nil : values
    }

    /// - Parameter reason: what is so instead: `GeneralLight is off`.
    init(_ condition: Condition, because reason: String) {
        switch condition.kind {
        case .between(let start, let end): self.init(.between, start.text, end.text)
        case .days(let days): self.init(.days, days.text)
        case .not(let inner):
            switch inner.kind {
            case .between(let start, let end): self.init(.notBetween, start.text, end.text)
            case .days(let days): self.init(.notDays, days.text)
            case .reading, .answer, .not, .any: self.init(.condition, condition.text, reason)
            }
        case .reading, .answer, .any: self.init(.condition, condition.text, reason)
        }
    }
}

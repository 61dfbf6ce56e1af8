import DomoLanguage
import DomoModel

/// A notice to be raised.
struct RaisedNotice: Sendable {
    var text: String
    var to: [String]
    var isUrgent = false
    /// Nil if it has no cause in common with others.
    var about: String?
    /// Nil for what the notifier announces.
    var window: Duration?
    var interval: Duration?
    var escalation: (after: Duration, to: [String])?
    var scene: String?
    var line: Int?
    var by: Cause
    var places: [String]?
}

extension NoticeView {
    init(_ new: RaisedNotice, number: UInt64, at time: Timestamp) {
        self.init(
            number: number,
            time: time,
            text: new.text,
            isUrgent: new.isUrgent,
            to: new.to,
            about: new.about ?? new.text,
            scene: new.scene,
            line: new.line,
            by: new.by,
            places: new.places
        )
    }
}

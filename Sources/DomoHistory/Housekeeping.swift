import DomoModel
import GRDB

struct Housekeeping {
    var warning: String?
    init(_ settings: History.Settings) {}
    mutating func slice(_ store: Store, now: Timestamp) throws -> Bool { true }
}

public import DomoLanguage
import DomoCalendar
import DomoModel
struct Occurrence: Sendable { var moment: Timestamp; var note: String? }
struct Occurrences: Sendable {
    init(_ trigger: Trigger, site: Catalog.Site) {}
    func next(after: Timestamp) -> Occurrence? { nil }
    static func isBetween(_ a: TimeOfDay, _ b: TimeOfDay, at now: Timestamp, site: Catalog.Site) -> Bool? { nil }
}
extension Catalog {
    static func house(of script: Script, in index: HouseIndex) -> Int { 0 }
}
extension Catalog { public static let x = 0 }
public enum SceneCheck {
    public struct Finding: Sendable { public var file: String; public var mistake: Script.Mistake; public var isWarning: Bool }
    public static func findings(in scene: Catalog.Scene, among catalog: Catalog) -> [Finding] { [] }
}
extension CalendarPage {
    init(of scenes: [(name: String, triggers: [Trigger], site: Catalog.Site)], from: Timestamp, until: Timestamp, most: Int) { self.init(from: from, until: until, entries: []) }
}
extension LocalClock { func rfc3339(_ t: Timestamp) -> String { t.rfc3339 }; func moment(_ p: TimePoint, now: Timestamp) -> Timestamp { now } }
extension Script { var names: (elements: [Script.Name], scenes: [Script.Name]) { ([], []) }; var stepCount: Int { steps.count } }

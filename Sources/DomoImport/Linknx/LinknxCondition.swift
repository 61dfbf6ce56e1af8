import CLibXML2
import DomoLanguage

/// The condition of a rule, as lines of a scene.
struct LinknxCondition {
    /// Why a rule can't be converted to a scene.
    struct Mistake: Error {
        var reason: String
    }

    var triggers: [String] = []
    var conditions: [String] = []
    /// The triggers for the actions at the end of the condition.
    var endings: [String] = []
    /// How long the condition lasts, in milliseconds.
    var during: Int?

    private let targets: [String: LinknxHouse.Target]

    init(_ node: xmlNodePtr, targets: [String: LinknxHouse.Target]) throws(Mistake) {
        self.targets = targets
        try read(node)
        if triggers.isEmpty { throw Mistake(reason: "it has no trigger") }
    }

    private mutating func read(_ node: xmlNodePtr) throws(Mistake) {
        let isTrigger = node.attribute("trigger") == "true"
        switch node.attribute("type") ?? "" {
        case "timer": try readTimer(node, isTrigger: isTrigger)
        case "object": try readObject(node, isTrigger: isTrigger)
        case "time-counter": try readCounter(node)
        case "and": try readAnd(node)
        case "or": try readOr(node)
        case let type: throw Mistake(reason: "unsupported condition type \(type)")
        }
    }

    private mutating func readAnd(_ node: xmlNodePtr) throws(Mistake) {
        let children = node.elements.filter { $0.name == "condition" }
        let starting = children.filter(Self.hasTrigger)
        guard starting.count <= 1 || starting.allSatisfy({ $0.attribute("type") == "object" }) else {
            throw Mistake(reason: "several triggers combined with \"and\"")
        }
        for child in children {
            try read(child)
            // Each of several readings is a trigger, and all must hold.
            if starting.count > 1, child.attribute("type") == "object", child.attribute("trigger") == "true" {
                conditions.append("only if \(try test(child))")
            }
        }
        if starting.count > 1 { endings = [] }
    }

    private mutating func readOr(_ node: xmlNodePtr) throws(Mistake) {
        for child in node.elements where child.name == "condition" {
            let before = conditions.count
            guard Self.hasTrigger(child) else { throw Mistake(reason: "an \"or\" of conditions that are not triggers") }
            try read(child)
            guard conditions.count == before else { throw Mistake(reason: "an \"and\" inside an \"or\"") }
        }
        // An "or" ends when all its conditions have ended, which no single trigger can express.
        endings = []
        during = nil
    }

    private static func hasTrigger(_ node: xmlNodePtr) -> Bool {
        node.attribute("trigger") == "true" || node.elements.contains { $0.name == "condition" && hasTrigger($0) }
    }

    // MARK: Readings

    private mutating func readObject(_ node: xmlNodePtr, isTrigger: Bool) throws(Mistake) {
        let test = try test(node)
        guard isTrigger else {
            conditions.append("only if \(test)")
            return
        }
        triggers.append("when \(test)")
        if let target = targets[node.attribute("id") ?? ""], ["eq", ""].contains(node.attribute("op") ?? ""),
            let opposite = target.opposite(node.attribute("value") ?? "")
        {
            endings.append("when \(Words.quoted(target.element)) \(opposite)")
        }
    }

    private func test(_ node: xmlNodePtr) throws(Mistake) -> String {
        let id = node.attribute("id") ?? ""
        guard let target = targets[id] else { throw Mistake(reason: "the object \(id) is not an element of the house") }
        let name = Words.quoted(target.element)
        let text = node.attribute("value") ?? ""
        guard let value = target.value(text) else { throw Mistake(reason: "invalid value \"\(text)\" for \(id)") }
        switch node.attribute("op") ?? "eq" {
        case "eq", "": return "\(name) \(Words.quoted(value))"
        case "gt", "gte": return "\(name) above \(value)"
        case "lt", "lte": return "\(name) below \(value)"
        case "ne":
            guard let opposite = target.opposite(text) else {
                throw Mistake(reason: "the comparison ne with \"\(text)\"")
            }
            return "\(name) \(opposite)"
        case let other: throw Mistake(reason: "unsupported comparison \"\(other)\"")
        }
    }

    private mutating func readCounter(_ node: xmlNodePtr) throws(Mistake) {
        guard let child = node.elements.first(where: { $0.name == "condition" }), child.attribute("type") == "object",
            let time = node.attribute("threshold").flatMap(LinknxTime.milliseconds), time > 0
        else { throw Mistake(reason: "a time-counter with more than one reading") }
        triggers.append("when \(try test(child)) for \(LinknxTime.text(time))")
    }

    // MARK: Times

    private mutating func readTimer(_ node: xmlNodePtr, isTrigger: Bool) throws(Mistake) {
        let parts = Dictionary(node.elements.map { ($0.name, $0) }) { first, _ in first }
        if let every = parts["every"] {
            guard isTrigger, let time = LinknxTime.milliseconds(every.trimmedContent),
                (1000...86_400_000).contains(time)
            else {
                throw Mistake(reason: "an interval outside 1s–24h, or not a trigger")
            }
            triggers.append("every \(LinknxTime.text(time))")
            return
        }
        guard let at = parts["at"] else { throw Mistake(reason: "a timer without a time") }
        let days = try Self.days(at)
        if isTrigger {
            triggers.append("at \(try Self.time(at))\(days)")
            if let until = parts["until"] { endings.append("at \(try Self.time(until))\(try Self.days(until))") }
            if let text = parts["during"]?.trimmedContent { during = LinknxTime.milliseconds(text) }
            return
        }
        guard let until = parts["until"] else { throw Mistake(reason: "a timer that is not a trigger and has no end") }
        conditions.append("only if between \(try Self.time(at)) and \(try Self.time(until))")
        if !days.isEmpty { conditions.append("only if\(days)") }
    }

    /// `06:30`, `sunset+15m`
    private static func time(_ node: xmlNodePtr) throws(Mistake) -> String {
        switch node.attribute("type") ?? "const" {
        case "sunrise", "sunset":
            let name = node.attribute("type") ?? ""
            let offset = node.attribute("offset") ?? ""
            if offset.isEmpty || offset == "0" { return name }
            let sign = offset.hasPrefix("-") ? "-" : "+"
            guard let time = LinknxTime.milliseconds(String(offset.drop { $0 == "-" || $0 == "+" })) else {
                throw Mistake(reason: "invalid offset \"\(offset)\"")
            }
            return time == 0 ? name : "\(name)\(sign)\(LinknxTime.text(time))"
        case "const", "":
            guard let hour = node.attribute("hour").flatMap({ Int($0) }),
                let minute = node.attribute("min").flatMap({ Int($0) }),
                (0...23).contains(hour), (0...59).contains(minute)
            else { throw Mistake(reason: "a time without hour and minute") }
            return two(hour) + ":" + two(minute)
        case let type: throw Mistake(reason: "unsupported time type \(type)")
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// ` mon-fri except holidays`; empty for every day.
    private static func days(_ node: xmlNodePtr) throws(Mistake) -> String {
        func number(_ name: String) -> Int? { node.attribute(name).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }
        var days: [String] = []
        if let day = number("day"), let month = number("month") {
            let year = number("year").map { "\($0)-" } ?? ""
            days.append("\(year)\(two(month))-\(two(day))")
        } else if number("day") != nil || number("month") != nil || number("year") != nil {
            throw Mistake(reason: "an incomplete date")
        }
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let week = Set((node.attribute("wdays") ?? "").compactMap(\.wholeNumberValue).filter { (1...7).contains($0) })
        let exception = node.attribute("exception") ?? ""
        let isException = ["yes", "true"].contains(exception)
        if !week.isEmpty, week.count < 7 {
            guard days.isEmpty, !isException else { throw Mistake(reason: "conflicting days") }
            days = week == [1, 2, 3, 4, 5] ? ["mon-fri"] : week.sorted().map { names[$0 - 1] }
        }
        if isException {
            guard days.isEmpty else { throw Mistake(reason: "conflicting days") }
            days = ["holidays"]
        }
        if ["no", "false"].contains(exception) {
            return " \((days.isEmpty ? ["mon-sun"] : days).joined(separator: " ")) except holidays"
        }
        return days.isEmpty ? "" : " " + days.joined(separator: " ")
    }
}

import CLibXML2
import DomoLanguage

/// What starts a rule, in the lines of a scene.
struct LinknxCondition {
    /// Why a rule can't become a scene.
    struct Mistake: Error {
        var reason: String
    }

    var triggers: [String] = []
    var conditions: [String] = []
    /// Lines that start what a rule does when its condition is over.
    var endings: [String] = []
    /// It is over after this time, in milliseconds.
    var during: Int?

    private let targets: [String: LinknxHouse.Target]

    init(_ node: xmlNodePtr, targets: [String: LinknxHouse.Target]) throws(Mistake) {
        self.targets = targets
        try read(node)
        if triggers.isEmpty { throw Mistake(reason: "nothing triggers it") }
    }

    private mutating func read(_ node: xmlNodePtr) throws(Mistake) {
        let isTrigger = node.attribute("trigger") == "true"
        switch node.attribute("type") ?? "" {
        case "timer": try readTimer(node, isTrigger: isTrigger)
        case "object": try readObject(node, isTrigger: isTrigger)
        case "time-counter": try readCounter(node)
        case "and": try readAnd(node)
        case "or": try readOr(node)
        case let type: throw Mistake(reason: "a condition of type \(type)")
        }
    }

    private mutating func readAnd(_ node: xmlNodePtr) throws(Mistake) {
        let children = node.elements.filter { $0.name == "condition" }
        let starting = children.filter(Self.hasTrigger)
        guard starting.count <= 1 || starting.allSatisfy({ $0.attribute("type") == "object" }) else {
            throw Mistake(reason: "several triggers that must hold together")
        }
        for child in children {
            try read(child)
            // Of several readings each starts it, and all must hold.
            if starting.count > 1, child.attribute("type") == "object", child.attribute("trigger") == "true" {
                conditions.append("only if \(try test(child))")
            }
        }
        if starting.count > 1 { endings = [] }
    }

    private mutating func readOr(_ node: xmlNodePtr) throws(Mistake) {
        for child in node.elements where child.name == "condition" {
            let before = conditions.count
            guard Self.hasTrigger(child) else { throw Mistake(reason: "an \"or\" of what does not trigger") }
            try read(child)
            guard conditions.count == before else { throw Mistake(reason: "an \"or\" with an \"and\" in it") }
        }
        // Over is it when all are over, which is no moment of one of them.
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
        guard let target = targets[id] else { throw Mistake(reason: "the object \(id) is no element of the house") }
        let name = Words.quoted(target.element)
        let text = node.attribute("value") ?? ""
        guard let value = target.value(text) else { throw Mistake(reason: "\(id) takes no value \"\(text)\"") }
        switch node.attribute("op") ?? "eq" {
        case "eq", "": return "\(name) \(Words.quoted(value))"
        case "gt", "gte": return "\(name) above \(value)"
        case "lt", "lte": return "\(name) below \(value)"
        case "ne":
            guard let opposite = target.opposite(text) else { throw Mistake(reason: "a value that is not \"\(text)\"") }
            return "\(name) \(opposite)"
        case let other: throw Mistake(reason: "a comparison \"\(other)\"")
        }
    }

    private mutating func readCounter(_ node: xmlNodePtr) throws(Mistake) {
        guard let child = node.elements.first(where: { $0.name == "condition" }), child.attribute("type") == "object",
            let time = node.attribute("threshold").flatMap(LinknxTime.milliseconds), time > 0
        else { throw Mistake(reason: "a time-counter of more than one reading") }
        triggers.append("when \(try test(child)) for \(LinknxTime.text(time))")
    }

    // MARK: Times

    private mutating func readTimer(_ node: xmlNodePtr, isTrigger: Bool) throws(Mistake) {
        let parts = Dictionary(node.elements.map { ($0.name, $0) }) { first, _ in first }
        if let every = parts["every"] {
            guard isTrigger, let time = LinknxTime.milliseconds(every.trimmedContent),
                (1000...86_400_000).contains(time)
            else {
                throw Mistake(reason: "an interval that is not 1s–24h, or does not trigger")
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
        guard let until = parts["until"] else { throw Mistake(reason: "a timer that neither triggers nor lasts") }
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
                throw Mistake(reason: "an offset \"\(offset)\"")
            }
            return time == 0 ? name : "\(name)\(sign)\(LinknxTime.text(time))"
        case "const", "":
            guard let hour = node.attribute("hour").flatMap({ Int($0) }),
                let minute = node.attribute("min").flatMap({ Int($0) }),
                (0...23).contains(hour), (0...59).contains(minute)
            else { throw Mistake(reason: "a time without hour and minute") }
            return two(hour) + ":" + two(minute)
        case let type: throw Mistake(reason: "a time of type \(type)")
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
            throw Mistake(reason: "a date with parts left out")
        }
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let week = Set((node.attribute("wdays") ?? "").compactMap(\.wholeNumberValue).filter { (1...7).contains($0) })
        let exception = node.attribute("exception") ?? ""
        let isException = ["yes", "true"].contains(exception)
        if !week.isEmpty, week.count < 7 {
            guard days.isEmpty, !isException else { throw Mistake(reason: "days that must be several things at once") }
            days = week == [1, 2, 3, 4, 5] ? ["mon-fri"] : week.sorted().map { names[$0 - 1] }
        }
        if isException {
            guard days.isEmpty else { throw Mistake(reason: "days that must be several things at once") }
            days = ["holidays"]
        }
        if ["no", "false"].contains(exception) {
            return " \((days.isEmpty ? ["mon-sun"] : days).joined(separator: " ")) except holidays"
        }
        return days.isEmpty ? "" : " " + days.joined(separator: " ")
    }
}

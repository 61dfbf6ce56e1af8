import CLibXML2
import DomoLanguage

/// The condition of a rule, as lines of a scene.
struct LinknxCondition {
    var triggers: [String] = []
    var conditions: [String] = []
    /// The triggers for the actions at the end of the condition.
    var endings: [String] = []
    /// How long the condition lasts, in milliseconds.
    var during: Int?
    /// What the triggers and conditions leave out.
    var remarks: [LinknxRemark] = []

    private let targets: [String: LinknxHouse.Target]

    init(_ node: xmlNodePtr, targets: [String: LinknxHouse.Target]) throws(LinknxMistake) {
        self.targets = targets
        try read(node)
        if triggers.isEmpty { throw LinknxMistake("it has no trigger") }
    }

    private mutating func read(_ node: xmlNodePtr) throws(LinknxMistake) {
        let isTrigger = node.attribute("trigger") == "true"
        do throws(LinknxMistake) {
            switch node.attribute("type") ?? "" {
            case "timer": try readTimer(node, isTrigger: isTrigger)
            case "object": try readObject(node, isTrigger: isTrigger)
            case "time-counter": try readCounter(node)
            case "and": try readAnd(node)
            case "or": try readOr(node)
            case let type: throw LinknxMistake("unsupported condition type \(type)")
            }
        } catch {
            throw LinknxMistake(error.reason, line: error.line ?? node.line)
        }
    }

    private mutating func readAnd(_ node: xmlNodePtr) throws(LinknxMistake) {
        let children = node.elements.filter { $0.name == "condition" }
        remarks += node.rest(attributes: ["type", "trigger"], elements: ["condition"])
        let starting = children.filter(Self.hasTrigger)
        guard starting.count <= 1 || starting.allSatisfy({ $0.attribute("type") == "object" }) else {
            throw LinknxMistake("several triggers combined with \"and\"")
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

    private mutating func readOr(_ node: xmlNodePtr) throws(LinknxMistake) {
        remarks += node.rest(attributes: ["type", "trigger"], elements: ["condition"])
        for child in node.elements where child.name == "condition" {
            let before = conditions.count
            guard Self.hasTrigger(child) else { throw LinknxMistake("an \"or\" of conditions that are not triggers") }
            try read(child)
            guard conditions.count == before else { throw LinknxMistake("an \"and\" inside an \"or\"") }
        }
        // An "or" ends when all its conditions have ended, which no single trigger can express.
        endings = []
        during = nil
    }

    private static func hasTrigger(_ node: xmlNodePtr) -> Bool {
        node.attribute("trigger") == "true" || node.elements.contains { $0.name == "condition" && hasTrigger($0) }
    }

    // MARK: Readings

    private mutating func readObject(_ node: xmlNodePtr, isTrigger: Bool) throws(LinknxMistake) {
        let test = try test(node)
        remarks += node.rest(attributes: ["type", "id", "op", "value", "trigger"])
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

    private func test(_ node: xmlNodePtr) throws(LinknxMistake) -> String {
        let id = node.attribute("id") ?? ""
        guard let target = targets[id] else { throw LinknxMistake("the object \(id) is not an element of the house") }
        let name = Words.quoted(target.element)
        let text = node.attribute("value") ?? ""
        guard let value = target.value(text) else { throw LinknxMistake("invalid value \"\(text)\" for \(id)") }
        switch node.attribute("op") ?? "eq" {
        case "eq", "": return "\(name) \(Words.quoted(value))"
        case let comparison where ["gt", "gte", "lt", "lte"].contains(comparison):
            guard let limit = target.limit(comparison, text) else {
                throw LinknxMistake("the comparison \(comparison) with \"\(text)\"")
            }
            return "\(name) \(limit)"
        case "ne":
            guard let opposite = target.opposite(text) else {
                throw LinknxMistake("the comparison ne with \"\(text)\"")
            }
            return "\(name) \(opposite)"
        case let other: throw LinknxMistake("unsupported comparison \"\(other)\"")
        }
    }

    private mutating func readCounter(_ node: xmlNodePtr) throws(LinknxMistake) {
        let children = node.elements.filter { $0.name == "condition" }
        guard let child = children.first, children.count == 1, child.attribute("type") == "object",
            let time = node.attribute("threshold").flatMap(LinknxTime.milliseconds), time > 0
        else { throw LinknxMistake("a time-counter with more than one reading") }
        let other = "reset-delay"
        if let delay = node.attribute(other), LinknxTime.milliseconds(delay) != 0, !delay.isEmpty {
            remarks.append(
                LinknxRemark(
                    line: node.line,
                    text: "\(other)=\"\(delay)\": \"for\" starts anew after each interruption"
                )
            )
        }
        remarks += node.rest(attributes: ["type", "threshold", "trigger", other], elements: ["condition"])
        remarks += child.rest(attributes: ["type", "id", "op", "value", "trigger"])
        triggers.append("when \(try test(child)) for \(LinknxTime.text(time))")
    }

    // MARK: Times

    private mutating func readTimer(_ node: xmlNodePtr, isTrigger: Bool) throws(LinknxMistake) {
        let parts = Dictionary(node.elements.map { ($0.name, $0) }) { first, _ in first }
        remarks += node.rest(attributes: ["type", "trigger"], elements: ["at", "every", "until", "during"])
        for part in ["at", "until"].compactMap({ parts[$0] }) {
            remarks += part.rest(attributes: [
                "type", "hour", "min", "day", "month", "year", "wdays", "exception", "offset",
            ])
        }
        var length: Int?
        if let text = parts["during"]?.trimmedContent {
            guard let time = LinknxTime.milliseconds(text) else { throw LinknxMistake("invalid <during> \"\(text)\"") }
            length = time
        }
        if let every = parts["every"] {
            guard isTrigger, let time = LinknxTime.milliseconds(every.trimmedContent),
                (1000...86_400_000).contains(time)
            else {
                throw LinknxMistake("an interval outside 1s–24h, or not a trigger")
            }
            guard parts["until"] == nil else { throw LinknxMistake("an <every> with an <until>") }
            triggers.append("every \(LinknxTime.text(time))")
            during = length
            return
        }
        guard let at = parts["at"] else { throw LinknxMistake("a timer without a time") }
        let start = try LinknxMoment(at)
        let end: LinknxMoment?
        if let until = parts["until"] { end = try LinknxMoment(until) } else { end = nil }
        guard isTrigger else {
            guard let end else { throw LinknxMistake("a timer that is not a trigger and has no end") }
            conditions += try start.conditions(until: end)
            return
        }
        triggers.append(Self.trigger(start.text, start.days))
        if let end { endings.append(Self.trigger(end.text, try start.end(at: end).days)) }
        during = length
    }

    private static func trigger(_ time: String, _ days: LinknxDays) -> String {
        "at \(time)" + (days.text.isEmpty ? "" : " \(days.text)")
    }
}

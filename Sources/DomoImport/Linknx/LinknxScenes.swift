import CLibXML2
import DomoLanguage

/// Converts rules of linknx to scenes of domo.
struct LinknxScenes {
    struct Scene: Equatable {
        /// Without `.domo`.
        var file: String
        var text: String
    }

    private(set) var scenes: [Scene] = []
    /// What could not be converted.
    private(set) var unplaced: [UnplacedDraft] = []

    private let targets: [String: LinknxHouse.Target]
    /// The scene of each rule.
    private var names: [String: String] = [:]
    private var files = UniqueNames()

    init(_ rules: [xmlNodePtr], targets: [String: LinknxHouse.Target]) {
        self.targets = targets
        var titles = UniqueNames()
        for rule in rules {
            let id = rule.attribute("id") ?? "rule"
            names[id] = titles.reserve(HouseName.clean(id).isEmpty ? "rule" : HouseName.clean(id))
        }
        for rule in rules { read(rule: rule) }
    }

    private mutating func read(rule: xmlNodePtr) {
        let id = rule.attribute("id") ?? "rule"
        func list(_ reason: String) { unplaced.append(UnplacedDraft(address: "", name: "rule \(id)", reason: reason)) }
        if ["no", "false", "off"].contains(rule.attribute("active") ?? "") { return list("it is not active") }
        guard let node = rule.elements.first(where: { $0.name == "condition" }) else {
            return list("it has no condition")
        }
        var condition: LinknxCondition
        do throws(LinknxCondition.Mistake) {
            condition = try LinknxCondition(node, targets: targets)
        } catch {
            return list("its condition can't be converted: \(error.reason)")
        }
        var begin: Steps?
        var end: Steps?
        for actions in rule.elements where actions.name == "actionlist" {
            switch actions.attribute("type") ?? "on-true" {
            case "on-true", "": begin = steps(of: actions, id: id)
            case "on-false": end = steps(of: actions, id: id)
            case let type: list("unsupported actions of type \(type), which are repeated")
            }
        }
        let name = names[id] ?? id
        if let end, !end.lines.isEmpty {
            if let during = condition.during {
                begin = (begin ?? Steps()).then(end, after: during)
            } else if condition.endings.isEmpty || !condition.conditions.isEmpty {
                list("the actions for the end of its condition can't be converted")
            } else {
                add("\(name) (off)", id: "\(id)-off", header: condition.endings, steps: end)
            }
        }
        guard let begin, !begin.lines.isEmpty else {
            if end == nil || end?.lines.isEmpty == true { list("none of its actions can be converted") }
            return
        }
        add(name, id: id, header: condition.triggers + condition.conditions, steps: begin)
    }

    /// Adds a scene if it is valid.
    private mutating func add(_ name: String, id: String, header: [String], steps: Steps) {
        var lines = [
            "# The rule \(id.split(whereSeparator: \.isNewline).joined(separator: " ")) of linknx.",
            "name \(Words.quoted(name))",
        ]
        lines += header + [""] + steps.lines
        let text = lines.joined(separator: "\n") + "\n"
        if let mistake = ScriptParser.parse(text).mistakes.first {
            unplaced.append(
                UnplacedDraft(
                    address: "",
                    name: "rule \(id)",
                    reason: "the scene would be invalid: \(mistake.fault.message)"
                )
            )
            return
        }
        let plain = String(
            id.unicodeScalars.map { scalar in
                let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                return isPlain || scalar == "-" || scalar == "_" ? Character(scalar) : "-"
            }
        )
        scenes.append(Scene(file: files.reserve(String(plain.prefix(100))), text: text))
    }

    // MARK: Actions

    struct Steps {
        var lines: [String] = []
        /// The delay of the last step from the start, in milliseconds.
        var time = 0

        func then(_ other: Steps, after delay: Int) -> Steps {
            var all = self
            if delay > time { all.lines.append("wait \(LinknxTime.text(delay - time))") }
            all.lines += other.lines
            all.time = delay + other.time
            return all
        }
    }

    private mutating func steps(of list: xmlNodePtr, id: String) -> Steps {
        var timed: [(delay: Int, lines: [String])] = []
        for action in list.elements where action.name == "action" {
            let delay = action.attribute("delay").flatMap(LinknxTime.milliseconds) ?? 0
            do throws(LinknxCondition.Mistake) {
                timed.append((delay, try lines(of: action)))
            } catch {
                unplaced.append(UnplacedDraft(address: "", name: "rule \(id)", reason: error.reason))
            }
        }
        var steps = Steps()
        // Delays count from the start, but waits from the previous step.
        for (delay, lines) in timed.enumerated().sorted(by: {
            ($0.element.delay, $0.offset) < ($1.element.delay, $1.offset)
        })
        .map(\.element) {
            if delay > steps.time {
                steps.lines.append("wait \(LinknxTime.text(delay - steps.time))")
                steps.time = delay
            }
            steps.lines += lines
        }
        return steps
    }

    private func lines(of action: xmlNodePtr) throws(LinknxCondition.Mistake) -> [String] {
        let type = action.attribute("type") ?? ""
        switch type {
        case "set-value", "set-string":
            let target = try target(of: action)
            let value = action.attribute("value") ?? ""
            guard !value.contains("${"), let order = target.order(value) else {
                throw .init(reason: "unsupported \(type) of \(target.object.id) to \"\(value)\"")
            }
            return [order]
        case "toggle-value":
            let target = try target(of: action)
            guard target.kind == .binary else { throw .init(reason: "unsupported toggle-value of \(target.object.id)") }
            return ["toggle \(Words.quoted(target.element))"]
        case "dim-up":
            let target = try target(of: action)
            guard target.kind == .level, let start = target.level(action.attribute("start") ?? "0"),
                let stop = target.level(action.attribute("stop") ?? "255"),
                let time = LinknxTime.milliseconds(action.attribute("duration") ?? "60"),
                (1000...86_400_000).contains(time)
            else { throw .init(reason: "unsupported dim-up of \(target.object.id)") }
            let name = Words.quoted(target.element)
            return ["dim \(name) \(start)", "dim \(name) \(stop) over \(LinknxTime.text(time))"]
        case "start-actionlist" where action.attribute("list") != "false":
            guard let name = names[action.attribute("rule-id") ?? ""] else { break }
            return ["scene \(Words.quoted(name))"]
        case "cancel":
            guard let name = names[action.attribute("rule-id") ?? ""] else { break }
            return ["stop scene \(Words.quoted(name))"]
        default: break
        }
        throw .init(reason: "unsupported action \(type)")
    }

    private func target(of action: xmlNodePtr) throws(LinknxCondition.Mistake) -> LinknxHouse.Target {
        let id = action.attribute("id") ?? ""
        guard let target = targets[id] else { throw .init(reason: "the object \(id) is not an element of the house") }
        return target
    }
}
